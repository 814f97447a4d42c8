//! Who of a generation plays how many games.

use super::fitness::{Conditions, Fitness};
use crate::evolve::pooled::{Pooled, worths};
use crate::evolve::population::descending;
use crate::evolve::{Sample, Score};
use serde::{Deserialize, Serialize};

/// Who plays on after the first games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Racing {
    /// Those whose first games add up to enough.
    #[default]
    Sum,
    /// The better half, until it has played twice as many games, then the better half of these,
    /// and so on (successive halving).
    Halving,
}

/// An individual's games in one generation so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Played {
    /// What they came to, without the fitness, which is their mean.
    pub score: Score,
    /// The sum of their points.
    pub sum: f64,
    /// Their number.
    pub games: u32,
}

impl Played {
    fn score(self) -> Score {
        Score { fitness: self.sum / f64::from(self.games.max(1)), ..self.score }
    }

    /// The mean of the games after `earlier` ones, and their number.
    fn since(&self, earlier: &Played) -> (f64, u32) {
        let games = self.games - earlier.games;
        ((self.sum - earlier.sum) / f64::from(games.max(1)), games)
    }
}

impl Fitness {
    /// Has a generation play that has played these earlier games. `play` lets those named by
    /// index play on from where they stand until they have so many games.
    ///
    /// Successive halving: Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed
    /// bandits", ICML 2013, section 3; Jamieson, Talwalkar, "Non-stochastic best arm
    /// identification and hyperparameter optimization", AISTATS 2016. Here the better half is
    /// that by what individuals are ranked by.
    ///
    /// Under common conditions all meet easier games at one time and harder ones at another.
    /// Whoever has played before tells by how much, so that those who did and those who did not
    /// can be compared.
    pub fn race(
        &self,
        conditions: Conditions,
        past: &[Pooled],
        mut play: impl FnMut(&[(usize, Played)], u32) -> Vec<Played>,
    ) -> Vec<Sample> {
        let mut all = vec![Played::default(); past.len()];
        let mut pooled = past.to_vec();
        let mut field: Vec<usize> = (0..past.len()).collect();
        let mut games = self.games;
        loop {
            let entrants: Vec<_> = field.iter().map(|&index| (index, all[index])).collect();
            let played = play(&entrants, games);
            let means =
                entrants.iter().zip(&played).map(|((_, before), after)| after.since(before));
            let means: Vec<(f64, u32)> = means.collect();
            // Whom the games so far chose did better in them than they will again.
            let before = if games == self.games { means_of(&pooled) } else { worths(&pooled) };
            let luck = match conditions {
                Conditions::Own | Conditions::Permutation => 0.0,
                Conditions::Common => {
                    luck(field.iter().map(|&it| (pooled[it], before[it])), &means)
                }
            };
            for ((&index, played), (mean, games)) in field.iter().zip(played).zip(means) {
                all[index] = played;
                pooled[index] = pooled[index].with(mean - luck, games);
            }
            if games >= self.more_games {
                break;
            }
            (field, games) = match self.racing {
                Racing::Sum => {
                    field.retain(|&index| all[index].sum >= self.more_from);
                    (field, self.more_games)
                }
                Racing::Halving if field.len() > 1 => {
                    (better_half(&field, &pooled), self.more_games.min(games.saturating_mul(2)))
                }
                Racing::Halving => break,
            };
        }
        let sample = |(played, pooled): (Played, Pooled)| Sample { score: played.score(), pooled };
        all.into_iter().zip(pooled).map(sample).collect()
    }
}

fn means_of(all: &[Pooled]) -> Vec<f64> {
    all.iter().map(|it| it.mean).collect()
}

/// How much better those who had played before did in games that all of them played than what was
/// thought of them; 0 where none had. Their earlier luck is in it: it raises newcomers as it
/// raised them.
fn luck(field: impl Iterator<Item = (Pooled, f64)>, means: &[(f64, u32)]) -> f64 {
    let known = field.zip(means).filter(|((past, _), _)| past.games > 0.0);
    let gains: Vec<f64> = known.map(|((_, before), (mean, _))| mean - before).collect();
    gains.iter().sum::<f64>() / gains.len().max(1) as f64
}

