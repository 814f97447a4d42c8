//! What games have in common that meet the same of several opponents: how much wider it makes their intervals.

use serde::{Deserialize, Serialize};

/// Sums over all pairs of games of one round that count.
///
/// From them follows a design effect: by what factor the variance of a mean of clusters is greater than that of as many
/// independent values (Kish, "Survey Sampling", 1965, chapter 8). It is 1 + 2 c / v, where v is the sum of squared
/// distances from the mean, and c that of their products over pairs of one cluster; and at least 1, so that no interval
/// is narrower than by independent games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rounds {
    /// The pairs of decided games.
    pub pairs: u64,
    /// Games won, 0 to 2 in a pair.
    pub wins: u64,
    /// Pairs of which both games were won.
    pub both: u64,
    /// Fitness of both games of these pairs.
    pub fitness: f64,
    /// The fitness of one game times that of the other.
    pub product: f64,
    /// Pairs with a draw, where draws count; `None` where there are none, and in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Drawn>,
}

/// Sums over pairs of games of which at least one was drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Drawn {
    /// The pairs.
    pub pairs: u64,
    /// Fitness of both games.
    pub fitness: f64,
    /// The fitness of one game times that of the other.
    pub product: f64,
}

/// A game that counts.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// Whether it was won; `None` for a draw.
    pub won: Option<bool>,
    /// What it is worth.
    pub fitness: f64,
}

impl Rounds {
    /// Adds a pair of games.
    pub fn pair(&mut self, one: Ended, other: Ended) {
        let (fitness, product) = (one.fitness + other.fitness, one.fitness * other.fitness);
        match (one.won, other.won) {
            (Some(one), Some(other)) => {
                self.pairs += 1;
                self.wins += u64::from(one) + u64::from(other);
                self.both += u64::from(one && other);
                self.fitness += fitness;
                self.product += product;
            }
            _ => self.drawn.get_or_insert_default().add(&Drawn { pairs: 1, fitness, product }),
        }
    }

    /// The pairs of decided games alone; `None` where there are none.
    pub fn of_decided(&self) -> Option<Rounds> {
        (self.pairs > 0).then_some(Rounds { drawn: None, ..*self })
    }

    /// All pairs.
    pub fn all(&self) -> u64 {
        self.pairs + self.drawn.unwrap_or_default().pairs
    }

    /// Adds the pairs of others.
    pub fn add(&mut self, other: &Rounds) {
        self.pairs += other.pairs;
        self.wins += other.wins;
        self.both += other.both;
        self.fitness += other.fitness;
        self.product += other.product;
        if let Some(drawn) = &other.drawn {
            self.drawn.get_or_insert_default().add(drawn);
        }
    }

    /// The design effect of a win rate over that many decided games. Where all of them were won or none, which tells
    /// nothing of it, it is the greatest that there can be: as if each round was one game.
    pub fn effect_on_wins(&self, rate: f64, decided: u64) -> f64 {
        let [both, wins, pairs] = [self.both, self.wins, self.pairs].map(|count| count as f64);
        match decided as f64 {
            decided if rate > 0.0 && rate < 1.0 => {
                design_effect(decided * rate * (1.0 - rate), across([both, wins, pairs], rate))
            }
            decided => design_effect(decided, pairs),
        }
    }

    /// The design effect of a mean fitness, where the squared distances of all games from it come to `squares`.
    pub fn effect_on_fitness(&self, mean: f64, squares: f64) -> f64 {
        let drawn = self.drawn.unwrap_or_default();
        let (product, fitness) = (self.product + drawn.product, self.fitness + drawn.fitness);
        design_effect(squares, across([product, fitness, self.all() as f64], mean))
    }
}

impl Drawn {
    fn add(&mut self, other: &Drawn) {
        self.pairs += other.pairs;
        self.fitness += other.fitness;
        self.product += other.product;
    }
}

/// Σ (x − mean) (y − mean) over pairs, by Σ x y, Σ (x + y) and how many there are.
fn across([product, sum, pairs]: [f64; 3], mean: f64) -> f64 {
    product - mean * sum + mean * mean * pairs
}

