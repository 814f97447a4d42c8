//! Everything that determines a run, in one flat record: the keys of `config.toml` and, under
//! the same names, the flags of `evolve`.

use super::against::{Against, Kind};
use super::champion::Contest;
use super::fitness::{Conditions, Fitness, Scoring, Seats};
use super::fix::Fix;
use super::racing::Racing;
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
use crate::play::opening::MOST_PLIES;
use crate::rng::Seed;
use crate::search::spec::{Method, Search};
use serde::{Deserialize, Serialize};

/// The version of run folders: of `config.toml`, of the columns of `generations.csv`, and of
/// the files beside them.
pub const VERSION: u32 = 2;

/// Optimizers by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum OptimizerName {
    /// A genetic algorithm: selection, crossover, mutation.
    #[default]
    Ga,
    /// An evolution strategy: mirrored samples around a centre that follows the better ones.
    Es,
    /// Simultaneous perturbation stochastic approximation: the slope along random directions.
    Spsa,
    /// Separable covariance matrix adaptation: each gene's deviation learns how far steps pay.
    Cma,
}

/// Selection operators by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum SelectionName {
    /// Parents are drawn from the best share of the generation.
    Truncation,
    /// A parent is the best of several drawn at random.
    Tournament,
    /// The chance to be a parent grows with the fitness.
    Roulette,
}

/// Crossover operators by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum CrossoverName {
    /// Each gene from either parent.
    Uniform,
    /// The first genes from one parent, the rest from the other.
    OnePoint,
    /// Each gene from the interval between the parents', lengthened at both ends.
    Blend,
}

/// Mutation operators by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum MutationName {
    /// A uniform integer is added, as in the report's program.
    Uniform,
    /// A uniform integer replaces the gene, as the report prints it.
    ReportPrinted,
    /// A normal number is added.
    Gaussian,
    /// The same, with a standard deviation that each individual inherits and varies.
    SelfAdaptive,
}

