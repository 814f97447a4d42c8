//! An evolution strategy: a generation is drawn around a centre, which then moves towards those
//! that did well.
//!
//! Salimans, Ho, Chen, Sidor, Sutskever, "Evolution strategies as a scalable alternative to
//! reinforcement learning" (2017, section 2), with samples in mirrored pairs (Brockhoff et al.,
//! "Mirrored sampling and sequential selection for evolution strategies", PPSN 2010) and utilities
//! by rank (Wierstra et al., "Natural evolution strategies", JMLR 15, 2014, section 3.1), here
//! from 1 down to −1 in equal steps. Under common conditions, both of a pair play the same games.

use super::Genome;
use super::population::Individual;
use crate::parameter::{Parameter, Start};
use crate::rng::{Purpose, Seed};
use rand_distr::{Distribution, StandardNormal};
use serde::{Deserialize, Serialize};

/// How the centre is surrounded and moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strategy {
    /// The standard deviation of each gene around the centre.
    pub deviation: f64,
    /// How far the centre follows.
    pub learning_rate: f64,
    /// The share of the last movement in the next, 0 to 1.
    pub momentum: f64,
}

/// Where a generation is drawn around.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Centre {
    /// A value a parameter, not yet rounded.
    pub at: Vec<f64>,
    /// The movement that is kept up, at a learning rate of 1.
    pub velocity: Vec<f64>,
}

impl Centre {
    /// The middle of what parameters start from, at rest.
    pub fn new(parameters: &[Parameter]) -> Centre {
        let middle = |parameter: &Parameter| match parameter.start {
            Start::Fixed(value) => value,
            Start::Uniform(low, high) => f64::midpoint(low, high),
        };
        Centre {
            at: parameters.iter().map(middle).collect(),
            velocity: vec![0.0; parameters.len()],
        }
    }

    /// The centre as a vector of admitted values.
    pub fn genome(&self, parameters: &[Parameter]) -> Genome {
        parameters
            .iter()
            .zip(&self.at)
            .map(|(parameter, &value)| parameter.nearest(value))
            .collect()
    }

    /// Whether it has a finite value a parameter.
    pub fn fits(&self, parameters: &[Parameter]) -> bool {
        [&self.at, &self.velocity].iter().all(|values| {
            values.len() == parameters.len() && values.iter().all(|value| value.is_finite())
        })
    }
}

impl Strategy {
    /// `count` individuals of a generation, each odd one the mirror image of the one before.
    pub fn surround(
        &self,
        centre: &Centre,
        parameters: &[Parameter],
        count: usize,
        seed: Seed,
        generation: u64,
    ) -> Vec<Genome> {
        let mut genomes = Vec::with_capacity(count);
        for pair in 0..count.div_ceil(2) {
            let step = direction(seed, generation, pair, parameters.len());
            for sign in [self.deviation, -self.deviation] {
                let gene = |(index, parameter): (usize, &Parameter)| {
                    parameter.nearest(centre.at[index] + sign * step[index])
                };
                genomes.push(parameters.iter().enumerate().map(gene).collect());
            }
        }
        genomes.truncate(count);
        genomes
    }

    /// The centre after a generation that was drawn around it. It follows the vectors that
    /// played, rounded and within bounds as they were.
    pub fn learn(
        &self,
        centre: &Centre,
        parameters: &[Parameter],
        population: &[Individual],
    ) -> Centre {
        let utilities = utilities(population);
        let mut pull = vec![0.0; parameters.len()];
        for (pair, utilities) in population.chunks(2).zip(utilities.chunks(2)) {
            // One without a mirror image is held against the centre.
            let (weight, other) = match pair {
                [_, other] => ((utilities[0] - utilities[1]) / 2.0, &other.genes),
                _ => (utilities[0], &centre.at),
            };
            for (pull, (gene, other)) in pull.iter_mut().zip(pair[0].genes.iter().zip(other)) {
                *pull += weight * (gene - other);
            }
        }
        let mut next = centre.clone();
        let scale = 2.0 / population.len() as f64;
        for (index, parameter) in parameters.iter().enumerate() {
            let velocity = &mut next.velocity[index];
            *velocity = self.momentum * *velocity + (1.0 - self.momentum) * scale * pull[index];
            let at = &mut next.at[index];
            *at = (*at + self.learning_rate * *velocity).clamp(parameter.min, parameter.max);
        }
        next
    }
}

/// Where the first of a pair lies from the centre, in deviations.
fn direction(seed: Seed, generation: u64, pair: usize, parameters: usize) -> Vec<f64> {
    let mut rng = seed.stream(Purpose::Breed, &[generation, pair as u64]);
    (0..parameters).map(|_| StandardNormal.sample(&mut rng)).collect()
}

