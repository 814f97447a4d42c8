//! A function of a vector as an objective, in which nothing is played.

use super::pooled::Pooled;
use super::{Context, Genome, Objective, Sample, Scored};
use crate::parameter::Parameter;

/// A function to be maximised, with its parameters. It sees a vector and nothing else; no games are
/// played.
///
/// ```
/// use starhop::evolve::Objective;
/// use starhop::evolve::centre::Deviation;
/// use starhop::evolve::evolution::{Optimizer, Plan};
/// use starhop::evolve::adaptation::Adaptation;
/// use starhop::evolve::function::Function;
/// use starhop::evolve::islands::Islands;
/// use starhop::parameter::{Domain, Parameter, Start};
/// use starhop::rng::Seed;
///
/// let parameter = |name: &str| Parameter {
///     name: name.to_string(),
///     domain: Domain::Real,
///     start: Start::Uniform(-1.0, 1.0),
///     min: -10.0,
///     max: 10.0,
/// };
/// let parameters = vec![parameter("x"), parameter("y")];
/// let hill = Function::new(parameters, |it| -(it[0] - 3.0).powi(2) - (it[1] + 2.0).powi(2));
/// let deviation = Deviation { first: 1.0, least: 0.0, anneal_after: 0 };
/// let plan = Plan {
///     population: 12,
///     before: 0,
///     optimizer: Optimizer::Adaptation(Adaptation { deviation, still_at_bounds: true }),
///     islands: Islands::ONE,
///     from: None,
///     restart_after: None,
///     restart_every: None,
///     pools: false,
///     seed: Seed::default(),
/// };
/// let mut state = plan.first(&hill);
/// for _ in 0..60 {
///     state = plan.next(&state, &hill);
/// }
/// let found = state.centres[0].genome(hill.parameters());
/// assert!((found[0] - 3.0).abs() < 0.01 && (found[1] + 2.0).abs() < 0.01);
/// ```
#[derive(Debug)]
pub struct Function<F> {
    parameters: Vec<Parameter>,
    value: F,
}

impl<F: Fn(&[f64]) -> f64> Function<F> {
    /// The objective that `value` is of vectors with those parameters.
    ///
    /// Scoring panics where a value isn't finite.
    pub fn new(parameters: Vec<Parameter>, value: F) -> Function<F> {
        Function { parameters, value }
    }
}

impl<F: Fn(&[f64]) -> f64> Objective for Function<F> {
    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn score(&self, population: &[Genome], context: &Context<'_>) -> Scored {
        let sample = |(genes, past): (&Genome, &Pooled)| {
            let value = (self.value)(genes);
            assert!(value.is_finite(), "the function's value is {value}");
            Sample::of(value, *past)
        };
        population.iter().zip(context.past).map(sample).collect::<Vec<_>>().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::adaptation::Adaptation;
    use crate::evolve::breed::{Memory, Operators};
    use crate::evolve::centre::Deviation;
    use crate::evolve::crossover::Crossover;
    use crate::evolve::evolution::{Optimizer, Plan, State};
    use crate::evolve::islands::Islands;
    use crate::evolve::mutation::{Mutation, Step};
    use crate::evolve::population::statistics;
    use crate::evolve::selection::Selection;
    use crate::evolve::spsa::Spsa;
    use crate::evolve::strategy::Strategy;
    use crate::parameter::{Domain, Start};
    use crate::rng::Seed;

    /// The sphere around (1, 2, …, 5), upside down, so that its top is 0.
    fn sphere() -> Function<impl Fn(&[f64]) -> f64> {
        let parameter = |number| Parameter {
            name: format!("x{number}"),
            domain: Domain::Real,
            start: Start::Uniform(-5.0, 5.0),
            min: -100.0,
            max: 100.0,
        };
        let square = |(at, top): (&f64, f64)| (at - top).powi(2);
        let tops = [1.0, 2.0, 3.0, 4.0, 5.0];
        Function::new((1..=5).map(parameter).collect(), move |genes| {
            -genes.iter().zip(tops).map(square).sum::<f64>()
        })
    }

    const DEVIATION: Deviation = Deviation { first: 1.0, least: 0.001, anneal_after: 20 };

    fn plans() -> [Plan; 5] {
        let genetic = Operators {
            selection: Selection::Truncation { share: 0.25 },
            crossover: Crossover::Blend { alpha: 0.5 },
            mutation: Mutation { child_rate: 0.5, gene_rate: 0.5, step: Step::Gaussian(DEVIATION) },
            memory: None,
        };
        let remembering =
            Operators { memory: Some(Memory { share: 0.25, weight: 0.5 }), ..genetic };
        let plan = |optimizer| Plan {
            population: 40,
            before: 0,
            optimizer,
            islands: Islands { count: 2, migrate_every: 10 },
            from: None,
            restart_after: None,
            restart_every: None,
            pools: optimizer == Optimizer::Genetic(remembering),
            seed: Seed::new(3).unwrap(),
        };
        let strategy = Strategy { deviation: DEVIATION, learning_rate: 1.0, momentum: 0.5 };
        let adaptation = Adaptation { deviation: DEVIATION, still_at_bounds: true };
        [
            plan(Optimizer::Genetic(genetic)),
            plan(Optimizer::Genetic(remembering)),
            plan(Optimizer::Strategy(strategy)),
            plan(Optimizer::Spsa(Spsa { deviation: DEVIATION, learning_rate: 1.0 })),
            plan(Optimizer::Adaptation(adaptation)),
        ]
    }

    #[test]
    fn every_optimizer_climbs_the_sphere_and_no_game_is_played() {
        let sphere = sphere();
        let next = |plan: &Plan, state: &State| plan.next(state, &sphere);
        for plan in plans() {
            let first = plan.first(&sphere);
            let last = (0..100).fold(first.clone(), |state, _| next(&plan, &state));
            let [before, after] = [&first, &last].map(|it| statistics(&it.population));
            let is_nearer = after.mean > before.best / 4.0;
            assert!(is_nearer, "{:?}: {before:?} {after:?}", plan.optimizer);
            assert_eq!(last.games, 0);
            assert_eq!((after.wins, after.losses, after.unfinished), (0, 0, 0));
        }
    }

    #[test]
    fn an_evaluation_counts_as_one_where_they_are_pooled() {
        let past = Pooled { mean: -4.0, games: 3.0 };
        let context = Context { generation: 0, before: 0, past: &[past], rivals: &[], shares: &[] };
        let Scored { samples, .. } = sphere().score(&[vec![1.0, 2.0, 3.0, 4.0, 5.0]], &context);
        assert_eq!(samples[0].pooled, Pooled { mean: -3.0, games: 4.0 });
    }
}
