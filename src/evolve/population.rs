//! A scored generation, its ranking and its statistics.

use super::pooled::{Pooled, worths};
use super::{Genome, Score};
use serde::{Deserialize, Serialize};

/// A genome and what its games in this generation came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Its parameter vector.
    pub genes: Genome,
    /// This generation's estimate.
    pub score: Score,
    /// Its games of all its generations, this one included, where it is ranked by them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pooled: Option<Pooled>,
    /// The standard deviation of its own that it was mutated by, and passes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation: Option<f64>,
}

impl Individual {
    /// An individual with genes and a score only.
    pub fn new(genes: Genome, score: Score) -> Individual {
        Individual { genes, score, pooled: None, deviation: None }
    }
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
    /// Games won, added up over the generation.
    pub wins: u64,
    /// Games lost, added up.
    pub losses: u64,
    /// Games without a winner, added up.
    pub unfinished: u64,
    /// All individuals' evaluations that came to a number.
    pub evaluations: u64,
}

/// The values by which the individuals of a generation are ranked: the [worth](worths) of their
/// pooled games, where they carry them, or else the fitness of this generation's.
pub fn ranked_by(population: &[Individual]) -> Vec<f64> {
    let pooled: Option<Vec<Pooled>> = population.iter().map(|it| it.pooled).collect();
    match pooled {
        Some(pooled) => worths(&pooled),
        None => population.iter().map(|it| it.score.fitness).collect(),
    }
}

/// The indices of a generation from the best to the worst, equals in their order.
pub fn ranking(population: &[Individual]) -> Vec<usize> {
    descending(&ranked_by(population))
}

/// The indices of values from the highest to the lowest, equals in their order.
pub fn descending(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    order
}

/// Figures of a generation.
///
/// # Panics
/// Where it is empty.
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
        evaluations: total(|score| score.evaluations),
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

/// Mean and standard deviation of some numbers, of which there is one at least.
pub fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn individual(fitness: f64, gene: f64) -> Individual {
        let score = Score { fitness, wins: 1, losses: 2, unfinished: 3, evaluations: 0 };
        Individual::new(vec![gene, 7.0], score)
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

    #[test]
    fn pooled_games_rank_where_all_carry_them_and_figures_stay_those_of_the_generation() {
        let mut population = [0.0, 400.0, 100.0, 100.0].map(|fitness| individual(fitness, 1.0));
        let before = statistics(&population);
        let histories = [(300.0, 100.0), (400.0, 1.0), (100.0, 1.0), (100.0, 1.0)];
        for (it, (mean, games)) in population.iter_mut().zip(histories).skip(1) {
            it.pooled = Some(Pooled { mean, games });
        }
        assert_eq!(ranking(&population), [1, 2, 3, 0]);
        population[0].pooled = Some(Pooled { mean: 300.0, games: 100.0 });
        assert_eq!(ranking(&population), [0, 1, 2, 3]);
        assert_eq!(statistics(&population), before);
    }

    #[test]
    fn what_an_individual_does_not_have_is_not_written() {
        let plain = individual(4.0, 1.0);
        let text = serde_json::to_string(&plain).unwrap();
        let score = r#"{"fitness":4.0,"wins":1,"losses":2,"unfinished":3}"#;
        assert_eq!(text, format!(r#"{{"genes":[1.0,7.0],"score":{score}}}"#));
        let pooled = Some(Pooled { mean: 0.1, games: 0.7 });
        let full = Individual { pooled, deviation: Some(1.0 / 3.0), ..plain };
        let text = serde_json::to_string(&full).unwrap();
        assert_eq!(serde_json::from_str::<Individual>(&text).unwrap(), full);
    }
}
