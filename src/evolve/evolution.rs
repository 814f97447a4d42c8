//! The generation loop, one step at a time, and the restart of hopeless populations.

use super::breed::{Operators, breed, found};
use super::population::{Individual, statistics};
use super::strategy::{Centre, Strategy};
use super::{Genome, Objective};
use crate::rng::Seed;
use serde::{Deserialize, Serialize};

/// What makes a generation from the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Optimizer {
    /// A genetic algorithm: selection, crossover and mutation.
    Genetic(Operators),
    /// An evolution strategy.
    Strategy(Strategy),
}

/// How a run evolves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Individuals in a generation.
    pub population: usize,
    /// How the next generation is made.
    pub optimizer: Optimizer,
    /// A population whose mean fitness was never positive by this age, in generations, is replaced
    /// by a new random one; `None` keeps it.
    pub restart_after: Option<u64>,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// A scored generation, and all that the next one depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Number of this generation, from 0.
    pub generation: u64,
    /// The generation in which this population was drawn at random.
    pub founded: u64,
    /// Whether the mean fitness was positive in any generation since then. A single individual's
    /// luck says nothing: hopeless populations have it too.
    pub hopeful: bool,
    /// Random populations that were given up.
    pub restarts: u64,
    /// Games played for selection so far.
    pub games: u64,
    /// The generation's individuals.
    pub population: Vec<Individual>,
    /// What they were drawn around, where the optimizer is a strategy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre: Option<Centre>,
}

impl Plan {
    /// Generation 0.
    pub fn first(&self, objective: &dyn Objective) -> State {
        let state = State {
            generation: 0,
            founded: 0,
            hopeful: false,
            restarts: 0,
            games: 0,
            population: Vec::new(),
            centre: None,
        };
        self.founded(state, objective)
    }

    /// The generation after `state`: its children, or a new random population in place of a
    /// hopeless one.
    pub fn next(&self, state: &State, objective: &dyn Objective) -> State {
        let parameters = objective.parameters();
        let generation = state.generation + 1;
        let mut next = State { generation, population: Vec::new(), centre: None, ..*state };
        if self.is_hopeless(state) {
            next.founded = generation;
            next.restarts += 1;
            return self.founded(next, objective);
        }
        match (&self.optimizer, &state.centre) {
            (Optimizer::Genetic(operators), _) => {
                let children =
                    breed(&state.population, operators, parameters, self.seed, generation);
                next.with(children, objective)
            }
            (Optimizer::Strategy(strategy), Some(centre)) => {
                let centre = strategy.learn(centre, parameters, &state.population);
                self.around(next, strategy, centre, objective)
            }
            (Optimizer::Strategy(_), None) => self.founded(next, objective),
        }
    }

    /// A new population.
    fn founded(&self, state: State, objective: &dyn Objective) -> State {
        let parameters = objective.parameters();
        match &self.optimizer {
            Optimizer::Genetic(_) => {
                let genomes = found(parameters, self.population, self.seed, state.restarts);
                state.with(genomes, objective)
            }
            Optimizer::Strategy(strategy) => {
                self.around(state, strategy, Centre::new(parameters), objective)
            }
        }
    }

    fn around(
        &self,
        state: State,
        strategy: &Strategy,
        centre: Centre,
        objective: &dyn Objective,
    ) -> State {
        let (count, generation) = (self.population, state.generation);
        let parameters = objective.parameters();
        let genomes = strategy.surround(&centre, parameters, count, self.seed, generation);
        State { centre: Some(centre), ..state }.with(genomes, objective)
    }

    fn is_hopeless(&self, state: &State) -> bool {
        let age = state.generation - state.founded;
        !state.hopeful && self.restart_after.is_some_and(|limit| age >= limit)
    }
}

