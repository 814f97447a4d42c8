//! How a child's genes change.

use super::centre::{Deviation, Draws};
use super::normal;
use crate::rng::Rng;
use rand::RngExt;

/// The change that a mutated gene undergoes.
///
/// A value below the parameter's least is refused, so that the gene stays as it was; one above
/// its greatest is cut down to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A uniform integer from `low` to `high`, both included, is added.
    Uniform {
        /// The least step.
        low: i32,
        /// The greatest step.
        high: i32,
    },
    /// A uniform integer from `low` to `high`, both included, replaces the gene.
    Replaced {
        /// The least value.
        low: i32,
        /// The greatest value.
        high: i32,
    },
    /// A normal number of that standard deviation is added, rounded for integers.
    Gaussian(Deviation),
    /// A normal number is added whose standard deviation is the child's own: the geometric mean of
    /// its parents', times exp(τ N(0, 1)) before its genes change, with τ = 1 / √(number of genes).
    /// Beyer, Schwefel, "Evolution strategies: a comprehensive introduction", Natural Computing 1
    /// (2002), section 4.2.
    SelfAdaptive {
        /// The standard deviation of a parent that has none of its own.
        deviation: f64,
        /// None falls below this one, or below `deviation` where that is less.
        least: f64,
    },
}

/// No standard deviation grows beyond this.
const GREATEST_DEVIATION: f64 = 1e12;

/// Which genes mutate, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mutation {
    /// The chance of a child to be mutated at all.
    pub child_rate: f64,
    /// The chance of each gene of such a child.
    pub gene_rate: f64,
    /// How such a gene changes.
    pub step: Step,
}

impl Mutation {
    /// Mutates a child with the chance `child_rate`, and returns its own standard deviation where
    /// steps have one. `parents` are the standard deviations of its parents.
    pub fn apply(
        &self,
        genes: &mut [f64],
        parents: [Option<f64>; 2],
        draws: &Draws,
        rng: &mut Rng,
    ) -> Option<f64> {
        let inherited = self.step.inherited(parents);
        if rng.random::<f64>() >= self.child_rate {
            return inherited;
        }
        let own = inherited.map(|deviation| self.step.adapted(deviation, genes.len(), rng));
        for (gene, parameter) in genes.iter_mut().zip(draws.parameters) {
            if rng.random::<f64>() < self.gene_rate {
                let value = parameter.settle(self.step.change(*gene, own, draws.age, rng));
                if value >= parameter.min {
                    *gene = value.min(parameter.max);
                }
            }
        }
        own
    }
}

impl Step {
    /// The geometric mean of the parents' own standard deviations.
    fn inherited(self, parents: [Option<f64>; 2]) -> Option<f64> {
        let Step::SelfAdaptive { deviation, .. } = self else { return None };
        let [first, second] = parents.map(|own| own.unwrap_or(deviation));
        Some((first * second).sqrt())
    }

    /// A child's own standard deviation, from the one that it inherited.
    fn adapted(self, inherited: f64, genes: usize, rng: &mut Rng) -> f64 {
        let Step::SelfAdaptive { deviation, least } = self else { return inherited };
        let factor = libm::exp(normal::standard(rng) / (genes.max(1) as f64).sqrt());
        (inherited * factor).max(least.min(deviation)).min(GREATEST_DEVIATION)
    }

