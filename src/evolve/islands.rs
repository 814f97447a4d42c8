//! Islands: parts of a population that evolve by themselves and now and then learn from their
//! neighbour in a ring.
//!
//! Tanese, "Distributed genetic algorithms" (ICGA 1989); Whitley, Rana, Heckendorn, "The island
//! model genetic algorithm: on separability, population size and convergence", Journal of
//! Computing and Information Technology 7 (1999).

use super::population::{Individual, ranking, statistics};

/// How a population is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Islands {
    /// Islands of equal size, which stand in the population one after another; one at least.
    pub count: usize,
    /// Generations between migrations; 0 for none.
    pub migrate_every: u64,
}

impl Islands {
    /// A population that is not split.
    pub const ONE: Islands = Islands { count: 1, migrate_every: 0 };

    /// Whether islands share that population equally, with two individuals each at least.
    pub fn can_share(&self, population: usize) -> bool {
        self.count > 0 && population.is_multiple_of(self.count) && population / self.count >= 2
    }

    /// Individuals of an island.
    ///
    /// # Panics
    /// Where `count` is 0.
    pub fn size(&self, population: usize) -> usize {
        (population / self.count).max(1)
    }

    /// The parents after generation number `generation`: at a migration, the worst of each island
    /// makes room for the best of the island before it in the ring.
    ///
    /// # Panics
    /// Where there are more islands than individuals.
    pub fn migrated(&self, generation: u64, population: &[Individual]) -> Vec<Individual> {
        let mut parents = population.to_vec();
        if !self.is_due(generation) {
            return parents;
        }
        let size = self.size(population.len());
        for (island, individuals) in population.chunks(size).enumerate() {
            let start = self.before(island) * size;
            let best = ranking(&population[start..start + size]).first().copied();
            let worst = ranking(individuals).last().copied();
            if let (Some(best), Some(worst)) = (best, worst) {
                parents[island * size + worst] = population[start + best].clone();
            }
        }
        parents
    }

    /// For each island, the island whose centre it goes on with after generation number `generation`:
    /// itself, or at a migration the one before it in the ring where the individuals there were fitter
    /// in the mean.
    pub fn sources(&self, generation: u64, population: &[Individual]) -> Vec<usize> {
        if !self.is_due(generation) {
            return (0..self.count).collect();
        }
        let islands = population.chunks(self.size(population.len()));
        let means: Vec<f64> = islands.map(|island| statistics(island).mean).collect();
        let source = |island: usize| {
            let before = self.before(island);
            if means[before] > means[island] { before } else { island }
        };
        (0..self.count).map(source).collect()
    }

    fn before(&self, island: usize) -> usize {
        (island + self.count - 1) % self.count
    }

    /// Whether islands learn from each other after that generation.
    pub(super) fn is_due(&self, generation: u64) -> bool {
        let every = self.migrate_every;
        self.count > 1 && every > 0 && generation > 0 && generation.is_multiple_of(every)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::tests::individual;

    const THREE: Islands = Islands { count: 3, migrate_every: 10 };

    /// Three islands of two: the means are 3, 6 and 5.
    fn population() -> Vec<Individual> {
        let fitness = [1.0, 5.0, 8.0, 4.0, 5.0, 5.0];
        (0u32..).zip(fitness).map(|(gene, fitness)| individual(gene.into(), fitness)).collect()
    }

    fn genes(population: &[Individual]) -> Vec<f64> {
        population.iter().map(|individual| individual.genes[0]).collect()
    }

    #[test]
    fn islands_share_equally_two_at_least() {
        let shared = [0, 3, 6, 7, 9].map(|population| THREE.can_share(population));
        assert_eq!(shared, [false, false, true, false, true]);
        assert!(!Islands { count: 0, ..THREE }.can_share(6));
    }

    #[test]
    fn the_best_takes_the_place_of_the_next_islands_worst() {
        let parents = THREE.migrated(20, &population());
        // Of equals, the last is the worst and the first the best.
        assert_eq!(genes(&parents), [4.0, 1.0, 2.0, 1.0, 4.0, 2.0]);
        assert_eq!(parents[0].score.fitness, 5.0);
    }

    #[test]
    fn a_fitter_neighbours_centre_is_taken_over() {
        assert_eq!(THREE.sources(20, &population()), [2, 1, 1]);
    }

    #[test]
    fn between_migrations_islands_keep_to_themselves() {
        let alone = Islands { count: 1, migrate_every: 10 };
        let never = Islands { migrate_every: 0, ..THREE };
        for (islands, generation) in [(THREE, 0), (THREE, 19), (never, 20), (alone, 20)] {
            assert_eq!(islands.migrated(generation, &population()), population());
            let own: Vec<usize> = (0..islands.count).collect();
            assert_eq!(islands.sources(generation, &population()), own);
        }
    }

    #[test]
    fn of_equal_neighbours_each_keeps_its_own_centre() {
        let alike: Vec<Individual> = (0..6).map(|gene| individual(gene.into(), 2.0)).collect();
        assert_eq!(THREE.sources(20, &alike), [0, 1, 2]);
    }
}
