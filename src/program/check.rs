//! Whether a program can be relied on: repeatable, quick, with parameters that have an effect, and
//! without faults at their bounds.

use super::children::{Children, Failed, Reply};
use super::faults::Faults;
use super::protocol::{Answer, Needs, Opening, Question};
use super::tune::{Goal, Tune};
use crate::backend::Threads;
use crate::parameter::{Parameter, Scale};
use crate::rng::{Purpose, Seed};
use rand::RngExt as _;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Instant;

/// Parameters at most whose bounds are tried one by one.
pub const MOST_AT_BOUNDS: usize = 100;

/// What was found of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Questions that each finding rests on.
    pub questions: u64,
    /// Questions a second, asked of one process.
    pub per_second: f64,
    /// When it answered the same questions otherwise than before; none where it is repeatable.
    pub unlike: Vec<&'static str>,
    /// Whether answers depend on the seed.
    pub seeded: bool,
    /// Of the games of its first values against themselves those that each seat won, and at last the
    /// draws; empty where there are no games.
    pub seats: Vec<u64>,
    /// For each parameter that isn't fixed, by index, how many answers changed with it.
    pub effects: Vec<(usize, u64)>,
    /// Where parameters at a bound led to faults, and to which.
    pub bounds: Vec<(String, Failed)>,
    /// All faults, also where the question was answered when it was asked again.
    pub faults: Faults,
}

/// Asks a program that many questions for each finding. Tells `done` what is found out next.
///
/// # Errors
/// Where it fails for good, at its first values already; without a failure where the threads are asked
/// to stop.
pub fn check(
    tune: &Tune,
    questions: NonZeroU64,
    threads: &Threads,
    done: &mut dyn FnMut(&str),
) -> Result<Checked, Option<Failed>> {
    let questions = questions.get();
    let children = Children::new(tune.clone());
    let plain = all_of(tune, &tune.start(), questions);
    done("the same questions again");
    // The first question waits for the start of the process.
    ask_all(&children, &plain[..1], threads)?;
    let begun = Instant::now();
    let first = ask_all(&children, &plain, threads)?;
    let per_second = questions as f64 / begun.elapsed().as_secs_f64().max(1e-9);
    let asker = Asker { tune, children, threads, plain, first };
    let unlike = asker.unlike(done)?;
    let seeded = asker.is_seeded(done)?;
    let effects = asker.effects(done)?;
    let mut faults = asker.children.faults();
    faults.extend(&asker.farther(done)?);
    done("bounds");
    let bounds = bounds(tune, threads, &mut faults)?;
    let seats = seats(tune, &asker.first);
    Ok(Checked { questions, per_second, unlike, seeded, seats, effects, bounds, faults })
}

/// Asks a program what it has answered already, and more.
struct Asker<'a> {
    tune: &'a Tune,
    children: Children,
    threads: &'a Threads,
    /// The questions of its first values.
    plain: Vec<Question>,
    /// What it answered to them at first.
    first: Vec<Answer>,
}

