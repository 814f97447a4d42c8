//! Verdicts, and how often they are wrong where nothing differs.

use super::comparison::{PairedComparison, Round, Rule};
use super::{BAND, Effect, Tried, Why};
use crate::game::line::LineKey;
use crate::play::batch::GameResult::{Lost, Scored, Unfinished, Won};
use crate::play::spending::share;
use crate::play::tally::wilson;
use crate::record::ledger::Verdict;
use crate::rng::{Purpose, Rng, Seed};
use rand::RngExt as _;
use std::f64::consts::TAU;
use std::thread;

const BOUNDS: Option<(f64, f64)> = Some((-0.5, 0.5));

/// A pair of games that came to that many half points, 0 to 4, of which no other has the moves.
fn pair(half_points: u8, number: u64) -> Round {
    let verdicts = match half_points {
        0 => [Lost, Lost],
        1 => [Lost, Unfinished],
        2 => [Won, Lost],
        3 => [Won, Unfinished],
        _ => [Won, Won],
    };
    let games = verdicts.map(|verdict| (verdict, LineKey::default().then(&number))).to_vec();
    Round { difference: f64::from(half_points) / 4.0 - 0.5, games }
}

fn evaluation(difference: f64, number: u64) -> Round {
    let games = vec![(Scored(0.0), LineKey::default().then(&number))];
    Round { difference, games }
}

fn counted(rule: Rule, alpha: f64, rounds: impl Iterator<Item = Round>) -> PairedComparison {
    let mut comparison = PairedComparison::new(rule, alpha, BOUNDS);
    rounds.for_each(|round| comparison.count(&[round]));
    comparison
}

#[test]
fn pairs_of_games_have_the_verdict_of_the_sequential_test() {
    let pairs = |points: [u8; 10]| {
        let round = move |number: u64| pair(points[(number % 10) as usize], number);
        counted(Rule::Pairs, 0.005, (0..20_000).map(round))
    };
    let won = pairs([4, 4, 4, 2, 2, 4, 3, 4, 2, 0]);
    assert_eq!((won.verdict(), won.rounds()), (Verdict::Stronger, 138));
    assert_eq!(won.alpha(), 0.0025);
    let hypotheses = won.trial().unwrap().sprt().hypotheses();
    assert_eq!((hypotheses.alpha, hypotheses.beta), (0.0025, 0.0025));
    assert!(won.interval().0 > 0.0);
    let lost = pairs([0, 0, 0, 2, 2, 0, 1, 0, 2, 4]);
    assert_eq!((lost.verdict(), lost.is_decided()), (Verdict::Weaker, true));
    let even = pairs([0, 4, 2, 2, 2, 2, 1, 3, 0, 4]);
    assert_eq!(even.verdict(), Verdict::NotStronger);
    let few = counted(Rule::Pairs, 0.005, (0..5).map(|number| pair(4, number)));
    assert_eq!((few.verdict(), few.is_decided()), (Verdict::Undecided, false));
    assert_eq!(few.counts().wins, 10);
    // The test looks for a small difference and needs more pairs than the interval needs to leave out 0.
    let drawn_or = |points: u8| {
        let round =
            move |number: u64| pair(if number.is_multiple_of(9) { points } else { 2 }, number);
        counted(Rule::Pairs, 0.005, (0..400).map(round))
    };
    for (points, verdict) in [(4, Verdict::Stronger), (0, Verdict::Weaker)] {
        let told = drawn_or(points);
        let (low, high) = told.interval();
        assert!(low > 0.0 || high < 0.0, "{low} {high}");
        assert_eq!(told.verdict(), verdict);
    }
}

#[test]
fn the_same_games_again_and_again_decide_nothing() {
    for rule in [Rule::Pairs, Rule::Mean, Rule::Effect(BAND)] {
        let again = counted(rule, 0.01, (0..5000).map(|number| pair(4, number % 10)));
        assert!(again.repeats());
        assert_eq!((again.verdict(), again.different()), (Verdict::Undecided, 20), "{rule:?}");
    }
}

#[test]
fn scores_have_the_verdict_of_their_interval() {
    let scored = |rule, of: fn(u64) -> f64| {
        let mut comparison = PairedComparison::new(rule, 0.005, None);
        (0..2000).for_each(|number| comparison.count(&[evaluation(of(number), number)]));
        (comparison.verdict(), comparison.rounds())
    };
    let (mean, exact) = (Rule::Mean, Rule::Exact);
    assert_eq!(scored(mean, |number| (number % 3) as f64), (Verdict::Stronger, 56));
    assert_eq!(scored(mean, |number| -((number % 3) as f64)), (Verdict::Weaker, 56));
    assert_eq!(scored(mean, |number| (number % 3) as f64 - 1.0), (Verdict::Undecided, 2000));
    assert_eq!(scored(exact, |_| 0.25), (Verdict::Stronger, 1));
    assert_eq!(scored(exact, |_| -0.25), (Verdict::Weaker, 1));
    assert_eq!(scored(exact, |_| 0.0), (Verdict::NotStronger, 1));
    let is_small = |band| {
        let mut it = PairedComparison::new(Rule::Effect(band), 0.005, None);
        (0..2000).for_each(|number| it.count(&[evaluation((number % 3) as f64 - 1.0, number)]));
        it.is_small()
    };
    // The interval reaches from -0.070 to 0.069 in the end.
    assert_eq!([0.05, 1.0].map(is_small), [false, true]);
}