/// The better half of the field, or one more, in the order of their indices.
fn better_half(field: &[usize], pooled: &[Pooled]) -> Vec<usize> {
    let worths = worths(pooled);
    let order = descending(&field.iter().map(|&index| worths[index]).collect::<Vec<_>>());
    let mut half: Vec<usize> = order.into_iter().map(|place| field[place]).collect();
    half.truncate(field.len().div_ceil(2));
    half.sort_unstable();
    half
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::fitness::Scoring;

    /// A race in which the games of an individual are worth `points`, with what was asked.
    fn race(
        racing: Racing,
        more_games: u32,
        past: &[Pooled],
        points: impl Fn(usize, u32) -> f64,
    ) -> (Vec<Sample>, Vec<(Vec<usize>, u32)>) {
        race_under(Conditions::Own, racing, more_games, past, points)
    }

    fn race_under(
        conditions: Conditions,
        racing: Racing,
        more_games: u32,
        past: &[Pooled],
        points: impl Fn(usize, u32) -> f64,
    ) -> (Vec<Sample>, Vec<(Vec<usize>, u32)>) {
        let (games, more_from, replays) = (2, 300.0, 0);
        let fitness = Fitness {
            scoring: Scoring::Plies,
            win_points: 500.0,
            games,
            more_games,
            more_from,
            replays,
            racing,
        };
        let mut asked = Vec::new();
        let samples = fitness.race(conditions, past, |entrants, games| {
            asked.push((entrants.iter().map(|&(index, _)| index).collect(), games));
            let play_on = |&(index, mut played): &(usize, Played)| {
                (played.games..games).for_each(|game| played.sum += points(index, game));
                Played { games, ..played }
            };
            entrants.iter().map(play_on).collect()
        });
        (samples, asked)
    }

    fn unknown(count: usize) -> Vec<Pooled> {
        vec![Pooled::default(); count]
    }

    fn games(samples: &[Sample]) -> Vec<f64> {
        samples.iter().map(|it| it.pooled.games).collect()
    }

    fn means(samples: &[Sample]) -> Vec<f64> {
        samples.iter().map(|it| it.pooled.mean).collect()
    }

    #[test]
    fn by_the_sum_those_with_enough_play_all_the_rest() {
        let points = |index: usize, game| [149.0, 150.0, 200.0][index] - 90.0 * f64::from(game / 2);
        let (samples, asked) = race(Racing::Sum, 5, &unknown(3), points);
        assert_eq!(asked, [(vec![0, 1, 2], 2), (vec![1, 2], 5)]);
        assert_eq!(games(&samples), [2.0, 5.0, 5.0]);
        let fitness: Vec<f64> = samples.iter().map(|it| it.score.fitness).collect();
        assert_eq!(fitness, [149.0, (2.0 * 150.0 + 2.0 * 60.0 - 30.0) / 5.0, 128.0]);
    }

    #[test]
    fn nobody_plays_on_where_nobody_may() {
        for racing in [Racing::Sum, Racing::Halving] {
            let (samples, asked) = race(racing, 2, &unknown(3), |_, _| 400.0);
            assert_eq!(asked, [(vec![0, 1, 2], 2)]);
            assert_eq!(games(&samples), [2.0; 3]);
        }
    }

    #[test]
    fn the_better_half_doubles_its_games_until_there_are_no_more() {
        let order = [3.0, 5.0, 1.0, 5.0, 2.0, 4.0, 0.0];
        let (samples, asked) = race(Racing::Halving, 11, &unknown(7), |index, _| order[index]);
        let rounds =
            [(vec![0, 1, 2, 3, 4, 5, 6], 2), (vec![0, 1, 3, 5], 4), (vec![1, 3], 8), (vec![1], 11)];
        assert_eq!(asked, rounds, "equals by their index");
        assert_eq!(games(&samples), [4.0, 11.0, 2.0, 8.0, 2.0, 4.0, 2.0]);
        assert!(samples.iter().zip(order).all(|(it, points)| it.score.fitness == points));
    }

    #[test]
    fn one_alone_has_nobody_to_race() {
        let (samples, asked) = race(Racing::Halving, 1000, &unknown(2), |_, _| 1.0);
        assert_eq!(asked, [(vec![0, 1], 2), (vec![0], 4)]);
        assert_eq!(games(&samples), [4.0, 2.0]);
    }

    #[test]
    fn who_plays_on_is_decided_by_all_games() {
        let mut past = unknown(4);
        past[2] = Pooled { mean: 100.0, games: 1000.0 };
        let points = |index: usize, _| if index == 2 { 0.0 } else { 20.0 + index as f64 };
        let (samples, asked) = race(Racing::Halving, 4, &past, points);
        assert_eq!(asked, [(vec![0, 1, 2, 3], 2), (vec![2, 3], 4)]);
        assert_eq!(samples[2].score.fitness, 0.0, "a score is this generation's");
        assert_eq!(samples[2].pooled, past[2].with(0.0, 4));
    }

    #[test]
    fn luck_that_all_had_is_taken_out_where_conditions_are_common() {
        let mut past = unknown(4);
        past[1] = Pooled { mean: 30.0, games: 6.0 };
        past[3] = Pooled { mean: 50.0, games: 6.0 };
        // Each is worth ten times its index more than 20, and these games 100 more than that.
        let points = |index: usize, _| 120.0 + 10.0 * index as f64;
        let race = |conditions| race_under(conditions, Racing::Sum, 2, &past, points).0;
        assert_eq!(means(&race(Conditions::Common)), [20.0, 30.0, 40.0, 50.0]);
        assert_eq!(means(&race(Conditions::Own)), [120.0, 55.0, 140.0, 75.0]);
        for conditions in [Conditions::Own, Conditions::Common] {
            let raw: Vec<f64> = race(conditions).iter().map(|it| it.score.fitness).collect();
            assert_eq!(raw, [120.0, 130.0, 140.0, 150.0]);
        }
    }

    #[test]
    fn who_plays_on_is_not_punished_by_harder_games_nor_spared_what_luck_chose_it() {
        let points = |index: usize, game| 10.0 * index as f64 - if game < 2 { 0.0 } else { 90.0 };
        let race =
            |conditions| means(&race_under(conditions, Racing::Halving, 4, &unknown(4), points).0);
        // Shrunk towards 15 by 16 games, 20 and 30 of two games are worth 15 5/9 and 16 2/3, and
        // that is what the harder games are held against.
        let expected = [0.0, 10.0, 20.0 - 40.0 / 9.0, 30.0 - 40.0 / 9.0];
        let found = race(Conditions::Common);
        let near = |(found, expected): (&f64, f64)| (found - expected).abs() < 1e-9;
        assert!(found.iter().zip(expected).all(near), "{found:?}");
        assert_eq!(race(Conditions::Own), [0.0, 10.0, -25.0, -15.0]);
    }
}
