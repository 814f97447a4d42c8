//! The sequential test against simulated and published numbers.

use super::*;
use crate::rng::{Purpose, Rng, Seed};
use rand::RngExt;

const USUAL: Hypotheses = Hypotheses { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

fn between(elo0: f64, elo1: f64) -> Hypotheses {
    Hypotheses { elo0, elo1, ..USUAL }
}

fn close(value: f64, wanted: f64, within: f64) {
    assert!((value - wanted).abs() <= within, "{value} is not {wanted}");
}

fn mean_and_deviation(p: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = p.iter().zip(SCORES).map(|(p, score)| p * score).sum();
    let variance: f64 = p.iter().zip(SCORES).map(|(p, a)| p * (a - mean) * (a - mean)).sum();
    (mean, variance.sqrt())
}

/// With limits of 2.94 as everyone has them.
#[test]
fn limits_are_walds() {
    let (lower, upper) = USUAL.limits();
    close(lower, -(19f64.ln()), 1e-12);
    close(upper, 19f64.ln(), 1e-12);
    let (lower, upper) = Hypotheses { alpha: 0.05, beta: 0.10, ..USUAL }.limits();
    close(lower, -2.2513, 5e-5);
    close(upper, 2.8904, 5e-5);
}

/// As test servers with the same hypotheses printed them, to their two decimals: pull requests
/// 531 of PGG106/Alexandria, 334 of Yoshie2000/PlentyChess, 351 and 396 of
/// cosmobobak/viridithas.
#[test]
fn ratios_are_those_that_test_servers_printed() {
    for (pairs, elo0, elo1, llr) in [
        ([49, 2618, 5871, 2841, 49], 0.0, 3.0, 2.95),
        ([7, 2506, 5930, 2514, 4], 0.0, 3.0, -0.78),
        ([214, 8992, 19871, 9102, 235], 0.0, 2.5, 0.16),
        ([5, 942, 2469, 1050, 5], -3.0, 1.0, 2.90),
        ([293, 7917, 17018, 8280, 277], 0.0, 3.0, 2.95),
        ([41, 6483, 15166, 6752, 51], 0.0, 3.0, 2.98),
    ] {
        close(between(elo0, elo1).llr(&Pentanomial(pairs)), llr, 0.005);
    }
}

/// The greatest log likelihoods were found another way, by scanning all means for the likeliest
/// distribution with the variance that belongs to each.
#[test]
fn the_likeliest_distribution_is_found_far_from_what_was_seen() {
    for (counts, elo, wanted) in [
        ([17.0, 120.0, 310.0, 140.0, 13.0], 10.0, -0.0724067705),
        ([17.0, 120.0, 310.0, 140.0, 13.0], -200.0, -204.6120830859),
        ([1.0, 20.0, 300.0, 900.0, 779.0], 200.0, -162.6745641491),
        ([0.001, 0.001, 20.0, 3.0, 177.0], 10.0, -116.3627313963),
        ([0.001, 0.001, 20.0, 3.0, 177.0], -200.0, -315.2152580380),
        ([40.0, 0.001, 30.0, 0.001, 5.0], 50.0, -26.0912762474),
        ([291.0, 243.0, 0.001, 153.0, 193.0], 200.0, -382.4006979824),
        ([0.001, 0.001, 0.001, 0.001, 103.0], 10.0, -67.2758716428),
    ] {
        let sum: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / sum);
        let found = likeliest(&seen, t_value(elo));
        let parts = counts.iter().zip(seen).zip(found).map(|((n, seen), p)| n * (p / seen).ln());
        close(parts.sum::<f64>(), wanted, 1e-7);
        let (mean, deviation) = mean_and_deviation(&found);
        close((mean - 0.5) / deviation, t_value(elo), 1e-7);
        close(found.iter().sum(), 1.0, 1e-9);
    }
}

/// From the uniform distribution Newton's first step leads to a pole. The ratios were found by halving alone.
#[test]
fn a_step_to_a_pole_is_not_the_end_of_a_search() {
    for (pairs, elo0, elo1, llr) in [
        ([1, 3, 19, 17, 13], 0.0, 10.0, 1.1855809564),
        ([17, 35, 23, 9, 1], -5.0, 0.0, -0.9534894193),
        ([1, 1, 0, 11, 5], 0.0, 20.0, 0.8840987983),
        ([1, 1, 6, 11, 11], 0.0, 10.0, 0.7891618284),
    ] {
        close(between(elo0, elo1).llr(&Pentanomial(pairs)), llr, 1e-9);
    }
}

