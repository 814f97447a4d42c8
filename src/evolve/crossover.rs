//! How two parents make a child.

use super::Genome;
use crate::rng::Rng;
use rand::RngExt;

/// How a child takes its genes from its parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossover {
    /// Each gene from either parent, with equal chance.
    Uniform,
    /// Up to a uniformly drawn point from the first parent, from there on from the second.
    OnePoint,
}

impl Crossover {
    /// The child of two parents of equal length.
    pub fn child(self, first: &[f64], second: &[f64], rng: &mut Rng) -> Genome {
        match self {
            Crossover::Uniform => {
                let pairs = first.iter().zip(second);
                pairs.map(|(&a, &b)| if rng.random::<bool>() { a } else { b }).collect()
            }
            Crossover::OnePoint => {
                let point = rng.random_range(0..=first.len() as u32) as usize;
                first[..point].iter().chain(&second[point..]).copied().collect()
            }
        }
    }
}
