//! The generation loop, one step at a time, and restarts: of hopeless populations, and of those that had their time.

use super::adaptation::Adaptation;
use super::breed::{Beginning, Operators, Unscored, breed, descend, found};
use super::centre::{Centre, Centred, Draws};
use super::islands::Islands;
use super::pooled::Pooled;
use super::population::{Individual, statistics};
use super::spsa::Spsa;
use super::strategy::Strategy;
use super::{Context, Genome, Objective, Sample, Score, Scored};
use crate::backend::Threads;
use crate::parameter::{Parameter, ParameterError, Start};
use crate::rng::Seed;
use serde::{Deserialize, Serialize};

/// The most vectors that are kept as rivals.
const HALL: usize = 32;

/// What makes a generation from the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Optimizer {
    /// A genetic algorithm: selection, crossover and mutation.
    Genetic(Operators),
    /// An evolution strategy.
    Strategy(Strategy),
    /// Simultaneous perturbation stochastic approximation.
    Spsa(Spsa),
    /// Separable covariance matrix adaptation.
    Adaptation(Adaptation),
}

/// What each gene is, and the threads that make generations.
type Means<'a> = (&'a [Parameter], &'a Threads);

/// The two ways to make a generation.
enum Way<'a> {
    /// Children are bred from parents.
    Bred(&'a Operators),
    /// Samples are drawn around centres.
    Drawn(&'a dyn Centred),
}

impl Optimizer {
    fn way(&self) -> Way<'_> {
        match self {
            Optimizer::Genetic(operators) => Way::Bred(operators),
            Optimizer::Strategy(strategy) => Way::Drawn(strategy),
            Optimizer::Spsa(spsa) => Way::Drawn(spsa),
            Optimizer::Adaptation(adaptation) => Way::Drawn(adaptation),
        }
    }
}

/// How a run evolves.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Individuals in a generation.
    pub population: usize,
    /// Individuals that stand before these: 0, but for an island that evolves by itself.
    pub before: usize,
    /// How the next generation is made.
    pub optimizer: Optimizer,
    /// The parts of the population, which evolve by themselves.
    pub islands: Islands,
    /// What evolution begins from, and begins again after a restart; `None` for where parameters
    /// start.
    pub from: Option<Beginning>,
    /// A population whose mean fitness was never positive by this age, in generations, is replaced
    /// by a new first generation; `None` keeps it.
    pub restart_after: Option<u64>,
    /// A population of this age, in generations, is the last of its search: a new first generation takes its
    /// place, since where a search ends is more a matter of luck than of its length; `None` searches on. See
    /// Auger and Hansen, "Performance evaluation of an advanced local search evolutionary algorithm", CEC 2005.
    pub restart_every: Option<u64>,
    /// Whether individuals carry the games of all their generations pooled, and are ranked by them.
    pub pools: bool,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// A scored generation, and all that the next one depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Number of this generation, from 0.
    pub generation: u64,
    /// The generation in which this population was begun.
    pub founded: u64,
    /// Whether the mean fitness was positive in any generation since then. A single individual's
    /// luck says nothing: hopeless populations have it too.
    pub hopeful: bool,
    /// Populations before this one.
    pub restarts: u64,
    /// Games played for selection so far; 0 where the objective plays none.
    pub games: u64,
    /// The generation's individuals, island after island.
    pub population: Vec<Individual>,
    /// The centres around which they were drawn, one an island, where the optimizer has centres.
    pub centres: Vec<Centre>,
    /// Vectors of earlier generations that the objective may match others against, the latest
    /// last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hall: Vec<Genome>,
    /// How often the objective's own opponents are to be met from now on; empty where that never
    /// changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<f64>,
}

