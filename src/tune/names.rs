//! Optimizers and operators by the names that they have in flags and files.

use serde::{Deserialize, Serialize};

/// Optimizers by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum OptimizerName {
    /// A genetic algorithm: selection, crossover, mutation.
    // What files of earlier versions mean that don't say it.
    #[default]
    Ga,
    /// An evolution strategy: mirrored samples around a centre, which follows the better samples.
    Es,
    /// Simultaneous perturbation stochastic approximation: follows the slope along random directions.
    Spsa,
    /// Separable covariance matrix adaptation: each gene has a deviation, which adapts to the steps
    /// that pay.
    Cma,
}

/// Selection operators by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum SelectionName {
    /// Parents are drawn from the best share of the generation.
    Truncation,
    /// A parent is the best of several individuals drawn at random.
    Tournament,
    /// The chance to be a parent grows with the fitness.
    Roulette,
}

/// Crossover operators by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum CrossoverName {
    /// Each gene from either parent.
    Uniform,
    /// The first genes from one parent, the rest from the other.
    OnePoint,
    /// Each gene from the interval between the parents' genes, lengthened at both ends.
    Blend,
}

/// Mutation operators by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum MutationName {
    /// A uniform integer is added, as in the report's program.
    Uniform,
    /// A uniform integer replaces the gene, as the report prints it.
    ReportPrinted,
    /// A normal number is added.
    Gaussian,
    /// A normal number is added, with a standard deviation that each individual inherits and varies.
    SelfAdaptive,
}
