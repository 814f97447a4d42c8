//! How much more often one of two succeeded that were tried on the same things.

use super::tally::wilson;

/// Counts of things by which of two succeeded on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// Both did.
    pub both: u64,
    /// The first one alone.
    pub first: u64,
    /// The second one alone.
    pub second: u64,
    /// None did.
    pub neither: u64,
}

impl Paired {
    /// Counts one thing.
    pub fn add(&mut self, first: bool, second: bool) {
        match (first, second) {
            (true, true) => self.both += 1,
            (true, false) => self.first += 1,
            (false, true) => self.second += 1,
            (false, false) => self.neither += 1,
        }
    }

    fn count(&self) -> u64 {
        self.both + self.first + self.second + self.neither
    }

    /// The share on which the first succeeded less that of the second.
    pub fn difference(&self) -> Option<f64> {
        let n = self.count();
        (n > 0).then(|| (self.first as f64 - self.second as f64) / n as f64)
    }

    /// The 95 % interval of the difference (Newcombe, "Improved confidence intervals for the
    /// difference between binomial proportions based on paired data", Statistics in Medicine 17,
    /// 1998, method 10): the distances from both shares to the ends of their score intervals,
    /// combined with regard to the correlation of the two.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let n = self.count();
        let [one, two] = [self.both + self.first, self.both + self.second];
        let (difference, ends) = (self.difference()?, [wilson(one, n)?, wilson(two, n)?]);
        let shares = [one, two].map(|successes| successes as f64 / n as f64);
        let below = [shares[0] - ends[0].0, shares[1] - ends[1].0];
        let above = [ends[0].1 - shares[0], ends[1].1 - shares[1]];
        let phi = self.correlation();
        let reach =
            |one: f64, two: f64| (one * one - 2.0 * phi * one * two + two * two).max(0.0).sqrt();
        Some((difference - reach(below[0], above[1]), difference + reach(above[0], below[1])))
    }

    /// The correlation φ of the four counts, corrected for continuity as there.
    fn correlation(&self) -> f64 {
        let [both, first, second, neither] =
            [self.both, self.first, self.second, self.neither].map(|count| count as f64);
        let product = (both + first) * (second + neither) * (both + second) * (first + neither);
        let half = (both + first + second + neither) / 2.0;
        match both * neither - first * second {
            _ if product == 0.0 => 0.0,
            excess if excess > 0.0 => (excess - half).max(0.0) / product.sqrt(),
            excess => excess / product.sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Altman et al., "Statistics with Confidence", 2000, table 6.2; and Fagerland, Lydersen and
    /// Laake, "Statistical Analysis of Contingency Tables", 2017, chapter 8, two tables.
    #[test]
    fn intervals_are_as_published() {
        for (counts, low, high) in [
            ([14, 5, 0, 22], 0.011, 0.226),
            ([1, 1, 7, 12], -0.507, -0.026),
            ([59, 6, 16, 80], -0.119, -0.005),
        ] {
            let [both, first, second, neither] = counts;
            let (from, to) = Paired { both, first, second, neither }.interval().unwrap();
            assert!((from - low).abs() < 5.1e-4 && (to - high).abs() < 5.1e-4, "{from} to {to}");
        }
    }

    #[test]
    fn nothing_says_nothing_and_the_same_is_no_different() {
        assert_eq!(Paired::default().interval(), None);
        let mut paired = Paired::default();
        (0..50).for_each(|index| paired.add(index < 30, index < 30));
        assert_eq!(paired.difference(), Some(0.0));
        let (low, high) = paired.interval().unwrap();
        assert!(low < 0.0 && high > 0.0 && low > -0.1 && high < 0.1, "{low} to {high}");
    }
}
