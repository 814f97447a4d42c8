//! First generations, and each next one from the one before.

use super::Genome;
use super::crossover::Crossover;
use super::mutation::Mutation;
use super::population::Individual;
use super::selection::{ParentPool, Selection};
use crate::parameter::{Kind, Parameter, Start};
use crate::rng::{Purpose, Rng, Seed};
use rand::RngExt;

/// The operators that make a generation from the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operators {
    /// Who becomes a parent.
    pub selection: Selection,
    /// How two parents make a child.
    pub crossover: Crossover,
    /// How a child's genes change.
    pub mutation: Mutation,
}

/// A new random generation: the one after that many restarts.
pub fn found(parameters: &[Parameter], count: usize, seed: Seed, restart: u64) -> Vec<Genome> {
    let individual = |index: usize| {
        let mut rng = seed.stream(Purpose::Found, &[restart, index as u64]);
        parameters.iter().map(|parameter| first_value(parameter, &mut rng)).collect()
    };
    (0..count).map(individual).collect()
}

fn first_value(parameter: &Parameter, rng: &mut Rng) -> f64 {
    match (parameter.start, parameter.kind) {
        (Start::Fixed(value), _) => value,
        (Start::Uniform(low, high), Kind::Integer) => {
            f64::from(rng.random_range(low as i32..=high as i32))
        }
        (Start::Uniform(low, high), Kind::Real) => low + (high - low) * rng.random::<f64>(),
    }
}

/// The children that make up generation number `generation`, as many as there were parents.
pub fn breed(
    parents: &[Individual],
    operators: &Operators,
    parameters: &[Parameter],
    seed: Seed,
    generation: u64,
) -> Vec<Genome> {
    let pool = ParentPool::new(operators.selection, parents);
    let child = |index: usize| {
        let mut rng = seed.stream(Purpose::Breed, &[generation, index as u64]);
        let first = pool.draw(&mut rng);
        let second = pool.draw(&mut rng);
        let mut genes = operators.crossover.child(&first.genes, &second.genes, &mut rng);
        operators.mutation.apply(&mut genes, parameters, &mut rng);
        genes
    };
    (0..parents.len()).map(child).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::Score;
    use crate::evolve::mutation::Step;
    use crate::evolve::tests::{assert_follows, whole};

    fn seed() -> Seed {
        Seed::new(7).unwrap()
    }

    fn operators(share: f64) -> Operators {
        let step = Step::Uniform { low: -25, high: 24 };
        Operators {
            selection: Selection::Truncation { share },
            crossover: Crossover::Uniform,
            mutation: Mutation { child_rate: 0.5, gene_rate: 0.5, step },
        }
    }

    fn parameters() -> Vec<Parameter> {
        let mut parameters = vec![
            whole(Start::Fixed(500.0), 1.0, 1e9),
            whole(Start::Uniform(0.0, 199.0), 1.0, 1e9),
            whole(Start::Uniform(-3.0, 3.0), -1e9, 5.0),
        ];
        let real = Parameter { kind: Kind::Real, ..whole(Start::Uniform(-1.0, 2.0), -1.0, 2.0) };
        parameters.push(real);
        parameters
    }

    /// A generation, the best first.
    fn scored(genomes: Vec<Genome>) -> Vec<Individual> {
        let score = |index: usize| Score { fitness: -(index as f64), ..Score::default() };
        let individual = |(index, genes)| Individual { genes, score: score(index) };
        genomes.into_iter().enumerate().map(individual).collect()
    }

    #[test]
    fn a_first_generation_is_drawn_as_its_parameters_say() {
        let genomes = found(&parameters(), 7000, seed(), 0);
        assert_eq!(genomes.len(), 7000);
        let mut counts = [0; 7];
        for genes in &genomes {
            assert_eq!((genes.len(), genes[0]), (4, 500.0));
            assert!((0.0..=199.0).contains(&genes[1]) && genes[1].fract() == 0.0);
            assert!((-1.0..2.0).contains(&genes[3]));
            counts[(genes[2] + 3.0) as usize] += 1;
        }
        assert_follows(&counts, &[1.0 / 7.0; 7]);
        let seconds: Vec<f64> = genomes.iter().map(|genes| genes[1]).collect();
        assert!(seconds.contains(&0.0) && seconds.contains(&199.0));
        assert!(genomes.iter().filter(|genes| genes[3].fract() != 0.0).count() > 6900);
    }

    #[test]
    fn an_individual_does_not_depend_on_how_many_there_are() {
        let few = found(&parameters(), 3, seed(), 2);
        let many = found(&parameters(), 30, seed(), 2);
        assert_eq!(few, many[..3]);
        assert_ne!(few, found(&parameters(), 3, seed(), 3));
        assert!((1..30).all(|index| many[index] != many[0]));
    }

    #[test]
    fn a_child_does_not_depend_on_its_siblings() {
        let parents = scored(found(&parameters(), 15, seed(), 0));
        let breed = |parents: &[Individual], share: f64, generation: u64| {
            breed(parents, &operators(share), &parameters(), seed(), generation)
        };
        let of_all = breed(&parents, 1.0 / 3.0, 4);
        let of_best = breed(&parents[..10], 0.5, 4);
        assert_eq!((of_all.len(), of_best.len()), (15, 10));
        assert_eq!(of_all[..10], of_best);
        assert_ne!(breed(&parents, 1.0 / 3.0, 5), of_all);
    }

    #[test]
    fn without_mutation_children_are_made_of_survivors_only() {
        let parents = scored(found(&parameters(), 50, seed(), 0));
        let mutation = Mutation { child_rate: 0.0, ..operators(0.2).mutation };
        let operators = Operators { mutation, ..operators(0.2) };
        for child in breed(&parents, &operators, &parameters(), seed(), 1) {
            for (place, gene) in child.iter().enumerate() {
                assert!(parents[..10].iter().any(|parent| parent.genes[place] == *gene));
            }
        }
    }

    #[test]
    fn the_same_seed_gives_these_very_children() {
        let genomes = found(&parameters()[..3], 4, seed(), 0);
        let founders =
            [[500.0, 65.0, 0.0], [500.0, 139.0, 0.0], [500.0, 156.0, -3.0], [500.0, 172.0, 1.0]];
        assert_eq!(genomes, founders);
        let children = breed(&scored(genomes), &operators(0.5), &parameters()[..3], seed(), 1);
        let expected =
            [[500.0, 65.0, 0.0], [500.0, 65.0, 0.0], [521.0, 65.0, 0.0], [500.0, 139.0, 5.0]];
        assert_eq!(children, expected);
    }
}
