//! Whether the mean of some differences is 0, and an interval of it, at any time: both hold wherever
//! one stops to look.
//!
//! The sequential t-test with a normal mixture over the effect. With n differences of mean m and squares
//! S = Σ (x − m)², u = n (m − μ)² / S and r = c² / (n + c²),
//!
//! E = √r ((1 + u) / (1 + r u))^(n/2)
//!
//! is the likelihood ratio of effects drawn from N(0, 1 / c²) to the effect 0, where the deviation is
//! unknown. For normal differences of mean μ, whatever their deviation, E is a nonnegative martingale that
//! begins at 1, so it ever reaches 1 / α with a chance of at most α (T. L. Lai, "On Confidence Sequences",
//! Annals of Statistics 4, 1976; H. Wang and A. Ramdas, "Anytime-valid t-tests and confidence sequences for
//! Gaussian means with unknown variance", Sequential Analysis 44, 2025). The interval holds every μ for
//! which E is less than 1 / α.

/// c²: the effect for which the interval is nearly as narrow as can be is a tenth of a deviation. It also
/// keeps few differences from deciding anything, however alike they are.
const SPREAD: f64 = 100.0;
/// An interval takes at least so many differences that aren't 0. Where a parameter counts in one case of a hundred, all
/// differences are 0 for long, and their deviation seems to be 0, too.
const LEAST_CHANGED: u64 = 20;

/// Differences so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Differences {
    count: u64,
    /// Those that aren't 0.
    changed: u64,
    mean: f64,
    /// The squares of their distances from the mean, added up.
    squares: f64,
}

impl Differences {
    /// Counts one.
    pub fn add(&mut self, difference: f64) {
        self.count += 1;
        self.changed += u64::from(difference != 0.0);
        let from = difference - self.mean;
        self.mean += from / self.count as f64;
        self.squares += from * (difference - self.mean);
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// An interval that leaves out the true mean, at any time from the first difference on, with a chance
    /// of at most `alpha`; its ends are infinite where the differences set none, as where hardly any isn't 0.
    pub fn interval(&self, alpha: f64) -> (f64, f64) {
        let count = self.count as f64;
        let rest = SPREAD / (count + SPREAD);
        // E = 1 / α for u = (k − 1) / (1 − r k) with k = (α² r)^(−1/n).
        let ratio = libm::exp(-(2.0 * libm::log(alpha) + libm::log(rest)) / count.max(1.0));
        let left = 1.0 - rest * ratio;
        if self.changed < LEAST_CHANGED || left <= 0.0 {
            return (f64::NEG_INFINITY, f64::INFINITY);
        }
        let reach = ((ratio - 1.0) / left * self.squares / count).sqrt();
        (self.mean - reach, self.mean + reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(all: impl IntoIterator<Item = f64>) -> Differences {
        let mut differences = Differences::default();
        all.into_iter().for_each(|it| differences.add(it));
        differences
    }

    /// E at a mean.
    fn evidence(it: &Differences, mean: f64) -> f64 {
        let (n, rest) = (it.count as f64, SPREAD / (it.count as f64 + SPREAD));
        let u = n * (it.mean - mean).powi(2) / it.squares;
        rest.sqrt() * ((1.0 + u) / (1.0 + rest * u)).powf(n / 2.0)
    }

    #[test]
    fn mean_and_squares_are_those_of_the_differences() {
        let it = of([1.0, 4.0, -2.0, 5.0]);
        assert_eq!((it.count(), it.mean(), it.squares), (4, Some(2.0), 30.0));
        assert_eq!(Differences::default().mean(), None);
    }

    #[test]
    fn evidence_at_the_ends_of_an_interval_is_the_limit() {
        for count in [60, 500, 20_000] {
            let it = of((0..count).map(|index| f64::from(index % 7) - 2.5));
            for alpha in [0.05, 0.001, 1e-6] {
                let (low, high) = it.interval(alpha);
                if low.is_infinite() {
                    assert!(count == 60 && alpha < 0.01, "{count} {alpha}");
                    continue;
                }
                assert!(low < it.mean && it.mean < high);
                for end in [low, high] {
                    let evidence = evidence(&it, end);
                    assert!((evidence * alpha - 1.0).abs() < 1e-6, "{count} {alpha}: {evidence}");
                }
            }
        }
    }

    /// The Bayes factor of a t-value of 2 among 80 observations, with a normal prior of deviation 0.1 on
    /// the effect (Gönen and others, "The Bayesian two-sample t test", The American Statistician 59, 2005).
    #[test]
    fn evidence_is_the_known_bayes_factor() {
        let it = Differences { count: 80, changed: 80, mean: 2.0, squares: 79.0 * 80.0 };
        let (t, nu, grown) = (2.0f64, 79.0, 1.0 + 80.0 / 100.0);
        let factor = ((1.0 + t * t / nu) / (1.0 + t * t / (nu * grown))).powf(40.0) / grown.sqrt();
        assert!((evidence(&it, 0.0) - factor).abs() < 1e-12, "{factor}");
    }

    #[test]
    fn few_differences_set_no_interval_and_equal_ones_a_point() {
        assert_eq!(of([]).interval(0.05).1, f64::INFINITY);
        assert_eq!(of([3.0]).interval(0.05), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(of([3.0; 20]).interval(0.05).0, f64::NEG_INFINITY);
        assert_eq!(of([3.0; 40]).interval(0.05), (3.0, 3.0));
        assert_eq!(of([3.0; 40]).interval(1e-6).0, f64::NEG_INFINITY);
    }

    /// One in a hundred counts, and much.
    #[test]
    fn what_seldom_counts_is_not_without_effect() {
        let of = |count: u32| of((0..count).map(|it| if it % 100 == 99 { 20.0 } else { 0.0 }));
        for count in [40, 1000, 1999] {
            assert_eq!(of(count).interval(0.05), (f64::NEG_INFINITY, f64::INFINITY), "{count}");
        }
        let (low, high) = of(2000).interval(0.05);
        assert!(low < 0.2 && 0.2 < high && high < 0.4, "{low} {high}");
    }
}
