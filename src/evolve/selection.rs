//! Who becomes a parent.

use super::population::{Individual, descending, ranked_by};
use crate::rng::Rng;
use rand::RngExt;

/// How parents are drawn from a scored generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// Uniformly from the best share of the generation (0 < share ≤ 1); at least one survives.
    Truncation {
        /// The share that survives.
        share: f64,
    },
    /// The best of that many drawn uniformly, with replacement.
    Tournament {
        /// How many compete.
        size: usize,
    },
    /// With a chance proportional to the ranked value less that of the generation's worst.
    Roulette,
}

/// How many individuals the best share of a generation has: at least one.
pub fn survivors(count: usize, share: f64) -> usize {
    ((count as f64 * share).round() as usize).max(1)
}

/// A scored generation, ready for parents to be drawn from.
#[derive(Debug)]
pub struct ParentPool<'a> {
    selection: Selection,
    /// Best first; equals in the order of their index.
    ranked: Vec<&'a Individual>,
    /// Cumulated values above the worst, in the order of `ranked`.
    wheel: Vec<f64>,
}

impl<'a> ParentPool<'a> {
    /// Ranks a generation, which must not be empty.
    pub fn new(selection: Selection, population: &'a [Individual]) -> ParentPool<'a> {
        let values = ranked_by(population);
        let mut order = descending(&values);
        if let Selection::Truncation { share } = selection {
            order.truncate(survivors(order.len(), share));
        }
        let worst = order.last().map_or(0.0, |&worst| values[worst]);
        let above_worst = order.iter().map(|&index| values[index] - worst);
        let wheel = above_worst
            .scan(0.0, |sum, gain| {
                *sum += gain;
                Some(*sum)
            })
            .collect();
        let ranked = order.into_iter().map(|index| &population[index]).collect();
        ParentPool { selection, ranked, wheel }
    }

    /// Draws one parent.
    pub fn draw(&self, rng: &mut Rng) -> &'a Individual {
        let rank = match self.selection {
            Selection::Truncation { .. } => self.any_rank(rng),
            Selection::Tournament { size } => {
                (0..size.max(1)).map(|_| self.any_rank(rng)).min().unwrap_or(0)
            }
            Selection::Roulette => self.spin(rng),
        };
        self.ranked[rank]
    }

    fn any_rank(&self, rng: &mut Rng) -> usize {
        rng.random_range(0..self.ranked.len() as u32) as usize
    }

    /// Where all are equally fit, the wheel has no sectors and everyone has the same chance.
    fn spin(&self, rng: &mut Rng) -> usize {
        match self.wheel.last() {
            Some(&total) if total > 0.0 => {
                let stop = rng.random::<f64>() * total;
                self.wheel.partition_point(|&sum| sum <= stop).min(self.ranked.len() - 1)
            }
            _ => self.any_rank(rng),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::pooled::Pooled;
    use crate::evolve::tests::individual;
    use crate::rng::tests::{assert_follows, stream};

    /// Individuals whose gene is their index.
    fn generation(fitness: &[f64]) -> Vec<Individual> {
        (0u32..).zip(fitness).map(|(gene, &fitness)| individual(gene.into(), fitness)).collect()
    }

    /// How often each individual becomes a parent.
    fn counts(selection: Selection, population: &[Individual], draws: u32) -> Vec<u64> {
        let pool = ParentPool::new(selection, population);
        let mut rng = stream(1);
        let mut counts = vec![0; population.len()];
        (0..draws).for_each(|_| counts[pool.draw(&mut rng).genes[0] as usize] += 1);
        counts
    }

    #[test]
    fn truncation_draws_uniformly_from_exactly_the_best_fifth() {
        // 37 and 100 have no common divisor, so every fitness from 0 to 99 occurs once.
        let fitness: Vec<f64> = (0..100).map(|index| f64::from(index * 37 % 100)).collect();
        let counts = counts(Selection::Truncation { share: 0.2 }, &generation(&fitness), 20_000);
        let chances: Vec<f64> =
            fitness.iter().map(|&fitness| if fitness >= 80.0 { 0.05 } else { 0.0 }).collect();
        assert_follows(&counts, &chances);
    }

    #[test]
    fn truncation_rounds_to_the_nearest_number_and_keeps_at_least_one() {
        let survivors = |count: usize, share: f64| {
            let population = generation(&vec![0.0; count]);
            ParentPool::new(Selection::Truncation { share }, &population).ranked.len()
        };
        assert_eq!([7, 8, 100, 50].map(|count| survivors(count, 0.2)), [1, 2, 20, 10]);
        assert_eq!((survivors(2, 0.2), survivors(3, 1e-9), survivors(3, 1.0)), (1, 1, 3));
    }

    #[test]
    fn pooled_games_select_where_there_are_any() {
        let mut population = generation(&[0.0, 30.0, -10.0, -5.0]);
        // The mean is 8, the prior worth 16 games: worth 20, 4, 4 and 8.
        for (it, (mean, games)) in
            population.iter_mut().zip([(32.0, 16.0), (0.0, 16.0), (-8.0, 16.0 / 3.0), (8.0, 1.0)])
        {
            it.pooled = Some(Pooled { mean, games });
        }
        let best = counts(Selection::Truncation { share: 0.25 }, &population, 100);
        assert_eq!(best, [100, 0, 0, 0]);
        let wheel = counts(Selection::Roulette, &population, 20_000);
        assert_follows(&wheel, &[0.8, 0.0, 0.0, 0.2]);
    }

    #[test]
    fn equals_survive_in_the_order_of_their_index() {
        let population = generation(&[1.0, 2.0, 1.0, 2.0, 1.0]);
        let pool = ParentPool::new(Selection::Truncation { share: 0.8 }, &population);
        let kept: Vec<f64> = pool.ranked.iter().map(|individual| individual.genes[0]).collect();
        assert_eq!(kept, [1.0, 3.0, 0.0, 2.0]);
    }

    #[test]
    fn a_tournament_is_won_by_rank() {
        let population = generation(&[3.0, 5.0, 1.0, 4.0, 2.0]);
        // All three have this rank or a worse one, but not all a worse one.
        let at_best = |worse: f64| (worse / 5.0f64).powi(3);
        let chance = |rank: f64| at_best(5.0 - rank) - at_best(4.0 - rank);
        let chances = [2.0, 0.0, 4.0, 1.0, 3.0].map(chance);
        assert_follows(&counts(Selection::Tournament { size: 3 }, &population, 20_000), &chances);
        let alone = counts(Selection::Tournament { size: 1 }, &population, 20_000);
        assert_follows(&alone, &[0.2; 5]);
    }

    #[test]
    fn roulette_goes_by_fitness_above_the_worst() {
        let population = generation(&[0.0, 30.0, -10.0, -5.0]);
        let counts = counts(Selection::Roulette, &population, 20_000);
        assert_follows(&counts, &[10.0 / 55.0, 40.0 / 55.0, 0.0, 5.0 / 55.0]);
    }

    #[test]
    fn roulette_among_equals_is_fair() {
        let counts = counts(Selection::Roulette, &generation(&[-7.0; 4]), 20_000);
        assert_follows(&counts, &[0.25; 4]);
    }
}
