//! Whether measured champions still get better, and how many games the next step takes.

use super::sample::{mean, student};
use crate::play::tally::Z95;

/// Measurements at least.
pub const LEAST: usize = 8;
/// A next step that takes more doublings of the games than this isn't told.
const MOST_DOUBLINGS: f64 = 10.0;
/// Degrees of freedom that are left at least: a rise that is smooth and no line is a rise, too.
const LEAST_FREEDOM: f64 = 2.0;
/// The greatest correlation of neighbours that is reckoned with.
const MOST_ALIKE: f64 = 0.95;

/// A measurement of a champion, on games that chose nobody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Games of selection before it.
    pub games: u64,
    /// The champion's mean fitness.
    pub fitness: f64,
    /// The standard error of that mean, where it is known.
    pub error: Option<f64>,
}

/// The line through the later half of a run's measurements: fitness by the logarithm of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trend {
    /// Measurements that it goes through.
    pub measurements: usize,
    /// Games of selection before the last of them.
    pub games: u64,
    /// What a doubling of the games gains.
    pub gain: f64,
    /// The lower end of the 95 % interval of that gain.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The least gain that one measurement can show: half the width of its 95 % interval.
    pub step: f64,
}

/// What a trend says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The interval of the gain is above 0.
    Better,
    /// It holds 0.
    NotVisible,
    /// It is below 0.
    Worse,
}

impl Trend {
    /// The trend of a run's measurements, in their order; `None` of fewer than [`LEAST`] whose
    /// fitness is a number, or where the number of games is the same for all.
    ///
    /// It is the least-squares line through the later half. Champions that follow each other are
    /// alike, so the n measurements count as n (1 − r) / (1 + r), where r is the correlation of
    /// neighbouring residuals (Santer and others, Statistical significance of trends and trend
    /// differences in layer-average atmospheric temperature time series, Journal of Geophysical
    /// Research 105, 2000, section 4). Short series show too small an r, so (n r + 2) / (n − 4) is
    /// taken: of series without any trend that calls 3 to 10 % a trend where neighbours correlate
    /// by 0 to 0.6, without it up to 18 %.
    pub fn of(all: &[Measured]) -> Option<Trend> {
        let all: Vec<&Measured> =
            all.iter().filter(|it| it.games > 0 && it.fitness.is_finite()).collect();
        let later = all.get(all.len().saturating_sub((all.len() / 2).max(LEAST))..)?;
        if later.len() < LEAST {
            return None;
        }
        let doublings: Vec<f64> = later.iter().map(|it| libm::log2(it.games as f64)).collect();
        let fitness: Vec<f64> = later.iter().map(|it| it.fitness).collect();
        let (centre, level) = (mean(&doublings)?, mean(&fitness)?);
        let spread: f64 = doublings.iter().map(|x| (x - centre) * (x - centre)).sum();
        if spread == 0.0 {
            return None;
        }
        let points = || doublings.iter().zip(&fitness);
        let gain = points().map(|(x, y)| (x - centre) * (y - level)).sum::<f64>() / spread;
        let residuals: Vec<f64> = points().map(|(x, y)| y - level - gain * (x - centre)).collect();
        let (freedom, deviation) = uncorrelated(&residuals);
        let half = student(freedom) * deviation / spread.sqrt();
        let squares: Option<Vec<f64>> = later.iter().map(|it| it.error.map(|it| it * it)).collect();
        let error = squares.and_then(|it| mean(&it)).map_or(deviation, f64::sqrt);
        let games = later.last()?.games;
        let (low, high) = (gain - half, gain + half);
        Some(Trend { measurements: later.len(), games, gain, low, high, step: Z95 * error })
    }

    /// Whether progress is visible.
    pub fn progress(&self) -> Progress {
        match () {
            () if self.low > 0.0 => Progress::Better,
            () if self.high < 0.0 => Progress::Worse,
            () => Progress::NotVisible,
        }
    }

