//! The last step of a tuning: a run's champion plays fresh games against where it began and the best
//! that is known, at its own search and at one that looks farther, and against itself with each
//! parameter set back. A ledger counts the attempts, which share out one error rate.

pub mod comparison;
mod parameters;
mod references;
mod source;

pub use parameters::{Effect, Tried, Why};
pub use references::Reference;

use super::error::SessionError;
use super::strength::random_plies;
use super::{program, weights};
use crate::backend::Threads;
use crate::play::spending::share;
use crate::record::hash::hash_of;
use crate::record::home::Home;
use crate::record::ledger::{self, Effects, Line, Verdict};
use crate::record::run::Run;
use crate::record::weights::WeightsFile;
use crate::registry::Table;
use crate::registry::program::looking_farther;
use crate::search::spec::Search;
use crate::tune::config::Config;
use crate::tune::matches::Terms;
use comparison::{PairedComparison, Rule};
use parameters::movable;
use references::{BEST, best_known, farther, origin};
use source::{Evaluations, games, play, turned};

/// The names of the tests by their numbers.
const TESTS: [&str; 4] = ["start", "best-known", "start-farther", "best-known-farther"];
/// Vectors that the champion is tested against, at two searches each.
const REFERENCES: usize = 2;
/// The name of the test of all parameters, and its number.
pub const PARAMETERS: &str = "parameters";
const PARAMETERS_NUMBER: u64 = TESTS.len() as u64;

/// What setting a parameter back may change of the points of games for it to count as without effect: a share of them.
pub const BAND: f64 = 0.02;
/// The same where scores are compared: a share of what the champion's score gained.
pub const GAIN_BAND: f64 = 0.05;

/// What is asked for. Where something is `None`, the run's final games say it.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Whom the champion meets as the best that is known.
    pub against: Option<String>,
    /// Games of a test at the run's search at most.
    pub games: Option<u64>,
    /// Games of a test at a search that looks farther at most.
    pub farther_games: Option<u64>,
    /// Games of each parameter at most.
    pub parameter_games: Option<u64>,
}

/// What the champion's opponent is to its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Start,
    Best,
}

/// A test of the champion against another vector.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    role: Role,
    farther: bool,
    /// Whom it meets.
    pub against: Reference,
    /// How both look ahead, as starhop plays them.
    pub search: Search,
    /// The same in words, which also say it of a program.
    pub looks: String,
    /// Rounds at most.
    pub rounds: u64,
}

impl Test {
    /// Its name.
    pub fn name(&self) -> &'static str {
        TESTS[self.number()]
    }

    /// Its number in the paths of its games.
    fn number(&self) -> usize {
        self.role as usize + REFERENCES * usize::from(self.farther)
    }

    /// Whether both look farther than in the run.
    pub fn is_farther(&self) -> bool {
        self.farther
    }

    /// Whether the other one is where the run began.
    pub fn is_start(&self) -> bool {
        self.role == Role::Start
    }
}

/// All that is to be played.
#[derive(Debug)]
pub struct Confirmation {
    /// The run's settings.
    pub config: Config,
    /// Its game.
    pub table: Box<dyn Table>,
    /// The program that it asks, looking farther.
    farther: Option<Box<dyn Table>>,
    /// Its champion.
    pub champion: Vec<f64>,
    /// The generation that it was found in.
    pub generation: u64,
    /// What it began from, in words.
    pub origin: String,
    /// Random plies that games begin with.
    pub opening_plies: u32,
    /// The tests, in their order.
    pub tests: Vec<Test>,
    /// What isn't tested, and why.
    pub untested: Vec<String>,
    /// What becomes of each parameter that could move.
    pub parameters: Vec<Tried>,
    /// Rounds at most for each.
    pub parameter_rounds: u64,
}

/// What an attempt came to.
#[derive(Clone, Debug)]
pub struct Found {
    /// The tests, in their order.
    pub tests: Vec<PairedComparison>,
    /// The parameters, in their order; `None` for those without games.
    pub parameters: Vec<Option<PairedComparison>>,
}

