//! Who of a generation plays how many games.

use super::fitness::{Fitness, Racing};
use crate::evolve::pooled::{Pooled, worths};
use crate::evolve::population::descending;
use crate::evolve::{Sample, Score};
use crate::play::batch::{Conditions, Entrant, GameResult, GameScore};

/// Plays the games of a generation, and returns what they came to for each individual, by index.
/// `past` has the individuals' earlier games; `play` plays games and returns their results in the
/// same order. First all play the first games; [`Fitness::racing`] says who plays on.
///
/// Successive halving: Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed
/// bandits", ICML 2013, section 3; Jamieson, Talwalkar, "Non-stochastic best arm
/// identification and hyperparameter optimization", AISTATS 2016. Here the better half is
/// chosen by the [worth](worths) of all games.
///
/// Under common conditions all play the same games, which may be easier or harder than earlier ones.
/// The results of individuals with earlier games tell by how much. That luck is taken out of the
/// pooled games, so that individuals can be compared whichever games they played.
pub fn race(
    fitness: &Fitness,
    conditions: Conditions,
    past: &[Pooled],
    mut play: impl FnMut(Vec<Entrant>) -> Vec<Vec<GameScore>>,
) -> Vec<Sample> {
    let (scores, pooled) = (vec![RunningScore::default(); past.len()], past.to_vec());
    let mut race = Race { fitness, conditions, scores, pooled };
    let mut field: Vec<usize> = (0..past.len()).collect();
    let mut games = fitness.games;
    loop {
        let results = play(race.entrants(&field, games));
        race.count(&field, &results);
        let Some(next) = next_games(fitness, games, field.len()) else { break };
        match fitness.racing {
            Racing::Sum => field.retain(|&index| race.scores[index].sum >= fitness.more_from),
            Racing::Halving => field = better_half(&field, &race.pooled),
        }
        games = next;
    }
    let samples = race.scores.iter().zip(race.pooled);
    samples.map(|(running, pooled)| Sample { score: running.score(), pooled }).collect()
}

/// Games of a generation of that many individuals at most, replays left out: all that may play on do.
pub fn most_games(fitness: &Fitness, individuals: usize) -> u64 {
    let (mut field, mut games) = (individuals, fitness.games);
    let mut all = field as u64 * u64::from(games);
    while let Some(next) = next_games(fitness, games, field) {
        if fitness.racing == Racing::Halving {
            field = field.div_ceil(2);
        }
        all += field as u64 * u64::from(next - games);
        games = next;
    }
    all
}

/// How many games those of a field that play on have played after the next round, where the whole field has played
/// `games`; `None` where nobody plays on.
fn next_games(fitness: &Fitness, games: u32, field: usize) -> Option<u32> {
    match fitness.racing {
        _ if games >= fitness.more_games => None,
        Racing::Sum => Some(fitness.more_games),
        Racing::Halving => (field > 1).then(|| games.saturating_mul(2).min(fitness.more_games)),
    }
}

/// What an individual's games of one generation came to so far.
#[derive(Clone, Copy, Debug, Default)]
struct RunningScore {
    /// Wins, losses and unfinished games; the fitness is left at 0.
    score: Score,
    /// The sum of the points of all games.
    sum: f64,
    /// How many games, replays left out.
    games: u32,
}

impl RunningScore {
    fn score(&self) -> Score {
        Score { fitness: self.sum / f64::from(self.games.max(1)), ..self.score }
    }

    fn add(&mut self, fitness: &Fitness, game: &GameScore) {
        self.score.unfinished += game.replays;
        match game.verdict {
            GameResult::Won => self.score.wins += 1,
            GameResult::Lost => self.score.losses += 1,
            GameResult::Unfinished => self.score.unfinished += 1,
            GameResult::Scored(_) => self.score.evaluations += 1,
        }
        self.sum += fitness.points(game);
        self.games += 1;
    }

    /// The mean of the games after `earlier` ones, and their number.
    fn since(&self, earlier: &RunningScore) -> (f64, u32) {
        let games = self.games - earlier.games;
        ((self.sum - earlier.sum) / f64::from(games.max(1)), games)
    }
}

/// A generation that plays, by index.
struct Race<'a> {
    fitness: &'a Fitness,
    conditions: Conditions,
    scores: Vec<RunningScore>,
    /// The games of all generations.
    pooled: Vec<Pooled>,
}

