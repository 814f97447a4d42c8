//! A sequential test of two players: pairs of games one after another, until they say with set
//! chances of error whether one is stronger.
//!
//! The generalised sequential probability ratio test on scores of pairs, with hypotheses in
//! normalized Elo: M. Van den Bergh, "A Practical Introduction to the GSPRT" and "Comments on
//! Normalized Elo" (cantate.be/Fishtest); limits after A. Wald, "Sequential Tests of Statistical
//! Hypotheses", Annals of Mathematical Statistics 16, 1945, p. 117.
//!
//! Normalized Elo is a game's mean score over one half, in standard deviations of a game's score
//! and times 800 / ln 10, so that near 0 it is Elo where nothing is drawn. It says how many games
//! it takes to see a difference.

mod trial;

pub use trial::Trial;

use super::tally::Z95;
use serde::{Deserialize, Serialize};
use std::array::from_fn;
use std::f64::consts::{LN_10, SQRT_2};

/// Who play a sequential test.
pub const PLAYERS: usize = 2;

/// The largest hypothesis, in normalized Elo. Up to 231 the search for distributions can begin
/// at the uniform one.
const MOST_ELO: f64 = 200.0;

/// Mean score a game of a pair, by half points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// Pairs that stand for a score that wasn't seen, so that no probability is 0 (as fishtest does).
const UNSEEN: f64 = 1e-3;
/// A test ends without a verdict where a smaller share of its games differ and the ratio of all pairs is at a limit.
const LEAST_SHARE: f64 = 0.5;
/// Changes of a probability that no longer count in the search for distributions.
const SETTLED: f64 = 1e-9;
/// The share of the way to a pole that a step may go.
const NEARER: f64 = 0.875;
/// Steps of a search at most; hypotheses near 0 take a handful.
const MOST_STEPS: usize = 60;

/// One of the two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The normalized Elo is the lower one.
    H0,
    /// It is the upper one.
    H1,
}

/// The two hypotheses that are tested, and how surely.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hypotheses {
    /// Normalized Elo under H0.
    pub elo0: f64,
    /// Normalized Elo under H1.
    pub elo1: f64,
    /// Chance of accepting H1 where H0 is true.
    pub alpha: f64,
    /// Chance of accepting H0 where H1 is true.
    pub beta: f64,
}

/// A hypothesis or a chance that makes no sense, by its flag.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} {why}")]
pub struct HypothesisError {
    /// The flag after `--`.
    pub key: &'static str,
    /// What is wrong.
    pub why: String,
}

impl Hypotheses {
    /// Checks them.
    ///
    /// # Errors
    /// Where a hypothesis is beyond 200 normalized Elo, H0 isn't below H1, or a chance isn't above 0 and
    /// below one half.
    pub fn check(&self) -> Result<(), HypothesisError> {
        let refused = |key, why: &str| Err(HypothesisError { key, why: why.to_string() });
        for (key, elo) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if !(-MOST_ELO..=MOST_ELO).contains(&elo) {
                return refused(key, &format!("must be -{MOST_ELO} to {MOST_ELO}"));
            }
        }
        for (key, chance) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(chance > 0.0 && chance < 0.5) {
                return refused(key, "must be above 0 and below 0.5");
            }
        }
        match self.elo0 < self.elo1 {
            true => Ok(()),
            false => refused("elo0", "must be below elo1"),
        }
    }

    /// The log likelihood ratios at which H0 and H1 are accepted: ln(β / (1 − α)) and
    /// ln((1 − β) / α).
    pub fn limits(&self) -> (f64, f64) {
        let (not_alpha, not_beta) = (libm::log1p(-self.alpha), libm::log1p(-self.beta));
        (libm::log(self.beta) - not_alpha, not_beta - libm::log(self.alpha))
    }

    /// The log likelihood ratio of H1 to H0. Each hypothesis stands for the distribution with its
    /// normalized Elo under which the pairs are the likeliest.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let sum: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / sum);
        let under = [self.elo0, self.elo1].map(|elo| likeliest(&seen, t_value(elo)));
        let ratio = |score: usize| libm::log(under[1][score] / under[0][score]);
        (0..SCORES.len()).map(|score| counts[score] * ratio(score)).sum()
    }
}

