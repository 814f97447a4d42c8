//! How two parents make a child.

use super::Genome;
use crate::rng::Rng;
use rand::RngExt;
use std::hint::select_unpredictable;

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
                pairs.map(|(&a, &b)| select_unpredictable(rng.random(), a, b)).collect()
            }
            Crossover::OnePoint => {
                let point = rng.random_range(0..=first.len() as u32) as usize;
                first[..point].iter().chain(&second[point..]).copied().collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::tests::{assert_follows, stream};
    use proptest::prelude::*;

    const FIRST: [f64; 4] = [0.0; 4];
    const SECOND: [f64; 4] = [1.0; 4];

    fn children(crossover: Crossover, count: usize) -> Vec<Genome> {
        let mut rng = stream(2);
        (0..count).map(|_| crossover.child(&FIRST, &SECOND, &mut rng)).collect()
    }

    #[test]
    fn uniform_crossover_makes_all_sixteen_children_of_four_genes_alike_often() {
        let mut counts = [0; 16];
        for child in children(Crossover::Uniform, 16_000) {
            let number = child.iter().fold(0, |number, &gene| 2 * number + gene as usize);
            counts[number] += 1;
        }
        assert_follows(&counts, &[1.0 / 16.0; 16]);
    }

    #[test]
    fn one_point_crossover_switches_once_anywhere_from_none_to_all() {
        let mut counts = [0; 5];
        for child in children(Crossover::OnePoint, 10_000) {
            assert!(child.is_sorted(), "{child:?} goes back to the first parent");
            counts[child.iter().filter(|&&gene| gene == 0.0).count()] += 1;
        }
        assert_follows(&counts, &[0.2; 5]);
    }

    proptest! {
        #[test]
        fn every_gene_stays_in_its_place(
            pairs in prop::collection::vec((-1e9..1e9, -1e9..1e9), 0..50),
            number: u64,
        ) {
            let (first, second): (Genome, Genome) = pairs.iter().copied().unzip();
            for crossover in [Crossover::Uniform, Crossover::OnePoint] {
                let child = crossover.child(&first, &second, &mut stream(number));
                prop_assert_eq!(child.len(), pairs.len());
                prop_assert!(child.iter().zip(&pairs).all(|(&gene, &(a, b))| gene == a || gene == b));
            }
        }
    }
}
