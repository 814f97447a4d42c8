//! Islands on ranks that are threads of one process.

use super::*;
use crate::backend::ranks::wire::wires;
use crate::backend::ranks::{Member, Ranks, lead_away, serve};
use crate::evolve::{Context, Genome, Objective, Scored};
use crate::parameter::{Domain, Parameter, Start};
use crate::play::batch::GameScore;
use crate::play::tally::Tally;
use crate::rng::Purpose;
use crate::tune::names::OptimizerName;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Says that an individual is worth its first gene, and a little of its place; counts how often it is asked.
struct Placed(Vec<Parameter>, Arc<AtomicUsize>);

impl Objective for Placed {
    fn parameters(&self) -> &[Parameter] {
        &self.0
    }

    fn score(&self, population: &[Genome], context: &Context<'_>) -> Scored {
        self.1.fetch_add(1, Ordering::Relaxed);
        let sample = |(genes, place): (&Genome, u64)| {
            let fitness = genes[0] + (place % 5) as f64 / 3.0 - context.generation as f64;
            let score = Score { fitness, wins: 1, losses: 2, unfinished: 3, evaluations: 0 };
            Sample { score, pooled: Pooled::default().with(fitness, 4) }
        };
        population.iter().zip(context.before..).map(sample).collect::<Vec<_>>().into()
    }
}

impl Tuner for Placed {
    fn measure(&self, _: &[f64], _: Purpose, _: &[u64], _: Range<u64>) -> Vec<Tally> {
        Vec::new()
    }

    fn results(&self, _: &[f64], _: Purpose, _: &[u64], _: Range<u64>) -> Vec<GameScore> {
        Vec::new()
    }
}

fn tuner(asked: &Arc<AtomicUsize>) -> Placed {
    let parameter = Parameter {
        name: "one".to_string(),
        domain: Domain::Integer,
        start: Start::Uniform(0.0, 99.0),
        min: 0.0,
        max: 999.0,
    };
    Placed(vec![parameter; 3], asked.clone())
}

/// A genetic algorithm with that many islands.
fn config(islands: usize) -> Config {
    Config {
        optimizer: OptimizerName::Ga,
        conditions: Conditions::Own,
        racing: Racing::Sum,
        islands,
        population: 24,
        migrate_every: 10,
        ..Config::base("toy", 2, "standard", "hand-tuned-v3")
    }
}

/// What ranks play of five generations after the first, and how often each of them was asked.
fn on_ranks(config: &Config, count: usize, threads: usize) -> (Played, Vec<usize>) {
    let asked: Vec<_> = (0..count).map(|_| Arc::new(AtomicUsize::new(0))).collect();
    let mut ends = wires(count).into_iter();
    let link = Arc::new(ends.next().unwrap().wire());
    let member = |rank| Member { machine: format!("machine-{rank}"), threads };
    let members = (0..count).map(member).collect();
    let ranks = Arc::new(Ranks::new(link.clone(), members, Duration::from_secs(20)));
    let played = thread::scope(|scope| {
        for (end, asked) in ends.zip(&asked[1..]) {
            scope.spawn(move || {
                serve(&end.wire(), &|told, threads| {
                    let config: Config = read_json(told).ok_or("no configuration")?;
                    let (plan, tuner) = (config.plan(None), Arc::new(tuner(asked)));
                    Ok(Box::new(StretchesThere { plan, tuner, threads: threads.clone() }))
                });
            });
        }
        let threads = Threads::new(threads).unwrap();
        let stretches = Stretches::new(ranks.open(&told_json(config)), threads);
        let (plan, own) = (config.plan(None), tuner(&asked[0]));
        let played = stretches.play(&plan, &plan.first(&own), &own, 5);
        assert_eq!(lead_away(link.as_ref(), Duration::from_secs(20)), Ok(()));
        played
    });
    assert_eq!(ranks.lost(), None);
    (played, asked.iter().map(|it| it.load(Ordering::Relaxed)).collect())
}

#[test]
fn ranks_come_to_what_one_process_comes_to() {
    for (islands, count, threads) in [(4, 2, 1), (3, 3, 2), (4, 3, 1), (2, 5, 1), (12, 2, 2)] {
        let config = config(islands);
        assert!(is_alone(&config));
        let (plan, own) = (config.plan(None), tuner(&Arc::default()));
        let mut state = plan.first(&own);
        let (played, asked) = on_ranks(&config, count, threads);
        assert_eq!(played.len(), 5);
        for samples in played {
            state = plan.next(&state, &own);
            let expected: Vec<Score> = state.population.iter().map(|it| it.score).collect();
            let scores: Vec<Score> = samples.iter().map(|it| it.score).collect();
            assert_eq!(scores, expected, "{islands} islands on {count} ranks");
        }
        // Beside generation 0 each island is scored once a generation, on one rank or the other.
        assert_eq!(asked.iter().sum::<usize>(), 1 + 5 * islands);
    }
}

#[test]
fn islands_that_depend_on_others_are_not_alone() {
    let alone = config(3);
    let against = |names: &str| names.parse().unwrap();
    assert!(is_alone(&Config { against: against("hand-tuned-v4,hall-of-fame"), ..alone.clone() }));
    assert!(is_alone(&Config { share_rate: 0.1, ..alone.clone() }), "there is one opponent");
    for other in [
        Config { islands: 1, ..alone.clone() },
        Config { against: against("hand-tuned-v4,population"), ..alone.clone() },
        Config { conditions: Conditions::Permutation, ..alone.clone() },
        Config { racing: Racing::Halving, ..alone.clone() },
        Config { memory: 0.5, conditions: Conditions::Common, ..alone.clone() },
        Config { share_rate: 0.1, against: against("hand-tuned-v3,hand-tuned-v4"), ..alone },
    ] {
        assert!(!is_alone(&other), "{:?}", other.against);
    }
}

#[test]
fn samples_read_back_and_what_is_no_share_is_refused() {
    let score = Score { fitness: -0.1, wins: 1, losses: 2, unfinished: 3, evaluations: 4 };
    let samples = [Sample { score, pooled: Pooled { mean: 1.0 / 3.0, games: 7.5 } }; 2];
    let bytes = told(&samples);
    assert_eq!(bytes.len(), 2 * SAMPLE);
    assert_eq!(read(&bytes).unwrap(), samples);
    assert_eq!(read(&bytes[1..]), None);
    let config = config(4);
    let (plan, tuner) = (config.plan(None), Arc::new(tuner(&Arc::default())));
    let state = plan.first(tuner.as_ref());
    let there = StretchesThere { plan: plan.clone(), tuner, threads: Threads::alone() };
    assert!(there.begin(b"x").is_none());
    let job = there.begin(b"").unwrap();
    let share = |index, state| told_json(&Share { generations: 1, islands: vec![(index, state)] });
    assert!(job.play(&share(3, plan.island(&state, 3))).is_some());
    for bad in [share(4, plan.island(&state, 3)), share(0, state), b"{}".to_vec()] {
        assert_eq!(job.play(&bad), None);
    }
}