/// From 1 for the best down to −1, in equal steps; equal fitness shares its steps equally.
fn utilities(population: &[Individual]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..population.len()).collect();
    let fitness = |index: usize| population[index].score.fitness;
    order.sort_by(|&a, &b| fitness(b).total_cmp(&fitness(a)));
    let mut utilities = vec![0.0; population.len()];
    let last = population.len().saturating_sub(1).max(1) as f64;
    let mut first = 0;
    for equals in order.chunk_by(|&a, &b| fitness(a).total_cmp(&fitness(b)).is_eq()) {
        let middle = first as f64 + (equals.len() - 1) as f64 / 2.0;
        equals.iter().for_each(|&index| utilities[index] = 1.0 - 2.0 * middle / last);
        first += equals.len();
    }
    utilities
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::Score;
    use crate::evolve::tests::whole;
    use crate::parameter::Kind;

    const STRATEGY: Strategy = Strategy { deviation: 10.0, learning_rate: 1.0, momentum: 0.5 };

    fn parameters() -> Vec<Parameter> {
        let real = Parameter { kind: Kind::Real, ..whole(Start::Uniform(-1.0, 2.0), -50.0, 60.0) };
        vec![
            whole(Start::Fixed(500.0), 1.0, 1e9),
            whole(Start::Uniform(0.0, 199.0), 1.0, 1e9),
            real,
        ]
    }

    fn scored(genomes: &[Genome], fitness: impl Fn(&Genome) -> f64) -> Vec<Individual> {
        let individual = |genes: &Genome| Individual {
            genes: genes.clone(),
            score: Score { fitness: fitness(genes), ..Score::default() },
        };
        genomes.iter().map(individual).collect()
    }

    fn seed() -> Seed {
        Seed::new(5).unwrap()
    }

    #[test]
    fn a_centre_begins_in_the_middle() {
        let centre = Centre::new(&parameters());
        assert_eq!(centre.at, [500.0, 99.5, 0.5]);
        assert_eq!(centre.genome(&parameters()), [500.0, 100.0, 0.5]);
    }

    #[test]
    fn pairs_mirror_each_other_around_the_centre() {
        let (parameters, centre) = (parameters(), Centre::new(&parameters()));
        let all = STRATEGY.surround(&centre, &parameters, 7, seed(), 3);
        assert_eq!(all.len(), 7);
        for pair in all.chunks_exact(2) {
            assert!((pair[0][2] + pair[1][2] - 1.0).abs() < 1e-12);
            assert!((pair[0][1] + pair[1][1] - 199.0).abs() <= 1.0);
        }
        assert_eq!(all[..4], STRATEGY.surround(&centre, &parameters, 4, seed(), 3));
        assert_ne!(all, STRATEGY.surround(&centre, &parameters, 7, seed(), 4));
        assert!(all.iter().flatten().all(|gene| gene.is_finite()));
        assert!(all.iter().all(|genes| genes[1].fract() == 0.0));
    }

    #[test]
    fn utilities_go_by_rank_and_equals_share() {
        let genomes: Vec<Genome> = [3.0, 9.0, 3.0, -2.0, 7.0].map(|gene| vec![gene]).to_vec();
        let all = utilities(&scored(&genomes, |genes| genes[0]));
        assert_eq!(all, [-0.25, 1.0, -0.25, -1.0, 0.5]);
        assert_eq!(utilities(&scored(&genomes, |_| 1.0)), [0.0; 5]);
        assert_eq!(utilities(&scored(&genomes[..1], |_| 1.0)), [1.0]);
    }

    #[test]
    fn the_centre_climbs_and_stays_within_bounds() {
        let parameters = parameters();
        let mut centre = Centre::new(&parameters);
        for generation in 0..200 {
            let genomes = STRATEGY.surround(&centre, &parameters, 20, seed(), generation);
            let population = scored(&genomes, |genes| genes[2] - genes[0]);
            centre = STRATEGY.learn(&centre, &parameters, &population);
        }
        assert_eq!((centre.at[0], centre.at[2]), (1.0, 60.0));
        assert!(centre.fits(&parameters));
    }

    #[test]
    fn a_step_by_hand() {
        let strategy = Strategy { deviation: 1.0, learning_rate: 3.0, momentum: 0.5 };
        let parameters = vec![whole(Start::Fixed(10.0), 0.0, 100.0)];
        let centre = Centre { velocity: vec![2.0], ..Centre::new(&parameters) };
        let genomes: Vec<Genome> = [13.0, 7.0, 9.0, 11.0, 14.0].map(|gene| vec![gene]).to_vec();
        let next = strategy.learn(&centre, &parameters, &scored(&genomes, |genes| genes[0]));
        // Utilities ½, −1, −½, 0, 1; pull ¾·6 + (−¼)·(−2) + 1·4 = 9.
        assert_eq!(next.velocity, [0.5 * 2.0 + 0.5 * (2.0 / 5.0) * 9.0]);
        assert_eq!(next.at, [10.0 + 3.0 * next.velocity[0]]);
    }

    #[test]
    fn where_all_are_equal_the_centre_stays() {
        let (parameters, centre) = (parameters(), Centre::new(&parameters()));
        let genomes = STRATEGY.surround(&centre, &parameters, 8, seed(), 0);
        let population = scored(&genomes, |_| 1.0);
        assert_eq!(STRATEGY.learn(&centre, &parameters, &population), centre);
    }
}