impl Asker<'_> {
    fn ask(&self, questions: &[Question]) -> Result<Vec<Answer>, Option<Failed>> {
        ask_all(&self.children, questions, self.threads)
    }

    /// When it answers the same questions otherwise than at first.
    fn unlike(&self, done: &mut dyn FnMut(&str)) -> Result<Vec<&'static str>, Option<Failed>> {
        let mut unlike = Vec::new();
        if self.ask(&self.plain)? != self.first {
            unlike.push("asked again");
        }
        self.children.end();
        if self.ask(&self.plain)? != self.first {
            unlike.push("started again");
        }
        done("two processes at a time");
        let both = std::thread::scope(|scope| {
            let other = scope.spawn(|| self.ask(&self.plain));
            let own = self.ask(&self.plain);
            [own, other.join().unwrap_or_else(|_| Err(self.children.failed()))]
        });
        for answers in both {
            if answers? != self.first && !unlike.contains(&BESIDE) {
                unlike.push(BESIDE);
            }
        }
        Ok(unlike)
    }

    /// Whether answers depend on the seed.
    fn is_seeded(&self, done: &mut dyn FnMut(&str)) -> Result<bool, Option<Failed>> {
        if !self.tune.noise {
            return Ok(false);
        }
        done("other seeds");
        let (start, questions) = (self.tune.start(), self.plain.len() as u64);
        let other_seed = |(at, it): (u64, &Question)| Question {
            seed: question(self.tune, &start, questions + at).seed,
            ..it.clone()
        };
        let reseeded: Vec<Question> = (0..).zip(&self.plain).map(other_seed).collect();
        Ok(self.ask(&reseeded)? != self.first)
    }

    /// For each parameter that isn't fixed, by index, how many answers change with it.
    fn effects(&self, done: &mut dyn FnMut(&str)) -> Result<Vec<(usize, u64)>, Option<Failed>> {
        let Asker { tune, plain, first, .. } = self;
        let mut effects = Vec::new();
        for index in (0..tune.parameters.len()).filter(|&it| !is_fixed(tune, it)) {
            done(&tune.parameters[index].name);
            let mut changed = 0;
            for moved in moved(tune, index) {
                let answers = self.ask(&all_of(tune, &moved, plain.len() as u64))?;
                let unlike = answers.iter().zip(first).filter(|(one, other)| one != other).count();
                changed = changed.max(unlike as u64);
            }
            effects.push((index, changed));
        }
        Ok(effects)
    }

    /// The faults of the command that looks farther, if it has one.
    fn farther(&self, done: &mut dyn FnMut(&str)) -> Result<Faults, Option<Failed>> {
        let Some(farther) = self.tune.looking_farther() else { return Ok(Faults::default()) };
        done("its farther command");
        let children = Children::new(farther);
        let asked = ask_all(&children, &self.plain[..1], self.threads);
        let why = |failed: &Failed| format!("its farther command: {}", failed.why);
        asked.map_err(|failed| failed.map(|it| Failed { why: why(&it), ..it }))?;
        Ok(children.faults())
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

/// Asks one process the question of that number, a line of the protocol itself, and returns what it
/// answers. `said` gets its standard error.
///
/// # Errors
/// Says what it did instead.
pub fn ask(
    tune: &Tune,
    question: (u64, &str),
    said: impl Fn(&[u8]) + Send + Sync + 'static,
) -> Result<Reply, String> {
    super::children::ask_line(tune, question, Arc::new(said))
}

/// The questions of the first values, or of others, by their numbers.
fn all_of(tune: &Tune, vector: &[f64], questions: u64) -> Vec<Question> {
    (0..questions).map(|it| question(tune, vector, it)).collect()
}

/// The first values, or others, against the first ones.
fn question(tune: &Tune, vector: &[f64], number: u64) -> Question {
    let mut rng = Seed::default().stream(Purpose::Bench, &[number]);
    let mut drawn = || rng.random::<u64>() >> 11;
    let seed = if tune.noise { drawn() } else { 0 };
    let is_game = tune.goal == Goal::Game;
    let plies = tune.opening_plies;
    let opening = (is_game && plies > 0).then(|| Opening { plies, seed: drawn() });
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

/// What its games came to, seat by seat, and the draws.
fn seats(tune: &Tune, answers: &[Answer]) -> Vec<u64> {
    if tune.goal != Goal::Game {
        return Vec::new();
    }
    let mut seats = vec![0; tune.players + 1];
    for answer in answers {
        if let Answer::Game { winner, .. } = answer {
            seats[winner.unwrap_or(tune.players)] += 1;
        }
    }
    seats
}

/// Where parameters at a bound lead to faults for good. All faults are counted.
fn bounds(
    tune: &Tune,
    threads: &Threads,
    faults: &mut Faults,
) -> Result<Vec<(String, Failed)>, Option<Failed>> {
    let at = |vector: Vec<f64>, what: String| (vector, what);
    let start = tune.start();
    let all = |of: fn(&Parameter) -> f64| {
        let bound = |(index, it): (usize, &Parameter)| match is_fixed(tune, index) {
            true => start[index],
            false => of(it),
        };
        tune.parameters.iter().enumerate().map(bound).collect()
    };
    let mut tried = vec![
        at(all(|it| it.min), "all at their least".to_string()),
        at(all(|it| it.max), "all at their greatest".to_string()),
    ];
    let free = tune.parameters.iter().enumerate().filter(|(index, _)| !is_fixed(tune, *index));
    for (index, parameter) in free.take(MOST_AT_BOUNDS) {
        for bound in [parameter.min, parameter.max] {
            let mut vector = start.clone();
            vector[index] = bound;
            let value = tune.value_text(index, bound);
            tried.push(at(vector, format!("{} = {value}", parameter.name)));
        }
    }
    // One that fails is told of with its own processes, which ask no more then.
    let mut failures = Vec::new();
    let mut children = Children::new(tune.clone());
    for (vector, what) in tried {
        let own = Threads::alone();
        let own = match threads.stop_flag() {
            Some(stop) => own.until(stop),
            None => own,
        };
        if let Err(failed) = ask_all(&children, &[question(tune, &vector, 0)], &own) {
            failures.push((what, failed.ok_or(None)?));
            faults.extend(&children.faults());
            children = Children::new(tune.clone());
        }
    }
    faults.extend(&children.faults());
    Ok(failures)
}