#[test]
fn a_parameter_has_moved_where_setting_it_back_loses() {
    let tried = Tried {
        first: 0,
        name: "a".to_string(),
        start: 0.0,
        champion: 1.0,
        population: None,
        vector: Ok(vec![0.0]),
    };
    let effect = |points: [u8; 10], rounds| {
        let round = move |number: u64| pair(points[(number % 10) as usize], number);
        let it = counted(Rule::Effect(BAND), 1e-4, (0..rounds).map(round));
        (tried.effect(Some(&it)), it.rounds())
    };
    assert_eq!(effect([4, 4, 2, 2, 4, 2, 2, 2, 0, 4], 20_000), (Effect::Moved, 136));
    assert_eq!(effect([0, 0, 2, 2, 0, 2, 2, 2, 4, 0], 20_000), (Effect::Worse, 136));
    assert_eq!(effect([2, 2, 2, 2, 2, 2, 2, 2, 0, 4], 20_000), (Effect::None, 3104));
    assert_eq!(effect([4, 4, 2, 2, 4, 0, 0, 0, 0, 4], 2_000), (Effect::Undecided, 2000));
    let scored = |difference: f64| {
        let mut it = PairedComparison::new(Rule::Effect(0.05), 0.005, None);
        let of = |number: u64| difference * (1.0 + 0.01 * (number % 3) as f64);
        (0..200).for_each(|number| it.count(&[evaluation(of(number), number)]));
        assert!(it.interval().0 > 0.0 || it.interval().1 < 0.0, "{:?}", it.interval());
        tried.effect(Some(&it))
    };
    assert_eq!([-0.2, 0.2].map(scored), [Effect::Worse, Effect::Moved]);
    // These differences are surely there, and don't count.
    assert_eq!([-4.8e-10, 4.8e-10, -0.04, 0.04].map(scored), [Effect::None; 4]);
}

/// A normal number (G. E. P. Box and M. E. Muller, 1958).
fn normal(rng: &mut Rng) -> f64 {
    let [one, two]: [f64; 2] = [rng.random(), rng.random()];
    (-2.0 * libm::log1p(-one)).sqrt() * libm::cos(TAU * two)
}

/// What players or vectors without a difference come to.
#[derive(Clone, Copy, Debug)]
enum Equals {
    /// Pairs of games without draws.
    Decided,
    /// Pairs of games of which most are drawn.
    Drawn,
    /// Scores whose differences are normal.
    Normal,
    /// Whose differences are now and then large, and as often below 0 as above.
    Heavy,
    /// Whose differences are mostly a little below 0 and now and then far above.
    Skewed,
    /// Whose differences are a little above 0 but for one in a hundred, which is far below.
    Disasters,
}

impl Equals {
    fn is_scored(self) -> bool {
        !matches!(self, Equals::Decided | Equals::Drawn)
    }

    fn round(self, rng: &mut Rng, number: u64) -> Round {
        let drawn: f64 = rng.random();
        let points = |limits: [f64; 4]| limits.iter().map(|&it| u8::from(drawn >= it)).sum();
        match self {
            Equals::Decided => pair(points([0.22, 0.22, 0.78, 0.78]), number),
            Equals::Drawn => pair(points([0.02, 0.18, 0.82, 0.98]), number),
            Equals::Normal => evaluation(normal(rng), number),
            Equals::Heavy => evaluation(normal(rng) / (0.05 + drawn), number),
            Equals::Skewed => evaluation(-libm::log(1.0 - drawn) - 1.0, number),
            Equals::Disasters if drawn < 0.01 => evaluation(normal(rng) - 99.0, number),
            Equals::Disasters => evaluation(normal(rng) + 1.0, number),
        }
    }
}

/// Tests of an attempt against others, then parameters, with their rounds at most.
struct Size {
    tests: [u64; 4],
    parameters: u64,
    rounds: u64,
}