/// All mixes of a few counts.
#[test]
fn what_is_found_is_a_distribution_with_its_normalized_elo() {
    const COUNTS: [f64; 8] = [UNSEEN, 1.0, 2.0, 3.0, 8.0, 11.0, 14.0, 17.0];
    for index in 0..COUNTS.len().pow(5) {
        let counts: [f64; 5] =
            from_fn(|score| COUNTS[index / COUNTS.len().pow(score as u32) % COUNTS.len()]);
        let sum: f64 = counts.iter().sum();
        for elo in [-5.0, 0.0, 10.0] {
            let found = likeliest(&counts.map(|count| count / sum), t_value(elo));
            assert!(found.iter().all(|&p| p > 0.0), "{counts:?}: {found:?}");
            close(found.iter().sum(), 1.0, 1e-9);
            let (mean, deviation) = mean_and_deviation(&found);
            close((mean - 0.5) / deviation, t_value(elo), 1e-7);
        }
    }
}

#[test]
fn no_pairs_say_nothing_and_swapped_players_the_opposite() {
    assert_eq!(USUAL.llr(&Pentanomial::default()), 0.0);
    for pairs in [[0, 0, 7, 0, 0], [3, 0, 9, 4, 40], [0, 0, 0, 0, 30], [9, 1, 0, 0, 2000]] {
        let mut swapped = pairs;
        swapped.reverse();
        for (elo0, elo1) in [(0.0, 10.0), (-5.0, 1.0), (-200.0, 200.0), (20.0, 30.0)] {
            let llr = between(elo0, elo1).llr(&Pentanomial(pairs));
            let other = between(-elo1, -elo0).llr(&Pentanomial(swapped));
            close(llr, -other, 1e-6 * llr.abs().max(1.0));
            assert!(llr.is_finite());
        }
    }
}

/// "Comments on Normalized Elo", section 4.2: half the pairs times the logarithm of
/// (1 + (t − t₀)²) / (1 + (t − t₁)²), for t-values near 0.
#[test]
fn near_zero_the_ratio_is_near_its_closed_approximation() {
    for (pairs, elo0, elo1) in [
        ([170, 1200, 3100, 1400, 130], 0.0, 10.0),
        ([500, 100, 900, 100, 520], 0.0, 10.0),
        ([300, 300, 300, 300, 300], -2.0, 5.0),
        ([1000, 2000, 4000, 2100, 1050], -10.0, 0.0),
    ] {
        let pairs = Pentanomial(pairs);
        let frequencies = pairs.0.map(|count| count as f64 / pairs.pairs() as f64);
        let (mean, deviation) = mean_and_deviation(&frequencies);
        let t = (mean - 0.5) / deviation;
        let square = |elo: f64| 1.0 + (t - t_value(elo)).powi(2);
        let approximation = pairs.pairs() as f64 / 2.0 * (square(elo0) / square(elo1)).ln();
        close(between(elo0, elo1).llr(&pairs) / approximation, 1.0, 0.005);
    }
}

/// By hand: of four pairs that score 0, ½, 1 and 1 on the mean game, the mean is 5/8 and the
/// variance 11/64, so t = 1/√11; the third and fourth moments are −9/256 and 197/4096 in
/// deviations of √11/8.
#[test]
fn estimates_are_those_worked_by_hand() {
    let pairs = Pentanomial([1, 0, 1, 0, 2]);
    let elo = pairs.elo(1.0).unwrap();
    close(elo.value, 400.0 * (5f64 / 3.0).log10(), 1e-9);
    let high = 0.625 + Z95 * (11f64 / 64.0 / 4.0).sqrt();
    assert!(high > 1.0 && elo.high == f64::INFINITY);
    let low = 0.625 - Z95 * (11f64 / 64.0 / 4.0).sqrt();
    close(elo.low, -400.0 * (1.0 / low - 1.0).log10(), 1e-9);

    let nelo = pairs.nelo(1.0).unwrap();
    let t = 1.0 / 11f64.sqrt();
    close(nelo.value, t / SQRT_2 * 800.0 / LN_10, 1e-9);
    let (third, fourth) = (-18.0 / 11f64.powf(1.5), 197.0 / 121.0);
    let variance = (1.0 - t * third + t * t * (fourth - 1.0) / 4.0) / 4.0;
    close(nelo.high - nelo.value, Z95 * variance.sqrt() / SQRT_2 * 800.0 / LN_10, 1e-9);
    close(nelo.value - nelo.low, nelo.high - nelo.value, 1e-9);

    // One pair of many that isn't even tells nobody from an equal.
    let lone = Pentanomial([0, 0, 1999, 0, 1]).nelo(1.0).unwrap();
    close(lone.high - lone.value, Z95 / 2000f64.sqrt() / SQRT_2 * 800.0 / LN_10, 1e-9);
    assert!(lone.low < 0.0 && lone.value > 0.0);

    for alike in [[0; 5], [0, 0, 9, 0, 0], [0, 0, 0, 0, 1]] {
        assert_eq!((Pentanomial(alike).elo(1.0), Pentanomial(alike).nelo(1.0)), (None, None));
    }
}

