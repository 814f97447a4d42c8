//! Stretches: generations between two migrations, in which each island evolves by itself. What its
//! individuals came to is all that has to be known of it afterwards.

use super::evolution::{Plan, State};
use super::islands::Islands;
use super::population::Individual;
use super::{Context, Genome, Objective, Sample, Scored};
use crate::backend::Threads;
use crate::parameter::Parameter;

/// What the individuals of a population came to, generation by generation.
pub type Played = Vec<Vec<Sample>>;

impl Plan {
    /// How many generations after `state` its islands evolve by themselves: until those whose individuals
    /// migrate, or that show whether there is hope, or that are the last of a population. 0 for where the
    /// next generation depends on all islands.
    pub fn stretch(&self, state: &State) -> u64 {
        let Islands { count, migrate_every } = self.islands;
        if count < 2 || self.islands.is_due(state.generation) || self.is_over(state) {
            return 0;
        }
        let migration = match migrate_every {
            0 => u64::MAX,
            every => every - state.generation % every,
        };
        migration.min(self.generations_left(state))
    }

    /// Where an island stands, as a population of its own.
    pub fn island(&self, state: &State, island: usize) -> State {
        let size = self.island_size();
        let individuals = state.population.iter().skip(island * size).take(size);
        let centres = state.centres.get(island).cloned().into_iter().collect();
        let (hall, shares) = (state.hall.clone(), state.shares.clone());
        State { population: individuals.cloned().collect(), centres, hall, shares, ..*state }
    }

    /// How an island evolves in a [stretch](Plan::stretch).
    pub fn alone(&self, island: usize) -> Plan {
        let size = self.island_size();
        Plan {
            population: size,
            before: island * size,
            islands: Islands::ONE,
            from: None,
            restart_after: None,
            restart_every: None,
            ..self.clone()
        }
    }

    /// Evolves that many generations on from `state`, as long as `goes_on` says so, and returns what their
    /// individuals came to.
    pub fn play(
        &self,
        state: &State,
        generations: u64,
        objective: &dyn Objective,
        goes_on: &dyn Fn() -> bool,
    ) -> Played {
        let mut state = state.clone();
        let mut played = Played::new();
        while (played.len() as u64) < generations && goes_on() {
            state = self.next(&state, objective);
            let all = state.population.iter();
            let sample = |it: &Individual| {
                let pooled = it.pooled.unwrap_or_default();
                Sample { score: it.score, pooled }
            };
            played.push(all.map(sample).collect());
        }
        played
    }
}

/// A generation that was scored before.
#[derive(Debug)]
pub struct Known<'a> {
    /// What would have scored it.
    pub objective: &'a dyn Objective,
    /// What its individuals came to, by index.
    pub samples: Vec<Sample>,
}

impl Objective for Known<'_> {
    fn parameters(&self) -> &[Parameter] {
        self.objective.parameters()
    }

    fn threads(&self) -> Threads {
        self.objective.threads()
    }

    fn score(&self, _: &[Genome], context: &Context<'_>) -> Scored {
        Scored { samples: self.samples.clone(), shares: context.shares.to_vec() }
    }
}