/// The configuration of a run, complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Config {
    /// [`VERSION`].
    pub version: u32,
    /// The game's registered name.
    pub game: String,
    /// The preset that the other values started from.
    pub preset: String,
    /// Seats at the table.
    pub players: usize,
    /// The rule set with all its settings, in the game's notation.
    pub rules: String,
    /// Where all chance comes from.
    pub seed: Seed,
    /// The last generation; without it only the other conditions stop the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
    /// Stops after that many minutes of evolving.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
    /// Stops once the champion's measured fitness is that high.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_fitness: Option<f64>,
    /// The opponents: built-in vectors, weights files and runs, the run's own champions and
    /// individuals, with their shares.
    pub against: Against,
    /// Random plies that games of selection begin with, the same from every seat.
    #[serde(default)]
    pub opening_plies: u32,
    /// Random plies that games of a measurement begin with; one round in
    /// [`START_EVERY`](crate::play::opening::START_EVERY) begins at the start itself.
    #[serde(default)]
    pub measure_opening_plies: u32,
    /// The built-in vector that measures a loser's distance.
    pub distance: String,
    /// The seats that individuals take.
    pub seats: Seats,
    /// The openings, opponents' chance and own chance that individuals meet.
    #[serde(default)]
    pub conditions: Conditions,
    /// How everyone looks ahead; not written where it is greedy play.
    #[serde(default, skip_serializing_if = "Search::is_greedy")]
    pub search: Search,
    /// The built-in vector, weights file, run, population file or generation of a run that evolution
    /// begins from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What makes a generation from the one before.
    #[serde(default)]
    pub optimizer: OptimizerName,
    /// See [`Strategy::learning_rate`] and [`Spsa::learning_rate`].
    #[serde(default)]
    pub learning_rate: f64,
    /// See [`Strategy::momentum`].
    #[serde(default)]
    pub momentum: f64,
    /// Individuals in a generation.
    pub population: usize,
    /// See [`Islands::count`].
    #[serde(default = "one")]
    pub islands: usize,
    /// See [`Islands::migrate_every`].
    #[serde(default)]
    pub migrate_every: u64,
    /// Whether only vectors are tried that serve both sides of the board alike.
    #[serde(default)]
    pub symmetric: bool,
    /// Parameters that keep a value; of a complete configuration by name alone.
    #[serde(default, skip_serializing_if = "Fix::is_none")]
    pub fix: Fix,
    /// See [`Fitness::games`].
    pub fitness_games: u32,
    /// See [`Fitness::more_games`].
    pub more_games: u32,
    /// See [`Fitness::more_from`].
    pub more_from: f64,
    /// See [`Fitness::scoring`]; not written where it is by plies.
    #[serde(default, skip_serializing_if = "Scoring::is_plies")]
    pub scoring: Scoring,
    /// See [`Fitness::win_points`].
    pub win_points: f64,
    /// See [`Fitness::replays`].
    pub replays: u32,
    /// See [`Fitness::racing`].
    #[serde(default)]
    pub racing: Racing,
    /// Who becomes a parent.
    pub selection: SelectionName,
    /// The best share: what truncation draws parents from, and what stays where there is memory.
    pub survivors: f64,
    /// See [`Memory::weight`]; 0 for generations of children only.
    #[serde(default)]
    pub memory: f64,
    /// Individuals in a tournament.
    pub tournament_size: usize,
    /// How two parents make a child.
    pub crossover: CrossoverName,
    /// How far a blend reaches beyond the parents, in lengths of their interval.
    #[serde(default = "blend_alpha")]
    pub blend_alpha: f64,
    /// How genes change.
    pub mutation: MutationName,
    /// The chance of a child to be mutated.
    pub mutation_rate: f64,
    /// The chance of each gene of a mutated child.
    pub gene_rate: f64,
    /// The least step of uniform mutation, or the least value that replaces a gene.
    pub step_low: i32,
    /// The greatest step of uniform mutation, or the greatest value that replaces a gene.
    pub step_high: i32,
    /// The standard deviation of Gaussian mutation, that self-adaptive mutation begins with, of the
    /// samples around a centre, and of a genetic algorithm's first generation around
    /// [`Config::from`].
    pub deviation: f64,
    /// See [`Deviation::anneal_after`].
    #[serde(default)]
    pub anneal_after: u64,
    /// See [`Deviation::least`].
    #[serde(default = "least_deviation")]
    pub least_deviation: f64,
    /// The age at which a population whose mean fitness was never positive is replaced; 0 for
    /// never.
    pub restart_after: u64,
    /// Generations between measurements of the champion; 0 for none but the last.
    pub measure_every: u64,
    /// Games of each such measurement.
    pub measure_games: u64,
    /// Games of the measurement at the end.
    pub final_games: u64,
    /// How many race to challenge the champion: see [`Contest::candidates`].
    pub candidates: usize,
    /// Games that each candidate plays in the first round.
    pub choose_games: u64,
    /// Generations between whole populations kept on disk; 0 for none.
    pub keep_every: u64,
}

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

fn blend_alpha() -> f64 {
    0.5
}

fn least_deviation() -> f64 {
    1.0
}