    /// How many games more the next [`Trend::step`] takes at a gain; `None` where that is none, or the
    /// step is a thousand times as many games away.
    pub fn more_games(&self, gain: f64) -> Option<u64> {
        let doublings = self.step / gain;
        let is_near = gain > 0.0 && doublings <= MOST_DOUBLINGS;
        is_near.then(|| (self.games as f64 * (libm::exp2(doublings) - 1.0)).ceil() as u64)
    }
}

/// Degrees of freedom and standard deviation of the residuals of a line, of which neighbours are alike.
fn uncorrelated(residuals: &[f64]) -> (f64, f64) {
    let squares: f64 = residuals.iter().map(|it| it * it).sum();
    let neighbours: f64 = residuals.windows(2).map(|it| it[0] * it[1]).sum();
    let count = residuals.len() as f64;
    let seen = if squares > 0.0 { neighbours / squares } else { 0.0 };
    let alike = ((count * seen + 2.0) / (count - 4.0)).clamp(0.0, MOST_ALIKE);
    let count = count * (1.0 - alike) / (1.0 + alike);
    let freedom = (count - 2.0).max(LEAST_FREEDOM);
    (freedom, (squares / freedom).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, Seed};
    use rand::RngExt;

    fn measured(fitness: impl Fn(f64) -> f64) -> Vec<Measured> {
        let one =
            |it: u64| Measured { games: it * 1000, fitness: fitness(it as f64), error: Some(0.5) };
        (1..=32).map(one).collect()
    }

    #[test]
    fn a_line_is_found_and_the_next_step_follows_from_it() {
        let trend = Trend::of(&measured(|it| 3.0 + 2.0 * it.log2())).unwrap();
        assert_eq!((trend.measurements, trend.games), (16, 32_000));
        assert!((trend.gain - 2.0).abs() < 1e-9 && trend.high - trend.low < 1e-6);
        assert_eq!(trend.progress(), Progress::Better);
        // 0.98 at 2 a doubling is 0.49 doublings.
        assert!((trend.step - 0.98).abs() < 1e-3);
        assert_eq!(trend.more_games(trend.gain), Some(12_942));
        assert_eq!(trend.more_games(0.05), None);
        assert_eq!(trend.more_games(-2.0), None);
        let falling = Trend::of(&measured(|it| -it)).unwrap();
        assert_eq!(falling.progress(), Progress::Worse);
    }

    /// Sixteen residuals 1, 1, −1, −1, … correlate by 1/16, which is taken as 1/4.
    #[test]
    fn neighbours_that_are_alike_count_less() {
        let (freedom, deviation) = uncorrelated(&[1.0, 1.0, -1.0, -1.0].repeat(4));
        assert!((freedom - 7.6).abs() < 1e-12);
        assert!((deviation - (16.0 / freedom).sqrt()).abs() < 1e-12);
        let (freedom, _) = uncorrelated(&[1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0]);
        assert_eq!(freedom, 6.0);
    }

    #[test]
    fn too_little_says_nothing() {
        let all = measured(|it| it);
        assert_eq!(Trend::of(&all[..LEAST - 1]), None);
        assert!(Trend::of(&all[..LEAST]).is_some());
        let same: Vec<Measured> = all.iter().map(|it| Measured { games: 5, ..*it }).collect();
        assert_eq!(Trend::of(&same), None);
        assert_eq!(Trend::of(&[]), None);
    }

    /// Where nothing gets better, few intervals leave 0 out.
    #[test]
    fn what_stands_still_is_seldom_called_progress() {
        let mut rng = Seed::new(5).unwrap().stream(Purpose::Bench, &[]);
        let mut normal = || (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
        for alike in [0.0, 0.6] {
            let (mut called, tries) = (0, 1000);
            for _ in 0..tries {
                let mut last = normal();
                let mut all = measured(|_| 0.0);
                for it in &mut all {
                    last = alike * last + normal();
                    it.fitness = last;
                }
                let trend = Trend::of(&all).unwrap();
                called += u32::from(trend.progress() != Progress::NotVisible);
            }
            assert!(called < tries / 8, "{called} of {tries} at {alike}");
        }
    }
}