/// Why generations can't be made by a plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Islands that don't share the population equally, or have fewer than two individuals each.
    #[error(
        "{islands} islands must share the population of {population} equally, two individuals each at least"
    )]
    Unequal {
        /// How many islands there are.
        islands: usize,
        /// How many individuals.
        population: usize,
    },
    /// A parameter that can't be drawn, or not moved.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A whole population to begin from, for an optimizer that has a centre.
    #[error("an optimizer that draws around a centre begins from one vector")]
    Drawn,
    /// A population of another size to begin from.
    #[error("evolution begins from {found} individuals; it needs {needed}")]
    Individuals {
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
    },
    /// A generation that isn't one of this plan, or of vectors of other lengths.
    #[error("the state has {0}")]
    State(String),
    /// A vector of another length to begin from.
    #[error("evolution begins from {found} numbers; it needs {needed}")]
    Numbers {
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
    },
}

impl Plan {
    /// The vector that evolution begins from; `None` where it begins from several, or from what is drawn.
    pub fn start(&self, parameters: &[Parameter]) -> Option<Genome> {
        let only = |parameter: &Parameter| match parameter.start {
            Start::Fixed(value) => Some(value),
            Start::Uniform(..) => None,
        };
        let start: Genome = match &self.from {
            Some(Beginning::Ancestor(ancestor)) => ancestor.genes.clone(),
            Some(Beginning::Population(_)) => return None,
            None => parameters.iter().map(only).collect::<Option<_>>()?,
        };
        Some(parameters.iter().zip(start).map(|(it, value)| it.settle(value)).collect())
    }

    /// Whether generations of vectors of these parameters can be made.
    ///
    /// # Errors
    /// Where the islands don't share the population equally, with two individuals each at least; the numbers of a
    /// parameter [aren't as they should be](Parameter::check_numbers); or evolution would begin from vectors of
    /// another length, from a population of another size, or from one where the optimizer draws around a centre.
    pub fn check(&self, parameters: &[Parameter]) -> Result<(), PlanError> {
        let (population, islands) = (self.population, self.islands.count);
        if !self.islands.can_share(population) {
            return Err(PlanError::Unequal { islands, population });
        }
        parameters.iter().try_for_each(Parameter::check_numbers)?;
        let is_drawn = matches!(self.optimizer.way(), Way::Drawn(_));
        let mut begun: Vec<&Genome> = match &self.from {
            None => Vec::new(),
            Some(Beginning::Ancestor(ancestor)) => vec![&ancestor.genes],
            Some(Beginning::Population(_)) if is_drawn => {
                return Err(PlanError::Drawn);
            }
            Some(Beginning::Population(unscored)) if unscored.len() != population => {
                return Err(PlanError::Individuals { found: unscored.len(), needed: population });
            }
            Some(Beginning::Population(unscored)) => unscored.iter().map(|it| &it.genes).collect(),
        };
        begun.retain(|genes| genes.len() != parameters.len());
        match begun.first() {
            None => Ok(()),
            Some(other) => Err(PlanError::Numbers { found: other.len(), needed: parameters.len() }),
        }
    }

    /// Whether evolution by this plan can go on from `state`, which may have been written down and read again. Values
    /// of genes aren't looked at.
    ///
    /// # Errors
    /// Where its population is of another size, its vectors are of another length, or its centres are those of another
    /// optimizer.
    pub fn check_state(&self, state: &State, parameters: &[Parameter]) -> Result<(), PlanError> {
        let (found, needed) = (state.population.len(), self.population);
        let other = |why: String| Err(PlanError::State(why));
        if found != needed {
            return other(format!("{found} individuals; the plan has {needed}"));
        }
        let needed = parameters.len();
        let genes = state.population.iter().map(|it| &it.genes).chain(&state.hall);
        if let Some(other_length) = genes.map(Vec::len).find(|&length| length != needed) {
            return other(format!(
                "a vector of {other_length} numbers; there are {needed} parameters"
            ));
        }
        let (centres, is_shaped) = match self.optimizer {
            Optimizer::Genetic(_) => (0, false),
            Optimizer::Strategy(_) | Optimizer::Spsa(_) => (self.islands.count, false),
            Optimizer::Adaptation(_) => (self.islands.count, true),
        };
        let fits = |it: &Centre| it.fits(parameters) && it.shape.is_some() == is_shaped;
        match state.centres.len() == centres && state.centres.iter().all(fits) {
            true => Ok(()),
            false => other("centres that the plan's optimizer can't go on from".to_string()),
        }
    }