#[test]
fn a_verdict_is_reached_at_a_limit_and_stays() {
    for (half_points, hypothesis) in [(4, Hypothesis::H1), (0, Hypothesis::H0)] {
        let mut sprt = Sprt::new(USUAL);
        let mut last = 0.0;
        while !sprt.is_over() {
            last = sprt.llr();
            sprt.add(half_points, 2);
        }
        let (lower, upper) = USUAL.limits();
        assert!(lower < last && last < upper);
        assert!(sprt.llr() <= lower || sprt.llr() >= upper);
        let reached = sprt.clone();
        (0..200).for_each(|_| sprt.add(4 - half_points, 2));
        assert_eq!((sprt.accepted(), &sprt), (Some(hypothesis), &reached));
    }
}

/// Games that came again count once: a test goes by as many pairs as differ.
#[test]
fn repeated_games_count_once() {
    let test = |different: fn(u64) -> u64| {
        let mut sprt = Sprt::new(USUAL);
        let mut pairs = 0;
        while !sprt.is_over() {
            sprt.add(if pairs % 4 == 0 { 1 } else { 3 }, different(pairs));
            pairs += 1;
        }
        (sprt.accepted(), sprt)
    };
    let (verdict, all) = test(|_| 2);
    assert_eq!(verdict, Some(Hypothesis::H1));
    // Half of the games, and twice the pairs, within the last few.
    let (verdict, half) = test(|_| 1);
    assert_eq!(verdict, Some(Hypothesis::H1));
    assert!(half.pairs().pairs().abs_diff(2 * all.pairs().pairs()) <= 4);
    let reach = |sprt: &Sprt| sprt.elo().map(|elo| elo.high - elo.low).unwrap();
    close(reach(&half), reach(&all), 2.0);
    // Where hardly a pair is new, nothing is decided when all pairs would decide.
    let (verdict, repeats) = test(|pair| u64::from(pair < 10));
    assert_eq!((verdict, repeats.pairs()), (None, all.pairs()));
}

#[test]
fn nonsense_is_refused() {
    assert_eq!(USUAL.check(), Ok(()));
    for (hypotheses, why) in [
        (between(10.0, 0.0), "elo0 must be below elo1"),
        (between(5.0, 5.0), "elo0 must be below elo1"),
        (between(f64::NAN, 5.0), "elo0"),
        (between(0.0, f64::INFINITY), "elo1"),
        (between(-200.5, 0.0), "elo0"),
        (Hypotheses { alpha: 0.0, ..USUAL }, "alpha"),
        (Hypotheses { alpha: 0.5, ..USUAL }, "alpha"),
        (Hypotheses { beta: -0.1, ..USUAL }, "beta"),
        (Hypotheses { beta: f64::NAN, ..USUAL }, "beta"),
    ] {
        assert!(hypotheses.check().unwrap_err().to_string().contains(why), "{hypotheses:?}");
    }
}

fn draw(p: &[f64; 5], rng: &mut Rng) -> usize {
    let drawn: f64 = rng.random();
    let mut below = 0.0;
    let reaches = |p: &f64| {
        below += p;
        drawn < below
    };
    p.iter().position(reaches).unwrap_or(p.len() - 1)
}

/// Of that many tests on pairs from a distribution the share that accepts a hypothesis.
fn share(hypotheses: Hypotheses, p: &[f64; 5], accepted: Hypothesis, tests: u64) -> f64 {
    let decided = (0..tests).filter(|&number| {
        let mut rng = Seed::new(1).unwrap().stream(Purpose::Bench, &[number]);
        let mut sprt = Sprt::new(hypotheses);
        while !sprt.is_over() {
            sprt.add(draw(p, &mut rng), 2);
        }
        sprt.accepted() == Some(accepted)
    });
    decided.count() as f64 / tests as f64
}

/// Where either hypothesis is true, a test is wrong about as often as it may be: a sixth less
/// here, since it goes beyond a limit before it stops. The bounds are three standard deviations
/// about that.
#[test]
fn wrong_verdicts_are_as_frequent_as_was_set() {
    let hypotheses = Hypotheses { beta: 0.1, ..between(0.0, 50.0) };
    for shape in [[0.03, 0.22, 0.5, 0.22, 0.03], [0.1, 0.01, 0.2, 0.09, 0.6]] {
        let at = |elo| likeliest(&shape, t_value(elo));
        let alpha = share(hypotheses, &at(0.0), Hypothesis::H1, 2000);
        let beta = share(hypotheses, &at(50.0), Hypothesis::H0, 2000);
        assert!((0.029..0.056).contains(&alpha), "{alpha}");
        assert!((0.067..0.104).contains(&beta), "{beta}");
    }
}
