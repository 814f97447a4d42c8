//! An interval of the mean of bounded numbers that holds at any time, whatever their distribution.
//!
//! Somebody bets that the mean is not μ: of a capital of 1 at the beginning, each number x multiplies a part
//! of it by 1 + λ (x − μ). If the mean is μ, no bet makes the capital grow on average, so it ever reaches
//! 1 / α with a chance of at most α (Ville's inequality). The interval holds every μ for which it has not
//! (I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", Journal of the
//! Royal Statistical Society B 86, 2024). The capital is split evenly between bets of many sizes, so it
//! depends on how often each number came, and not on their order.

/// Bets on either side. The largest risks most of its capital, each other one half as much as the one
/// before.
const BETS: i32 = 8;
const LARGEST: f64 = 0.9;
/// Halvings of the distance to an end of an interval.
const HALVINGS: usize = 40;

/// Bounded numbers so far, of which there are few different ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounded {
    low: f64,
    high: f64,
    /// Each number with how often it came.
    seen: Vec<(f64, u64)>,
}

impl Bounded {
    /// None yet of some numbers between two bounds.
    ///
    /// # Panics
    /// [`Bounded::add`] does, if `low` is above `high` or one of them is no number.
    pub fn new(low: f64, high: f64) -> Bounded {
        Bounded { low, high, seen: Vec::new() }
    }

    /// Counts a number, which lies within the bounds.
    pub fn add(&mut self, number: f64) {
        let number = number.clamp(self.low, self.high);
        match self.seen.iter_mut().find(|(known, _)| *known == number) {
            Some((_, count)) => *count += 1,
            None => self.seen.push((number, 1)),
        }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.seen.iter().map(|(_, count)| count).sum()
    }

    /// Their mean; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.seen.iter().map(|&(number, count)| number * count as f64).sum();
        (self.count() > 0).then(|| sum / self.count() as f64)
    }

    /// Whether the chance of such a capital against the mean `of` is at most `alpha`.
    pub fn excludes(&self, of: f64, alpha: f64) -> bool {
        self.log_capital(of) >= -libm::log(alpha)
    }

    /// The logarithm of what became of 1 by bets against the mean `of`.
    fn log_capital(&self, of: f64) -> f64 {
        let risks = (0..BETS).map(|power| LARGEST * libm::exp2(-f64::from(power)));
        let upward = |risk: f64| risk / (of - self.low).max(f64::MIN_POSITIVE);
        let downward = |risk: f64| -risk / (self.high - of).max(f64::MIN_POSITIVE);
        let bets = risks.flat_map(|risk| [upward(risk), downward(risk)]);
        let grown = |bet: f64| -> f64 {
            let one = |&(number, count): &(f64, u64)| match number == of {
                true => 0.0,
                // Against a bound itself a bet can win more than a number holds.
                false => count as f64 * libm::log1p((bet * (number - of)).min(f64::MAX)),
            };
            self.seen.iter().map(one).sum()
        };
        let grown: Vec<f64> = bets.map(grown).collect();
        let most = grown.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = grown.iter().map(|it| libm::exp(it - most)).sum();
        most + libm::log(sum / grown.len() as f64)
    }

    /// An interval that leaves out the true mean, at any time from the first number on, with a chance of
    /// at most `alpha`.
    pub fn interval(&self, alpha: f64) -> (f64, f64) {
        let Some(mean) = self.mean() else { return (self.low, self.high) };
        let end = |bound: f64| {
            let (mut held, mut beyond) = (mean, bound);
            if !self.excludes(beyond, alpha) {
                return beyond;
            }
            for _ in 0..HALVINGS {
                let middle = f64::midpoint(held, beyond);
                match self.excludes(middle, alpha) {
                    true => beyond = middle,
                    false => held = middle,
                }
            }
            beyond
        };
        (end(self.low), end(self.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::tests::stream;
    use rand::RngExt as _;

    fn of(counts: &[(f64, u64)]) -> Bounded {
        let mut it = Bounded::new(-0.5, 0.5);
        counts.iter().for_each(|&(number, count)| (0..count).for_each(|_| it.add(number)));
        it
    }

    #[test]
    fn capital_is_that_of_its_bets() {
        let it = of(&[(0.5, 3), (-0.25, 2), (0.0, 4)]);
        assert_eq!((it.count(), it.mean()), (9, Some(1.0 / 9.0)));
        let mut capital = 0.0;
        for power in 0..8 {
            for bet in [1.8 / f64::from(1 << power), -1.8 / f64::from(1 << power)] {
                capital += (1.0 + 0.5 * bet).powi(3) * (1.0 - 0.25 * bet).powi(2) / 16.0;
            }
        }
        assert!((it.log_capital(0.0) - capital.ln()).abs() < 1e-12);
    }

    #[test]
    fn numbers_that_are_all_alike_leave_an_interval() {
        let (low, high) = of(&[(0.5, 50)]).interval(0.001);
        assert_eq!(high, 0.5);
        // Rightly 0.001^(1 / 50) − 0.5 = 0.371 where wins and losses are all there is.
        assert!((0.3..0.371).contains(&low), "{low}");
        let (low, high) = of(&[(0.0, 400)]).interval(0.001);
        assert!(-0.1 < low && low < 0.0 && (low + high).abs() < 1e-9, "{low} {high}");
        assert_eq!(of(&[]).interval(0.05), (-0.5, 0.5));
        assert_eq!(of(&[(0.5, 1)]).interval(1e-3).1, 0.5);
    }

    #[test]
    fn an_interval_is_as_wide_as_the_range_of_the_numbers() {
        let narrow = of(&[(0.5, 50), (-0.25, 10)]).interval(0.05);
        let mut wide = Bounded::new(-500.0, 500.0);
        (0..50).for_each(|_| wide.add(500.0));
        (0..10).for_each(|_| wide.add(-250.0));
        let wide = wide.interval(0.05);
        for (wide, narrow) in [(wide.0, narrow.0), (wide.1, narrow.1)] {
            assert!((wide / 1000.0 - narrow).abs() < 1e-9, "{wide} and {narrow}");
        }
    }

    #[test]
    fn the_ends_are_where_the_capital_reaches_the_limit() {
        let it = of(&[(0.5, 280), (0.0, 500), (-0.5, 220)]);
        for alpha in [0.05, 1e-3, 1e-6] {
            let (low, high) = it.interval(alpha);
            assert!(low < 0.03 && 0.03 < high);
            for end in [low, high] {
                let capital = it.log_capital(end);
                assert!((capital + alpha.ln()).abs() < 1e-6, "{alpha}: {capital}");
            }
        }
        let (low, high) = it.interval(1e-3);
        assert!(high - low < 0.12, "{low} to {high}");
    }

    /// Of sequences of wins with a chance of 0.3, looked at after each number, few ever leave it out.
    #[test]
    fn the_true_mean_stays_inside() {
        let left = (0..200).filter(|&sequence| {
            let mut rng = stream(sequence);
            let mut it = Bounded::new(0.0, 1.0);
            (0..300).any(|_| {
                it.add(f64::from(u8::from(rng.random::<f64>() < 0.3)));
                it.excludes(0.3, 0.1)
            })
        });
        assert_eq!(left.count(), 9);
    }
}
