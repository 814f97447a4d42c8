//! The generation loop, one step at a time, and the restart of hopeless populations.

use super::breed::{Operators, breed, found};
use super::population::{Individual, statistics};
use super::{Genome, Objective};
use crate::rng::Seed;
use serde::{Deserialize, Serialize};

/// How a run evolves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Individuals in a generation.
    pub population: usize,
    /// Selection, crossover and mutation.
    pub operators: Operators,
    /// A population without any positive fitness by this age, in generations, is replaced by a
    /// new random one; `None` keeps it.
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
    /// Whether any individual since then had a positive fitness.
    pub hopeful: bool,
    /// Random populations that were given up.
    pub restarts: u64,
    /// Games played for selection so far.
    pub games: u64,
    /// The generation's individuals.
    pub population: Vec<Individual>,
}

impl Plan {
    /// Generation 0.
    pub fn first(&self, objective: &dyn Objective) -> State {
        let genomes = found(objective.parameters(), self.population, self.seed, 0);
        State {
            generation: 0,
            founded: 0,
            hopeful: false,
            restarts: 0,
            games: 0,
            population: Vec::new(),
        }
        .with(genomes, objective)
    }

    /// The generation after `state`: its children, or a new random population in place of a
    /// hopeless one.
    pub fn next(&self, state: &State, objective: &dyn Objective) -> State {
        let mut next = State { generation: state.generation + 1, population: Vec::new(), ..*state };
        let parameters = objective.parameters();
        let genomes = if self.is_hopeless(state) {
            next.founded = next.generation;
            next.restarts += 1;
            found(parameters, self.population, self.seed, next.restarts)
        } else {
            breed(&state.population, &self.operators, parameters, self.seed, next.generation)
        };
        next.with(genomes, objective)
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
        self.hopeful |= figures.best > 0.0;
        self
    }
}
