//! Whether a program can be relied on: repeatable, quick, with parameters that have an effect, and
//! without faults at their bounds.

use super::children::{Children, Failed};
use super::faults::Faults;
use super::protocol::{Answer, Needs, Opening, Question, drawn_seed};
use super::tune::{Goal, Tune};
use crate::backend::Threads;
use crate::parameter::{Parameter, Scale};
use crate::rng::{Purpose, Seed};
use std::collections::HashSet;
use std::fmt;
use std::num::NonZeroU64;
use std::time::Instant;

/// Parameters at most whose bounds are tried one by one.
pub const MOST_AT_BOUNDS: usize = 100;

/// How many questions a check asks with that many for each finding.
pub fn planned(tune: &Tune, questions: NonZeroU64) -> u64 {
    let steps: usize = free(tune).map(|index| moved(tune, index).len()).sum();
    // At first, again, after a new start, and of two processes.
    let rounds = 5 + u64::from(tune.noise) + steps as u64;
    let single = 1 + u64::from(tune.farther.is_some()) + at_bounds(tune).len() as u64;
    rounds * questions.get() + single
}

/// A program that is checked: what there is to find out, one finding after another.
///
/// All fail where the program fails for good, at its first values already; and without a failure where the
/// threads are asked to stop.
pub struct Check<'a> {
    tune: &'a Tune,
    threads: &'a Threads,
    /// Is told how many questions were asked, and what about next.
    watch: &'a dyn Fn(u64, &str),
    asked: u64,
    children: Children,
    /// The questions of its first values.
    plain: Vec<Question>,
    /// What it answered to them at first.
    first: Vec<Answer>,
    per_second: f64,
    /// Faults of other processes than `children`.
    others: Faults,
}

impl fmt::Debug for Check<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Check").field("tune", &self.tune).finish_non_exhaustive()
    }
}

impl<'a> Check<'a> {
    /// Asks a program that many questions of its first values, and its farther command one. `told` gets the
    /// first fault as soon as it comes.
    pub fn begin(
        tune: &'a Tune,
        questions: NonZeroU64,
        threads: &'a Threads,
        watch: &'a dyn Fn(u64, &str),
        told: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Check<'a>, Option<Failed>> {
        let questions = questions.get();
        let mut check = Check {
            tune,
            threads,
            watch,
            asked: 0,
            children: Children::new(tune.clone()),
            plain: all_of(tune, &tune.start(), questions),
            first: Vec::new(),
            per_second: 0.0,
            others: Faults::default(),
        };
        check.children.tell_first_fault(told);
        // The first question waits for the start of the process.
        check.next("the first one", 1);
        check.ask(&check.plain[..1])?;
        check.farther()?;
        check.next("its first values", questions);
        let begun = Instant::now();
        check.first = check.ask(&check.plain)?;
        check.per_second = questions as f64 / begun.elapsed().as_secs_f64().max(1e-9);
        Ok(check)
    }

    /// Questions a second, asked of one process.
    pub fn per_second(&self) -> f64 {
        self.per_second
    }

