//! What is made in parts, islands by themselves or individuals on threads, comes to the same generations.

use super::*;
use crate::evolve::stretch::{Known, Played};

/// Scores by where an individual stands in its whole generation, too.
struct Placed(Scripted);

impl Objective for Placed {
    fn parameters(&self) -> &[Parameter] {
        &self.0.parameters
    }

    fn score(&self, population: &[Genome], context: &Context<'_>) -> Scored {
        let mut scored = self.0.score(population, context);
        for (sample, place) in scored.samples.iter_mut().zip(context.before..) {
            sample.score.fitness += (place * place % 7) as f64;
        }
        scored
    }
}

/// The lengths of stretches, and that generations made of them are those that are made one by one.
fn check_stretches(plan: &Plan, last: u64) -> Vec<u64> {
    let objective = Placed(scripted(|number, gene| gene - 40.0 * number as f64));
    let mut state = plan.first(&objective);
    let mut lengths = Vec::new();
    while state.generation < last {
        let length = plan.stretch(&state);
        lengths.push(length);
        let own = |island| {
            let start = plan.island(&state, island);
            plan.alone(island).play(&start, length, &objective, &|| true)
        };
        let islands: Vec<Played> = (0..plan.islands.count).map(own).collect();
        for number in 0..length.max(1) {
            let parts = islands.iter().filter_map(|it| it.get(number as usize)).flatten();
            let known = Known { objective: &objective, samples: parts.copied().collect() };
            let next = plan.next(&state, &objective);
            if length > 0 {
                assert_eq!(plan.next(&state, &known), next);
            }
            state = next;
        }
    }
    lengths
}

#[test]
fn islands_by_themselves_come_to_the_same_generations() {
    let islands = Islands { count: 3, migrate_every: 4 };
    for plan in [&plans(None)[..], &[with_memory(0.7)]].concat() {
        let plan = Plan { islands, restart_after: None, ..plan };
        let timed = Plan { restart_every: Some(5), ..plan.clone() };
        assert_eq!(
            check_stretches(&timed, 14),
            [4, 0, 0, 2, 0, 2, 0, 0, 3],
            "and the first of a search"
        );
        assert_eq!(
            check_stretches(&plan, 14),
            [4, 0, 3, 0, 3, 0, 3],
            "the generation after migrants"
        );
    }
}

#[test]
fn a_stretch_ends_where_a_population_is_judged() {
    let objective = scripted(|_, _| -1.0);
    let islands = Islands { count: 2, migrate_every: 0 };
    let plan = Plan { islands, ..plan(Some(3)) };
    let stretches = |plan: &Plan| -> Vec<u64> {
        states(plan, &objective, 5).iter().map(|state| plan.stretch(state)).collect()
    };
    assert_eq!(stretches(&plan), [3, 2, 1, 0, 3, 2]);
    let patient = Plan { restart_after: None, ..plan.clone() };
    let timed = |restart_after| Plan { restart_after, restart_every: Some(2), ..plan.clone() };
    assert_eq!(stretches(&timed(None)), [2, 1, 0, 2, 1, 0]);
    assert_eq!(stretches(&timed(Some(1))), [1, 0, 1, 0, 1, 0]);
    assert_eq!(stretches(&patient), [u64::MAX; 6]);
    let one = Plan { islands: Islands::ONE, ..patient };
    assert_eq!(stretches(&one), [0; 6]);
}

/// Scores by script, on threads.
struct Threaded(Scripted, Threads);

impl Objective for Threaded {
    fn parameters(&self) -> &[Parameter] {
        &self.0.parameters
    }

    fn threads(&self) -> Threads {
        self.1.clone()
    }

    fn score(&self, population: &[Genome], context: &Context<'_>) -> Scored {
        self.0.score(population, context)
    }
}

#[test]
fn generations_are_the_same_on_any_threads() {
    for plan in [&plans(None)[..], &[with_memory(0.7)]].concat() {
        let plan = Plan { population: 331, ..plan };
        let script = || scripted(|number, gene| gene - 40.0 * number as f64);
        let expected = states(&plan, &script(), 3);
        for count in [2, 3] {
            let objective = Threaded(script(), Threads::new(count).unwrap());
            let mut state = plan.first(&objective);
            for expected in &expected[1..] {
                state = plan.next(&state, &objective);
                assert_eq!(state, *expected);
            }
        }
    }
}

#[test]
fn islands_by_themselves_meet_the_same_hall_of_fame_by_the_same_shares() {
    let plan = Plan { islands: Islands { count: 3, migrate_every: 4 }, ..plan(None) };
    let mut state = plan.first(&scripted(|_, gene| gene));
    state.remember(&vec![1.0, 2.0, 3.0]);
    state.shares = vec![0.25, 0.75];
    for island in 0..3 {
        let own = plan.island(&state, island);
        assert_eq!((&own.hall, &own.shares), (&state.hall, &state.shares));
    }
}
