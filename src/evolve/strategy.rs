//! An evolution strategy: a generation is drawn around a centre, which then moves towards those
//! that did well.
//!
//! Salimans, Ho, Chen, Sidor, Sutskever, "Evolution strategies as a scalable alternative to
//! reinforcement learning" (2017, section 2), with samples in mirrored pairs (Brockhoff et al.,
//! "Mirrored sampling and sequential selection for evolution strategies", PPSN 2010) and utilities
//! by rank (Wierstra et al., "Natural evolution strategies", JMLR 15, 2014, section 3.1), here
//! from 1 down to −1 in equal steps. Under common conditions, both of a pair play the same games.

use super::Genome;
use super::centre::{Centre, Centred, Deviation, Draws};
use super::population::{Individual, descending, ranked_by};

/// How the centre is surrounded and moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strategy {
    /// The standard deviation of each gene around the centre.
    pub deviation: Deviation,
    /// How far the centre follows: the factor of its velocity.
    pub learning_rate: f64,
    /// The share of the last velocity in the next, 0 to 1.
    pub momentum: f64,
}

impl Centred for Strategy {
    /// Draws vectors of which every second one is the mirror image of the one before.
    fn surround(&self, centre: &Centre, draws: &Draws, count: usize) -> Vec<Genome> {
        let deviation = self.deviation.at(draws.age);
        mirrored(centre, draws, count, |pair| {
            draws.normal(pair).into_iter().map(|step| deviation * step).collect()
        })
    }

    /// Moves the centre by the learning rate times its velocity v. With momentum m and n vectors,
    /// v ← m v + (1 − m) (2 / n) Σ (u₁ − u₂) / 2 · (x₁ − x₂) over the pairs x₁, x₂ with utilities
    /// u₁, u₂. The vectors are those that played, after rounding and bounds.
    fn learn(&self, centre: &Centre, draws: &Draws, population: &[Individual]) -> Centre {
        let utilities = utilities(population);
        let mut pull = vec![0.0; draws.parameters.len()];
        for (pair, utilities) in population.chunks(2).zip(utilities.chunks(2)) {
            // A vector without a mirror image is compared to the centre.
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
        for (index, parameter) in draws.parameters.iter().enumerate() {
            let velocity = &mut next.velocity[index];
            *velocity = self.momentum * *velocity + (1.0 - self.momentum) * scale * pull[index];
            let step = self.learning_rate * *velocity;
            next.shift(index, parameter, step);
        }
        next
    }
}

/// Draws `count` vectors in pairs, at the steps of the pair to either side of the centre. Where the
/// count is odd, the last one has no mirror image.
pub(super) fn mirrored(
    centre: &Centre,
    draws: &Draws,
    count: usize,
    steps: impl Fn(usize) -> Vec<f64> + Send + Sync,
) -> Vec<Genome> {
    let pairs = draws.map(count.div_ceil(2), |pair| {
        let steps = steps(pair);
        let beside = |sign: f64| centre.beside(draws.parameters, |index| sign * steps[index]);
        [beside(1.0), beside(-1.0)]
    });
    pairs.into_iter().flatten().take(count).collect()
}

/// The utility of each individual by its rank: from 1 for the best down to −1 in equal steps; equals
/// have the mean of theirs.
pub(super) fn utilities(population: &[Individual]) -> Vec<f64> {
    let values = ranked_by(population);
    let order = descending(&values);
    let mut utilities = vec![0.0; population.len()];
    let last = population.len().saturating_sub(1).max(1) as f64;
    let mut first = 0;
    for equals in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
        let middle = first as f64 + (equals.len() - 1) as f64 / 2.0;
        equals.iter().for_each(|&index| utilities[index] = 1.0 - 2.0 * middle / last);
        first += equals.len();
    }
    utilities
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::centre::tests::{draws, evolved, parameters, scored};
    use crate::evolve::pooled::Pooled;
    use crate::evolve::tests::whole;
    use crate::parameter::Start;

