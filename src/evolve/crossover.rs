//! How two parents make a child.

use super::Genome;
use crate::parameter::Parameter;
use crate::rng::Rng;
use rand::RngExt;
use std::hint::select_unpredictable;

/// How a child takes its genes from its parents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossover {
    /// Each gene from either parent, with equal chance.
    Uniform,
    /// Up to a uniformly drawn point from the first parent, from there on from the second.
    OnePoint,
    /// Each gene uniformly from the interval between the parents', which is first lengthened at
    /// both ends by `alpha` times its length; rounded for integers, and within bounds. BLX-α of
    /// Eshelman, Schaffer, "Real-coded genetic algorithms and interval-schemata", Foundations of
    /// Genetic Algorithms 2 (1993), section 4.
    Blend {
        /// How far beyond the parents, at 0 or above.
        alpha: f64,
    },
}

impl Crossover {
    /// The child of two parents with a gene a parameter.
    pub fn child(
        self,
        first: &[f64],
        second: &[f64],
        parameters: &[Parameter],
        rng: &mut Rng,
    ) -> Genome {
        match self {
            Crossover::Uniform => {
                let pairs = first.iter().zip(second);
                pairs.map(|(&a, &b)| select_unpredictable(rng.random(), a, b)).collect()
            }
            Crossover::OnePoint => {
                let point = rng.random_range(0..=first.len() as u32) as usize;
                first[..point].iter().chain(&second[point..]).copied().collect()
            }
            Crossover::Blend { alpha } => {
                let gene = |(parameter, (&a, &b)): (&Parameter, (&f64, &f64))| {
                    let place = (1.0 + 2.0 * alpha) * rng.random::<f64>() - alpha;
                    parameter.nearest(a + (b - a) * place)
                };
                parameters.iter().zip(first.iter().zip(second)).map(gene).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::tests::whole;
    use crate::parameter::{Domain, Start};
    use crate::rng::tests::{assert_follows, stream};
    use proptest::prelude::*;

    const FIRST: [f64; 4] = [0.0; 4];
    const SECOND: [f64; 4] = [1.0; 4];

    fn parameters(count: usize) -> Vec<Parameter> {
        vec![whole(Start::Fixed(0.0), -1e9, 1e9); count]
    }

    fn children(crossover: Crossover, count: usize) -> Vec<Genome> {
        let mut rng = stream(2);
        let child = |_| crossover.child(&FIRST, &SECOND, &parameters(4), &mut rng);
        (0..count).map(child).collect()
    }

    /// How often the blended child of two genes becomes each value from 0 to 30.
    fn blended(parents: (f64, f64), min: f64, max: f64) -> Vec<u64> {
        let parameters = [whole(Start::Fixed(0.0), min, max)];
        let mut rng = stream(8);
        let mut counts = vec![0; 31];
        for _ in 0..50_000 {
            let blend = Crossover::Blend { alpha: 0.5 };
            let child = blend.child(&[parents.0], &[parents.1], &parameters, &mut rng);
            counts[child[0] as usize] += 1;
        }
        counts
    }

    #[test]
    fn a_blend_is_uniform_from_half_a_length_below_to_half_a_length_above_and_rounded() {
        // From 5 to 25: to the outermost whole numbers, only half as much is rounded.
        let mut chances = [0.0; 31];
        chances[5..=25].fill(0.05);
        (chances[5], chances[25]) = (0.025, 0.025);
        for parents in [(10.0, 20.0), (20.0, 10.0)] {
            assert_follows(&blended(parents, -1e9, 1e9), &chances);
        }
        assert_eq!(blended((7.0, 7.0), -1e9, 1e9)[7], 50_000);
    }

    #[test]
    fn a_blend_is_cut_off_at_the_bounds() {
        let mut chances = [0.0; 31];
        chances[9..=22].fill(0.05);
        (chances[9], chances[22]) = (4.5 / 20.0, 3.5 / 20.0);
        assert_follows(&blended((10.0, 20.0), 9.0, 22.0), &chances);
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
                let parameters = parameters(pairs.len());
                let child = crossover.child(&first, &second, &parameters, &mut stream(number));
                prop_assert_eq!(child.len(), pairs.len());
                prop_assert!(child.iter().zip(&pairs).all(|(&gene, &(a, b))| gene == a || gene == b));
            }
        }

        #[test]
        fn a_blended_gene_keeps_kind_bounds_and_interval(
            pairs in prop::collection::vec((-100..100i32, -100..100i32), 0..50),
            (alpha, is_real, number) in (0.0..2.0f64, any::<bool>(), any::<u64>()),
        ) {
            let domain = if is_real { Domain::Real } else { Domain::Integer };
            let parameter = Parameter { domain, ..whole(Start::Fixed(0.0), -80.0, 50.0) };
            let pairs = pairs.into_iter().map(|(a, b)| (f64::from(a), f64::from(b)));
            let (first, second): (Genome, Genome) = pairs.unzip();
            let parameters = vec![parameter; first.len()];
            let blend = Crossover::Blend { alpha };
            let child = blend.child(&first, &second, &parameters, &mut stream(number));
            prop_assert_eq!(child.len(), first.len());
            for ((&gene, a), b) in child.iter().zip(first).zip(second) {
                prop_assert!(parameters[0].admits(gene) && (-80.0..=50.0).contains(&gene));
                let reach = alpha * (a - b).abs() + 0.5;
                let (low, high) = (a.min(b) - reach, a.max(b) + reach);
                prop_assert!(gene >= low.min(50.0) && gene <= high.max(-80.0));
            }
        }
    }
}
