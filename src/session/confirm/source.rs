//! Where the rounds of a comparison come from: games between two vectors, or evaluations of both.

use super::comparison::{PairedComparison, Round};
use crate::backend::Threads;
use crate::play::batch::{GameResult, GameScore};
use crate::registry::Table;
use crate::rng::Purpose;
use crate::session::error::SessionError;
use crate::session::parts::Parts;
use crate::session::program;
use crate::tune::Tuner;
use crate::tune::fitness::Fitness;
use std::cell::RefCell;
use std::ops::Range;

/// Rounds of the first part.
const FIRST_PART: u64 = 8;

/// Gives rounds by their numbers; what it gives once threads are asked to stop means nothing.
pub type Rounds<'a> = dyn Fn(Range<u64>) -> Vec<Round> + 'a;

/// Games of a vector against the opponent that the tuner has, with every seat in turn.
pub fn games<'a>(
    tuner: &'a dyn Tuner,
    players: usize,
    vector: &'a [f64],
    path: [u64; 2],
) -> Box<Rounds<'a>> {
    let seats = players.max(1) as u64;
    Box::new(move |range| {
        let games = range.start * seats..range.end * seats;
        let results = tuner.results(vector, Purpose::Confirm, &path, games);
        results.chunks_exact(players.max(1)).map(round).collect()
    })
}

/// The games of an opening, one from each seat.
fn round(games: &[GameScore]) -> Round {
    let equal = 1.0 / games.len() as f64;
    let points = games.iter().map(|game| match game.verdict {
        GameResult::Won => 1.0,
        GameResult::Lost => 0.0,
        GameResult::Unfinished | GameResult::Scored(_) => equal,
    });
    let difference = points.sum::<f64>() * equal - equal;
    Round { difference, games: games.iter().map(|game| (game.verdict, game.line)).collect() }
}

/// The same rounds as the other one has seen them.
pub fn turned<'a>(rounds: Box<Rounds<'a>>) -> Box<Rounds<'a>> {
    let turn = |round: Round| Round { difference: -round.difference, ..round };
    Box::new(move |range| rounds(range).into_iter().map(turn).collect())
}

/// The evaluations of a vector, kept, as others are compared with them again and again.
pub struct Evaluations<'a> {
    tuner: &'a dyn Tuner,
    fitness: Fitness,
    vector: &'a [f64],
    path: [u64; 2],
    known: RefCell<Vec<f64>>,
}

impl<'a> Evaluations<'a> {
    /// Evaluations of that vector at that path.
    pub fn new(
        tuner: &'a dyn Tuner,
        fitness: Fitness,
        vector: &'a [f64],
        path: [u64; 2],
    ) -> Evaluations<'a> {
        Evaluations { tuner, fitness, vector, path, known: RefCell::default() }
    }

    fn results(&self, vector: &[f64], range: Range<u64>) -> Vec<GameScore> {
        self.tuner.results(vector, Purpose::Confirm, &self.path, range)
    }

    /// The points of the vector in those evaluations.
    fn own(&self, range: &Range<u64>) -> Vec<f64> {
        let mut known = self.known.borrow_mut();
        let missing = known.len() as u64..range.end;
        if !missing.is_empty() {
            let points = self.results(self.vector, missing);
            known.extend(points.iter().map(|it| self.fitness.points(it)));
        }
        known.get(range.start as usize..range.end as usize).unwrap_or_default().to_vec()
    }

    /// How much better it does than another vector with the same chance.
    pub fn over<'b>(&'b self, other: &'b [f64]) -> Box<Rounds<'b>> {
        Box::new(move |range| {
            let own = self.own(&range);
            let others = self.results(other, range);
            let round = |(own, other): (f64, &GameScore)| Round {
                difference: own - self.fitness.points(other),
                games: vec![(other.verdict, other.line)],
            };
            own.into_iter().zip(&others).map(round).collect()
        })
    }
}

/// Has rounds counted until the comparison is decided, or that many are. Tells `watch` now and then how
/// it stands. Says whether it came to its end; it didn't where the threads were asked to stop.
///
/// # Errors
/// Where the table's program failed for good.
pub fn play(
    comparison: &mut PairedComparison,
    most: u64,
    rounds: &Rounds<'_>,
    (table, threads): (&dyn Table, &Threads),
    watch: &mut dyn FnMut(&PairedComparison),
) -> Result<bool, SessionError> {
    let mut parts = Parts::new(FIRST_PART);
    while !comparison.is_decided() && comparison.rounds() < most {
        let (_, played) = parts.next(comparison.rounds()..most, rounds);
        program::check_failed(table)?;
        if threads.is_stopped() {
            return Ok(false);
        }
        comparison.count(&played);
        watch(comparison);
    }
    Ok(true)
}