    /// What a mutated gene becomes, before its parameter's bounds.
    fn change(self, gene: f64, own: Option<f64>, age: u64, rng: &mut Rng) -> f64 {
        let mut uniform = |low: i32, high: i32| f64::from(rng.random_range(low..=high.max(low)));
        let deviation = match self {
            Step::Uniform { low, high } => return gene + uniform(low, high),
            Step::Replaced { low, high } => return uniform(low, high),
            Step::Gaussian(deviation) => deviation.at(age),
            Step::SelfAdaptive { deviation, .. } => own.unwrap_or(deviation),
        };
        gene + deviation * normal::standard(rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::centre::tests::draws;
    use crate::evolve::tests::whole;
    use crate::parameter::{Domain, Parameter, Start};
    use crate::rng::tests::{assert_follows, stream};
    use proptest::prelude::*;
    use std::slice;

    const STEP: Step = Step::Uniform { low: -25, high: 24 };
    const ALWAYS: Mutation = Mutation { child_rate: 1.0, gene_rate: 1.0, step: STEP };
    const REPORT: Mutation = Mutation { child_rate: 1.0 / 15.0, gene_rate: 0.1, step: STEP };
    const ORPHAN: [Option<f64>; 2] = [None; 2];
    const LEAST: f64 = i32::MIN as f64;
    const GREATEST: f64 = i32::MAX as f64;

    fn parameter(min: f64, max: f64) -> Parameter {
        whole(Start::Fixed(0.0), min, max)
    }

    fn gaussian(first: f64) -> Step {
        Step::Gaussian(Deviation { first, least: 0.0, anneal_after: 0 })
    }

    /// How often a gene that always mutates becomes each value from `low` to `high`.
    fn outcomes(gene: f64, parameter: Parameter, low: i32, high: i32) -> Vec<u64> {
        outcomes_of(ALWAYS, gene, parameter, low, high)
    }

    fn outcomes_of(
        mutation: Mutation,
        gene: f64,
        parameter: Parameter,
        low: i32,
        high: i32,
    ) -> Vec<u64> {
        let mut rng = stream(3);
        let mut counts = vec![0; (high - low + 1) as usize];
        for _ in 0..50_000 {
            let mut genes = [gene];
            mutation.apply(&mut genes, ORPHAN, &draws(slice::from_ref(&parameter), 0), &mut rng);
            counts[(genes[0] as i32 - low) as usize] += 1;
        }
        counts
    }

    #[test]
    fn a_step_is_a_uniform_integer_from_minus_25_to_24() {
        let counts = outcomes(100.0, parameter(LEAST, GREATEST), 75, 124);
        assert_follows(&counts, &[0.02; 50]);
    }

    #[test]
    fn outside_the_goal_a_value_that_is_not_positive_is_refused() {
        // From 10, the steps −25 to −10 are refused, which with the step 0 makes 17 of 50.
        let mut chances = [0.02; 35];
        (chances[0], chances[10]) = (0.0, 17.0 / 50.0);
        assert_follows(&outcomes(10.0, parameter(1.0, GREATEST), 0, 34), &chances);
        // A first generation has genes of 0, which may stay, but not be come to.
        let mut chances = [0.02; 25];
        chances[0] = 26.0 / 50.0;
        assert_follows(&outcomes(0.0, parameter(1.0, GREATEST), 0, 24), &chances);
    }

    #[test]
    fn in_the_goal_a_value_may_be_negative_and_is_cut_down_to_5() {
        // From 0, the steps 5 to 24 all lead to 5.
        let mut chances = [0.02; 31];
        chances[30] = 20.0 / 50.0;
        assert_follows(&outcomes(0.0, parameter(LEAST, 5.0), -25, 5), &chances);
    }

    #[test]
    fn as_printed_a_positive_number_replaces_the_gene() {
        // The numbers −25 to 0, 26 of 50, are refused; 1 to 24 replace it, whatever it was.
        let printed = Mutation { step: Step::Replaced { low: -25, high: 24 }, ..ALWAYS };
        let mut chances = [0.02; 101];
        (chances[0], chances[100]) = (0.0, 26.0 / 50.0);
        chances[25..100].fill(0.0);
        let found = outcomes_of(printed, 100.0, parameter(1.0, GREATEST), 0, 100);
        assert_follows(&found, &chances);
        // In the goal any number does, and those above 5 become 5.
        let mut chances = [0.02; 31];
        chances[30] = 20.0 / 50.0;
        assert_follows(&outcomes_of(printed, -99.0, parameter(LEAST, 5.0), -25, 5), &chances);
    }

    #[test]
    fn one_child_in_15_mutates_and_of_its_genes_one_in_10() {
        let parameters = vec![parameter(1.0, GREATEST); 121];
        let mut rng = stream(4);
        let mut children = [0, 0];
        let mut genes_of_mutated = [0, 0];
        for _ in 0..15_000 {
            let mut genes = [1000.0; 121];
            REPORT.apply(&mut genes, ORPHAN, &draws(&parameters, 0), &mut rng);
            let changed = genes.iter().filter(|&&gene| gene != 1000.0).count() as u64;
            children[usize::from(changed > 0)] += 1;
            if changed > 0 {
                genes_of_mutated[0] += 121 - changed;
                genes_of_mutated[1] += changed;
            }
        }
        // One step in 50 is 0. That none of 121 genes changes is too rare to count.
        assert_follows(&children, &[14.0 / 15.0, 1.0 / 15.0]);
        assert_follows(&genes_of_mutated, &[0.902, 0.098]);
    }

    #[test]
    fn a_gaussian_step_has_its_deviation() {
        let real = Parameter { domain: Domain::Real, ..parameter(f64::MIN, f64::MAX) };
        let reals = vec![real; 100_000];
        let mutation = Mutation { step: gaussian(3.0), ..ALWAYS };
        let mut genes = vec![100.0; 100_000];
        mutation.apply(&mut genes, ORPHAN, &draws(&reals, 0), &mut stream(5));
        let count = genes.len() as f64;
        let mean = genes.iter().sum::<f64>() / count;
        let variance = genes.iter().map(|gene| (gene - mean).powi(2)).sum::<f64>() / count;
        assert!((mean - 100.0).abs() < 0.04, "{mean}");
        assert!((variance - 9.0).abs() < 0.17, "{variance}");
        assert!(genes.iter().all(|gene| gene.fract() != 0.0), "reals are not rounded");
    }

    /// What children of such parents carry, 20,000 of them, with four genes.
    fn carried(least: f64, child_rate: f64, parents: [Option<f64>; 2]) -> Vec<Option<f64>> {
        let step = Step::SelfAdaptive { deviation: 16.0, least };
        let mutation = Mutation { step, child_rate, ..ALWAYS };
        let parameters = vec![parameter(LEAST, GREATEST); 4];
        let mut rng = stream(7);
        let child = |_| mutation.apply(&mut [0.0; 4], parents, &draws(&parameters, 0), &mut rng);
        (0..20_000).map(child).collect()
    }

    #[test]
    fn a_deviation_is_inherited_and_varied_by_a_log_normal_factor() {
        // ln(child / 8) is normal with the deviation 1 / √4.
        let quantile = 0.674_489_750_196_081_7;
        let limits = [-quantile / 2.0, 0.0, quantile / 2.0];
        for parents in [[Some(4.0), Some(16.0)], [Some(4.0), None], [Some(8.0); 2]] {
            let mut quarters = [0; 4];
            for own in carried(0.0, 1.0, parents) {
                let log = (own.unwrap() / 8.0).ln();
                quarters[limits.iter().filter(|&&limit| log > limit).count()] += 1;
            }
            assert_follows(&quarters, &[0.25; 4]);
        }
    }

    #[test]
    fn a_child_that_does_not_mutate_inherits_as_it_is() {
        let own = carried(1.0, 0.0, [Some(4.0), Some(16.0)]);
        assert!(own.iter().all(|&own| own == Some(8.0)));
        assert!(carried(1.0, 0.0, ORPHAN).iter().all(|&own| own == Some(16.0)));
        let mut genes = [0.0; 4];
        let parameters = vec![parameter(LEAST, GREATEST); 4];
        let (parents, draws) = ([Some(4.0), Some(16.0)], draws(&parameters, 0));
        assert_eq!(ALWAYS.apply(&mut genes, parents, &draws, &mut stream(7)), None);
    }

    #[test]
    fn no_deviation_dies_out() {
        let at_least = |least| carried(least, 1.0, [Some(0.01); 2]).into_iter().flatten();
        assert!(at_least(5.0).all(|own| own == 5.0));
        assert!(at_least(1e9).all(|own| own == 16.0));
        assert!(at_least(0.0).any(|own| own < 0.01));
    }

    #[test]
    fn self_adaptive_steps_have_the_deviation_that_the_child_carries() {
        let step = Step::SelfAdaptive { deviation: 500.0, least: 1.0 };
        let parameters = vec![parameter(LEAST, GREATEST); 100_000];
        let mut genes = vec![0.0; 100_000];
        let mutation = Mutation { step, ..ALWAYS };
        let draws = draws(&parameters, 0);
        let own = mutation.apply(&mut genes, [Some(50.0); 2], &draws, &mut stream(9)).unwrap();
        assert!((own / 50.0 - 1.0).abs() < 0.02 && own != 50.0, "{own}");
        let variance = genes.iter().map(|gene| gene * gene).sum::<f64>() / 100_000.0;
        assert!((variance.sqrt() / own - 1.0).abs() < 0.01, "{variance}");
    }

    #[test]
    fn nothing_rounds_to_a_negative_zero() {
        let mutation = Mutation { step: gaussian(0.3), ..ALWAYS };
        let mut genes = vec![0.0; 1000];
        let parameters = vec![parameter(LEAST, GREATEST); 1000];
        mutation.apply(&mut genes, ORPHAN, &draws(&parameters, 0), &mut stream(6));
        assert!(genes.iter().any(|&gene| gene != 0.0));
        assert!(genes.iter().all(|gene| gene.to_bits() != (-0.0f64).to_bits()));
    }

    fn steps() -> impl Strategy<Value = Step> {
        let uniform = |(low, more): (i32, i32)| Step::Uniform { low, high: low + more };
        let replaced = |(low, more): (i32, i32)| Step::Replaced { low, high: low + more };
        let adaptive = |(deviation, least)| Step::SelfAdaptive { deviation, least };
        prop_oneof![
            (-100..100i32, 0..100i32).prop_map(uniform),
            (-100..100i32, 0..100i32).prop_map(replaced),
            (0.0..50.0).prop_map(gaussian),
            (0.0..50.0, 0.0..5.0).prop_map(adaptive),
        ]
    }

    /// A parameter with bounds, and a gene that need not keep them.
    fn genes() -> impl Strategy<Value = (Parameter, f64)> {
        let made = |(is_real, min, more, gene): (bool, i32, i32, i32)| {
            let bounded = parameter(f64::from(min), f64::from(min + more));
            match is_real {
                true => {
                    (Parameter { domain: Domain::Real, ..bounded }, f64::from(gene) + 1.0 / 3.0)
                }
                false => (bounded, f64::from(gene)),
            }
        };
        (any::<bool>(), -50..50i32, 0..100i32, -80..80i32).prop_map(made)
    }

    proptest! {
        #[test]
        fn a_gene_keeps_its_bounds_and_kind_or_stays_as_it_was(
            pairs in prop::collection::vec(genes(), 0..40),
            (child_rate, gene_rate) in (0.0..1.0f64, 0.0..1.0f64),
            (step, number) in (steps(), any::<u64>()),
            parents in any::<[Option<bool>; 2]>(),
        ) {
            let parents = parents.map(|own| own.map(|large| if large { 1e12 } else { 0.0 }));
            let (parameters, before): (Vec<Parameter>, Vec<f64>) = pairs.into_iter().unzip();
            let mut after = before.clone();
            let mutation = Mutation { child_rate, gene_rate, step };
            mutation.apply(&mut after, parents, &draws(&parameters, 0), &mut stream(number));
            for ((parameter, before), after) in parameters.iter().zip(before).zip(after) {
                let fits = (parameter.min..=parameter.max).contains(&after);
                prop_assert!(before == after || fits, "{before} became {after}: {parameter:?}");
                prop_assert!(parameter.admits(after), "{after}: {parameter:?}");
            }
        }
    }

    #[test]
    fn an_own_deviation_stays_one_that_a_checkpoint_may_have() {
        let step = Step::SelfAdaptive { deviation: 1.0, least: 1.0 };
        let mut rng = stream(1);
        let most = (0..1000).map(|_| step.adapted(1e12, 1, &mut rng)).fold(0.0, f64::max);
        assert_eq!(most, 1e12);
    }
}
