//! Genes of a parameter in units of its own step, so that one deviation serves parameters of unlike
//! scales, and values without an order.

use crate::parameter::{Domain, Parameter, Scale, Start};

/// The gene that stands for the value an evolution begins with, where values have no order: the
/// others' are 0. Of two values the only gene is half of it to either side of 0, so that a step of 1 reaches the other.
const PREFERRED: f64 = 1.0;
/// What genes of values without an order never go beyond: further away they would never come back.
const FURTHEST: f64 = 5.0;

/// A parameter with its scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Scaled {
    parameter: Parameter,
    scale: Scale,
}

impl Scaled {
    pub fn new(parameter: &Parameter, scale: Scale) -> Scaled {
        Scaled { parameter: parameter.clone(), scale }
    }

    /// How many genes stand for it.
    pub fn genes(&self) -> usize {
        match self.scale {
            Scale::Linear(_) | Scale::Logarithmic(_) | Scale::Choice(2) => 1,
            Scale::Choice(values) => values,
        }
    }

    /// What each of its genes is.
    pub fn parameters(&self) -> Vec<Parameter> {
        let Parameter { start, min, max, .. } = self.parameter;
        let gene = |start: Start, min: f64, max: f64| Parameter {
            domain: Domain::Real,
            start,
            min,
            max,
            ..self.parameter.clone()
        };
        match self.scale {
            Scale::Choice(_) => {
                let genes = self.genes_of(start.middle()).into_iter();
                genes.map(|it| gene(Start::Fixed(it), -FURTHEST, FURTHEST)).collect()
            }
            Scale::Linear(_) | Scale::Logarithmic(_) => {
                let start = match start {
                    Start::Fixed(value) => Start::Fixed(self.steps(value)),
                    Start::Uniform(low, high) => Start::Uniform(self.steps(low), self.steps(high)),
                };
                vec![gene(start, self.steps(min), self.steps(max))]
            }
        }
    }

    /// The genes that stand for a value.
    pub fn genes_of(&self, value: f64) -> Vec<f64> {
        match self.scale {
            Scale::Linear(_) | Scale::Logarithmic(_) => vec![self.steps(value)],
            Scale::Choice(2) => vec![if value > 0.5 { PREFERRED / 2.0 } else { -PREFERRED / 2.0 }],
            Scale::Choice(values) => {
                let preferred = |index| if index as f64 == value { PREFERRED } else { 0.0 };
                (0..values).map(preferred).collect()
            }
        }
    }

    /// The value that its genes stand for. A whole one is rounded down from where a number of `drawn`
    /// is added.
    pub fn value(&self, genes: &[f64], drawn: &mut dyn FnMut() -> f64) -> f64 {
        let first = genes.first().copied().unwrap_or_default();
        let value = match self.scale {
            // Counted in steps and back it would not always be the same number.
            Scale::Linear(_) | Scale::Logarithmic(_) if self.begins_at(first) => {
                self.parameter.start.middle()
            }
            Scale::Linear(step) => first * step,
            Scale::Logarithmic(factor) => libm::exp(first * libm::log(factor)),
            Scale::Choice(2) => return f64::from(u8::from(first > 0.0)),
            Scale::Choice(_) => return greatest(genes),
        };
        let value = value.clamp(self.parameter.min, self.parameter.max);
        let value = match self.parameter.domain {
            // The sum turns −0 into 0: equal vectors have equal hashes.
            Domain::Integer => (value + drawn()).floor() + 0.0,
            Domain::Real => value,
        };
        value.clamp(self.parameter.min, self.parameter.max)
    }

    /// Whether that gene stands for the number that the evolution begins with.
    fn begins_at(&self, gene: f64) -> bool {
        matches!(self.parameter.start, Start::Fixed(start) if gene == self.steps(start))
    }

    fn steps(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Logarithmic(factor) => libm::log(value) / libm::log(factor),
            Scale::Linear(step) => value / step,
            Scale::Choice(_) => value,
        }
    }
}

