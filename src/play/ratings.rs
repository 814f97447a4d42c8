//! Ratings of bots, fitted jointly to all games that they played.
//!
//! The model is that of Luce for first places, which with two players is that of Bradley and
//! Terry: the bot b in seat s wins with a probability proportional to γ(b) σ(s), where σ is what
//! the seat is worth (D. R. Hunter, "MM Algorithms for Generalized Bradley–Terry Models", Annals
//! of Statistics 32, 2004, sections 1 and 5). A game that nobody won counts as won by every seat
//! to an equal part. Logarithms of γ and σ are found by Newton's method; Elo is 400 / ln 10 times
//! them.
//!
//! A bot that won all of its games would have no finite rating, so each free number has one
//! virtual game beside the real ones: each bot a drawn one against the anchor, each seat a drawn
//! one of equals against the last seat.
//!
//! Games of a pair have an opening in common, so the pair is the unit: variances are those of the
//! sandwich estimator with a cluster a pair, times c / (c − 1) for c clusters (H. White, "Maximum
//! Likelihood Estimation of Misspecified Models", Econometrica 50, 1982; K.-Y. Liang and S. L.
//! Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73, 1986). A
//! virtual game is a cluster, too, without which a bot that won all games would seem to be known
//! exactly. Pairs of the same games, move for move, are one cluster: they say the same thing again.
//! All pairs with one opening are a cluster, too, since all pairings share the openings: one that helps who moves first
//! does so whoever plays, and one in which a bot is good helps it against everybody. The wider one of both intervals
//! is told.

use super::matrix::Matrix;
use super::tally::Z95;
use std::collections::BTreeMap;
use std::f64::consts::LN_10;

/// Elo of a logarithm of strength.
const ELO: f64 = 400.0 / LN_10;
/// Steps of Newton's method at most; a handful is usual.
const MOST_STEPS: usize = 100;
/// Changes of a logarithm that no longer count.
const SETTLED: f64 = 1e-10;

/// Logarithms of strength that differ by less are equal.
const EQUAL: f64 = 1e-9;

/// A game as ratings see it.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedGame {
    /// The bot in each seat.
    pub seats: Vec<usize>,
    /// The seat that won; `None` where nobody did.
    pub winner: Option<usize>,
}

/// A figure in Elo with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The figure.
    pub elo: f64,
    /// Half the width of the interval.
    pub reach: f64,
}

/// Fitted ratings of all bots and seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    layout: Layout,
    /// Logarithms of strength: of the bots but the anchor, then of the seats but the last.
    strengths: Vec<f64>,
    covariance: Matrix,
    /// The same with clusters by opening.
    by_opening: Matrix,
}

/// Which number is whose.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Layout {
    bots: usize,
    players: usize,
    anchor: usize,
}

impl Layout {
    fn size(&self) -> usize {
        self.bots + self.players - 2
    }

    /// The number of a bot; `None` for the anchor.
    fn bot(&self, bot: usize) -> Option<usize> {
        (bot != self.anchor).then_some(bot - usize::from(bot > self.anchor))
    }

    /// The number of a seat; `None` for the last.
    fn seat(&self, seat: usize) -> Option<usize> {
        (seat + 1 < self.players).then_some(self.bots - 1 + seat)
    }

    /// The numbers whose sum is the strength of a bot in a seat.
    fn numbers(&self, bot: usize, seat: usize) -> impl Iterator<Item = usize> {
        self.bot(bot).into_iter().chain(self.seat(seat))
    }
}

/// How well strengths fit: the logarithm of their likelihood, its slope, and minus its curvature.
struct Fit {
    log: f64,
    slope: Vec<f64>,
    curvature: Matrix,
}

