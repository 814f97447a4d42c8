//! Everything that determines a run, in one flat record, and the plan that follows from it.

use super::against::{Against, OpponentKind};
use super::champion::Contest;
use super::declared::with_settings;
use super::fitness::{Fitness, Racing, Scoring};
use super::fix::Fix;
use super::names::{CrossoverName, MutationName, OptimizerName, SelectionName};
use super::settings::SETTINGS;
use crate::evolve::adaptation::Adaptation;
use crate::evolve::breed::{Beginning, Memory, Operators};
use crate::evolve::centre::Deviation;
use crate::evolve::crossover::Crossover;
use crate::evolve::evolution::{Optimizer, Plan};
use crate::evolve::islands::Islands;
use crate::evolve::mutation::{Mutation, Step};
use crate::evolve::selection::Selection;
use crate::evolve::spsa::Spsa;
use crate::evolve::strategy::Strategy;
use crate::game::TextError;
use crate::play::batch::{Conditions, Seats, Tables};
use crate::play::opening::MEASURED_PLIES;
use crate::rng::Seed;
use crate::search::spec::{Method, Search};
use serde::{Deserialize, Serialize};

/// The version of run folders: of `config.toml`, of the columns of `generations.csv`, and of
/// the files beside them.
pub const VERSION: u32 = 2;