    /// When it answers the same questions otherwise than at first; never where it is repeatable.
    pub fn unlike(&mut self) -> Result<Vec<&'static str>, Option<Failed>> {
        let questions = self.plain.len() as u64;
        self.next("the same again", questions);
        let mut unlike = Vec::new();
        if self.ask(&self.plain)? != self.first {
            unlike.push("asked again");
        }
        self.children.end();
        self.next("the same after a new start", questions);
        if self.ask(&self.plain)? != self.first {
            unlike.push("started again");
        }
        self.next("two processes at a time", 2 * questions);
        let (children, plain, threads) = (&self.children, &self.plain, self.threads);
        let both = std::thread::scope(|scope| {
            let other = scope.spawn(|| ask_all(children, plain, threads));
            let own = ask_all(children, plain, threads);
            [own, other.join().unwrap_or_else(|_| Err(children.failed()))]
        });
        for answers in both {
            if answers? != self.first && !unlike.contains(&BESIDE) {
                unlike.push(BESIDE);
            }
        }
        Ok(unlike)
    }

    /// Whether answers depend on the seed.
    pub fn seeded(&mut self) -> Result<bool, Option<Failed>> {
        if !self.tune.noise {
            return Ok(false);
        }
        let (start, questions) = (self.tune.start(), self.plain.len() as u64);
        self.next("other seeds", questions);
        let other_seed = |(at, it): (u64, &Question)| Question {
            seed: question(self.tune, &start, questions + at).seed,
            ..it.clone()
        };
        let reseeded: Vec<Question> = (0..).zip(&self.plain).map(other_seed).collect();
        Ok(self.ask(&reseeded)? != self.first)
    }

    /// Of the games of its first values against themselves those that each seat won, and at last the
    /// draws; empty where there are no games.
    pub fn seats(&self) -> Vec<u64> {
        if self.tune.goal != Goal::Game {
            return Vec::new();
        }
        let mut seats = vec![0; self.tune.players + 1];
        for answer in &self.first {
            if let Answer::Game { winner, .. } = answer {
                seats[winner.unwrap_or(self.tune.players)] += 1;
            }
        }
        seats
    }

    /// How many of the games of its first values against themselves had moves in their answers, and how
    /// many of these differ.
    pub fn moves(&self) -> (usize, usize) {
        let moves = self.first.iter().filter_map(|it| match it {
            Answer::Game { moves, .. } => moves.as_deref(),
            Answer::Score(_) => None,
        });
        let all: Vec<&str> = moves.collect();
        (all.len(), all.iter().collect::<HashSet<_>>().len())
    }

    /// For each parameter that isn't fixed, by index, how many answers change with it.
    pub fn effects(&mut self) -> Result<Vec<(usize, u64)>, Option<Failed>> {
        let (tune, questions) = (self.tune, self.plain.len() as u64);
        let mut effects = Vec::new();
        for index in free(tune) {
            let moved = moved(tune, index);
            let what = format!("steps of {}", tune.parameters[index].name);
            self.next(&what, moved.len() as u64 * questions);
            let mut changed = 0u64;
            for vector in moved {
                let answers = self.ask(&all_of(tune, &vector, questions))?;
                let pairs = answers.iter().zip(&self.first);
                changed = changed.max(pairs.filter(|(one, other)| one != other).count() as u64);
            }
            effects.push((index, changed));
        }
        Ok(effects)
    }

    /// Where parameters at a bound lead to faults for good, and to which.
    pub fn bounds(&mut self) -> Result<Vec<(String, Failed)>, Option<Failed>> {
        // One that fails is told of with its own processes, which ask no more then.
        let mut failures = Vec::new();
        let mut children = Children::new(self.tune.clone());
        for (vector, what) in at_bounds(self.tune) {
            self.next(&what, 1);
            let own = Threads::alone();
            let own = match self.threads.stop_flag() {
                Some(stop) => own.until(stop),
                None => own,
            };
            if let Err(failed) = ask_all(&children, &[question(self.tune, &vector, 0)], &own) {
                failures.push((what, failed.ok_or(None)?));
                self.others.extend(&children.faults());
                children = Children::new(self.tune.clone());
            }
        }
        self.others.extend(&children.faults());
        Ok(failures)
    }

    /// All faults so far, also where the question was answered when it was asked again.
    pub fn faults(&self) -> Faults {
        let mut faults = self.children.faults();
        faults.extend(&self.others);
        faults
    }

    /// Tells what the next questions are about, and counts them.
    fn next(&mut self, what: &str, questions: u64) {
        (self.watch)(self.asked, what);
        self.asked += questions;
    }

    fn ask(&self, questions: &[Question]) -> Result<Vec<Answer>, Option<Failed>> {
        ask_all(&self.children, questions, self.threads)
    }

    /// Asks the command that looks farther, if there is one, the first question.
    fn farther(&mut self) -> Result<(), Option<Failed>> {
        let Some(farther) = self.tune.looking_farther() else { return Ok(()) };
        self.next("its farther command", 1);
        let children = Children::new(farther);
        let asked = ask_all(&children, &self.plain[..1], self.threads);
        let why = |failed: &Failed| format!("its farther command: {}", failed.why);
        asked.map_err(|failed| failed.map(|it| Failed { why: why(&it), ..it }))?;
        self.others.extend(&children.faults());
        Ok(())
    }
}

/// The answers; else how the program failed, or nothing where the threads are asked to stop.
fn ask_all(
    children: &Children,
    questions: &[Question],
    threads: &Threads,
) -> Result<Vec<Answer>, Option<Failed>> {
    let answers = children.ask(questions, Needs::default(), threads);
    answers.ok_or_else(|| children.failed())
}

const BESIDE: &str = "beside another process";

/// The questions of the first values, or of others, by their numbers.
fn all_of(tune: &Tune, vector: &[f64], questions: u64) -> Vec<Question> {
    (0..questions).map(|it| question(tune, vector, it)).collect()
}