    /// Generation 0.
    ///
    /// # Panics
    /// Where [`Plan::check`] refuses the plan, or the objective gives a fitness that is no finite number.
    pub fn first(&self, objective: &dyn Objective) -> State {
        if let Err(why) = self.check(objective.parameters()) {
            panic!("{why}");
        }
        let state = State {
            generation: 0,
            founded: 0,
            hopeful: false,
            restarts: 0,
            games: 0,
            population: Vec::new(),
            centres: Vec::new(),
            hall: Vec::new(),
            shares: Vec::new(),
        };
        self.founded(state, objective)
    }

    /// The generation after `state`: its children, or a new first generation in place of one that is
    /// hopeless or had its time.
    ///
    /// # Panics
    /// Where [`Plan::check_state`] refuses the state, or the objective gives a fitness that is no finite number.
    pub fn next(&self, state: &State, objective: &dyn Objective) -> State {
        if let Err(why) = self.check_state(state, objective.parameters()) {
            panic!("{why}");
        }
        let generation = state.generation + 1;
        let (population, centres) = (Vec::new(), Vec::new());
        let (hall, shares) = (state.hall.clone(), state.shares.clone());
        let mut next = State { generation, population, centres, hall, shares, ..*state };
        if self.is_over(state) {
            if self.had_its_time(state) {
                next.hall.clear();
            }
            next.founded = generation;
            next.restarts += 1;
            next.hopeful = false;
            next.shares.clear();
            return self.founded(next, objective);
        }
        let threads = objective.threads();
        let means = (objective.parameters(), &threads);
        match self.optimizer.way() {
            Way::Bred(operators) => {
                let unscored = self.bred(operators, state, &next, means);
                self.scored(next, unscored, objective)
            }
            Way::Drawn(optimizer) => {
                let centres = self.moved(optimizer, state, means);
                self.around(optimizer, centres, next, objective)
            }
        }
    }

    /// A new population.
    fn founded(&self, state: State, objective: &dyn Objective) -> State {
        let parameters = objective.parameters();
        let (count, restart) = (self.population, state.restarts);
        match (self.optimizer.way(), &self.from) {
            (Way::Bred(_), None) => {
                let genomes = found(parameters, count, self.seed, restart);
                self.scored(state, genomes, objective)
            }
            (Way::Bred(_), Some(Beginning::Population(unscored))) => {
                self.scored(state, unscored.clone(), objective)
            }
            (Way::Bred(_), Some(Beginning::Ancestor(ancestor))) => {
                let genomes = descend(ancestor, parameters, count, self.seed, restart);
                self.scored(state, genomes, objective)
            }
            (Way::Drawn(optimizer), from) => {
                let mut centre = optimizer.begin(parameters);
                if let Some(Beginning::Ancestor(ancestor)) = from {
                    centre.at.clone_from(&ancestor.genes);
                }
                let centres = vec![centre; self.islands.count];
                self.around(optimizer, centres, state, objective)
            }
        }
    }

    /// The generation after `state`, island by island.
    fn bred(
        &self,
        operators: &Operators,
        state: &State,
        next: &State,
        means: Means<'_>,
    ) -> Vec<Unscored> {
        let parents = self.islands.migrated(state.generation, &state.population);
        let islands = parents.chunks(self.island_size()).enumerate();
        let bred = |(island, parents): (usize, &[Individual])| {
            breed(parents, operators, &self.draws(next, island, means))
        };
        islands.flat_map(bred).collect()
    }

    /// The centres after a generation, at a migration some of them a neighbour's.
    fn moved(&self, optimizer: &dyn Centred, state: &State, means: Means<'_>) -> Vec<Centre> {
        let islands = state.centres.iter().zip(state.population.chunks(self.island_size()));
        let learn = |(island, (centre, population)): (usize, (&Centre, &[Individual]))| {
            let draws = self.draws(state, island, means);
            let mut next = optimizer.learn(centre, &draws, population);
            next.take_average(draws.age + 1);
            next
        };
        let moved: Vec<Centre> = islands.enumerate().map(learn).collect();
        let sources = self.islands.sources(state.generation, &state.population);
        sources.into_iter().filter_map(|island| moved.get(island).cloned()).collect()
    }