/// A test under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprt {
    hypotheses: Hypotheses,
    pairs: Pentanomial,
    different: u64,
    end: Option<End>,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Accepted(Hypothesis),
    /// Games came again so often that more of them would decide nothing.
    Repeats,
}

impl Sprt {
    /// A test of checked hypotheses before its first pair.
    pub fn new(hypotheses: Hypotheses) -> Sprt {
        Sprt { hypotheses, pairs: Pentanomial::default(), different: 0, end: None }
    }

    /// Counts a pair of games in which the first player made that many half points, 0 to 4, and of which
    /// `different`, 0 to 2, differ from all games before. Pairs after the test's end don't count.
    pub fn add(&mut self, half_points: usize, different: u64) {
        if !self.is_over() {
            self.pairs.add(half_points);
            self.different += different;
            self.end = self.ended();
        }
    }

    fn ended(&self) -> Option<End> {
        let (lower, upper) = self.hypotheses.limits();
        let decided = |llr: f64| match llr {
            llr if llr >= upper => Some(Hypothesis::H1),
            llr if llr <= lower => Some(Hypothesis::H0),
            _ => None,
        };
        let (all, share) = (self.hypotheses.llr(&self.pairs), self.share());
        let accepted = decided(all * share).map(End::Accepted);
        accepted.or_else(|| decided(all).filter(|_| share < LEAST_SHARE).map(|_| End::Repeats))
    }

    /// Whether the test has ended, with or without a verdict.
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The hypotheses that are tested.
    pub fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }

    /// The pairs that count.
    pub fn pairs(&self) -> &Pentanomial {
        &self.pairs
    }

    /// The log likelihood ratio so far: that of as many pairs as differ, with the scores of all.
    pub fn llr(&self) -> f64 {
        self.hypotheses.llr(&self.pairs) * self.share()
    }

    /// The Elo of the first player over the second, as [`Pentanomial::elo`] with the interval of as many pairs
    /// as differ.
    pub fn elo(&self) -> Option<Estimate> {
        self.pairs.elo(self.share())
    }

    /// Its normalized Elo, likewise.
    pub fn nelo(&self) -> Option<Estimate> {
        self.pairs.nelo(self.share())
    }

    /// The share of the games that differ, 0 to 1.
    fn share(&self) -> f64 {
        self.different as f64 / (2 * self.pairs.pairs()).max(1) as f64
    }

    /// The hypothesis that was accepted; `None` while the test goes on, and where games came again so often that
    /// it ended without.
    pub fn accepted(&self) -> Option<Hypothesis> {
        match self.end {
            Some(End::Accepted(hypothesis)) => Some(hypothesis),
            _ => None,
        }
    }
}

/// Pairs of games by the half points of the first player, 0 to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

/// A figure with its 95 % interval, whose ends are infinite where the pairs set none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Pentanomial {
    fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Logistic Elo: 400 log₁₀ of the odds of the mean score. `None` where all pairs scored alike. The interval is
    /// that of a `share` of the pairs, 0 to 1.
    pub fn elo(&self, share: f64) -> Option<Estimate> {
        let spread = self.spread(share)?;
        let reach = Z95 * spread.deviation / spread.pairs.sqrt();
        Some(Estimate {
            value: elo(spread.mean),
            low: elo(spread.mean - reach),
            high: elo(spread.mean + reach),
        })
    }

    /// Normalized Elo. `None` where all pairs scored alike. The interval is that of a `share` of the pairs.
    ///
    /// The variance of the t-value is that of its first-order expansion in mean and variance: one
    /// n-th of 1 − t γ + t² (κ + 2) / 4 with skewness γ and excess kurtosis κ; at least one n-th, as of
    /// normal scores around 0, since the few pairs that aren't even often lie on one side, which makes it far too small.
    pub fn nelo(&self, share: f64) -> Option<Estimate> {
        let spread = self.spread(share)?;
        let t = (spread.mean - 0.5) / spread.deviation;
        let moment =
            |power| self.moment(|score| ((score - spread.mean) / spread.deviation).powi(power));
        let variance = 1.0 - t * moment(3) + t * t * (moment(4) - 1.0) / 4.0;
        let reach = Z95 * (variance.max(1.0) / spread.pairs).sqrt();
        let nelo = |t: f64| t / t_value(1.0);
        Some(Estimate { value: nelo(t), low: nelo(t - reach), high: nelo(t + reach) })
    }

    fn spread(&self, share: f64) -> Option<Spread> {
        if self.0.iter().filter(|&&count| count > 0).count() < 2 {
            return None;
        }
        let mean = self.moment(|score| score);
        let variance = self.moment(|score| (score - mean).powi(2));
        let pairs = self.pairs() as f64 * share;
        Some(Spread { pairs, mean, deviation: variance.sqrt() })
    }

    /// The mean of a function of a pair's score.
    fn moment(&self, of: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 =
            self.0.iter().zip(SCORES).map(|(&count, score)| count as f64 * of(score)).sum();
        sum / self.pairs() as f64
    }
}

