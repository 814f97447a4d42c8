//! A sequential test: two bots play pairs of games until it is known which hypothesis holds.

mod kept;
mod vectors;

pub use crate::play::sprt::{PLAYERS, Trial};
pub use kept::enter;
pub use vectors::Vectors;

use super::error::SessionError;
use super::parts::Parts;
use super::program;
use crate::backend::Threads;
use crate::game::line::LineKey;
use crate::play::batch::GameResult;
use crate::play::bots::Series;
use crate::play::late::Lateness;
use crate::play::schedule::Fixture;
use crate::play::sprt::Hypotheses;
use crate::play::transcript::{GameSettings, TIME};
use crate::record::arena::{NO_RANDOM_PLIES, Openings};
use crate::registry::{BotSpec, ChooserSpec, Table};
use crate::rng::{Purpose, Seed};
use crate::tune::fitness::{Fitness, Scoring};
use crate::tune::matches::Terms;
use std::ops::{ControlFlow, Range};
use std::time::Instant;

/// A position that is there this many times ends a game of bots, won by nobody.
pub const REPETITIONS: u32 = 3;

/// Pairs of the first part.
const FIRST_PART: u64 = 8;

/// What games are worth doesn't matter: they count by their winner alone.
pub(super) const WORTH: Fitness = Fitness::of_measurement(Scoring::Wins, 0.0);

/// What is tested, on which games.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The hypotheses about the first bot, and the chances of error.
    pub hypotheses: Hypotheses,
    /// Random plies that pairs begin with.
    pub opening_plies: u32,
    /// What pairs begin with, in place of random plies.
    pub openings: Option<Openings>,
    /// Pairs after which the test ends without a verdict.
    pub max_pairs: u64,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// Plays pairs of games, one from each seat, until there is a verdict or all pairs are played, or
/// the threads are asked to stop. `watch` sees the test after every few pairs. The verdict doesn't depend on the
/// number of threads.
///
/// # Errors
/// Where a hypothesis is out of range, the table isn't for two, a bot can't play there, or the program of the table
/// failed for good.
pub fn run(
    test: &Test,
    table: &dyn Table,
    bots: [BotSpec; PLAYERS],
    threads: &Threads,
    watch: &mut dyn FnMut(&Trial),
) -> Result<Trial, SessionError> {
    test.check(table)?;
    let games = games(test, table, bots, threads)?;
    let mut trial = Trial::new(test.hypotheses);
    let mut parts = Parts::new(FIRST_PART);
    let seats = PLAYERS as u64;
    while !trial.is_over(test.max_pairs) && !threads.is_stopped() {
        let left = trial.pairs()..test.max_pairs;
        let (_, (played, lateness)) =
            parts.next(left, |part| games(part.start * seats..part.end * seats));
        program::check_failed(table)?;
        trial.count(&played);
        trial.time(lateness);
        watch(&trial);
    }
    Ok(trial)
}

impl Test {
    fn check(&self, table: &dyn Table) -> Result<(), SessionError> {
        self.hypotheses.check().map_err(SessionError::refused)?;
        if self.openings.is_some() && self.opening_plies > 0 {
            return Err(SessionError::refused(NO_RANDOM_PLIES));
        }
        match table.players() == PLAYERS {
            true => Ok(()),
            false => Err(SessionError::refused("a sequential test is of games for two")),
        }
    }
}

/// Plays games of those numbers, two a pair, and tells how they went for the first bot, and their
/// moves; fewer where the threads are asked to stop. And what of the two bots was late.
type Games = dyn Fn(Range<u64>) -> (Vec<(GameResult, LineKey)>, [Lateness; PLAYERS]);

/// Greedy games of the game's own evaluations from random openings, and those of a program, are played the fast way, all
/// others the general one.
fn games(
    test: &Test,
    table: &dyn Table,
    bots: [BotSpec; PLAYERS],
    threads: &Threads,
) -> Result<Box<Games>, SessionError> {
    let &Test { opening_plies, seed, .. } = test;
    let vector = |BotSpec { chooser, book }: &BotSpec| {
        let ChooserSpec::Search { search, evaluation } = chooser else { return None };
        let is_plain = search.is_greedy() && book.is_none();
        let own = evaluation.as_ref().filter(|it| is_plain && it.kind == table.name());
        own.map(|it| it.values.clone())
    };
    if let [Some(first), Some(second)] = bots.each_ref().map(vector)
        && test.openings.is_none()
    {
        let terms = Terms::fresh(vec![(1, second)], opening_plies, WORTH, seed);
        let (tuner, threads) = (table.tuner(&terms, threads.clone())?, threads.clone());
        return Ok(Box::new(move |range| {
            let games = tuner.results(&first, Purpose::Sprt, &[], range);
            let games = if threads.is_stopped() { Vec::new() } else { games };
            let played = games.iter().map(|game| (game.verdict, game.line)).collect();
            (played, Default::default())
        }));
    }
    let bots = table.bots(bots.to_vec(), threads)?;
    let repetitions = REPETITIONS;
    let settings = GameSettings { purpose: Purpose::Sprt, opening_plies, repetitions };
    let threads = threads.clone();
    let suite = test.openings.as_ref().map(|it| it.suite.clone());
    let fixture = move |number: u64| {
        let seats = if number.is_multiple_of(2) { vec![0, 1] } else { vec![1, 0] };
        let pair = number / 2;
        let opening = suite.as_ref().map(|suite| suite.opening(pair).to_string());
        Some(Fixture { number, pairing: 0, pair, seats, opening })
    };
    let started = Instant::now();
    let clock = move || started.elapsed().as_secs_f64();
    Ok(Box::new(move |numbers| {
        let series = Series { numbers, fixture: &fixture, settings, seed, clock: &clock };
        let mut games = Vec::new();
        let mut lateness = [Lateness::default(); PLAYERS];
        bots.each(&series, &threads, &mut |fixture, told, spent| {
            for (&bot, spent) in fixture.seats.iter().zip(&spent) {
                lateness[bot].add(spent.moves, spent.late);
            }
            let winner = told.winner.and_then(|seat| fixture.seats.get(seat));
            if let Some(&winner) = winner.filter(|_| told.reason == TIME) {
                lateness[1 - winner].lost += 1;
            }
            let verdict = match winner {
                Some(0) => GameResult::Won,
                Some(_) => GameResult::Lost,
                None => GameResult::Unfinished,
            };
            games.push((verdict, told.line()));
            ControlFlow::Continue(())
        });
        (games, lateness)
    }))
}
