//! The games of an individual, pooled over its generations, and its worth by them. Where an objective
//! plays no games, each evaluation counts as one.

use serde::{Deserialize, Serialize};

/// The number of games that the prior of [`worths`] counts for: k there.
const PRIOR_GAMES: f64 = 16.0;

/// The games of one individual, pooled over the generations that it has lived through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pooled {
    /// Their mean fitness. Where luck that all had in common was taken out, it compares individuals
    /// of one generation only.
    pub mean: f64,
    /// How many games they count for; those of earlier generations count for less than one each.
    pub games: f64,
}

impl Pooled {
    /// These games together with further ones of that mean fitness.
    pub fn with(self, fitness: f64, games: u32) -> Pooled {
        let games = f64::from(games);
        let all = self.games + games;
        if all == 0.0 {
            return self;
        }
        Pooled { mean: (self.mean * self.games + fitness * games) / all, games: all }
    }

    /// These games at `weight` times what they counted for.
    pub fn faded(self, weight: f64) -> Pooled {
        Pooled { games: self.games * weight, ..self }
    }

    /// Whether both numbers are in the range of sums of games.
    pub fn is_sound(&self) -> bool {
        self.mean.abs() <= 1e15 && (0.0..=1e15).contains(&self.games)
    }
}

/// The worth of each individual of a generation: (n x̄ + k m) / (n + k) for n games of mean fitness x̄,
/// where m is the mean of all x̄. The fewer its games, the nearer it is to m, so that a lucky few don't
/// outrank a good many.
///
/// It is the posterior mean of a normal model with known variances and a prior worth k games at m
/// (Efron, Morris, "Stein's paradox in statistics", Scientific American 236, 1977; Gelman et al.,
/// "Bayesian Data Analysis", 3rd ed. 2013, section 2.5). k is the variance of a single game over that
/// of the individuals' true fitness.
pub fn worths(all: &[Pooled]) -> Vec<f64> {
    let mean = all.iter().map(|it| it.mean).sum::<f64>() / all.len().max(1) as f64;
    let prior = Pooled { mean, games: PRIOR_GAMES };
    let worth =
        |it: &Pooled| (it.mean * it.games + prior.mean * prior.games) / (it.games + prior.games);
    all.iter().map(worth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pooled(mean: f64, games: f64) -> Pooled {
        Pooled { mean, games }
    }

    #[test]
    fn games_pool_by_their_number_and_fade() {
        let first = Pooled::default().with(100.0, 4);
        assert_eq!(first, pooled(100.0, 4.0));
        assert_eq!(first.faded(0.5).with(400.0, 4), pooled(300.0, 6.0));
        assert_eq!(first.faded(0.0).with(400.0, 8), pooled(400.0, 8.0));
        assert_eq!(Pooled::default().with(0.0, 0), Pooled::default());
    }

    #[test]
    fn worth_by_hand() {
        // The mean is 200, the prior worth 16 games.
        let all = [pooled(360.0, 16.0), pooled(0.0, 4.0), pooled(240.0, 48.0)];
        assert_eq!(worths(&all), [280.0, 160.0, 230.0]);
        assert!(worths(&[]).is_empty());
    }

    #[test]
    fn a_lucky_few_do_not_outrank_a_good_many() {
        let mut all = vec![pooled(0.0, 4.0); 98];
        all.extend([pooled(50.0, 4.0), pooled(40.0, 40.0)]);
        let worths = worths(&all);
        assert!(worths[99] > worths[98]);
        assert!(worths[98] > worths[0]);
    }

    proptest! {
        #[test]
        fn worth_lies_between_the_own_mean_and_that_of_all(
            pairs in prop::collection::vec((-500.0..500.0f64, 1.0..1e4f64), 1..30),
        ) {
            let all: Vec<Pooled> = pairs.iter().map(|&(mean, games)| pooled(mean, games)).collect();
            let mean = all.iter().map(|it| it.mean).sum::<f64>() / all.len() as f64;
            for (it, worth) in all.iter().zip(worths(&all)) {
                let (low, high) = (it.mean.min(mean), it.mean.max(mean));
                prop_assert!((low - 1e-6..=high + 1e-6).contains(&worth));
            }
        }

        #[test]
        fn among_equally_many_games_the_order_is_that_of_the_means(
            means in prop::collection::vec(-500i32..500, 1..30),
            games in 1..1000u32,
        ) {
            let all: Vec<Pooled> =
                means.iter().map(|&mean| pooled(mean.into(), games.into())).collect();
            let worths = worths(&all);
            for (one, a) in all.iter().zip(&worths) {
                for (two, b) in all.iter().zip(&worths) {
                    prop_assert_eq!(one.mean < two.mean, a < b);
                }
            }
        }
    }
}
