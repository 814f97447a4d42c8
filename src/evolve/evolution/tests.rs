//! What the evolution promises: order, determinism, resuming, and what each operator does.

mod parts;
mod restarts;

use super::*;
use crate::evolve::Score;
use crate::evolve::breed::{Ancestor, Memory};
use crate::evolve::centre::Deviation;
use crate::evolve::crossover::Crossover;
use crate::evolve::mutation::{Mutation, Step};
use crate::evolve::population::ranking;
use crate::evolve::selection::Selection;
use crate::evolve::tests::whole;
use crate::parameter::Start;
use std::sync::Mutex;

/// Scores by generation and gene alone.
struct Scripted {
    parameters: Vec<Parameter>,
    fitness: fn(u64, f64) -> f64,
}

impl Objective for Scripted {
    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn score(&self, population: &[Genome], context: &Context<'_>) -> Scored {
        let sample = |(genes, past): (&Genome, &Pooled)| {
            let fitness = (self.fitness)(context.generation, genes[0]);
            let score = Score { fitness, wins: 1, losses: 2, unfinished: 3, evaluations: 0 };
            Sample { score, pooled: past.with(fitness, 4) }
        };
        population.iter().zip(context.past).map(sample).collect::<Vec<_>>().into()
    }
}

fn scripted(fitness: fn(u64, f64) -> f64) -> Scripted {
    let parameters = vec![whole(Start::Uniform(0.0, 199.0), 1.0, 1e9); 3];
    Scripted { parameters, fitness }
}

const STEP: Step = Step::Uniform { low: -25, high: 24 };
const OPERATORS: Operators = Operators {
    selection: Selection::Truncation { share: 0.5 },
    crossover: Crossover::Uniform,
    mutation: Mutation { child_rate: 0.5, gene_rate: 0.5, step: STEP },
    memory: None,
};

