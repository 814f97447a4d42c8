//! Evolution of parameter vectors. It knows no game: it sees vectors, scores and seeds.

pub mod breed;
pub mod crossover;
pub mod evolution;
pub mod mutation;
pub mod population;
pub mod selection;

use crate::parameter::Parameter;
use serde::{Deserialize, Serialize};

/// One individual's parameter vector.
pub type Genome = Vec<f64>;

/// What an individual's games in one generation came to.
///
/// The fitness is an estimate from few games, good enough to select by and no measure of
/// strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Higher is better.
    pub fitness: f64,
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games without a winner.
    pub unfinished: u32,
}

/// What is to be maximised.
pub trait Objective {
    /// What each gene is.
    fn parameters(&self) -> &[Parameter];

    /// Scores a whole generation, by index. The same generation number and population give the
    /// same scores.
    fn score(&self, generation: u64, population: &[Genome]) -> Vec<Score>;
}
