//! The bridge from games to evolution: genomes become players, their games become scores.

pub mod against;
pub mod champion;
pub mod config;
pub mod count;
pub(crate) mod declared;
pub mod end;
pub mod finals;
pub mod fitness;
pub mod fix;
pub mod genes;
pub mod matches;
pub mod names;
pub mod racing;
pub mod sample;
pub mod settings;
pub mod shares;
pub mod stretch;
mod terms;
pub mod trend;

use crate::evolve::{Genome, Objective};
use crate::play::batch::GameScore;
use crate::play::tally::Tally;
use crate::rng::Purpose;
use std::fmt;
use std::ops::Range;

/// A game with its opponents, ready to score genomes and to measure them.
pub trait Tuner: Objective + Send + Sync {
    /// Plays those games of the measurement named by `purpose` and `path`, and counts them by
    /// the seat that `genes` had; see [`Count`](count::Count).
    fn measure(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Vec<Tally>;

    /// Plays the same games as [`Tuner::measure`] and says how each of them went, in their order.
    /// Games are numbered, so that a measurement can be made in parts.
    fn results(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Vec<GameScore>;

    /// The genes that stand for a parameter vector of the game: by default the vector itself.
    fn genes(&self, vector: &[f64]) -> Genome {
        vector.to_vec()
    }

    /// The parameter vector of the game that `genes` stand for: by default `genes` themselves.
    fn vector(&self, genes: &[f64]) -> Genome {
        genes.to_vec()
    }
}

impl fmt::Debug for dyn Tuner + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tuner").field("threads", &self.threads()).finish_non_exhaustive()
    }
}

/// The sum of tallies by seat.
pub fn total(by_seat: &[Tally]) -> Tally {
    let mut sum = Tally::default();
    by_seat.iter().for_each(|tally| sum.add(tally));
    sum
}