impl Race<'_> {
    /// The games that the field lacks until each of it has played `games`.
    fn entrants(&self, field: &[usize], games: u32) -> Vec<Entrant> {
        let games = |vector: usize| self.scores[vector].games.into()..games.into();
        field.iter().map(|&vector| Entrant { vector, games: games(vector) }).collect()
    }

    /// Counts the games that the field has played.
    fn count(&mut self, field: &[usize], results: &[Vec<GameScore>]) {
        let first = self.scores.iter().all(|it| it.games == 0);
        let mut means = Vec::with_capacity(field.len());
        for (&index, games) in field.iter().zip(results) {
            let earlier = self.scores[index];
            games.iter().for_each(|game| self.scores[index].add(self.fitness, game));
            means.push(self.scores[index].since(&earlier));
        }
        let luck = match self.conditions {
            Conditions::Own | Conditions::Permutation => 0.0,
            Conditions::Common => self.luck(field, &means, first),
        };
        for (&index, (mean, games)) in field.iter().zip(means) {
            self.pooled[index] = self.pooled[index].with(mean - luck, games);
        }
    }

    /// The luck in games that the whole field played: the mean of x̄ − e over individuals with
    /// earlier games, where x̄ is the mean of the new games and e was expected: the mean of the
    /// earlier games, or after the `first` round the [worth](worths). It is 0 where nobody has earlier
    /// games. Their earlier luck is in it: it raises newcomers as it raised them.
    fn luck(&self, field: &[usize], means: &[(f64, u32)], first: bool) -> f64 {
        // Individuals chosen by the games so far did better in them than they will again.
        let before = match first {
            true => self.pooled.iter().map(|it| it.mean).collect(),
            false => worths(&self.pooled),
        };
        let known = field.iter().zip(means).filter(|(index, _)| self.pooled[**index].games > 0.0);
        let gains: Vec<f64> = known.map(|(&index, (mean, _))| mean - before[index]).collect();
        gains.iter().sum::<f64>() / gains.len().max(1) as f64
    }
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
    use crate::tune::fitness::tests::{REPORT, lost};

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
        let fitness = Fitness { more_games, racing, ..REPORT };
        let mut asked = Vec::new();
        let samples = super::race(&fitness, conditions, past, |entrants| {
            let games = entrants.iter().map(|it| it.games.end as u32).max().unwrap_or(0);
            asked.push((entrants.iter().map(|it| it.vector).collect(), games));
            let result = |index: usize, game: u64| lost(-points(index, game as u32));
            let results = |it: Entrant| it.games.map(|game| result(it.vector, game)).collect();
            entrants.into_iter().map(results).collect()
        });
        (samples, asked)
    }

    /// The score of one individual by the report's fitness.
    fn scored(play: impl Fn(u64) -> GameScore) -> Score {
        let samples = super::race(&REPORT, Conditions::Own, &unknown(1), |entrants| {
            entrants.into_iter().map(|it| it.games.map(&play).collect()).collect()
        });
        samples[0].score
    }

    fn won(plies: u32) -> GameScore {
        GameScore { verdict: GameResult::Won, plies, ..lost(0.0) }
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
    fn two_lost_games_are_the_mean_of_their_distances() {
        let score = scored(|game| lost((20 + game * 10) as f64));
        assert_eq!(score, Score { fitness: -25.0, losses: 2, ..Score::default() });
    }

    #[test]
    fn a_sum_of_300_earns_three_more_games() {
        let games = [won(100), lost(100.0), won(90), lost(10.0), lost(0.0)];
        let score = scored(|game| games[game as usize]);
        assert_eq!(score.fitness, (400.0 - 100.0 + 410.0 - 10.0) / 5.0);
        assert_eq!((score.wins, score.losses), (2, 3));
        let just_less = [won(100), lost(101.0)];
        assert_eq!(scored(|game| just_less[game as usize]).fitness, 149.5);
    }

    #[test]
    fn every_replay_is_an_unfinished_game_and_the_last_one_counts() {
        let stuck = GameScore { verdict: GameResult::Unfinished, replays: 20, ..lost(40.0) };
        let late = GameScore { replays: 3, ..won(100) };
        let score = scored(|game| if game == 0 { stuck } else { late });
        assert_eq!(score.unfinished, 21 + 4 * 3);
        assert_eq!((score.wins, score.losses), (4, 0));
        assert_eq!(score.fitness, (-40.0 + 4.0 * 400.0) / 5.0);
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
        let halving = Fitness { more_games: 11, racing: Racing::Halving, ..REPORT };
        assert_eq!(most_games(&halving, 7), 4 + 11 + 2 + 8 + 2 + 4 + 2);
        assert_eq!(most_games(&halving, 1), 2);
        assert_eq!(
            [2, 5].map(|more_games| most_games(&Fitness { more_games, ..REPORT }, 7)),
            [14, 35]
        );
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