    /// Draws a generation around its centres.
    fn around(
        &self,
        optimizer: &dyn Centred,
        centres: Vec<Centre>,
        state: State,
        objective: &dyn Objective,
    ) -> State {
        let threads = objective.threads();
        let draw = |(island, centre): (usize, &Centre)| {
            let draws = self.draws(&state, island, (objective.parameters(), &threads));
            optimizer.surround(centre, &draws, self.island_size())
        };
        let genomes: Vec<Genome> = centres.iter().enumerate().flat_map(draw).collect();
        self.scored(State { centres, ..state }, genomes, objective)
    }

    /// Has the objective score a generation.
    fn scored(
        &self,
        mut state: State,
        unscored: impl IntoIterator<Item = impl Into<Unscored>>,
        objective: &dyn Objective,
    ) -> State {
        let unscored = unscored.into_iter().map(Into::<Unscored>::into);
        let (genomes, others): (Vec<Genome>, Vec<(Pooled, Option<f64>)>) =
            unscored.map(|it| (it.genes, (it.past, it.deviation))).unzip();
        let (past, deviations): (Vec<Pooled>, Vec<Option<f64>>) = others.into_iter().unzip();
        let context = Context {
            generation: state.generation,
            before: self.before as u64,
            past: &past,
            rivals: &state.hall,
            shares: &state.shares,
        };
        let Scored { samples, shares } = objective.score(&genomes, &context);
        assert_eq!(samples.len(), genomes.len(), "an objective gives each individual a sample");
        for (index, Sample { score: Score { fitness, .. }, .. }) in samples.iter().enumerate() {
            let individual = self.before + index;
            assert!(
                fitness.is_finite(),
                "a fitness is a finite number; individual {individual} scored {fitness}"
            );
        }
        let parts = genomes.into_iter().zip(deviations).zip(samples);
        let individuals = parts.map(|((genes, deviation), Sample { score, pooled })| Individual {
            genes,
            score,
            pooled: self.pools.then_some(pooled),
            deviation,
        });
        state.population = individuals.collect();
        state.shares = shares;
        let figures = statistics(&state.population);
        state.games += figures.wins + figures.losses + figures.unfinished + figures.evaluations;
        state.hopeful |= figures.mean > 0.0;
        state
    }

    /// The draws of an island in the generation of that state.
    fn draws<'a>(
        &self,
        state: &State,
        island: usize,
        (parameters, threads): Means<'a>,
    ) -> Draws<'a> {
        Draws {
            threads,
            parameters,
            seed: self.seed,
            generation: state.generation,
            age: state.generation - state.founded,
            before: (self.before + island * self.island_size()) as u64,
        }
    }

    pub(super) fn island_size(&self) -> usize {
        self.islands.size(self.population)
    }

    /// Whether `state` is the last of its population by [`Plan::restart_every`]. The search that begins then knows
    /// nothing of it.
    pub fn had_its_time(&self, state: &State) -> bool {
        let age = state.generation - state.founded;
        self.restart_every.is_some_and(|every| age >= every)
    }

    /// Whether `state` is the last of its population.
    pub(super) fn is_over(&self, state: &State) -> bool {
        self.generations_left(state) == 0
    }

    /// How many generations its population has after `state` at most: fewer as long as there is no hope.
    pub(super) fn generations_left(&self, state: &State) -> u64 {
        let judged = self.restart_after.filter(|_| !state.hopeful);
        let ends = judged.into_iter().chain(self.restart_every);
        let age = state.generation - state.founded;
        ends.min().map_or(u64::MAX, |end| end.saturating_sub(age))
    }
}

impl State {
    /// Adds a rival for later generations. At most the last 32 are kept, each once.
    pub fn remember(&mut self, genes: &Genome) {
        self.hall.retain(|known| known != genes);
        self.hall.push(genes.clone());
        self.hall.drain(..self.hall.len().saturating_sub(HALL));
    }
}

#[cfg(test)]
mod tests;
