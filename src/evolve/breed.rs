//! First generations, and each next one from the one before.

use super::Genome;
use super::centre::Draws;
use super::crossover::Crossover;
use super::mutation::Mutation;
use super::normal;
use super::pooled::Pooled;
use super::population::{Individual, ranking};
use super::selection::{ParentPool, Selection, survivors};
use crate::parameter::{Domain, Parameter, Start};
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
    /// Whether some stay beside their children; `None` where a generation is children only.
    pub memory: Option<Memory>,
}

/// Survivors that stay, with the games that they have played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// The share of a generation that stays, its best: at least one individual, and never all.
    pub share: f64,
    /// The factor, 0 to 1, by which each generation reduces what earlier games count for.
    pub weight: f64,
}

/// An individual that has yet to be scored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unscored {
    /// Its parameter vector.
    pub genes: Genome,
    /// Its standard deviation; see [`Individual::deviation`].
    pub deviation: Option<f64>,
    /// Its games so far.
    pub past: Pooled,
}

impl From<Genome> for Unscored {
    fn from(genes: Genome) -> Unscored {
        Unscored { genes, ..Unscored::default() }
    }
}

/// Draws a random first generation: the one after that many restarts.
pub fn found(parameters: &[Parameter], count: usize, seed: Seed, restart: u64) -> Vec<Genome> {
    let individual = |index: usize| {
        let mut rng = seed.stream(Purpose::Found, &[restart, index as u64]);
        parameters.iter().map(|parameter| first_value(parameter, &mut rng)).collect()
    };
    (0..count).map(individual).collect()
}

fn first_value(parameter: &Parameter, rng: &mut Rng) -> f64 {
    match (parameter.start, parameter.domain) {
        (Start::Fixed(value), _) => value,
        (Start::Uniform(low, high), Domain::Integer) => {
            f64::from(rng.random_range(low as i32..=high as i32))
        }
        (Start::Uniform(low, high), Domain::Real) => low + (high - low) * rng.random::<f64>(),
    }
}

/// What an evolution begins from, and begins again.
#[derive(Clone, Debug, PartialEq)]
pub enum Beginning {
    /// A vector: others lie around it, or where generations have a centre, it is that.
    Ancestor(Ancestor),
    /// These individuals, as many as a generation has; for a genetic algorithm only.
    Population(Vec<Unscored>),
}

impl Beginning {
    /// This beginning with `turn` of every vector in its place.
    pub fn map(&self, turn: impl Fn(&[f64]) -> Genome) -> Beginning {
        match self {
            Beginning::Ancestor(Ancestor { genes, deviation }) => {
                Beginning::Ancestor(Ancestor { genes: turn(genes), deviation: *deviation })
            }
            Beginning::Population(all) => {
                let turned = |it: &Unscored| Unscored { genes: turn(&it.genes), ..it.clone() };
                Beginning::Population(all.iter().map(turned).collect())
            }
        }
    }
}

/// The vector that an evolution begins from.
#[derive(Clone, Debug, PartialEq)]
pub struct Ancestor {
    /// Its values, admitted ones, which need not keep their parameters' bounds.
    pub genes: Genome,
    /// The standard deviation of each gene of a genetic algorithm's first generation.
    pub deviation: f64,
}

/// Draws a first generation from `ancestor`, the one after that many restarts: the vector itself,
/// then vectors around it, rounded and within bounds.
pub fn descend(
    ancestor: &Ancestor,
    parameters: &[Parameter],
    count: usize,
    seed: Seed,
    restart: u64,
) -> Vec<Genome> {
    let individual = |index: usize| {
        let mut rng = seed.stream(Purpose::Found, &[restart, index as u64]);
        let moved = |(parameter, gene): (&Parameter, &f64)| {
            parameter.nearest(gene + ancestor.deviation * normal::standard(&mut rng))
        };
        match index {
            0 => ancestor.genes.clone(),
            _ => parameters.iter().zip(&ancestor.genes).map(moved).collect(),
        }
    };
    (0..count).map(individual).collect()
}

