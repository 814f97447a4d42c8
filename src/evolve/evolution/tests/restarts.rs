//! When a population is given up, and from where evolution begins again.

use super::*;

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
fn a_population_that_had_its_time_is_replaced_however_good_it_is() {
    let objective = scripted(|_, gene| gene + 1000.0);
    for plan in plans(Some(1)) {
        let plan = Plan { restart_every: Some(3), ..plan };
        let states = states(&plan, &objective, 9);
        let history: Vec<_> = states.iter().map(|state| (state.founded, state.restarts)).collect();
        let expected: Vec<(u64, u64)> = (0..10).map(|it| (it / 4 * 4, it / 4)).collect();
        assert_eq!(history, expected);
        let endless = Plan { restart_every: None, ..plan.clone() };
        assert_eq!(states[..4], self::states(&endless, &objective, 3));
        // Each search has draws of its own, around the same beginning, and meets no champion of another.
        let remembered = State { hall: vec![vec![1.0; 3]], ..states[3].clone() };
        assert!(plan.next(&remembered, &objective).hall.is_empty());
        assert!(!endless.next(&remembered, &objective).hall.is_empty());
        assert_ne!(genomes(&states[4]), genomes(&states[0]));
        for (first, second) in states[0].centres.iter().zip(&states[4].centres) {
            assert_eq!(first, second);
        }
    }
}

#[test]
fn a_new_population_has_to_give_hope_itself() {
    let hope = scripted(|generation, _| if generation < 4 { 1.0 } else { -1.0 });
    let plan = Plan { restart_every: Some(3), ..plan(Some(1)) };
    let states = states(&plan, &hope, 9);
    let founded: Vec<u64> = states.iter().map(|state| state.founded).collect();
    assert_eq!(founded, [0, 0, 0, 0, 4, 4, 6, 6, 8, 8]);
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

    fn score(&self, population: &[Genome], _: &Context<'_>) -> Scored {
        let fitness = |index| if index == 0 { 5.0 } else { -5.0 };
        let score = |index| Score { fitness: fitness(index), ..Score::default() };
        let sample = |index| Sample { score: score(index), ..Sample::default() };
        (0..population.len()).map(sample).collect::<Vec<_>>().into()
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
fn a_new_random_population_has_no_past() {
    let plan = Plan { restart_after: Some(2), ..with_memory(1.0) };
    let states = states(&plan, &scripted(|_, _| -1.0), 3);
    assert_eq!((states[3].founded, states[2].population[0].pooled.unwrap().games), (3, 12.0));
    assert!(states[3].population.iter().all(|it| it.pooled.unwrap().games == 4.0));
    assert!(states[3].population.iter().all(|it| it.deviation.is_none()));
}

#[test]
fn evolution_begins_and_begins_again_from_an_ancestor() {
    let objective = scripted(|_, gene| gene - 1e6);
    let genes = vec![0.0, 700.0, 5.0];
    let from = Some(Beginning::Ancestor(Ancestor { genes: genes.clone(), deviation: 20.0 }));
    for plan in plans(Some(2)) {
        let plan = Plan { from: from.clone(), ..plan };
        let states = states(&plan, &objective, 3);
        assert_eq!((states[3].founded, states[3].restarts), (3, 1));
        let (first, second) = (genomes(&states[0]), genomes(&states[3]));
        assert_ne!(first, second);
        assert!(first.iter().chain(&second).all(|genes| (genes[1] - 700.0).abs() < 100.0));
        match &states[0].centres[..] {
            [] => assert_eq!([&first[0], &second[0]], [&genes; 2]),
            centres => {
                assert_eq!(centres[0].at, [0.0, 700.0, 5.0]);
                assert_eq!(centres, states[3].centres);
                let next = &states[1].centres[0];
                assert!(next.at[0] >= 1.0, "the first step keeps the bounds");
            }
        }
    }
}

#[test]
fn a_hopeless_strategy_begins_again_from_the_middle() {
    let objective = scripted(|_, gene| gene - 1e6);
    let states = states(&strategy(Some(3)), &objective, 4);
    assert_eq!((states[4].founded, states[4].restarts), (4, 1));
    assert_eq!(states[4].centres, states[0].centres);
    assert_ne!(genomes(&states[4]), genomes(&states[0]));
}

#[test]
fn evolution_begins_and_begins_again_from_a_whole_population() {
    let objective = scripted(|_, gene| gene - 1e6);
    let population = plan(None).population;
    let one = |index: usize| Unscored {
        genes: vec![0.0, index as f64, 5.0],
        deviation: Some(index as f64),
        ..Unscored::default()
    };
    let all: Vec<Unscored> = (0..population).map(one).collect();
    let from = Some(Beginning::Population(all.clone()));
    let states = states(&Plan { from, ..plan(Some(2)) }, &objective, 3);
    assert_eq!((states[3].founded, states[3].restarts), (3, 1));
    for state in [&states[0], &states[3]] {
        let found = state.population.iter().zip(&all);
        assert!(
            found
                .into_iter()
                .all(|(it, from)| { it.genes == from.genes && it.deviation == from.deviation })
        );
    }
    assert_ne!(genomes(&states[0]), genomes(&states[1]));
}

#[test]
fn what_is_annealed_begins_anew_with_a_new_population() {
    let objective = scripted(|_, gene| gene + 1000.0);
    let threads = Threads::alone();
    for plan in plans(None) {
        let plan = Plan { restart_every: Some(3), ..plan };
        let means = (&objective.parameters[..], &threads);
        let ages = states(&plan, &objective, 9);
        let ages = ages.iter().map(|state| plan.draws(state, 0, means).age);
        assert_eq!(ages.collect::<Vec<u64>>(), [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]);
    }
}