    const STRATEGY: Strategy = Strategy {
        deviation: Deviation { first: 10.0, least: 1.0, anneal_after: 0 },
        learning_rate: 1.0,
        momentum: 0.5,
    };

    #[test]
    fn pairs_mirror_each_other_around_the_centre() {
        let (parameters, centre) = (parameters(), Centre::new(&parameters()));
        let surround = |generation: u64, count: usize| {
            STRATEGY.surround(&centre, &draws(&parameters, generation), count)
        };
        let all = surround(3, 7);
        assert_eq!(all.len(), 7);
        for pair in all.chunks_exact(2) {
            assert!((pair[0][2] + pair[1][2] - 1.0).abs() < 1e-12);
            assert!((pair[0][1] + pair[1][1] - 199.0).abs() <= 1.0);
        }
        assert_eq!(all[..4], surround(3, 4));
        assert_ne!(all, surround(4, 7));
        assert!(all.iter().flatten().all(|gene| gene.is_finite()));
        assert!(all.iter().all(|genes| genes[1].fract() == 0.0));
    }

    #[test]
    fn an_annealed_strategy_draws_closer_with_age() {
        let (parameters, centre) = (parameters(), Centre::new(&parameters()));
        let deviation = Deviation { anneal_after: 100, ..STRATEGY.deviation };
        let strategy = Strategy { deviation, ..STRATEGY };
        let away = |age: u64| {
            let draws = Draws { age, ..draws(&parameters, 7) };
            strategy.surround(&centre, &draws, 1)[0][2] - centre.at[2]
        };
        assert!((away(0) - 2.0 * away(300)).abs() < 1e-9, "the same draws, half as far");
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
    fn where_games_are_pooled_utilities_go_by_them() {
        let genomes: Vec<Genome> = [3.0, 9.0, 3.0, -2.0, 7.0].map(|gene| vec![gene]).to_vec();
        let mut population = scored(&genomes, |_| 1.0);
        population
            .iter_mut()
            .for_each(|it| it.pooled = Some(Pooled::default().with(it.genes[0], 4)));
        assert_eq!(utilities(&population), [-0.25, 1.0, -0.25, -1.0, 0.5]);
    }

    #[test]
    fn the_centre_climbs_and_stays_within_bounds() {
        let parameters = parameters();
        let centre = evolved(&STRATEGY, &parameters, (200, 20), |genes| genes[2] - genes[0]);
        assert_eq!((centre.at[0], centre.at[2]), (1.0, 60.0));
        assert!(centre.fits(&parameters));
    }

    #[test]
    fn a_step_by_hand() {
        let strategy = Strategy { learning_rate: 3.0, ..STRATEGY };
        let parameters = vec![whole(Start::Fixed(10.0), 0.0, 100.0)];
        let centre = Centre { velocity: vec![2.0], ..Centre::new(&parameters) };
        let genomes: Vec<Genome> = [13.0, 7.0, 9.0, 11.0, 14.0].map(|gene| vec![gene]).to_vec();
        let population = scored(&genomes, |genes| genes[0]);
        let next = strategy.learn(&centre, &draws(&parameters, 0), &population);
        // Utilities ½, −1, −½, 0, 1; pull ¾·6 + (−¼)·(−2) + 1·4 = 9.
        assert_eq!(next.velocity, [0.5 * 2.0 + 0.5 * (2.0 / 5.0) * 9.0]);
        assert_eq!(next.at, [10.0 + 3.0 * next.velocity[0]]);
    }

    #[test]
    fn where_all_are_equal_the_centre_stays() {
        let (parameters, centre) = (parameters(), Centre::new(&parameters()));
        let draws = draws(&parameters, 0);
        let population = scored(&STRATEGY.surround(&centre, &draws, 8), |_| 1.0);
        assert_eq!(STRATEGY.learn(&centre, &draws, &population), centre);
    }
}
