//! Evolution of parameter vectors. It knows no game: it sees vectors, scores and seeds.

pub mod adaptation;
pub mod breed;
pub mod centre;
pub mod crossover;
pub mod evolution;
pub mod function;
pub mod islands;
pub mod mutation;
mod normal;
pub mod pooled;
pub mod population;
pub mod selection;
pub mod spsa;
pub mod strategy;
pub mod stretch;

use crate::backend::Threads;
use crate::parameter::Parameter;
use pooled::Pooled;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One individual's parameter vector.
pub type Genome = Vec<f64>;

/// The fitness of an individual in one generation, and the games behind it, if any were played.
///
/// A fitness from games is an estimate from few of them, good enough to select by and no measure
/// of strength.
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
    /// Evaluations that came to a number, where there are no games.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub evaluations: u32,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// The score of an individual in one generation, and its games pooled with earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// The score of this generation.
    pub score: Score,
    /// The games, or evaluations, of this generation together with earlier ones.
    pub pooled: Pooled,
}

impl Sample {
    /// The sample of a single evaluation without games; `past` are the earlier ones.
    pub fn of(fitness: f64, past: Pooled) -> Sample {
        let score = Score { fitness, ..Score::default() };
        Sample { score, pooled: past.with(fitness, 1) }
    }
}

/// What is to be maximised: games between vectors, or any [function](function::Function) of them.
pub trait Objective {
    /// What each gene is.
    fn parameters(&self) -> &[Parameter];

    /// What scores, and makes generations: by default the calling thread.
    fn threads(&self) -> Threads {
        Threads::alone()
    }

    /// Scores a whole generation. The same population in the same context gets the same scores. Each fitness is a
    /// finite number: what is none would be ranked above all others, and [`Plan::first`](evolution::Plan::first)
    /// panics where it is given that, as [`Plan::next`](evolution::Plan::next) does.
    fn score(&self, population: &[Genome], context: &Context<'_>) -> Scored;
}

impl fmt::Debug for dyn Objective + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Objective").field("threads", &self.threads()).finish_non_exhaustive()
    }
}

/// What the scores of a generation depend on beside its vectors.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Its number, from 0.
    pub generation: u64,
    /// Individuals of the generation that stand before these: 0, but for an island that is scored by itself.
    pub before: u64,
    /// The earlier games or evaluations of each individual, by index. They may help to decide who
    /// plays more, and are no part of the score.
    pub past: &'a [Pooled],
    /// Vectors of earlier generations that it may be matched against.
    pub rivals: &'a [Genome],
    /// What the objective returned as [`Scored::shares`] for the generation before; empty in a
    /// population's first.
    pub shares: &'a [f64],
}

/// A scored generation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scored {
    /// The sample of each individual, by index: as many as there are individuals.
    pub samples: Vec<Sample>,
    /// How often the objective's own opponents are to be met from now on; empty where that never
    /// changes.
    pub shares: Vec<f64>,
}

impl From<Vec<Sample>> for Scored {
    fn from(samples: Vec<Sample>) -> Scored {
        Scored { samples, shares: Vec::new() }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::population::Individual;
    use super::*;
    use crate::parameter::{Domain, Start};
    use std::sync::LazyLock;

    /// The calling thread.
    pub fn alone() -> &'static Threads {
        static ALONE: LazyLock<Threads> = LazyLock::new(Threads::alone);
        &ALONE
    }

    /// An individual with one gene, which tells it from others.
    pub fn individual(gene: f64, fitness: f64) -> Individual {
        Individual::new(vec![gene], Score { fitness, ..Score::default() })
    }

    /// A whole parameter with these bounds.
    pub fn whole(start: Start, min: f64, max: f64) -> Parameter {
        Parameter { name: "whole".to_string(), domain: Domain::Integer, start, min, max }
    }
}
