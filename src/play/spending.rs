//! How an error rate is shared out over attempts without end.
//!
//! Attempt k gets α / (k (k + 1)). The shares of the first n attempts add up to α n / (n + 1), so those of
//! all attempts to α, and the chance of any false alarm is at most that, however the tests depend on each
//! other and whenever one stops (the union bound; as a way to go through hypotheses one after another:
//! D. P. Foster and R. A. Stine, "α-investing: a procedure for sequential control of expected false
//! discoveries", Journal of the Royal Statistical Society B 70, 2008, "alpha spending").

/// The chance of any false alarm in all attempts together.
pub const ALPHA: f64 = 0.05;

/// The share of that of an attempt, from 1.
pub fn share(attempt: u64) -> f64 {
    let attempt = attempt.max(1) as f64;
    ALPHA / (attempt * (attempt + 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_known_and_add_up_to_no_more_than_all() {
        assert_eq!([1, 2, 3].map(share), [0.025, 0.05 / 6.0, 0.05 / 12.0]);
        assert_eq!(share(20), 0.05 / 420.0);
        let mut sum = 0.0;
        for attempt in 1..=100_000 {
            sum += share(attempt);
            let spent = ALPHA * attempt as f64 / (attempt as f64 + 1.0);
            assert!((sum - spent).abs() < 1e-12 && sum < ALPHA, "{attempt}: {sum}");
        }
        assert!(share(u64::MAX) > 0.0);
    }
}