/// 1 + 2 c / v, at least 1; 1 where all values are the same.
fn design_effect(squares: f64, products: f64) -> f64 {
    if squares > 0.0 { (1.0 + 2.0 * products / squares).max(1.0) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Rounds of games, and the sums over their pairs.
    fn summed(rounds: &[Vec<Ended>]) -> Rounds {
        let mut all = Rounds::default();
        for games in rounds {
            for (index, one) in games.iter().enumerate() {
                games[..index].iter().for_each(|other| all.pair(*other, *one));
            }
        }
        all
    }

    /// The variance of the mean of clusters over that of independent values, from its definition.
    fn plain(rounds: &[Vec<f64>]) -> f64 {
        let all: Vec<f64> = rounds.concat();
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let squared = |sum: f64| sum * sum;
        let of = |round: &Vec<f64>| squared(round.iter().map(|it| it - mean).sum());
        let clusters: f64 = rounds.iter().map(of).sum();
        clusters / all.iter().map(|it| squared(it - mean)).sum::<f64>()
    }

    #[test]
    fn rounds_that_are_won_or_lost_whole_count_as_one_game_each() {
        let round =
            |won| vec![Ended { won: Some(won), fitness: if won { 400.0 } else { -20.0 } }; 3];
        let rounds: Vec<_> = (0..40).map(|it| round(it % 4 != 0)).collect();
        let all = summed(&rounds);
        assert_eq!(all.effect_on_wins(0.75, 120), 3.0);
        let squares = 90.0 * 105.0 * 105.0 + 30.0 * 315.0 * 315.0;
        assert!((all.effect_on_fitness(295.0, squares) - 3.0).abs() < 1e-12);
    }

    #[test]
    fn rounds_that_are_shared_evenly_narrow_nothing() {
        let game = |won| Ended { won: Some(won), fitness: f64::from(u8::from(won)) };
        let all = summed(&vec![vec![game(true), game(false)]; 50]);
        assert_eq!((all.effect_on_wins(0.5, 100), all.effect_on_fitness(0.5, 25.0)), (1.0, 1.0));
    }

    #[test]
    fn draws_widen_the_error_of_a_score_and_no_win_rate() {
        let game = |won, fitness| Ended { won, fitness };
        let [won, lost, drawn] = [game(Some(true), 1.0), game(Some(false), 0.0), game(None, 0.5)];
        let decided = summed(&[vec![won, won], vec![lost, lost]]);
        let all = summed(&[vec![won, won], vec![drawn, lost, lost], vec![drawn; 2]]);
        assert_eq!((all.pairs, all.all(), all.of_decided()), (2, 5, Some(decided)));
        assert_eq!(all.effect_on_wins(0.5, 4), decided.effect_on_wins(0.5, 4));
        assert_eq!(summed(&[vec![drawn; 3]]).of_decided(), None);
        // Of 1, 1 | ½, 0, 0 | ½, ½ around the mean ½: squares 4 · ¼, products ¼ + ¼.
        assert_eq!(all.effect_on_fitness(0.5, 1.0), 2.0);
    }

    #[test]
    fn where_all_games_were_won_a_round_counts_as_one() {
        let won = Ended { won: Some(true), fitness: 400.0 };
        assert_eq!(summed(&vec![vec![won; 4]; 30]).effect_on_wins(1.0, 120), 4.0);
        assert_eq!(summed(&vec![vec![won]; 30]).effect_on_wins(1.0, 30), 1.0);
    }

    proptest! {
        #[test]
        fn it_is_the_effect_of_clusters_by_its_definition(
            games in prop::collection::vec(
                prop::collection::vec((prop::option::of(any::<bool>()), 0u16..500), 0..7),
                1..60,
            )
        ) {
            let ended = |&(won, fitness): &(Option<bool>, u16)| {
                Ended { won, fitness: f64::from(fitness) }
            };
            let rounds: Vec<Vec<Ended>> =
                games.iter().map(|round| round.iter().map(ended).collect()).collect();
            let of = |value: fn(&Ended) -> Option<f64>| -> Vec<Vec<f64>> {
                rounds.iter().map(|round| round.iter().filter_map(value).collect()).collect()
            };
            let wins = of(|it| it.won.map(|won| f64::from(u8::from(won))));
            let fitness = of(|it| Some(it.fitness));
            let all = summed(&rounds);
            let close = |found: f64, wanted: f64| {
                !wanted.is_finite() || (found - wanted.max(1.0)).abs() < 1e-6
            };
            let mean = |it: &[Vec<f64>]| {
                let all = it.concat();
                all.iter().sum::<f64>() / all.len() as f64
            };
            let count = wins.concat().len() as u64;
            prop_assume!(count > 0);
            let won = mean(&wins);
            if won > 0.0 && won < 1.0 {
                prop_assert!(close(all.effect_on_wins(won, count), plain(&wins)));
            }
            let middle = mean(&fitness);
            let squares = fitness.concat().iter().map(|it| (it - middle) * (it - middle)).sum();
            prop_assert!(close(all.effect_on_fitness(middle, squares), plain(&fitness)));
        }
    }
}