/// Mean and standard deviation of a pair's score, and the pairs that count for the interval.
struct Spread {
    pairs: f64,
    mean: f64,
    deviation: f64,
}

/// The t-value of a pair's score, (mean − ½) / deviation, that a normalized Elo means: a pair's
/// mean score deviates less than a game's by the square root of two.
fn t_value(nelo: f64) -> f64 {
    nelo * SQRT_2 * LN_10 / 800.0
}

fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * libm::log10(score / (1.0 - score))
}

/// The distribution with that t-value under which what was seen is the likeliest ("Comments on
/// Normalized Elo", section 4.1).
///
/// The condition mean − ½ = t σ is made linear at a distribution q by
/// σ(p) ≈ Σ pᵢ (1 + ((aᵢ − mean(q)) / σ(q))²) σ(q) / 2, which has value and gradient of σ at q.
/// Then it reads Σ pᵢ bᵢ = 0, is solved, and made linear again at the solution until nothing
/// changes. As σ is concave, every solution's t-value is t or farther from 0, where the next bᵢ
/// have both signs, as they need to.
fn likeliest(seen: &[f64; 5], t: f64) -> [f64; 5] {
    let mut found = [0.2; 5];
    for _ in 0..MOST_STEPS {
        let mean: f64 = found.iter().zip(SCORES).map(|(p, score)| p * score).sum();
        let squares = found.iter().zip(SCORES).map(|(p, score)| p * (score - mean).powi(2));
        let deviation = squares.sum::<f64>().sqrt();
        let slopes = SCORES.map(|score| {
            let distance = (score - mean) / deviation;
            score - 0.5 - t * deviation * (1.0 + distance * distance) / 2.0
        });
        let multiplier = multiplier(seen, &slopes);
        let next: [f64; 5] = from_fn(|score| seen[score] / (1.0 + multiplier * slopes[score]));
        let change = (0..next.len()).map(|score| (next[score] - found[score]).abs());
        let change = change.fold(0.0, f64::max);
        found = next;
        if change < SETTLED {
            break;
        }
    }
    found
}

/// Solves Σ pᵢ bᵢ / (1 + x bᵢ) = 0 for the multiplier x of Lagrange: the likeliest distribution
/// with Σ pᵢ bᵢ = 0 is pᵢ / (1 + x bᵢ). The sum falls from pole to pole, so Newton's steps are kept
/// between the last x on either side of the root. None goes more than [`NEARER`] of the way to a pole: beside one
/// 1 + x bᵢ has no digits left, and steps become so small that they pass for the last.
fn multiplier(seen: &[f64; 5], slopes: &[f64; 5]) -> f64 {
    let least = slopes.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = slopes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let poles = (-1.0 / greatest, -1.0 / least);
    let (mut low, mut high) = poles;
    let mut x = 0.0;
    // Halving alone would be done by then.
    for _ in 0..200 {
        let parts =
            (0..seen.len()).map(|score| (seen[score], slopes[score] / (1.0 + x * slopes[score])));
        let (sum, fall) = parts
            .fold((0.0, 0.0), |(sum, fall), (p, part)| (sum + p * part, fall + p * part * part));
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let towards = |pole: f64| x + NEARER * (pole - x);
        let mut next = (x + sum / fall).max(towards(poles.0)).min(towards(poles.1));
        if !(low < next && next < high) {
            next = (low + high) / 2.0;
        }
        if (next - x).abs() <= f64::EPSILON * x.abs() || !(low < next && next < high) {
            break;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests;
