//! Shares among trials that come in clusters, such as the moves of a game, and aren't independent
//! there.

use super::tally::score_interval;

/// Clusters that an interval takes at least: with fewer its 95 % cover 79 to 92, where their trials go together.
const FEWEST: u64 = 30;

/// Clusters of trials, some of which succeeded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clustered {
    /// Clusters that aren't empty.
    pub clusters: u64,
    /// Trials of all clusters.
    pub trials: u64,
    /// Those that succeeded.
    pub successes: u64,
    /// Squares and products of a cluster's successes and trials, added up.
    successes_squared: f64,
    both: f64,
    trials_squared: f64,
}

impl Clustered {
    /// Counts a cluster; an empty one counts for nothing.
    pub fn add(&mut self, successes: u64, trials: u64) {
        let (one, other) = (successes as f64, trials as f64);
        self.clusters += u64::from(trials > 0);
        self.trials += trials;
        self.successes += successes;
        self.successes_squared += one * one;
        self.both += one * other;
        self.trials_squared += other * other;
    }

    /// The share that succeeded.
    pub fn share(&self) -> Option<f64> {
        (self.trials > 0).then(|| self.successes as f64 / self.trials as f64)
    }

    /// The 95 % interval of the share: Wilson's with the effective number of trials, p (1 − p) / V
    /// for share p and variance V (Korn and Graubard, "Confidence intervals for proportions with
    /// small expected number of positive counts estimated from survey data", Survey Methodology 24,
    /// 1998). That number is at least that of clusters and at most that of trials; it is that of
    /// clusters where all or none succeeded, which tells nothing of V. `None` below 30 clusters.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let share = self.share().filter(|_| self.clusters >= FEWEST)?;
        Some(score_interval(share, self.worth(share)))
    }

    fn worth(&self, share: f64) -> f64 {
        let (clusters, trials) = (self.clusters as f64, self.trials as f64);
        if self.clusters < 2 || share <= 0.0 || share >= 1.0 {
            return clusters;
        }
        let squares =
            self.successes_squared - 2.0 * share * self.both + share * share * self.trials_squared;
        let variance = clusters / (clusters - 1.0) * squares.max(0.0) / (trials * trials);
        (share * (1.0 - share) / variance).clamp(clusters, trials)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tally::wilson;

    fn of(clusters: &[(u64, u64)]) -> Clustered {
        let mut all = Clustered::default();
        clusters.iter().for_each(|&(successes, trials)| all.add(successes, trials));
        all
    }

    #[test]
    fn clusters_of_one_are_a_plain_share_but_for_the_lost_degree_of_freedom() {
        let ones: Vec<(u64, u64)> = (0..100).map(|it| (u64::from(it < 30), 1)).collect();
        let (low, high) = of(&ones).interval().unwrap();
        let (plain_low, plain_high) = wilson(30, 100).unwrap();
        assert!((low - plain_low).abs() < 1e-12 && (high - plain_high).abs() < 1e-12);
    }

    #[test]
    fn things_that_always_go_together_are_worth_a_cluster_each() {
        let whole: Vec<(u64, u64)> = (0..50).map(|it| (if it < 20 { 10 } else { 0 }, 10)).collect();
        assert_eq!(of(&whole).interval(), wilson(20, 50));
        let even: Vec<(u64, u64)> = (0..50).map(|_| (4, 10)).collect();
        // More alike than by chance: they count as what they are, and no more.
        assert_eq!(of(&even).interval(), wilson(200, 500));
        assert_eq!(of(&[(0, 10); 50]).interval(), wilson(0, 50));
        assert_eq!(of(&[(1, 10); 29]).interval(), None);
        assert!(of(&[(1, 10); 30]).interval().is_some());
        assert_eq!(of(&[(0, 0); 50]).interval(), None);
        assert_eq!(of(&[(1, 3)]).clusters, 1);
    }

    #[test]
    fn a_known_design_effect() {
        // Two kinds of clusters, 2 and 6 of 10: the variance of the share is 0.04 / 39.
        let all: Vec<(u64, u64)> = (0..40).map(|it| (if it < 20 { 2 } else { 6 }, 10)).collect();
        let worth = of(&all).worth(0.4);
        assert!((worth - 0.24 / (0.04 / 39.0)).abs() < 1e-9, "{worth}");
    }
}