/// How far an attempt has come: tests and parameters that are done, and the one under way.
pub type Watch<'a> = dyn FnMut(usize, &str, &PairedComparison) + 'a;

/// That a run that isn't in use has no champion.
fn no_champion(run: &Run) -> SessionError {
    SessionError::NoChampion { name: run.name().to_string(), is_under_way: false }
}

impl Confirmation {
    /// Finds out what is to be played for a run that isn't in use.
    ///
    /// # Errors
    /// Where the run has no champion, a file is damaged, what is named isn't there, or nothing is left
    /// to test.
    pub fn find(run: &Run, request: &Request, home: &Home) -> Result<Confirmation, SessionError> {
        let config = run.config()?;
        let table = weights::table_of(run, &config)?;
        let WeightsFile { weights: champion, origin: found, .. } =
            weights::champion(run)?.ok_or_else(|| no_champion(run))?;
        let unsaid = || weights::unfit(&run.champion_path(), "does not say its generation");
        let generation = found.ok_or_else(unsaid)?.generation;
        let origin = origin(run, &config, table.as_ref())?;
        let best = best_known(request.against.as_deref(), &config, table.as_ref(), home)?;
        let parameters = movable(run, &config, table.as_ref(), (&champion, &origin.start))?;
        let opening_plies = random_plies(table.as_ref(), config.measure_opening_plies);
        let players = config.players as u64;
        let rounds =
            |asked: Option<u64>, usual: u64| asked.unwrap_or(usual).div_ceil(players).max(1);
        let parameter_rounds = rounds(request.parameter_games, config.final_games);
        let mut it = Confirmation {
            origin: origin.told,
            config,
            farther: looking_farther(table.as_ref()),
            table,
            champion,
            generation,
            opening_plies,
            tests: Vec::new(),
            untested: Vec::new(),
            parameters,
            parameter_rounds,
        };
        let final_games = it.config.final_games;
        let own = rounds(request.games, final_games.saturating_mul(2));
        let far = rounds(request.farther_games, final_games.div_ceil(5));
        it.plan([(Role::Start, Some(origin.reference)), (Role::Best, best)], [own, far])?;
        Ok(it)
    }

    /// Which tests there are, and which there can't be.
    fn plan(
        &mut self,
        references: [(Role, Option<Reference>); REFERENCES],
        rounds: [u64; 2],
    ) -> Result<(), SessionError> {
        let own = (self.config.search.clone(), self.looks());
        let farther = self.farther();
        let mut known: Vec<Reference> = Vec::new();
        for (role, reference) in references {
            let Some(reference) = reference else {
                self.untested.push(format!("{BEST}: nothing is known; --against names one"));
                continue;
            };
            let what = reference.what;
            if reference.values == self.champion {
                let name = &reference.name;
                self.untested.push(format!("{what}: the champion is the same as {name}"));
                continue;
            }
            if let Some(same) = known.iter().find(|it| it.values == reference.values) {
                let (name, same) = (&reference.name, &same.name);
                self.untested.push(format!("{what}: {name} is the same as {same}"));
                continue;
            }
            let test = |farther: bool, (search, looks): &(Search, String), rounds: u64| Test {
                role,
                farther,
                against: reference.clone(),
                search: search.clone(),
                looks: looks.clone(),
                rounds,
            };
            self.plan_test(test(false, &own, rounds[0]))?;
            if let Some(farther) = &farther
                && let Err(why) = self.plan_test(test(true, farther, rounds[1]))
            {
                self.untested.push(format!("{what} with {}: {why}", farther.1));
            }
            known.push(reference);
        }
        self.tests.sort_by_key(Test::number);
        if farther.is_none() {
            self.untested.push(match self.config.program.is_some() {
                true => {
                    "a search that looks farther: the run's copy of tune.toml names no `farther` command"
                        .to_string()
                }
                false => format!("a search that looks farther than {}", self.config.search),
            });
        }
        match self.tests.is_empty() {
            true => Err(SessionError::Refused(format!(
                "nothing is left to test: {}",
                self.untested.join("; ")
            ))),
            false => Ok(()),
        }
    }