/// Fits ratings to games, of which each two in a row are a pair. `repeats` counts for each pair how
/// often the same two games were played, at their first time; it is 0 at every other. `openings` has the number
/// of each pair's opening. The rating of the anchor is 0. Bots and seats are numbers below `bots` and `players`, which are at least 2.
///
/// # Panics
/// Where they are not.
pub fn fit(
    games: &[RatedGame],
    repeats: &[u64],
    openings: &[u64],
    [bots, players, anchor]: [usize; 3],
) -> Ratings {
    let layout = Layout { bots, players, anchor };
    let mut strengths = vec![0.0; layout.size()];
    let mut now = layout.fit(games, &strengths);
    for _ in 0..MOST_STEPS {
        let step = now.curvature.inverse().times(&now.slope);
        let (next, fit) = layout.advance(games, &strengths, &step, now.log);
        let change = next.iter().zip(&strengths).map(|(next, now)| (next - now).abs());
        let change = change.fold(0.0, f64::max);
        (strengths, now) = (next, fit);
        if change < SETTLED {
            break;
        }
    }
    let pairs: Vec<u64> = (0..repeats.len() as u64).collect();
    let [covariance, by_opening] = [&pairs[..], openings].map(|clusters| {
        let spread = layout.spread(games, repeats, clusters, &strengths);
        now.curvature.inverse().around(&spread)
    });
    Ratings { layout, strengths, covariance, by_opening }
}

impl Layout {
    /// A step, or so small a part of it that the likelihood doesn't fall.
    fn advance(
        &self,
        games: &[RatedGame],
        from: &[f64],
        step: &[f64],
        log: f64,
    ) -> (Vec<f64>, Fit) {
        let mut part = 1.0;
        loop {
            let next: Vec<f64> = from.iter().zip(step).map(|(it, by)| it + part * by).collect();
            let fit = self.fit(games, &next);
            // Near the top rounding is all that is left to gain.
            if fit.log >= log || part < 1e-6 {
                return (next, fit);
            }
            part /= 2.0;
        }
    }

    fn fit(&self, games: &[RatedGame], strengths: &[f64]) -> Fit {
        let size = self.size();
        let (mut log, mut slope) = (0.0, vec![0.0; size]);
        let mut curvature = Matrix::zero(size);
        for (number, &strength) in strengths.iter().enumerate() {
            let chance = logistic(strength);
            log += (libm::log(chance) + libm::log(logistic(-strength))) / 2.0;
            slope[number] += 0.5 - chance;
            curvature[(number, number)] += chance * (1.0 - chance);
        }
        for game in games {
            let chances = self.chances(game, strengths);
            log += shares(game)
                .zip(&chances)
                .map(|(share, chance)| share * libm::log(*chance))
                .sum::<f64>();
            self.add_slope(game, &chances, &mut slope);
            self.add_curvature(game, &chances, &mut curvature);
        }
        Fit { log, slope, curvature }
    }

    /// Each seat's chance to win.
    fn chances(&self, game: &RatedGame, strengths: &[f64]) -> Vec<f64> {
        let seats = game.seats.iter().enumerate();
        let sums = seats
            .map(|(seat, &bot)| self.numbers(bot, seat).map(|it| strengths[it]).sum())
            .collect::<Vec<f64>>();
        let greatest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = sums.iter().map(|sum| libm::exp(sum - greatest)).collect();
        let all: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / all).collect()
    }

    fn add_slope(&self, game: &RatedGame, chances: &[f64], slope: &mut [f64]) {
        for (seat, (share, chance)) in shares(game).zip(chances).enumerate() {
            self.numbers(game.seats[seat], seat).for_each(|it| slope[it] += share - chance);
        }
    }

    /// The covariance of what seats have at stake.
    fn add_curvature(&self, game: &RatedGame, chances: &[f64], curvature: &mut Matrix) {
        for (seat, &bot) in game.seats.iter().enumerate() {
            for (other, &other_bot) in game.seats.iter().enumerate() {
                let own = if seat == other { chances[seat] } else { 0.0 };
                let value = own - chances[seat] * chances[other];
                for row in self.numbers(bot, seat) {
                    self.numbers(other_bot, other)
                        .for_each(|column| curvature[(row, column)] += value);
                }
            }
        }
    }

    /// The sum over the clusters of their slopes' products with themselves. `clusters` has that of each pair; a
    /// pair that came again counts where it was first.
    fn spread(
        &self,
        games: &[RatedGame],
        repeats: &[u64],
        clusters: &[u64],
        strengths: &[f64],
    ) -> Matrix {
        let mut slopes: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        for ((pair, &times), &cluster) in games.chunks(2).zip(repeats).zip(clusters) {
            if times == 0 {
                continue;
            }
            let mut slope = vec![0.0; self.size()];
            for game in pair {
                self.add_slope(game, &self.chances(game, strengths), &mut slope);
            }
            let all = slopes.entry(cluster).or_insert_with(|| vec![0.0; self.size()]);
            all.iter_mut().zip(slope).for_each(|(all, it)| *all += times as f64 * it);
        }
        let clusters = (slopes.len() + self.size()) as f64;
        let scale = clusters / (clusters - 1.0);
        let mut spread = Matrix::zero(self.size());
        for (number, &strength) in strengths.iter().enumerate() {
            spread[(number, number)] += scale * (0.5 - logistic(strength)).powi(2);
        }
        slopes.values().for_each(|slope| spread.add_square(slope, scale));
        spread
    }
}