/// The index of the greatest, the first of equals.
fn greatest(genes: &[f64]) -> f64 {
    let better = |best: usize, index: usize| if genes[index] > genes[best] { index } else { best };
    (0..genes.len()).reduce(better).unwrap_or(0) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::tests::stream;
    use rand::RngExt as _;

    fn scaled(domain: Domain, start: f64, (min, max): (f64, f64), scale: Scale) -> Scaled {
        let (name, start) = ("it".to_string(), Start::Fixed(start));
        Scaled::new(&Parameter { name, domain, start, min, max }, scale)
    }

    fn nearest(scaled: &Scaled, genes: &[f64]) -> f64 {
        scaled.value(genes, &mut || 0.5)
    }

    #[test]
    fn what_an_evolution_begins_with_stays_as_it_stands() {
        for (start, scale) in [
            (0.3, Scale::Logarithmic(1.5)),
            (0.7, Scale::Logarithmic(1.1)),
            (0.3, Scale::Linear(0.1)),
            (5.7, Scale::Linear(0.19)),
        ] {
            let it = scaled(Domain::Real, start, (0.01, 100.0), scale);
            assert_eq!(nearest(&it, &it.genes_of(start)), start, "{scale:?}");
        }
    }

    #[test]
    fn a_gene_counts_steps() {
        let linear = scaled(Domain::Real, 30.0, (0.0, 100.0), Scale::Linear(5.0));
        let gene = &linear.parameters()[0];
        assert_eq!((gene.start, gene.min, gene.max), (Start::Fixed(6.0), 0.0, 20.0));
        assert_eq!(linear.genes_of(42.5), [8.5]);
        assert_eq!([8.5, 0.0, 20.0].map(|it| nearest(&linear, &[it])), [42.5, 0.0, 100.0]);
        let by_factors = scaled(Domain::Real, 1.0, (0.25, 16.0), Scale::Logarithmic(2.0));
        let gene = &by_factors.parameters()[0];
        assert_eq!((gene.start, gene.min, gene.max), (Start::Fixed(0.0), -2.0, 4.0));
        for (gene, value) in [(-2.0, 0.25), (0.0, 1.0), (3.0, 8.0)] {
            assert!((nearest(&by_factors, &[gene]) / value - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn whole_values_are_rounded_to_the_nearest_or_by_chance_to_their_mean() {
        let whole = scaled(Domain::Integer, 2.0, (0.0, 4.0), Scale::Linear(0.5));
        assert_eq!([2.5, 3.2, -1.0, 9.0].map(|it| nearest(&whole, &[it])), [1.0, 2.0, 0.0, 4.0]);
        let mut rng = stream(1);
        let mut drawn = || rng.random();
        let values: Vec<f64> = (0..10_000).map(|_| whole.value(&[4.6], &mut drawn)).collect();
        assert!(values.iter().all(|it| [2.0, 3.0].contains(it)));
        let mean = values.iter().sum::<f64>() / 10_000.0;
        assert!((mean - 2.3).abs() < 0.02, "{mean}");
    }

    #[test]
    fn values_without_an_order_are_the_greatest_of_their_genes() {
        let three = scaled(Domain::Integer, 1.0, (0.0, 2.0), Scale::Choice(3));
        let starts: Vec<Start> = three.parameters().iter().map(|it| it.start).collect();
        assert_eq!(starts, [0.0, 1.0, 0.0].map(Start::Fixed));
        assert_eq!(nearest(&three, &[0.5, 0.2, 0.5]), 0.0);
        let two = scaled(Domain::Integer, 0.0, (0.0, 1.0), Scale::Choice(2));
        assert_eq!((two.genes(), two.genes_of(0.0)), (1, vec![-0.5]));
        assert_eq!([-1.5, 0.5].map(|it| nearest(&two, &[it])), [0.0, 1.0], "a step from the first");
        assert_eq!([-0.1, 0.0, 0.1].map(|it| nearest(&two, &[it])), [0.0, 0.0, 1.0]);
        for value in [0.0, 1.0, 2.0] {
            assert_eq!(nearest(&three, &three.genes_of(value)), value);
            assert_eq!(nearest(&two, &two.genes_of(value.min(1.0))), value.min(1.0));
        }
    }
}