    fn plan_test(&mut self, test: Test) -> Result<(), SessionError> {
        let terms = self.terms(&test.against.values, &test.search);
        self.table.tuner(&terms, Threads::alone())?;
        self.tests.push(test);
        Ok(())
    }

    /// How the run looks ahead, in words.
    fn looks(&self) -> String {
        match self.config.program.is_some() {
            true => "its command".to_string(),
            false => self.config.search.to_string(),
        }
    }

    /// How both look ahead where they look farther; `None` where they can't.
    fn farther(&self) -> Option<(Search, String)> {
        if self.config.program.is_some() {
            let search = self.config.search.clone();
            return self.farther.is_some().then(|| (search, "its farther command".to_string()));
        }
        let search = farther(&self.config.search, self.config.players)?;
        let looks = search.to_string();
        Some((search, looks))
    }

    /// Terms of games against a vector, from every seat.
    fn terms(&self, against: &[f64], search: &Search) -> Terms {
        let Config { seed, .. } = self.config;
        let against = vec![(1, against.to_vec())];
        let terms = Terms::fresh(against, self.opening_plies, self.config.fitness(), seed);
        Terms { search: search.clone(), ..terms }
    }

    /// Whether there are no games, only scores.
    pub fn is_scored(&self) -> bool {
        self.config.scoring.is_number()
    }

    /// Whether a vector has one score, and nothing is left to chance.
    pub fn is_exact(&self) -> bool {
        self.is_scored() && self.table.program().is_some_and(|it| !it.tune().noise)
    }

    /// How many parameters are set back.
    pub fn tried(&self) -> usize {
        self.parameters.iter().filter(|it| it.vector.is_ok()).count()
    }

    /// The bounds of a round's share of the points less that of an equal, where there are games.
    fn bounds(&self) -> Option<(f64, f64)> {
        let equal = 1.0 / self.config.players.max(1) as f64;
        (!self.is_scored()).then_some((-equal, 1.0 - equal))
    }

    /// The names of all that shares out the error rate of an attempt.
    pub fn names(&self) -> Vec<String> {
        let tests = self.tests.iter().map(Test::name);
        let parameters = (self.tried() > 0).then_some(PARAMETERS);
        tests.chain(parameters).map(str::to_string).collect()
    }

    /// The share of each of these.
    fn alpha(&self, attempt: u64) -> f64 {
        share(attempt) / self.names().len().max(1) as f64
    }

    /// What the ledger says of an attempt before its games.
    pub fn begun(&self, attempt: u64) -> Line {
        Line::Begun {
            version: ledger::VERSION,
            attempt,
            alpha: share(attempt),
            generation: self.generation,
            champion: hash_of(&self.champion),
            tests: self.names(),
        }
    }

    /// What it says after them.
    pub fn ended(&self, attempt: u64, found: &Found) -> Line {
        let mut parameters = Effects::default();
        for (tried, comparison) in self.parameters.iter().zip(&found.parameters) {
            match tried.effect(comparison.as_ref()) {
                Effect::Moved => parameters.moved += 1,
                Effect::Worse => parameters.worse += 1,
                Effect::None => parameters.without_effect += 1,
                Effect::Undecided => parameters.undecided += 1,
            }
        }
        let verdicts = found.tests.iter().map(PairedComparison::verdict).collect();
        Line::Ended { version: ledger::VERSION, attempt, verdicts, parameters }
    }