impl Config {
    /// Checks every value that stands for itself; names of opponents and rules are the game's
    /// business.
    ///
    /// # Errors
    /// Names the first key whose value is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let most = |limit: u64| move |value: u64| (1..=limit).contains(&value);
        let share = |value: f64| (0.0..=1.0).contains(&value);
        let finite = |value: f64| value.is_finite() && value.abs() <= 1e12;
        let permutes = self.conditions == Conditions::Permutation;
        let can_stop = self.target_fitness.is_none() || self.measure_every > 0;
        let has_champions = self.against.share(Kind::HallOfFame) == 0 || self.measure_every > 0;
        let rules: [(&'static str, bool, &str); 34] = [
            (
                "version",
                (1..=VERSION).contains(&self.version),
                "is not one that this starhop reads",
            ),
            ("generations", self.generations != Some(0), "must be at least 1"),
            ("minutes", self.minutes.is_none_or(|it| finite(it) && it > 0.0), "must be above 0"),
            (
                "target-fitness",
                self.target_fitness.is_none_or(finite),
                "must be a number within ±1e12",
            ),
            ("measure-every", can_stop, "must be above 0 for target-fitness to be seen"),
            ("measure-every", has_champions, "must be above 0 for hall-of-fame to be filled"),
            (
                "search",
                self.search.is_repeatable(),
                "must have a limit other than ms to repeat a run",
            ),
            (
                "conditions",
                !permutes || self.players == 2,
                "must not be permutation with more than two players",
            ),
            (
                "against",
                !permutes || self.against.share(Kind::Population) > 0,
                "must name population where conditions are permutation",
            ),
            ("opening-plies", self.opening_plies <= MOST_PLIES, "must be 0 to 8"),
            ("measure-opening-plies", self.measure_opening_plies <= MOST_PLIES, "must be 0 to 8"),
            ("population", (2..=100_000).contains(&self.population), "must be 2 to 100000"),
            (
                "islands",
                self.islands >= 1
                    && self.population.is_multiple_of(self.islands)
                    && self.population / self.islands >= 2,
                "must share the population equally, two individuals each at least",
            ),
            ("fitness-games", most(10_000)(self.fitness_games.into()), "must be 1 to 10000"),
            ("more-games", most(10_000)(self.more_games.into()), "must be 1 to 10000"),
            ("more-games", self.more_games >= self.fitness_games, "must reach fitness-games"),
            ("more-from", finite(self.more_from), "must be a number within ±1e12"),
            ("win-points", finite(self.win_points), "must be a number within ±1e12"),
            ("replays", self.replays <= 10_000, "must be at most 10000"),
            ("survivors", share(self.survivors) && self.survivors > 0.0, "must be in (0, 1]"),
            ("memory", share(self.memory), "must be 0 to 1"),
            ("tournament-size", most(100_000)(self.tournament_size as u64), "must be at least 1"),
            ("blend-alpha", (0.0..=10.0).contains(&self.blend_alpha), "must be 0 to 10"),
            ("mutation-rate", share(self.mutation_rate), "must be 0 to 1"),
            ("gene-rate", share(self.gene_rate), "must be 0 to 1"),
            ("step-low", self.step_low <= self.step_high, "must not be above step-high"),
            ("deviation", finite(self.deviation) && self.deviation >= 0.0, "must be 0 to 1e12"),
            (
                "least-deviation",
                finite(self.least_deviation) && self.least_deviation >= 0.0,
                "must be 0 to 1e12",
            ),
            (
                "learning-rate",
                finite(self.learning_rate) && self.learning_rate >= 0.0,
                "must be 0 to 1e12",
            ),
            ("momentum", share(self.momentum) && self.momentum < 1.0, "must be in [0, 1)"),
            ("measure-games", most(100_000_000)(self.measure_games), "must be 1 to 100000000"),
            ("final-games", most(100_000_000)(self.final_games), "must be 1 to 100000000"),
            ("candidates", most(100_000)(self.candidates as u64), "must be 1 to 100000"),
            ("choose-games", most(100_000_000)(self.choose_games), "must be 1 to 100000000"),
        ];
        let mut rules = rules.into_iter().chain(self.rules_of_permutation());
        match rules.find(|&(_, holds, _)| !holds) {
            Some((key, _, why)) => Err(ConfigError { key, why: why.to_string() }),
            None => Ok(()),
        }
    }

    /// What fixed opponents are for where the generation meets itself alone.
    fn rules_of_permutation(&self) -> [(&'static str, bool, &'static str); 3] {
        let permutes = self.conditions == Conditions::Permutation;
        let has_shares = self.against.opponents().iter().any(|it| it.share != 1);
        [
            (
                "against",
                !permutes || self.against.share(Kind::HallOfFame) == 0,
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
                "search",
                self.search.method != Method::Random,
                "must go by the weights, which random play doesn't",
            ),
        ]
    }

    /// How the run evolves, from there where something is set.
    pub fn plan(&self, from: Option<Beginning>) -> Plan {
        let (deviation, learning_rate) = (self.deviation(), self.learning_rate);
        let optimizer = match self.optimizer {
            OptimizerName::Ga => Optimizer::Genetic(self.operators()),
            OptimizerName::Es => {
                let momentum = self.momentum;
                Optimizer::Strategy(Strategy { deviation, learning_rate, momentum })
            }
            OptimizerName::Spsa => Optimizer::Spsa(Spsa { deviation, learning_rate }),
            OptimizerName::Cma => Optimizer::Adaptation(Adaptation { deviation }),
        };
        Plan {
            population: self.population,
            optimizer,
            islands: Islands { count: self.islands, migrate_every: self.migrate_every },
            from,
            restart_after: (self.restart_after > 0).then_some(self.restart_after),
            pools: self.pools(),
            seed: self.seed,
        }
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

    /// What games are worth.
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