impl State {
    fn with(mut self, genomes: Vec<Genome>, objective: &dyn Objective) -> State {
        let scores = objective.score(self.generation, &genomes);
        let pairs = genomes.into_iter().zip(scores);
        self.population = pairs.map(|(genes, score)| Individual { genes, score }).collect();
        let figures = statistics(&self.population);
        self.games += figures.wins + figures.losses + figures.unfinished;
        self.hopeful |= figures.mean > 0.0;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::Score;
    use crate::evolve::crossover::Crossover;
    use crate::evolve::mutation::{Mutation, Step};
    use crate::evolve::selection::Selection;
    use crate::evolve::tests::whole;
    use crate::parameter::{Parameter, Start};

    /// Scores by generation and gene alone.
    struct Scripted {
        parameters: Vec<Parameter>,
        fitness: fn(u64, f64) -> f64,
    }

    impl Objective for Scripted {
        fn parameters(&self) -> &[Parameter] {
            &self.parameters
        }

        fn score(&self, generation: u64, population: &[Genome]) -> Vec<Score> {
            let score = |genes: &Genome| Score {
                fitness: (self.fitness)(generation, genes[0]),
                wins: 1,
                losses: 2,
                unfinished: 3,
            };
            population.iter().map(score).collect()
        }
    }

    fn scripted(fitness: fn(u64, f64) -> f64) -> Scripted {
        let parameters = vec![whole(Start::Uniform(0.0, 199.0), 1.0, 1e9); 3];
        Scripted { parameters, fitness }
    }

    fn plan(restart_after: Option<u64>) -> Plan {
        let step = Step::Uniform { low: -25, high: 24 };
        let operators = Operators {
            selection: Selection::Truncation { share: 0.5 },
            crossover: Crossover::Uniform,
            mutation: Mutation { child_rate: 0.5, gene_rate: 0.5, step },
        };
        Plan {
            population: 6,
            optimizer: Optimizer::Genetic(operators),
            restart_after,
            seed: Seed::new(3).unwrap(),
        }
    }

    /// Generations 0 to `last`.
    fn states(plan: &Plan, objective: &Scripted, last: usize) -> Vec<State> {
        let next = |state: &State| Some(plan.next(state, objective));
        std::iter::successors(Some(plan.first(objective)), next).take(last + 1).collect()
    }

    fn genomes(state: &State) -> Vec<Genome> {
        state.population.iter().map(|individual| individual.genes.clone()).collect()
    }

    #[test]
    fn generations_count_up_with_their_games() {
        let states = states(&plan(None), &scripted(|_, gene| gene), 4);
        for (number, state) in (0u64..).zip(&states) {
            assert_eq!((state.generation, state.founded, state.restarts), (number, 0, 0));
            assert_eq!(state.games, (number + 1) * 6 * (1 + 2 + 3));
            assert_eq!(state.population.len(), 6);
        }
    }

    #[test]
    fn genes_keep_the_score_that_they_got() {
        for state in states(&plan(None), &scripted(|generation, gene| gene - generation as f64), 3)
        {
            for Individual { genes, score } in state.population {
                assert_eq!(score.fitness, genes[0] - state.generation as f64);
            }
        }
    }

    #[test]
    fn evolution_climbs() {
        let states = states(&plan(None), &scripted(|_, gene| gene), 100);
        let best = |state: &State| statistics(&state.population).best;
        assert!(best(&states[100]) > best(&states[0]) + 100.0);
    }

    #[test]
    fn a_hopeless_population_is_replaced_at_the_set_age_again_and_again() {
        let plan = plan(Some(3));
        // A fitness of 0 is not yet positive.
        let objective = scripted(|_, _| 0.0);
        let states = states(&plan, &objective, 12);
        let history: Vec<_> = states.iter().map(|state| (state.founded, state.restarts)).collect();
        let lives = [(0, 0), (4, 1), (8, 2), (12, 3)];
        let expected: Vec<(u64, u64)> = (0..13).map(|generation| lives[generation / 4]).collect();
        assert_eq!(history, expected);
        for (generation, restart) in [(0, 0), (4, 1), (8, 2)] {
            let new = found(&objective.parameters, 6, plan.seed, restart);
            assert_eq!(genomes(&states[generation]), new);
        }
        assert_eq!(states[12].games, 13 * 36);
        assert!(states.iter().all(|state| !state.hopeful));
    }

    #[test]
    fn who_was_positive_once_is_never_replaced() {
        let hope = scripted(|generation, _| if generation == 3 { 1.0 } else { -1.0 });
        let states = states(&plan(Some(3)), &hope, 12);
        assert!(states.iter().all(|state| state.restarts == 0));
        assert!(states.iter().all(|state| state.hopeful == (state.generation >= 3)));
    }

    /// Scores the first individual of a generation alone above 0.
    struct Lucky(Vec<Parameter>);

    impl Objective for Lucky {
        fn parameters(&self) -> &[Parameter] {
            &self.0
        }

        fn score(&self, _: u64, population: &[Genome]) -> Vec<Score> {
            let fitness = |index| if index == 0 { 5.0 } else { -5.0 };
            let score = |index| Score { fitness: fitness(index), ..Score::default() };
            (0..population.len()).map(score).collect()
        }
    }

    #[test]
    fn one_lucky_individual_is_no_hope() {
        let plan = plan(Some(3));
        let lucky = Lucky(scripted(|_, _| 0.0).parameters);
        let mut state = plan.first(&lucky);
        (0..4).for_each(|_| state = plan.next(&state, &lucky));
        assert_eq!((state.founded, state.restarts), (4, 1));
    }

    #[test]
    fn hope_that_comes_a_generation_late_is_hope_of_the_next_population() {
        let hope = scripted(|generation, _| if generation == 4 { 1.0 } else { -1.0 });
        let states = states(&plan(Some(3)), &hope, 12);
        assert_eq!((states[12].founded, states[12].restarts), (4, 1));
    }

    #[test]
    fn without_an_age_nothing_is_replaced() {
        let states = states(&plan(None), &scripted(|_, _| -1.0), 40);
        assert_eq!((states[40].founded, states[40].restarts), (0, 0));
    }

    #[test]
    fn the_next_generation_is_a_function_of_the_state_and_nothing_else() {
        let objective = scripted(|_, gene| gene - 1000.0);
        for plan in [plan(Some(2)), strategy(Some(2))] {
            for state in states(&plan, &objective, 6) {
                let text = serde_json::to_string(&state).unwrap();
                let copy: State = serde_json::from_str(&text).unwrap();
                assert_eq!(copy, state);
                assert_eq!(plan.next(&copy, &objective), plan.next(&state, &objective));
            }
        }
    }

    fn strategy(restart_after: Option<u64>) -> Plan {
        let strategy = Strategy { deviation: 8.0, learning_rate: 1.0, momentum: 0.5 };
        Plan { optimizer: Optimizer::Strategy(strategy), ..plan(restart_after) }
    }

    #[test]
    fn a_strategy_climbs_with_its_centre() {
        let states = states(&strategy(None), &scripted(|_, gene| gene), 100);
        let centre = |state: &State| state.centre.as_ref().unwrap().at[0];
        assert_eq!(centre(&states[0]), 99.5);
        assert!(centre(&states[100]) > 300.0);
    }

    #[test]
    fn a_hopeless_strategy_begins_again_from_the_middle() {
        let objective = scripted(|_, gene| gene - 1e6);
        let states = states(&strategy(Some(3)), &objective, 4);
        assert_eq!((states[4].founded, states[4].restarts), (4, 1));
        assert_eq!(states[4].centre, states[0].centre);
        assert_ne!(genomes(&states[4]), genomes(&states[0]));
    }
}