/// Each seat's part of a win.
fn shares(game: &RatedGame) -> impl Iterator<Item = f64> {
    let players = game.seats.len();
    (0..players).map(move |seat| match game.winner {
        Some(winner) => f64::from(winner == seat),
        None => 1.0 / players as f64,
    })
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

impl Ratings {
    /// A bot's rating over the anchor's, which is 0 exactly.
    ///
    /// # Panics
    /// Where there is no bot of that number.
    pub fn bot(&self, bot: usize) -> Rating {
        self.rating(self.layout.bot(bot))
    }

    /// A seat's rating over the last seat's, which is 0 exactly.
    ///
    /// # Panics
    /// Where there is no seat of that number.
    pub fn seat(&self, seat: usize) -> Rating {
        self.rating(self.layout.seat(seat))
    }

    fn rating(&self, number: Option<usize>) -> Rating {
        let elo = number.map_or(0.0, |it| ELO * self.strengths[it]);
        let variance = number.map_or(0.0, |it| self.variance(|covariance| covariance[(it, it)]));
        Rating { elo, reach: ELO * Z95 * variance.sqrt() }
    }

    /// The greater one of the variances by pairs and by openings, each as `of` its covariance.
    fn variance(&self, of: impl Fn(&Matrix) -> f64) -> f64 {
        of(&self.covariance).max(of(&self.by_opening)).max(0.0)
    }

    /// The covariance of two bots' ratings over the anchor's, in Elo²: half of what their variances have more than the
    /// variance of their difference. So each of these is the greater one by pairs and by openings, as in
    /// [`Ratings::bot`] and [`Ratings::superiority`].
    ///
    /// # Panics
    /// Where there is no bot of one of these numbers.
    pub fn covariance(&self, one: usize, other: usize) -> f64 {
        let [one, other] = [one, other].map(|bot| self.layout.bot(bot));
        let own = |number| self.variance_between(number, None);
        ELO * ELO * (own(one) + own(other) - self.variance_between(one, other)) / 2.0
    }

    /// The variance of the difference of two numbers, of which the anchor has none.
    fn variance_between(&self, one: Option<usize>, other: Option<usize>) -> f64 {
        self.variance(|covariance| {
            let at = |row: Option<usize>, column| row.zip(column).map_or(0.0, |it| covariance[it]);
            at(one, one) + at(other, other) - 2.0 * at(one, other)
        })
    }

    /// How likely it is that `one` is stronger than `other`, 0 to 1, by the normal distribution
    /// of the difference of their ratings.
    pub fn superiority(&self, one: usize, other: usize) -> f64 {
        let mut difference = vec![0.0; self.strengths.len()];
        for (bot, sign) in [(one, 1.0), (other, -1.0)] {
            if let Some(number) = self.layout.bot(bot) {
                difference[number] += sign;
            }
        }
        let dot = |one: &[f64], two: &[f64]| one.iter().zip(two).map(|(a, b)| a * b).sum::<f64>();
        let variance = self.variance(|covariance| dot(&difference, &covariance.times(&difference)));
        let mean = dot(&difference, &self.strengths);
        // Below that a difference is what is left by rounding.
        match (mean.abs() < EQUAL, variance > 0.0) {
            (true, _) => 0.5,
            (false, true) => normal(mean / variance.sqrt()),
            (false, false) => f64::from(mean > 0.0),
        }
    }
}

/// The normal distribution function, by its series around 0 (G. Marsaglia, "Evaluating the Normal
/// Distribution", Journal of Statistical Software 11, 2004).
fn normal(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return f64::from(x > 0.0);
    }
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    loop {
        odd += 2.0;
        term *= x * x / odd;
        if sum + term == sum {
            break;
        }
        sum += term;
    }
    let density = libm::exp(-0.5 * x * x) / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests;