/// Makes the next generation, as large as the one before: the individuals that stay, the best first,
/// and then children.
///
/// # Panics
/// Without parents.
pub fn breed(parents: &[Individual], operators: &Operators, draws: &Draws) -> Vec<Unscored> {
    let pool = ParentPool::new(operators.selection, parents);
    let child = |index: usize| {
        let mut rng = draws.stream(index);
        let first = pool.draw(&mut rng);
        let second = pool.draw(&mut rng);
        let (a, b) = (&first.genes, &second.genes);
        let mut genes = operators.crossover.child(a, b, draws.parameters, &mut rng);
        let deviations = [first.deviation, second.deviation];
        let deviation = operators.mutation.apply(&mut genes, deviations, draws, &mut rng);
        Unscored { genes, deviation, past: Pooled::default() }
    };
    let mut unscored = operators.memory.map_or(Vec::new(), |memory| stay(parents, memory));
    let stay = unscored.len();
    unscored.extend(draws.map(parents.len() - stay, |index| child(stay + index)));
    unscored
}

/// The individuals that stay, the best first.
fn stay(parents: &[Individual], memory: Memory) -> Vec<Unscored> {
    let count = survivors(parents.len(), memory.share).min(parents.len() - 1);
    let one = |index: usize| {
        let Individual { genes, deviation, pooled, .. } = &parents[index];
        let past = pooled.unwrap_or_default().faded(memory.weight);
        Unscored { genes: genes.clone(), deviation: *deviation, past }
    };
    ranking(parents).into_iter().take(count).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::Score;
    use crate::evolve::centre::Deviation;
    use crate::evolve::mutation::Step;
    use crate::evolve::tests::{alone, whole};
    use crate::rng::tests::assert_follows;

    fn seed() -> Seed {
        Seed::new(7).unwrap()
    }

    fn operators(share: f64) -> Operators {
        let step = Step::Uniform { low: -25, high: 24 };
        Operators {
            selection: Selection::Truncation { share },
            crossover: Crossover::Uniform,
            mutation: Mutation { child_rate: 0.5, gene_rate: 0.5, step },
            memory: None,
        }
    }

    fn genomes(unscored: Vec<Unscored>) -> Vec<Genome> {
        unscored.into_iter().map(|one| one.genes).collect()
    }

    fn parameters() -> Vec<Parameter> {
        let mut parameters = vec![
            whole(Start::Fixed(500.0), 1.0, 1e9),
            whole(Start::Uniform(0.0, 199.0), 1.0, 1e9),
            whole(Start::Uniform(-3.0, 3.0), -1e9, 5.0),
        ];
        let real =
            Parameter { domain: Domain::Real, ..whole(Start::Uniform(-1.0, 2.0), -1.0, 2.0) };
        parameters.push(real);
        parameters
    }

    fn draws(parameters: &[Parameter], generation: u64) -> Draws<'_> {
        let (threads, seed) = (alone(), seed());
        Draws { threads, parameters, seed, generation, age: generation, before: 0 }
    }

    /// A generation, the best first.
    fn scored(genomes: Vec<Genome>) -> Vec<Individual> {
        let score = |index: usize| Score { fitness: -(index as f64), ..Score::default() };
        let individual = |(index, genes)| Individual::new(genes, score(index));
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
    fn a_first_generation_descends_from_its_ancestor() {
        let genes = vec![0.0, 1000.0, 3.0, 0.5];
        let ancestor = Ancestor { genes: genes.clone(), deviation: 10.0 };
        let descend = |count, restart| descend(&ancestor, &parameters(), count, seed(), restart);
        let all = descend(4001, 0);
        assert_eq!(all[0], genes, "itself, though its first gene is out of bounds");
        for genes in &all[1..] {
            assert!(genes.iter().zip(parameters()).all(|(&gene, it)| it.nearest(gene) == gene));
        }
        let moved: Vec<f64> = all[1..].iter().map(|genes| genes[1] - 1000.0).collect();
        let mean = moved.iter().sum::<f64>() / 4000.0;
        let deviation = (moved.iter().map(|it| it * it).sum::<f64>() / 4000.0).sqrt();
        // Four standard errors.
        assert!(mean.abs() < 0.64 && (deviation - 10.0).abs() < 0.45, "{mean}, {deviation}");
        assert_eq!(all[..5], descend(5, 0));
        let others = descend(5, 1);
        assert_eq!(others[0], genes);
        assert!((1..5).all(|index| others[index] != all[index]));
    }

    #[test]
    fn a_child_does_not_depend_on_its_siblings() {
        let parents = scored(found(&parameters(), 15, seed(), 0));
        let breed = |parents: &[Individual], share: f64, generation: u64| {
            breed(parents, &operators(share), &draws(&parameters(), generation))
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
        for child in genomes(breed(&parents, &operators, &draws(&parameters(), 1))) {
            for (place, gene) in child.iter().enumerate() {
                assert!(parents[..10].iter().any(|parent| parent.genes[place] == *gene));
            }
        }
    }

    #[test]
    fn the_same_seed_gives_these_very_children() {
        let first = found(&parameters()[..3], 4, seed(), 0);
        let founders =
            [[500.0, 65.0, 0.0], [500.0, 139.0, 0.0], [500.0, 156.0, -3.0], [500.0, 172.0, 1.0]];
        assert_eq!(first, founders);
        let children = breed(&scored(first), &operators(0.5), &draws(&parameters()[..3], 1));
        let expected =
            [[500.0, 65.0, 0.0], [500.0, 65.0, 0.0], [521.0, 65.0, 0.0], [500.0, 139.0, 5.0]];
        assert_eq!(genomes(children), expected);
    }

    #[test]
    fn with_memory_the_best_stay_with_faded_games_and_children_fill_up() {
        let mut parents = scored(found(&parameters(), 10, seed(), 0));
        for (index, parent) in parents.iter_mut().enumerate() {
            // The last is the best by all of its games.
            parent.pooled = Some(Pooled { mean: index as f64, games: 8.0 });
            parent.deviation = Some(index as f64);
        }
        let memory = Some(Memory { share: 0.2, weight: 0.75 });
        let unscored = |operators: &Operators| breed(&parents, operators, &draws(&parameters(), 4));
        let all = unscored(&Operators { memory, ..operators(0.3) });
        assert_eq!(all.len(), 10);
        for (one, index) in all.iter().zip([9, 8]) {
            let Individual { genes, deviation, .. } = &parents[index];
            let past = Pooled { mean: index as f64, games: 6.0 };
            let stays = Unscored { genes: genes.clone(), deviation: *deviation, past };
            assert_eq!(*one, stays);
        }
        assert_eq!(all[2..], unscored(&operators(0.3))[2..], "children are what they are without");
        assert!(all[2..].iter().all(|it| it.past == Pooled::default() && it.deviation.is_none()));
        for (share, stay) in [(1e-9, 1), (0.5, 5), (1.0, 9)] {
            let memory = Some(Memory { share, weight: 1.0 });
            let all = unscored(&Operators { memory, ..operators(0.3) });
            assert_eq!(all.iter().filter(|it| it.past.games > 0.0).count(), stay);
        }
    }

    #[test]
    fn a_child_carries_a_deviation_from_its_parents() {
        let mut parents = scored(found(&parameters(), 10, seed(), 0));
        parents.iter_mut().for_each(|parent| parent.deviation = Some(9.0));
        let step = Step::SelfAdaptive { deviation: 20.0, least: 1.0 };
        let mutation = Mutation { step, child_rate: 0.5, gene_rate: 1.0 };
        let operators = Operators { mutation, ..operators(0.3) };
        let all = breed(&parents, &operators, &draws(&parameters(), 1));
        let same = all.iter().filter(|it| it.deviation == Some(9.0)).count();
        assert!((1..10).contains(&same), "{same} did not mutate");
        assert!(all.iter().all(|it| it.deviation.is_some_and(|own| (1.0..80.0).contains(&own))));
    }

    #[test]
    fn annealed_mutation_goes_by_age_and_not_by_generation() {
        let parents = scored(found(&parameters(), 10, seed(), 0));
        let breed = |first, anneal_after, age| {
            let step = Step::Gaussian(Deviation { first, least: 1.0, anneal_after });
            let mutation = Mutation { step, child_rate: 1.0, gene_rate: 1.0 };
            let operators = Operators { mutation, ..operators(0.3) };
            breed(&parents, &operators, &Draws { age, ..draws(&parameters(), 70) })
        };
        assert_eq!(breed(40.0, 10, 30), breed(20.0, 0, 30));
        assert_ne!(breed(40.0, 10, 70), breed(40.0, 10, 30));
    }
}