macro_rules! config {
    (
        kept { $(
            $(#[doc = $help:literal])+
            $name:ident: $given:ty as $held:ty = $default:expr,
            $group:literal, $shown:ident, $moved:ident, [$($flag:tt)*], [$($serde:tt)*],
            $counts:expr, $range:expr;
        )+ }
        beside $beside:tt
    ) => {
        /// The configuration of a run, complete: a field for each setting that
        /// [is declared](super::settings), and the keys of `config.toml`.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct Config {
            /// [`VERSION`].
            pub version: u32,
            $(
                $(#[doc = $help])+
                #[serde($($serde)*)]
                pub $name: $held,
            )+
        }

        impl Config {
            /// What all presets start from: an evolution strategy whose individuals meet `against` in
            /// four games from each seat. A loser's distance is measured by that opponent, too: the scoring is by
            /// [plies](Scoring::Plies), for races to a goal. Other games set `scoring` to [`Scoring::Wins`], or to
            /// [`Scoring::Score`] where games can be drawn.
            pub fn base(game: &str, players: usize, rules: &str, against: &str) -> Config {
                let games = u32::try_from(players).unwrap_or(u32::MAX).saturating_mul(4);
                let neutral = Config { version: VERSION, $($name: $default,)+ };
                Config {
                    game: game.to_string(),
                    players,
                    rules: rules.to_string(),
                    against: Against::one(against),
                    distance: against.to_string(),
                    fitness_games: games,
                    more_games: games,
                    ..neutral
                }
            }
        }
    };
}

with_settings!(config);

/// A value that makes no sense, and the key it stands under.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} {why}")]
pub struct ConfigError {
    /// The key in `config.toml`; the flag is the same after `--`.
    pub key: &'static str,
    /// What is wrong.
    pub why: String,
}

fn one() -> usize {
    1
}

fn is_zero<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn blend_alpha() -> f64 {
    0.5
}

fn least_deviation() -> f64 {
    1.0
}

impl Config {
    /// What these mean as a file says them: version 1 had no `measure-opening-plies`, and measured from
    /// where selection began.
    pub fn as_read(self) -> Config {
        match self {
            Config { version: 1, measure_opening_plies: 0, opening_plies, .. } => {
                Config { measure_opening_plies: opening_plies, ..self }
            }
            _ => self,
        }
    }

    /// Checks every value by its declared range, and those that have to go together; names of
    /// opponents and rules are the game's business.
    ///
    /// # Errors
    /// Names the first key whose value is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let version = (1..=VERSION).contains(&self.version);
        let version = ("version", version, "is not one that this starhop reads");
        let ranges = SETTINGS.iter().map(|it| (it.key, (it.range.0)(self), it.range.1));
        let mut rules = [version].into_iter().chain(ranges).chain(self.relations());
        if let Some((key, _, why)) = rules.find(|&(_, holds, _)| !holds) {
            return Err(ConfigError { key, why: why.to_string() });
        }
        let texts = [("search", self.search.check()), ("against", self.against.check())];
        for (key, checked) in texts {
            checked.map_err(|TextError(why)| ConfigError { key, why })?;
        }
        self.check_islands()
    }

    /// Checks that islands [can share](Islands::can_share) the population.
    fn check_islands(&self) -> Result<(), ConfigError> {
        let Config { population, islands, .. } = *self;
        let split = Islands { count: islands, ..Islands::ONE };
        if split.can_share(population) {
            return Ok(());
        }
        let nearest = islands.saturating_mul((population / islands).max(2));
        let why = format!(
            "must share the population equally, two individuals each at least; with --islands {islands} \
             --population {nearest} would do, and with --population {population} --islands 1"
        );
        Err(ConfigError { key: "islands", why })
    }

    /// What has to hold between several settings.
    fn relations(&self) -> [(&'static str, bool, &'static str); 11] {
        let permutes = self.conditions == Conditions::Permutation;
        let can_stop = self.target_fitness.is_none() || self.measure_every > 0;
        let has_champions =
            self.against.share(OpponentKind::HallOfFame) == 0 || self.measure_every > 0;
        let has_shares = self.against.opponents().iter().any(|it| it.share != 1);
        [
            ("measure-every", can_stop, "must be above 0 for target-fitness to be seen"),
            ("measure-every", has_champions, "must be above 0 for hall-of-fame to be filled"),
            (
                "search",
                self.search.is_repeatable(),
                "must have a limit other than ms to repeat a run",
            ),
            (
                "search",
                self.search.method != Method::Random,
                "must go by the weights, which random play doesn't",
            ),
            (
                "conditions",
                !permutes || self.players == 2,
                "must not be permutation with more than two players",
            ),
            (
                "against",
                !permutes || self.against.share(OpponentKind::Population) > 0,
                "must name population where conditions are permutation",
            ),
            (
                "against",
                !permutes || self.against.share(OpponentKind::HallOfFame) == 0,
                "must not name hall-of-fame where conditions are permutation: everyone meets the \
                 same generation only",
            ),
            (
                "against",
                !permutes || !has_shares,
                "must give no shares where conditions are permutation: everyone meets the same \
                 generation only, and the others choose and measure champions",
            ),
            (
                "more-games",
                self.more_games >= self.fitness_games,
                "must reach fitness-games; give more-games, too",
            ),
            (
                "scoring",
                !self.scoring.is_number() || self.program.is_some(),
                "must not be greatest or least in a game: these are for programs that give a number",
            ),
            ("step-low", self.step_low <= self.step_high, "must not be above step-high"),
        ]
    }

    /// The plan by which the run evolves, from the beginning `from` where it names one.
    pub fn plan(&self, from: Option<Beginning>) -> Plan {
        let (deviation, learning_rate) = (self.deviation(), self.learning_rate);
        let optimizer = match self.optimizer {
            OptimizerName::Ga => Optimizer::Genetic(self.operators()),
            OptimizerName::Es => {
                let momentum = self.momentum;
                Optimizer::Strategy(Strategy { deviation, learning_rate, momentum })
            }
            OptimizerName::Spsa => Optimizer::Spsa(Spsa { deviation, learning_rate }),
            OptimizerName::Cma => {
                let still_at_bounds = self.still_at_bounds;
                Optimizer::Adaptation(Adaptation { deviation, still_at_bounds })
            }
        };
        Plan {
            population: self.population,
            before: 0,
            optimizer,
            islands: Islands { count: self.islands, migrate_every: self.migrate_every },
            from,
            restart_after: (self.restart_after > 0).then_some(self.restart_after),
            restart_every: (self.restart_every > 0).then_some(self.restart_every),
            pools: self.pools(),
            seed: self.seed,
        }
    }

    /// How many of the `restarts` populations before that of a generation were given up, at least: the others had
    /// their time.
    pub fn given_up(&self, generation: u64, restarts: u64) -> u64 {
        let had_their_time = match self.restart_every {
            0 => 0,
            every => generation / every.saturating_add(1),
        };
        restarts.saturating_sub(had_their_time)
    }

    /// See [`Plan::pools`].
    pub fn pools(&self) -> bool {
        self.racing == Racing::Halving || self.has_memory()
    }

    fn has_memory(&self) -> bool {
        self.memory > 0.0 && self.optimizer == OptimizerName::Ga
    }

    fn operators(&self) -> Operators {
        let selection = match self.selection {
            SelectionName::Truncation => Selection::Truncation { share: self.survivors },
            SelectionName::Tournament => Selection::Tournament { size: self.tournament_size },
            SelectionName::Roulette => Selection::Roulette,
        };
        let crossover = match self.crossover {
            CrossoverName::Uniform => Crossover::Uniform,
            CrossoverName::OnePoint => Crossover::OnePoint,
            CrossoverName::Blend => Crossover::Blend { alpha: self.blend_alpha },
        };
        let (deviation, least) = (self.deviation, self.least_deviation);
        let (low, high) = (self.step_low, self.step_high);
        let step = match self.mutation {
            MutationName::Uniform => Step::Uniform { low, high },
            MutationName::ReportPrinted => Step::Replaced { low, high },
            MutationName::Gaussian => Step::Gaussian(self.deviation()),
            MutationName::SelfAdaptive => Step::SelfAdaptive { deviation, least },
        };
        let (child_rate, gene_rate) = (self.mutation_rate, self.gene_rate);
        let mutation = Mutation { child_rate, gene_rate, step };
        let memory =
            self.has_memory().then_some(Memory { share: self.survivors, weight: self.memory });
        Operators { selection, crossover, mutation, memory }
    }

    fn deviation(&self) -> Deviation {
        let (first, least, anneal_after) =
            (self.deviation, self.least_deviation, self.anneal_after);
        Deviation { first, least, anneal_after }
    }

    /// The fitness function of games.
    pub fn fitness(&self) -> Fitness {
        Fitness {
            scoring: self.scoring,
            win_points: self.win_points,
            games: self.fitness_games,
            more_games: self.more_games,
            more_from: self.more_from,
            replays: self.replays,
            racing: self.racing,
        }
    }

    /// How champions are chosen.
    pub fn contest(&self) -> Contest {
        let (candidates, choose_games) = (self.candidates, self.choose_games);
        Contest { candidates, choose_games, replays: self.replays }
    }
}