fn plan(restart_after: Option<u64>) -> Plan {
    Plan {
        population: 6,
        before: 0,
        optimizer: Optimizer::Genetic(OPERATORS),
        islands: Islands::ONE,
        from: None,
        restart_after,
        restart_every: None,
        pools: false,
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
    for state in states(&plan(None), &scripted(|generation, gene| gene - generation as f64), 3) {
        for Individual { genes, score, .. } in state.population {
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
fn the_next_generation_is_a_function_of_the_state_and_nothing_else() {
    let objective = scripted(|_, gene| gene - 1000.0);
    let islands = Islands { count: 3, migrate_every: 2 };
    let plans = [&plans(Some(2))[..], &[with_memory(0.7), with_memory(1.0)]].concat();
    let split: Vec<Plan> = plans.iter().map(|plan| Plan { islands, ..plan.clone() }).collect();
    for plan in [plans, split].concat() {
        for state in states(&plan, &objective, 6) {
            let text = serde_json::to_string(&state).unwrap();
            let copy: State = serde_json::from_str(&text).unwrap();
            assert_eq!(copy, state);
            assert_eq!(plan.next(&copy, &objective), plan.next(&state, &objective));
        }
    }
}

const DEVIATION: Deviation = Deviation { first: 8.0, least: 1.0, anneal_after: 50 };

fn strategy(restart_after: Option<u64>) -> Plan {
    let strategy = Strategy { deviation: DEVIATION, learning_rate: 1.0, momentum: 0.5 };
    Plan { optimizer: Optimizer::Strategy(strategy), ..plan(restart_after) }
}

#[test]
fn a_plan_that_makes_no_generations_is_refused() {
    let objective = scripted(|_, gene| gene);
    let refused = |plan: &Plan| plan.check(&objective.parameters).unwrap_err().to_string();
    for plan in plans(None) {
        assert_eq!(plan.check(&objective.parameters), Ok(()));
        for (population, count) in [(0, 1), (1, 1), (6, 0), (6, 4), (6, 6), (4, 9)] {
            let islands = Islands { count, migrate_every: 0 };
            let why = refused(&Plan { population, islands, ..plan.clone() });
            assert!(why.contains("must share the population"), "{why}");
        }
        let ancestor = Ancestor { genes: vec![1.0; 2], deviation: 1.0 };
        let from = Some(Beginning::Ancestor(ancestor));
        let why = refused(&Plan { from, ..plan });
        assert_eq!(why, "evolution begins from 2 numbers; it needs 3");
    }
    let from = Some(Beginning::Population(Vec::new()));
    let why = refused(&Plan { from, ..strategy(None) });
    assert!(why.contains("begins from one vector"), "{why}");
    let from = Some(Beginning::Population(Vec::new()));
    let why = refused(&Plan { from, ..plan(None) });
    assert_eq!(why, "evolution begins from 0 individuals; it needs 6");
    for (min, max) in [(2.0, 1.0), (f64::NAN, 1.0), (0.0, f64::NAN)] {
        let parameters = vec![Parameter { min, max, ..objective.parameters[0].clone() }];
        let why = plan(None).check(&parameters).unwrap_err().to_string();
        assert!(why.contains("have no order"), "{why}");
    }
    for start in [Start::Uniform(2.0, 1.0), Start::Uniform(0.0, 1e12), Start::Fixed(f64::NAN)] {
        let parameters = vec![Parameter { start, ..objective.parameters[0].clone() }];
        let why = plan(None).check(&parameters).unwrap_err().to_string();
        assert!(why.contains("start"), "{why}");
    }
}

#[test]
fn a_state_of_another_plan_is_refused() {
    let objective = scripted(|_, gene| gene);
    let parameters = &objective.parameters[..];
    let of = |plan: &Plan| plan.first(&objective);
    let why =
        |plan: &Plan, state: &State| plan.check_state(state, parameters).unwrap_err().to_string();
    for (index, plan) in plans(None).iter().enumerate() {
        let state = of(plan);
        assert_eq!(plan.check_state(&state, parameters), Ok(()));
        for (other, state) in plans(None).iter().map(of).enumerate() {
            // A strategy and SPSA move a centre that is of the same kind.
            let are_alike = index == other || [index, other].iter().all(|it| [1, 2].contains(it));
            assert_eq!(plan.check_state(&state, parameters).is_ok(), are_alike, "{index} {other}");
        }
        let smaller = State { population: state.population[1..].to_vec(), ..state.clone() };
        assert!(why(plan, &smaller).contains("has 5 individuals; the plan has 6"));
        let hall = State { hall: vec![vec![1.0; 4]], ..state.clone() };
        assert!(why(plan, &hall).contains("a vector of 4 numbers; there are 3 parameters"));
        let longer = vec![parameters[0].clone(); 4];
        assert!(plan.check_state(&state, &longer).is_err());
    }
}

#[test]
fn a_fitness_that_is_no_finite_number_is_refused_before_it_ranks() {
    for (fitness, found) in [
        ((|_, _| f64::NAN) as fn(u64, f64) -> f64, "NaN"),
        (|_, _| f64::INFINITY, "inf"),
        (|generation, _| if generation == 1 { f64::NEG_INFINITY } else { 1.0 }, "-inf"),
    ] {
        for plan in plans(None) {
            let objective = scripted(fitness);
            let both = || plan.next(&plan.first(&objective), &objective);
            let why = std::panic::catch_unwind(std::panic::AssertUnwindSafe(both)).unwrap_err();
            let why = why.downcast_ref::<String>().unwrap();
            let expected = format!("a fitness is a finite number; individual 0 scored {found}");
            assert_eq!(*why, expected);
        }
    }
}

/// One plan for each optimizer.
fn plans(restart_after: Option<u64>) -> [Plan; 4] {
    let spsa = Optimizer::Spsa(Spsa { deviation: DEVIATION, learning_rate: 1.0 });
    let adaptation = Adaptation { deviation: DEVIATION, still_at_bounds: true };
    let adaptation = Optimizer::Adaptation(adaptation);
    let with = |optimizer| Plan { optimizer, ..plan(restart_after) };
    [plan(restart_after), strategy(restart_after), with(spsa), with(adaptation)]
}

/// With memory, self-adaptive steps and blends.
fn with_memory(weight: f64) -> Plan {
    let step = Step::SelfAdaptive { deviation: 10.0, least: 1.0 };
    let operators = Operators {
        crossover: Crossover::Blend { alpha: 0.5 },
        mutation: Mutation { step, ..OPERATORS.mutation },
        memory: Some(Memory { share: 0.5, weight }),
        ..OPERATORS
    };
    let optimizer = Optimizer::Genetic(operators);
    Plan { optimizer, pools: true, ..plan(Some(4)) }
}

#[test]
fn with_memory_games_pool_and_scores_stay_those_of_the_generation() {
    // The older, the better: the first of equals stays the first.
    let states = states(&with_memory(0.5), &scripted(|number, _| 8.0 - number as f64), 3);
    let first = &states[0].population[0].genes;
    for (number, (state, games)) in states.iter().zip([4.0, 6.0, 7.0, 7.5]).enumerate() {
        let Individual { genes, score, pooled, .. } = &state.population[0];
        assert_eq!((genes, score.fitness), (first, 8.0 - number as f64));
        assert_eq!(pooled.unwrap().games, games);
        let child = state.population[5].pooled;
        assert_eq!(child, Some(Pooled { mean: score.fitness, games: 4.0 }));
    }
    // ((8·2 + 7·4) / 6 · 3 + 6·4) / 7
    assert_eq!(states[2].population[0].pooled.unwrap().mean, 46.0 / 7.0);
}

#[test]
fn nobody_pools_games_unasked() {
    for plan in plans(None) {
        let states = states(&plan, &scripted(|_, gene| gene), 3);
        let mut all = states.iter().flat_map(|state| &state.population);
        assert!(all.all(|it| it.pooled.is_none() && it.deviation.is_none()));
    }
}

#[test]
fn survivors_stay_on_their_islands_and_migrants_bring_their_games() {
    let islands = Islands { count: 2, migrate_every: 2 };
    let plan = Plan { islands, ..with_memory(1.0) };
    let states = states(&plan, &scripted(|_, gene| gene), 3);
    let island = |generation: usize, island: usize| {
        states[generation].population[3 * island..3 * island + 3].to_vec()
    };
    let best = |generation: usize, number: usize| {
        let island = island(generation, number);
        island[ranking(&island)[0]].clone()
    };
    for number in [0, 1] {
        // Half of three rounds up to two who stay.
        for (generation, migrated) in [(1, false), (2, false), (3, true)] {
            let own = best(generation - 1, number);
            let other = best(generation - 1, 1 - number);
            let stay = island(generation, number)[..2].to_vec();
            let place = |before: &Individual| {
                let games = before.pooled.unwrap().games + 4.0;
                let stays = |it: &&Individual| it.genes == before.genes;
                let it = stay.iter().find(stays);
                it.inspect(|it| assert_eq!(it.pooled.unwrap().games, games)).is_some()
            };
            assert!(place(&own));
            assert_eq!(place(&other), migrated);
        }
    }
}

#[test]
fn a_strategy_climbs_with_its_centre() {
    let states = states(&strategy(None), &scripted(|_, gene| gene), 100);
    let centre = |state: &State| state.centres[0].at[0];
    assert_eq!(centre(&states[0]), 99.5);
    assert!(centre(&states[100]) > 200.0);
}

#[test]
fn islands_breed_among_themselves_until_they_migrate() {
    let objective = scripted(|_, gene| gene);
    let none = Mutation { child_rate: 0.0, gene_rate: 0.0, step: STEP };
    let operators = Operators { mutation: none, ..OPERATORS };
    let optimizer = Optimizer::Genetic(operators);
    let islands = Islands { count: 2, migrate_every: 3 };
    let states = states(&Plan { optimizer, islands, ..plan(None) }, &objective, 4);
    // Gene by gene, each island has no value that it did not have before.
    let alone = |state: &State, island: usize| {
        let of = |state: &State| state.population[3 * island..3 * island + 3].to_vec();
        let before = of(&states[0]);
        let known = |it: &Individual| before.iter().any(|old| old.genes[0] == it.genes[0]);
        of(state).iter().all(known)
    };
    assert!((0..2).all(|island| alone(&states[3], island)));
    assert!(!(0..2).all(|island| alone(&states[4], island)));
}

#[test]
fn centres_of_islands_move_by_themselves() {
    let islands = Islands { count: 3, migrate_every: 0 };
    let plan = Plan { islands, ..strategy(None) };
    let states = states(&plan, &scripted(|_, gene| gene), 3);
    let centres = &states[3].centres;
    assert!(centres.len() == 3 && centres[0] != centres[1] && centres[1] != centres[2]);
    let single = Plan { population: 2, ..strategy(None) };
    let first = self::states(&single, &scripted(|_, gene| gene), 3);
    assert_eq!(first[3].centres[0], centres[0], "the first island is as if it were alone");
}

#[test]
fn only_one_vector_is_a_start() {
    let parameters =
        vec![whole(Start::Fixed(2.0), 0.0, 9.0), whole(Start::Uniform(1.0, 5.0), 0.0, 9.0)];
    let plan = strategy(None);
    assert_eq!(plan.start(&parameters), None);
    assert_eq!(plan.start(&parameters[..1]), Some(vec![2.0]));
    let ancestor = Ancestor { genes: vec![1.0, 3.4], deviation: 1.0 };
    let from = |from| Plan { from: Some(from), ..strategy(None) };
    assert_eq!(from(Beginning::Ancestor(ancestor)).start(&parameters), Some(vec![1.0, 3.0]));
    assert_eq!(from(Beginning::Population(Vec::new())).start(&parameters[..1]), None);
}

/// Remembers how many rivals each generation had, and its shares, which follow its number.
struct Met(Vec<Parameter>, Mutex<Vec<(usize, Vec<f64>)>>);

impl Objective for Met {
    fn parameters(&self) -> &[Parameter] {
        &self.0
    }

    fn score(&self, population: &[Genome], context: &Context<'_>) -> Scored {
        self.1.lock().unwrap().push((context.rivals.len(), context.shares.to_vec()));
        let samples = vec![Sample::default(); population.len()];
        Scored { samples, shares: vec![context.generation as f64] }
    }
}

#[test]
fn rivals_are_met_by_every_later_generation_and_outlive_restarts() {
    for plan in [plan(Some(1)), strategy(Some(1))] {
        let met = Met(scripted(|_, _| 0.0).parameters, Mutex::default());
        let mut state = plan.first(&met);
        for gene in [1.0, 2.0, 1.0] {
            state.remember(&vec![gene; 3]);
            state = plan.next(&state, &met);
        }
        assert_eq!(state.restarts, 1);
        assert_eq!(state.hall, [vec![2.0; 3], vec![1.0; 3]]);
        // Shares go from generation to generation, and a new population begins without.
        let expected = [(0, vec![]), (1, vec![0.0]), (2, vec![]), (2, vec![2.0])];
        assert_eq!(met.1.into_inner().unwrap(), expected);
    }
}

#[test]
fn the_last_32_rivals_are_kept() {
    let mut state = plan(None).first(&scripted(|_, gene| gene));
    (0..40).for_each(|number| state.remember(&vec![f64::from(number)]));
    let expected: Vec<Genome> = (8..40).map(|number| vec![f64::from(number)]).collect();
    assert_eq!(state.hall, expected);
}
