//! How a child's genes change.

use crate::parameter::{Kind, Parameter};
use crate::rng::Rng;
use rand::RngExt;
use rand_distr::{Distribution, StandardNormal};

/// The change that a mutated gene undergoes.
///
/// A value below the parameter's least is refused, so that the gene stays as it was; one above
/// its greatest is cut down to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Plus a uniform integer from `low` to `high`, both included.
    Uniform {
        /// The least step.
        low: i32,
        /// The greatest step.
        high: i32,
    },
    /// Plus a normal number of that standard deviation, rounded for integers.
    Gaussian {
        /// The standard deviation.
        deviation: f64,
    },
}

/// Which genes mutate, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mutation {
    /// The chance of a child to be mutated at all.
    pub child_rate: f64,
    /// The chance of each gene of such a child.
    pub gene_rate: f64,
    /// What happens to it.
    pub step: Step,
}

impl Mutation {
    /// Perhaps mutates a child.
    pub fn apply(&self, genes: &mut [f64], parameters: &[Parameter], rng: &mut Rng) {
        if rng.random::<f64>() >= self.child_rate {
            return;
        }
        for (gene, parameter) in genes.iter_mut().zip(parameters) {
            if rng.random::<f64>() < self.gene_rate {
                let value = parameter.settle(*gene + self.step.draw(rng));
                if value >= parameter.min {
                    *gene = value.min(parameter.max);
                }
            }
        }
    }
}

impl Step {
    fn draw(self, rng: &mut Rng) -> f64 {
        match self {
            Step::Uniform { low, high } => f64::from(rng.random_range(low..=high.max(low))),
            Step::Gaussian { deviation } => {
                let normal: f64 = StandardNormal.sample(rng);
                deviation * normal
            }
        }
    }
}

impl Parameter {
    /// The nearest value of the parameter's kind.
    fn settle(&self, value: f64) -> f64 {
        match self.kind {
            Kind::Integer => value.round(),
            Kind::Real => value,
        }
    }
}
