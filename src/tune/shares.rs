//! Shares of fixed opponents that follow who is hardest to beat.
//!
//! Multiplicative weights, of which the worst mix of opponents for an array is the equilibrium
//! (Freund, Schapire, "Adaptive game playing using multiplicative weights", Games and Economic
//! Behavior 29, 1999), in the form for opponents that are seen only when they are met, and for
//! arrays that get better: Exp3.S (Auer, Cesa-Bianchi, Freund, Schapire, "The nonstochastic multiarmed
//! bandit problem", SIAM Journal on Computing 32, 2002, section 8).

use crate::play::batch::{Batch, Conditions};
use std::collections::BTreeMap;

/// The part of all games against fixed opponents that always goes by the shares as they were named:
/// γ of the source.
const NAMED: f64 = 0.2;
/// How far weights return to the named shares with each generation: e α of the source.
const RETURN: f64 = 0.001;
/// The sum of the shares of a batch.
const WHOLE: f64 = 1e9;

/// The shares of fixed opponents, as they were named and as they follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// The named shares as parts of 1.
    named: Vec<f64>,
    /// The named shares of all, hall of fame and population among them, added up.
    sum: f64,
    /// The named shares of the fixed ones, added up.
    fixed: f64,
    /// How fast they follow.
    rate: f64,
}

/// Games against one fixed opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Met {
    /// How many.
    pub games: f64,
    /// What was lost in them, at most 1 a game.
    pub lost: f64,
}

impl Shares {
    /// The shares of fixed opponents beside `others`, those of all others together. At a rate of 0
    /// they stay as they are.
    pub fn new(named: impl IntoIterator<Item = u32>, others: u32, rate: f64) -> Shares {
        let named: Vec<f64> = named.into_iter().map(f64::from).collect();
        let fixed: f64 = named.iter().sum();
        let named = named.into_iter().map(|share| share / fixed).collect();
        Shares { named, fixed, sum: fixed + f64::from(others), rate }
    }

    /// Whether they follow.
    pub fn follow(&self) -> bool {
        self.rate > 0.0 && self.named.len() > 1
    }

    /// The chance of each to be the one that is met, where a fixed one is: (1 − γ) w + γ p, with the
    /// weights w and the named shares p; these alone where `weights` is empty.
    pub fn chances(&self, weights: &[f64]) -> Vec<f64> {
        let pairs = self.known(weights).iter().zip(&self.named);
        pairs.map(|(weight, named)| (1.0 - NAMED) * weight + NAMED * named).collect()
    }

    /// The weights, or the named shares where there are none yet.
    fn known<'a>(&'a self, weights: &'a [f64]) -> &'a [f64] {
        if weights.is_empty() { &self.named } else { weights }
    }

    /// The same as shares of a batch.
    pub fn fixed(&self, weights: &[f64]) -> Vec<u32> {
        let whole = |chance: &f64| ((WHOLE * self.fixed / self.sum * chance) as u32).max(1);
        self.chances(weights).iter().map(whole).collect()
    }

    /// A named share of another kind of opponents as the share of a batch.
    pub fn other(&self, named: u32) -> u32 {
        (WHOLE * f64::from(named) / self.sum) as u32
    }

    /// The weights after a generation, which add up to 1. Opponent i has the chance qᵢ to be met; of
    /// all games against fixed opponents it had the part nᵢ, in which the part lᵢ was lost.
    /// wᵢ ← wᵢ exp(min(1, rate · nᵢ lᵢ / qᵢ)), divided by their sum; then a thousandth returns to the named
    /// shares.
    pub fn next(&self, weights: &[f64], met: &[Met]) -> Vec<f64> {
        let (chances, weights) = (self.chances(weights), self.known(weights));
        let games = met.iter().map(|it| it.games).sum::<f64>().max(1.0);
        let grown = weights.iter().zip(&chances).zip(met).map(|((weight, chance), met)| {
            weight * libm::exp((self.rate * met.lost / games / chance).min(1.0))
        });
        let grown: Vec<f64> = grown.collect();
        let sum: f64 = grown.iter().sum();
        let settled = grown.iter().zip(&self.named);
        settled.map(|(weight, named)| (1.0 - RETURN) * weight / sum + RETURN * named).collect()
    }
}

