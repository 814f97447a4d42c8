//! Evolution of parameter vectors. It knows no game: it sees vectors, scores and seeds.

pub mod adaptation;
pub mod breed;
pub mod centre;
pub mod crossover;
pub mod evolution;
pub mod islands;
pub mod mutation;
mod normal;
pub mod pooled;
pub mod population;
pub mod selection;
pub mod spsa;
pub mod strategy;

use crate::parameter::Parameter;
use pooled::Pooled;
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

/// A score, and what it adds to earlier games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// What this generation's games came to.
    pub score: Score,
    /// The earlier games with this generation's.
    pub pooled: Pooled,
}

/// What is to be maximised.
pub trait Objective {
    /// What each gene is.
    fn parameters(&self) -> &[Parameter];

    /// Scores a whole generation, by index. `past` has everyone's earlier games, which may help
    /// to decide who plays more, and are no part of the score; `rivals` are vectors of earlier
    /// generations that it may be matched against. The same generation number, population, past
    /// and rivals give the same samples.
    fn score(
        &self,
        generation: u64,
        population: &[Genome],
        past: &[Pooled],
        rivals: &[Genome],
    ) -> Vec<Sample>;
}

#[cfg(test)]
pub(crate) mod tests {
    use super::population::Individual;
    use super::*;
    use crate::parameter::{Kind, Start};
    use crate::rng::{Purpose, Rng, Seed};

    /// A stream for tests.
    pub fn stream(number: u64) -> Rng {
        Seed::new(1).unwrap().stream(Purpose::Bench, &[number])
    }

    /// An individual with one gene, which tells it from others.
    pub fn individual(gene: f64, fitness: f64) -> Individual {
        Individual::new(vec![gene], Score { fitness, ..Score::default() })
    }

    /// A whole parameter with these bounds.
    pub fn whole(start: Start, min: f64, max: f64) -> Parameter {
        Parameter { name: "whole".to_string(), kind: Kind::Integer, start, min, max }
    }

    /// Demands that counts follow stated chances: nothing where the chance is 0, and a χ² below
    /// its 99.99 % quantile (by the approximation of Wilson and Hilferty).
    pub fn assert_follows(counts: &[u64], chances: &[f64]) {
        assert_eq!(counts.len(), chances.len());
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "chances add up to 1");
        let trials = counts.iter().sum::<u64>() as f64;
        let mut squares = 0.0;
        let mut classes = 0.0;
        for (&count, &chance) in counts.iter().zip(chances) {
            if chance == 0.0 {
                assert_eq!(count, 0, "{counts:?} where {chances:?} says never");
                continue;
            }
            let expected = trials * chance;
            assert!(expected >= 10.0, "too few trials to tell");
            squares += (count as f64 - expected).powi(2) / expected;
            classes += 1.0;
        }
        let freedom: f64 = classes - 1.0;
        let spread = 2.0 / (9.0 * freedom);
        let limit = freedom * (1.0 - spread + 3.72 * spread.sqrt()).powi(3);
        assert!(squares < limit, "χ² {squares} above {limit}: {counts:?} against {chances:?}");
    }

    #[test]
    fn a_fair_coin_passes() {
        assert_follows(&[5020, 4980, 0], &[0.5, 0.5, 0.0]);
    }

    #[test]
    #[should_panic(expected = "χ²")]
    fn a_bent_coin_does_not() {
        assert_follows(&[5250, 4750], &[0.5, 0.5]);
    }
}