/// Whether an attempt finds a difference, where there is none.
fn is_alarm(equals: Equals, alpha: f64, size: &Size, rng: &mut Rng) -> bool {
    let bounds = BOUNDS.filter(|_| !equals.is_scored());
    let mut play = |rule, alpha: f64, most: u64| {
        let mut comparison = PairedComparison::new(rule, alpha, bounds);
        while !comparison.is_decided() && comparison.rounds() < most {
            comparison.count(&[equals.round(rng, comparison.rounds())]);
        }
        comparison
    };
    let (rule, of_each) = (if equals.is_scored() { Rule::Mean } else { Rule::Pairs }, alpha / 5.0);
    let mut found = false;
    for most in size.tests {
        let verdict = play(rule, of_each, most).verdict();
        found |= matches!(verdict, Verdict::Stronger | Verdict::Weaker);
    }
    for _ in 0..size.parameters {
        let it = play(Rule::Effect(BAND), of_each / size.parameters as f64, size.rounds);
        let (low, high) = it.interval();
        found |= !it.repeats() && (low > 0.0 || high < 0.0);
    }
    found
}

/// How many of some runs raise an alarm in any of their attempts.
fn alarms(equals: Equals, runs: std::ops::Range<u64>, size: &Size, alpha: fn(u64) -> f64) -> usize {
    let seed = Seed::new(1).unwrap();
    let raises = |run: &u64| {
        (1..=20).any(|attempt| {
            let mut rng = seed.stream(Purpose::Bench, &[equals as u64, *run, attempt]);
            is_alarm(equals, alpha(attempt), size, &mut rng)
        })
    };
    runs.filter(raises).count()
}

const ALL: [Equals; 5] =
    [Equals::Decided, Equals::Drawn, Equals::Normal, Equals::Heavy, Equals::Skewed];

#[test]
fn twenty_attempts_on_equals_rarely_find_a_difference() {
    let size = Size { tests: [60, 60, 40, 40], parameters: 2, rounds: 80 };
    let found = ALL.map(|equals| alarms(equals, 0..20, &size, share));
    assert_eq!(found, [0, 0, 0, 0, 0]);
    // Were every test to have a fifth of certainty, most runs would raise an alarm.
    let size = Size { tests: [400; 4], parameters: 0, rounds: 0 };
    let unshared = alarms(Equals::Normal, 0..20, &size, |_| 1.0);
    assert!(unshared > 15, "{unshared}");
}

/// Prints how many runs raise an alarm; it takes a quarter of an hour.
#[test]
#[ignore = "takes a quarter of an hour; prints a table"]
fn a_thousand_runs_without_a_difference() {
    const RUNS: u64 = 1000;
    const UNSHARED: u64 = 100;
    let size = Size { tests: [1500, 1500, 300, 300], parameters: 8, rounds: 100 };
    println!(
        "| nothing differs in | false alarms | 95 % interval | were every attempt the first |"
    );
    println!("|---|---:|---:|---:|");
    for equals in ALL.into_iter().chain([Equals::Disasters]) {
        let of = |runs: u64, alpha: fn(u64) -> f64| -> u64 {
            let half = |runs| alarms(equals, runs, &size, alpha) as u64;
            thread::scope(|scope| {
                let first = scope.spawn(|| half(0..runs / 2));
                half(runs / 2..runs) + first.join().unwrap()
            })
        };
        let (shared, unshared) = (of(RUNS, share), of(UNSHARED, |_| share(1)));
        let (low, high) = wilson(shared, RUNS).unwrap();
        println!(
            "| {equals:?} | {shared} of {RUNS} runs | [{:.1} %, {:.1} %] | {unshared} of {UNSHARED} runs |",
            100.0 * low,
            100.0 * high
        );
        // Nothing is promised where rare differences are far greater than all others.
        assert!(low < 0.05 || matches!(equals, Equals::Disasters), "{equals:?}: {shared}");
    }
}

#[test]
fn an_effect_is_small_only_where_both_ends_of_the_band_are_left_out() {
    // Of 40 pairs three are half a point below, then above: 0.01875 on average, which the other end is far from.
    for other in [1, 3] {
        let points = |number: u64| if number % 40 < 3 { other } else { 2 };
        let rounds = (0..240).map(|number| pair(points(number), number));
        let it = counted(Rule::Effect(BAND), 1e-4, rounds);
        assert!(it.mean().unwrap().abs() < BAND && it.rounds() == 240);
        assert!(!it.is_small());
    }
    for sign in [-1.0, 1.0] {
        let mut it = PairedComparison::new(Rule::Effect(0.05), 0.005, None);
        let of = |number: u64| sign * (0.048 + 0.02 * ((number % 3) as f64 - 1.0));
        (0..201).for_each(|number| it.count(&[evaluation(of(number), number)]));
        assert!(it.mean().unwrap().abs() < 0.05 && !it.is_small(), "{:?}", it.interval());
    }
}

#[test]
fn a_parameter_that_was_not_tried_has_no_effect_only_where_it_is_idle() {
    let tried = |why| Tried {
        first: 0,
        name: "a".to_string(),
        start: 0.0,
        champion: 0.0,
        population: None,
        vector: Err(why),
    };
    assert_eq!(tried(Why::Idle).effect(None), Effect::None);
    assert_eq!(tried(Why::AtStart).effect(None), Effect::Undecided);
}