    /// Plays an attempt; `None` where the threads were asked to stop. It is a function of the run, of
    /// what was asked for and of the attempt's number.
    ///
    /// # Errors
    /// Where the run's program failed for good.
    pub fn play(
        &self,
        attempt: u64,
        threads: &Threads,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Found>, SessionError> {
        let mut tests = Vec::new();
        for test in &self.tests {
            let done = tests.len();
            let mut watch = |it: &PairedComparison| watch(done, test.name(), it);
            let Some(comparison) = self.test(test, attempt, threads, &mut watch)? else {
                return Ok(None);
            };
            tests.push(comparison);
        }
        let gain = self.tests.iter().position(|it| it.is_start() && !it.farther);
        // What it surely gained: a test that stops where it is decided overrates the mean.
        let gain = gain.and_then(|place| tests.get(place)).map(|it| it.interval().0);
        let parameters = self.try_parameters(attempt, gain, threads, watch)?;
        Ok(parameters.map(|parameters| Found { tests, parameters }))
    }

    fn test(
        &self,
        test: &Test,
        attempt: u64,
        threads: &Threads,
        watch: &mut dyn FnMut(&PairedComparison),
    ) -> Result<Option<PairedComparison>, SessionError> {
        let rule = match (self.is_exact(), self.is_scored(), self.config.players) {
            (true, ..) => Rule::Exact,
            (_, false, 2) => Rule::Pairs,
            _ => Rule::Mean,
        };
        let farther = self.farther.as_deref().filter(|_| test.is_farther());
        let table = farther.unwrap_or(self.table.as_ref());
        let tuner =
            table.tuner(&self.terms(&test.against.values, &test.search), threads.clone())?;
        let path = [attempt, test.number() as u64];
        let champion = &self.champion[..];
        let fitness = self.config.fitness();
        let evaluations = Evaluations::new(tuner.as_ref(), fitness, champion, path);
        let rounds = match self.is_scored() {
            true => evaluations.over(&test.against.values),
            false => games(tuner.as_ref(), self.config.players, champion, path),
        };
        let bounds = self.bounds();
        let mut comparison = PairedComparison::new(rule, self.alpha(attempt), bounds);
        let place = (table, threads);
        let done = play(&mut comparison, test.rounds, rounds.as_ref(), place, watch);
        let done = done.map_err(|why| match why {
            SessionError::Program(why) if test.is_farther() => {
                SessionError::Program(format!("started by its farther command, {why}"))
            }
            other => other,
        })?;
        Ok(done.then_some(comparison))
    }

    /// Sets back one parameter after another.
    fn try_parameters(
        &self,
        attempt: u64,
        gain: Option<f64>,
        threads: &Threads,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Option<PairedComparison>>>, SessionError> {
        let rule = match (self.is_exact(), self.is_scored()) {
            (true, _) => Rule::Exact,
            (_, true) => Rule::Effect(GAIN_BAND * gain.unwrap_or(0.0).max(0.0)),
            (_, false) => Rule::Effect(BAND),
        };
        let alpha = self.alpha(attempt) / self.tried().max(1) as f64;
        let (table, champion) = (self.table.as_ref(), &self.champion[..]);
        let terms = self.terms(champion, &self.config.search);
        let tuner = table.tuner(&terms, threads.clone())?;
        let path = [attempt, PARAMETERS_NUMBER];
        let fitness = self.config.fitness();
        let evaluations = Evaluations::new(tuner.as_ref(), fitness, champion, path);
        let mut found = Vec::new();
        let mut done = self.tests.len();
        for tried in &self.parameters {
            let Ok(vector) = &tried.vector else {
                found.push(None);
                continue;
            };
            let rounds = match self.is_scored() {
                true => evaluations.over(vector),
                false => turned(games(tuner.as_ref(), self.config.players, vector, path)),
            };
            let bounds = self.bounds().map(|(low, high)| (-high, -low));
            let mut comparison = PairedComparison::new(rule, alpha, bounds);
            let mut watch = |it: &PairedComparison| watch(done, &tried.name, it);
            let (most, place) = (self.parameter_rounds, (table, threads));
            if !play(&mut comparison, most, rounds.as_ref(), place, &mut watch)? {
                return Ok(None);
            }
            found.push(Some(comparison));
            done += 1;
        }
        program::check_failed(table)?;
        Ok(Some(found))
    }

    /// The verdict of the test of that name, if there is one.
    pub fn verdict(&self, found: &Found, name: &str) -> Option<Verdict> {
        let place = self.tests.iter().position(|test| test.name() == name)?;
        found.tests.get(place).map(PairedComparison::verdict)
    }
}

#[cfg(test)]
mod tests;
