//! A scored generation and its statistics.

use super::{Genome, Score};
use serde::{Deserialize, Serialize};

/// A genome and what its games in this generation came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Its parameter vector.
    pub genes: Genome,
    /// This generation's estimate.
    pub score: Score,
}

/// Figures of one generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// Highest fitness.
    pub best: f64,
    /// Mean fitness.
    pub mean: f64,
    /// Median fitness; of an even number the mean of the middle two.
    pub median: f64,
    /// Lowest fitness.
    pub worst: f64,
    /// Standard deviation of the fitness, over the individuals as a whole population.
    pub deviation: f64,
    /// The mean over all genes of the gene's standard deviation among the individuals: 0 where
    /// all are alike.
    pub diversity: f64,
    /// All games of the generation added up.
    pub wins: u64,
    /// The same for losses.
    pub losses: u64,
    /// The same for games without a winner.
    pub unfinished: u64,
}

/// The indices of a generation from the fittest to the least fit, equals in their order.
pub fn ranking(population: &[Individual]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..population.len()).collect();
    let fitness = |index: usize| population[index].score.fitness;
    order.sort_by(|&a, &b| fitness(b).total_cmp(&fitness(a)));
    order
}

/// Figures of a generation, which must not be empty.
pub fn statistics(population: &[Individual]) -> Statistics {
    let mut fitness: Vec<f64> = population.iter().map(|it| it.score.fitness).collect();
    let (mean, deviation) = mean_and_deviation(&fitness);
    fitness.sort_by(f64::total_cmp);
    let (low, high) = (fitness[(fitness.len() - 1) / 2], fitness[fitness.len() / 2]);
    let total = |count: fn(&Score) -> u32| {
        population.iter().map(|it| u64::from(count(&it.score))).sum::<u64>()
    };
    Statistics {
        best: fitness[fitness.len() - 1],
        mean,
        median: (low + high) / 2.0,
        worst: fitness[0],
        deviation,
        diversity: diversity(population),
        wins: total(|score| score.wins),
        losses: total(|score| score.losses),
        unfinished: total(|score| score.unfinished),
    }
}

/// Individual by individual, since gene by gene takes several times as long.
fn diversity(population: &[Individual]) -> f64 {
    let count = population.len() as f64;
    let mut means = vec![0.0; population[0].genes.len()];
    for it in population {
        means.iter_mut().zip(&it.genes).for_each(|(mean, gene)| *mean += gene);
    }
    means.iter_mut().for_each(|mean| *mean /= count);
    let mut squares = vec![0.0; means.len()];
    for it in population {
        let pairs = it.genes.iter().zip(&means);
        squares.iter_mut().zip(pairs).for_each(|(sum, (gene, mean))| *sum += (gene - mean).powi(2));
    }
    let deviations = squares.iter().map(|sum| (sum / count).sqrt());
    deviations.sum::<f64>() / means.len().max(1) as f64
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn individual(fitness: f64, gene: f64) -> Individual {
        let score = Score { fitness, wins: 1, losses: 2, unfinished: 3 };
        Individual { genes: vec![gene, 7.0], score }
    }

    #[test]
    fn figures_of_four() {
        let population = [
            individual(4.0, 1.0),
            individual(1.0, 3.0),
            individual(4.0, 1.0),
            individual(3.0, 3.0),
        ];
        let figures = statistics(&population);
        assert_eq!((figures.best, figures.mean, figures.worst), (4.0, 3.0, 1.0));
        assert_eq!((figures.median, figures.deviation), (3.5, 1.5f64.sqrt()));
        assert_eq!(figures.diversity, 0.5);
        assert_eq!((figures.wins, figures.losses, figures.unfinished), (4, 8, 12));
        assert_eq!(ranking(&population), [0, 2, 3, 1]);
    }
}