/// The first values, or others, against the first ones.
fn question(tune: &Tune, vector: &[f64], number: u64) -> Question {
    let mut rng = Seed::default().stream(Purpose::Bench, &[number]);
    let seed = if tune.noise { drawn_seed(&mut rng) } else { 0 };
    let is_game = tune.goal == Goal::Game;
    let plies = tune.opening_plies;
    let opening = (is_game && plies > 0).then(|| Opening { plies, seed: drawn_seed(&mut rng) });
    let start = tune.start();
    let is_other = is_game && vector != start;
    let mut vectors = vec![tune.told(vector)];
    let mut seats = vec![0; tune.players];
    if is_other {
        vectors.push(tune.told(&start));
        seats.iter_mut().skip(1).for_each(|it| *it = 1);
    }
    seats.rotate_right((number % tune.players as u64) as usize);
    Question { vectors, seats, seed, opening }
}

/// The parameters that aren't fixed, by index.
fn free(tune: &Tune) -> impl Iterator<Item = usize> {
    (0..tune.parameters.len()).filter(move |&it| !is_fixed(tune, it))
}

fn is_fixed(tune: &Tune, index: usize) -> bool {
    tune.fixed.iter().any(|(fixed, _)| *fixed == index)
}

/// The first values with one of them a step away to either side, or any other of a choice.
fn moved(tune: &Tune, index: usize) -> Vec<Vec<f64>> {
    let (parameter, start) = (&tune.parameters[index], tune.start());
    let value = start[index];
    let others: Vec<f64> = match tune.scales[index] {
        Scale::Linear(step) => {
            let step = if value + parameter.settle(step) == value { 1.0 } else { step };
            vec![value + step, value - step]
        }
        Scale::Logarithmic(factor) if parameter.settle(value * factor) == value => {
            vec![value + 1.0, value - 1.0]
        }
        Scale::Logarithmic(factor) => vec![value * factor, value / factor],
        Scale::Choice(values) => (0..values).map(|it| it as f64).collect(),
    };
    let with = |other: f64| {
        let mut vector = start.clone();
        vector[index] = parameter.nearest(other);
        vector
    };
    others.into_iter().map(with).filter(|it| *it != start).collect()
}

/// Vectors with parameters at a bound, and what to call them.
fn at_bounds(tune: &Tune) -> Vec<(Vec<f64>, String)> {
    let start = tune.start();
    let all = |of: fn(&Parameter) -> f64| {
        let bound = |(index, it): (usize, &Parameter)| match is_fixed(tune, index) {
            true => start[index],
            false => of(it),
        };
        tune.parameters.iter().enumerate().map(bound).collect()
    };
    let mut vectors = vec![
        (all(|it| it.min), "all at their least".to_string()),
        (all(|it| it.max), "all at their greatest".to_string()),
    ];
    for index in free(tune).take(MOST_AT_BOUNDS) {
        let parameter = &tune.parameters[index];
        for bound in [parameter.min, parameter.max] {
            let mut vector = start.clone();
            vector[index] = bound;
            let value = tune.value_text(index, bound);
            vectors.push((vector, format!("{} = {value}", parameter.name)));
        }
    }
    vectors
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const TUNE: &str = r#"
version = 1
name = "it"
command = ["./it"]
farther = ["./it", "far"]
goal = "minimise"
[[parameter]]
name = "depth"
kind = "integer"
min = 1
max = 9
start = 9
[[parameter]]
name = "rate"
kind = "real"
min = -1
max = 1
[[parameter]]
name = "order"
kind = "choice"
values = ["up", "down", "random"]
[[parameter]]
name = "null"
kind = "bool"
fixed = true
"#;

    #[test]
    fn it_is_known_how_many_questions_are_asked() {
        let mut tune = Tune::parse(TUNE, Path::new("tune.toml")).unwrap();
        let questions = NonZeroU64::new(20).unwrap();
        // Steps: one of depth, which is at its greatest, two of rate, and two other orders. Beside the rounds
        // the first question, the farther command, and bounds: all, and two each of three parameters.
        assert_eq!(planned(&tune, questions), (5 + 1 + 5) * 20 + 1 + 1 + 2 + 6);
        (tune.noise, tune.farther) = (false, None);
        assert_eq!(planned(&tune, questions), (5 + 5) * 20 + 1 + 2 + 6);
    }
}
