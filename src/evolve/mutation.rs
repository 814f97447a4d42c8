//! How a child's genes change.

use crate::parameter::Parameter;
use crate::rng::Rng;
use rand::RngExt;
use rand_distr::{Distribution, StandardNormal};

/// The change that a mutated gene undergoes.
///
/// A value below the parameter's least is refused, so that the gene stays as it was; one above
/// its greatest is cut down to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Plus a uniform integer from `low` to `high`, both included.
    Uniform {
        /// The least step.
        low: i32,
        /// The greatest step.
        high: i32,
    },
    /// Plus a normal number of that standard deviation, rounded for integers.
    Gaussian {
        /// The standard deviation.
        deviation: f64,
    },
}

/// Which genes mutate, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mutation {
    /// The chance of a child to be mutated at all.
    pub child_rate: f64,
    /// The chance of each gene of such a child.
    pub gene_rate: f64,
    /// What happens to it.
    pub step: Step,
}

impl Mutation {
    /// Perhaps mutates a child.
    pub fn apply(&self, genes: &mut [f64], parameters: &[Parameter], rng: &mut Rng) {
        if rng.random::<f64>() >= self.child_rate {
            return;
        }
        for (gene, parameter) in genes.iter_mut().zip(parameters) {
            if rng.random::<f64>() < self.gene_rate {
                let value = parameter.settle(*gene + self.step.draw(rng));
                if value >= parameter.min {
                    *gene = value.min(parameter.max);
                }
            }
        }
    }
}

impl Step {
    fn draw(self, rng: &mut Rng) -> f64 {
        match self {
            Step::Uniform { low, high } => f64::from(rng.random_range(low..=high.max(low))),
            Step::Gaussian { deviation } => {
                let normal: f64 = StandardNormal.sample(rng);
                deviation * normal
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::tests::{assert_follows, stream, whole};
    use crate::parameter::Kind;
    use crate::parameter::Start;
    use proptest::prelude::*;

    const STEP: Step = Step::Uniform { low: -25, high: 24 };
    const ALWAYS: Mutation = Mutation { child_rate: 1.0, gene_rate: 1.0, step: STEP };
    const REPORT: Mutation = Mutation { child_rate: 1.0 / 15.0, gene_rate: 0.1, step: STEP };
    const LEAST: f64 = i32::MIN as f64;
    const GREATEST: f64 = i32::MAX as f64;

    fn parameter(min: f64, max: f64) -> Parameter {
        whole(Start::Fixed(0.0), min, max)
    }

    /// How often a gene that always mutates becomes each value from `low` to `high`.
    fn outcomes(gene: f64, parameter: Parameter, low: i32, high: i32) -> Vec<u64> {
        let mut rng = stream(3);
        let mut counts = vec![0; (high - low + 1) as usize];
        for _ in 0..50_000 {
            let mut genes = [gene];
            ALWAYS.apply(&mut genes, std::slice::from_ref(&parameter), &mut rng);
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
    fn one_child_in_15_mutates_and_of_its_genes_one_in_10() {
        let parameters = vec![parameter(1.0, GREATEST); 121];
        let mut rng = stream(4);
        let mut children = [0, 0];
        let mut genes_of_mutated = [0, 0];
        for _ in 0..15_000 {
            let mut genes = [1000.0; 121];
            REPORT.apply(&mut genes, &parameters, &mut rng);
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
        let real = Parameter { kind: Kind::Real, ..parameter(f64::MIN, f64::MAX) };
        let step = Step::Gaussian { deviation: 3.0 };
        let mut genes = vec![100.0; 100_000];
        Mutation { step, ..ALWAYS }.apply(&mut genes, &vec![real; 100_000], &mut stream(5));
        let count = genes.len() as f64;
        let mean = genes.iter().sum::<f64>() / count;
        let variance = genes.iter().map(|gene| (gene - mean).powi(2)).sum::<f64>() / count;
        assert!((mean - 100.0).abs() < 0.04, "{mean}");
        assert!((variance - 9.0).abs() < 0.17, "{variance}");
        assert!(genes.iter().all(|gene| gene.fract() != 0.0), "reals are not rounded");
    }

    #[test]
    fn nothing_rounds_to_a_negative_zero() {
        let step = Step::Gaussian { deviation: 0.3 };
        let mut genes = vec![0.0; 1000];
        let parameters = vec![parameter(LEAST, GREATEST); 1000];
        Mutation { step, ..ALWAYS }.apply(&mut genes, &parameters, &mut stream(6));
        assert!(genes.iter().any(|&gene| gene != 0.0));
        assert!(genes.iter().all(|gene| gene.to_bits() != (-0.0f64).to_bits()));
    }

    fn steps() -> impl Strategy<Value = Step> {
        let uniform = |(low, more): (i32, i32)| Step::Uniform { low, high: low + more };
        let gaussian = |deviation| Step::Gaussian { deviation };
        prop_oneof![(-100..100i32, 0..100i32).prop_map(uniform), (0.0..50.0).prop_map(gaussian)]
    }

    /// A parameter with bounds, and a gene that need not keep them.
    fn genes() -> impl Strategy<Value = (Parameter, f64)> {
        let made = |(is_real, min, more, gene): (bool, i32, i32, i32)| {
            let bounded = parameter(f64::from(min), f64::from(min + more));
            match is_real {
                true => (Parameter { kind: Kind::Real, ..bounded }, f64::from(gene) + 1.0 / 3.0),
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
        ) {
            let (parameters, before): (Vec<Parameter>, Vec<f64>) = pairs.into_iter().unzip();
            let mut after = before.clone();
            let mutation = Mutation { child_rate, gene_rate, step };
            mutation.apply(&mut after, &parameters, &mut stream(number));
            for ((parameter, before), after) in parameters.iter().zip(before).zip(after) {
                let fits = (parameter.min..=parameter.max).contains(&after);
                prop_assert!(before == after || fits, "{before} became {after}: {parameter:?}");
                prop_assert!(parameter.admits(after), "{after}: {parameter:?}");
            }
        }
    }
}