impl Met {
    /// Adds games of a batch to those against its first opponents, the fixed ones. `lost` has what
    /// was lost in each game of each entrant. With several opponents at a table a game counts for each.
    pub fn count(all: &mut [Met], batch: &Batch<'_>, players: usize, lost: &[Vec<f64>]) {
        let turns = batch.seats.turns(players);
        let mut known: BTreeMap<(usize, u64), Vec<usize>> = BTreeMap::new();
        for (entrant, lost) in batch.entrants.iter().zip(lost) {
            for (game, lost) in entrant.games.clone().zip(lost) {
                let vector = match batch.conditions {
                    Conditions::Own => entrant.vector,
                    Conditions::Common | Conditions::Permutation => 0,
                };
                let round = (vector, game / turns);
                let lists = known
                    .entry(round)
                    .or_insert_with(|| batch.lists_met(round.0, round.1, players));
                for list in lists.iter().filter_map(|list| list.checked_sub(1)) {
                    if let Some(met) = all.get_mut(list) {
                        met.games += 1.0;
                        met.lost += lost;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::batch::{Entrant, Opponents, Seats, Tables};
    use crate::rng::{Purpose, Seed};
    use proptest::prelude::*;
    use std::borrow::Cow;

    fn three(rate: f64) -> Shares {
        Shares::new([2, 1, 1], 4, rate)
    }

    fn met(games: f64, lost: f64) -> Met {
        Met { games, lost }
    }

    #[test]
    fn they_begin_as_they_were_named() {
        assert_eq!(three(0.1).chances(&[]), [0.5, 0.25, 0.25]);
        assert_eq!(three(0.1).fixed(&[]), [250_000_000, 125_000_000, 125_000_000]);
        assert_eq!(three(0.1).other(4), 500_000_000);
        let hardest = three(0.1).chances(&[0.0, 0.0, 1.0]);
        assert!(hardest.iter().zip([0.1, 0.05, 0.85]).all(|(a, b)| (a - b).abs() < 1e-12));
        assert!(three(0.1).follow() && !three(0.0).follow());
        assert!(!Shares::new([3], 9, 0.1).follow());
    }

    #[test]
    fn a_generation_by_hand() {
        // A quarter of the games was lost to the second, an eighth of all to the third.
        let all = [met(4.0, 0.0), met(2.0, 2.0), met(2.0, 1.0)];
        let grown = [0.5, 0.25 * libm::exp(0.1), 0.25 * libm::exp(0.05)];
        let sum: f64 = grown.iter().sum();
        let expected = grown.iter().zip([0.5, 0.25, 0.25]);
        let expected: Vec<f64> =
            expected.map(|(it, named)| 0.999 * it / sum + 0.001 * named).collect();
        let next = three(0.1).next(&[], &all);
        assert!(next.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-12), "{next:?}");
    }

    #[test]
    fn who_wins_more_is_met_more_until_all_win_alike() {
        // What each would win of an array that plays against one alone; playing against it often makes
        // an array better against it.
        let shares = Shares::new([1; 4], 0, 0.3);
        let lost = |chances: &[f64]| -> Vec<f64> {
            let strength = [0.4, 0.1, 0.2, 0.1];
            strength.iter().zip(chances).map(|(it, chance)| it * (1.0 - chance)).collect()
        };
        let mut weights = Vec::new();
        for _ in 0..20_000 {
            let chances = shares.chances(&weights);
            let rates = lost(&chances);
            let all: Vec<Met> = chances
                .iter()
                .zip(&rates)
                .map(|(&chance, rate)| met(chance, chance * rate))
                .collect();
            weights = shares.next(&weights, &all);
        }
        let chances = shares.chances(&weights);
        assert!(chances[0] > chances[2] && chances[2] > chances[1], "{chances:?}");
        assert!((chances[1] - chances[3]).abs() < 1e-9);
        let worst = |chances: &[f64]| lost(chances).into_iter().fold(0.0, f64::max);
        assert!(worst(&chances) < worst(&[0.25; 4]) - 0.1);
    }

    proptest! {
        #[test]
        fn chances_stay_chances(
            rate in 0.001..1.0f64,
            games in prop::collection::vec(prop::collection::vec((0..9u32, 0.0..1.0f64), 3), 1..200),
        ) {
            let shares = three(rate);
            let mut weights = Vec::new();
            for games in games {
                let all: Vec<Met> =
                    games.iter().map(|(games, part)| met((*games).into(), part * f64::from(*games))).collect();
                weights = shares.next(&weights, &all);
                let chances = shares.chances(&weights);
                prop_assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                prop_assert!(chances.iter().all(|it| *it > 0.2 * 0.25 - 1e-9));
                prop_assert!(shares.fixed(&weights).iter().all(|it| *it > 0));
            }
        }
    }

    #[test]
    fn a_game_counts_for_whom_it_was_played_against() {
        let batch = |conditions, opponents: &[u32]| Batch {
            seed: Seed::default(),
            purpose: Purpose::Select,
            path: vec![3],
            vectors: Cow::Owned(vec![vec![0.0]; 3]),
            before: 0,
            entrants: (0..3).map(|vector| Entrant { vector, games: 0..8 }).collect(),
            opponents: (0u8..)
                .zip(opponents)
                .map(|(number, &share)| Opponents {
                    share,
                    vectors: Cow::Owned(vec![vec![f64::from(number)]]),
                })
                .collect(),
            population_share: 0,
            tables: Tables::Mixed,
            conditions,
            seats: Seats::All,
            opening_plies: 4,
            start_every: None,
            replays: Some(0),
        };
        for conditions in [Conditions::Own, Conditions::Common] {
            let batch = batch(conditions, &[1, 1, 2]);
            // Each game is worth its entrant, so that all of an entrant's are told apart.
            let lost: Vec<Vec<f64>> = (0..3).map(|entrant| vec![f64::from(entrant); 8]).collect();
            let mut all = [Met::default(); 2];
            Met::count(&mut all, &batch, 2, &lost);
            let mut expected = [Met::default(); 2];
            for (vector, round) in (0..3).flat_map(|it| (0..4).map(move |round| (it, round))) {
                // The numbers of opponents are their vectors.
                let (others, _) = batch.others(vector, round, 2);
                if let Some(met) = expected.get_mut(others[0][0] as usize) {
                    met.games += 2.0;
                    met.lost += 2.0 * vector as f64;
                }
            }
            assert_eq!(all, expected);
            let games: f64 = all.iter().map(|it| it.games).sum();
            assert!((2.0..24.0).contains(&games), "some games, not all: {games}");
            let alike = all.iter().all(|it| it.lost == it.games);
            assert_eq!(alike, conditions == Conditions::Common, "all three play the same rounds");
        }
    }
}
