//! First generations, and each next one from the one before.

use super::Genome;
use super::crossover::Crossover;
use super::mutation::Mutation;
use super::population::Individual;
use super::selection::{ParentPool, Selection};
use crate::parameter::{Kind, Parameter, Start};
use crate::rng::{Purpose, Rng, Seed};
use rand::RngExt;

/// The operators that make a generation from the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operators {
    /// Who becomes a parent.
    pub selection: Selection,
    /// How two parents make a child.
    pub crossover: Crossover,
    /// How a child's genes change.
    pub mutation: Mutation,
}

/// A new random generation: the one after that many restarts.
pub fn found(parameters: &[Parameter], count: usize, seed: Seed, restart: u64) -> Vec<Genome> {
    let individual = |index: usize| {
        let mut rng = seed.stream(Purpose::Found, &[restart, index as u64]);
        parameters.iter().map(|parameter| first_value(parameter, &mut rng)).collect()
    };
    (0..count).map(individual).collect()
}

fn first_value(parameter: &Parameter, rng: &mut Rng) -> f64 {
    match (parameter.start, parameter.kind) {
        (Start::Fixed(value), _) => value,
        (Start::Uniform(low, high), Kind::Integer) => {
            f64::from(rng.random_range(low as i32..=high as i32))
        }
        (Start::Uniform(low, high), Kind::Real) => low + (high - low) * rng.random::<f64>(),
    }
}

/// The children that make up generation number `generation`, as many as there were parents.
pub fn breed(
    parents: &[Individual],
    operators: &Operators,
    parameters: &[Parameter],
    seed: Seed,
    generation: u64,
) -> Vec<Genome> {
    let pool = ParentPool::new(operators.selection, parents);
    let child = |index: usize| {
        let mut rng = seed.stream(Purpose::Breed, &[generation, index as u64]);
        let first = pool.draw(&mut rng);
        let second = pool.draw(&mut rng);
        let mut genes = operators.crossover.child(&first.genes, &second.genes, &mut rng);
        operators.mutation.apply(&mut genes, parameters, &mut rng);
        genes
    };
    (0..parents.len()).map(child).collect()
}
