//! What the result of a game is worth, and how many games an individual gets.

use crate::play::batch::{GameResult, GameScore};
use crate::play::tally::{DRAW, Tally};
use serde::{Deserialize, Serialize};

/// The constants of the fitness function of the tin171 report (2012, section "Genetic
/// algorithm"), as settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitness {
    /// What the points of a game are.
    pub scoring: Scoring,
    /// By plies, a win is worth that many points less its plies.
    pub win_points: f64,
    /// Games an individual gets at first.
    pub games: u32,
    /// Games it gets in all if it plays on.
    pub more_games: u32,
    /// The sum of the first games from which on more are played, where that decides.
    pub more_from: f64,
    /// How often an unfinished game is played again before it counts as lost at its distance.
    pub replays: u32,
    /// Who plays more than the first games.
    pub racing: Racing,
}

/// What a game's result is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// A win is worth points minus its plies, any other game minus the remaining distance.
    #[default]
    Plies,
    /// A win is worth 1, any other game nothing.
    Wins,
    /// A win is worth 1, a game that nobody won ½.
    Score,
    /// The number that a program gives, the greater the better; there are no games.
    Greatest,
    /// The number that a program gives, the less the better; fitness is its negative.
    Least,
}

impl Scoring {
    /// Whether it is by plies.
    pub fn is_plies(&self) -> bool {
        *self == Scoring::Plies
    }

    /// The mean fitness of measured games, of which a file has `fitness`, the win rate, and how many there are and stayed
    /// unfinished. By [`Scoring::Score`] it follows from the counts: files of earlier versions left draws out of it.
    pub fn on_record(
        &self,
        fitness: Option<f64>,
        win_rate: Option<f64>,
        (games, unfinished): (u64, u64),
    ) -> Option<f64> {
        if *self != Scoring::Score || games == 0 {
            return fitness;
        }
        let decided = games.saturating_sub(unfinished) as f64;
        let points = decided * win_rate.unwrap_or(0.0) + unfinished as f64 * DRAW;
        Some(points / games as f64)
    }

    /// Whether it is that of a program's numbers, which nobody wins.
    pub fn is_number(&self) -> bool {
        matches!(self, Scoring::Greatest | Scoring::Least)
    }
}

/// Who plays on after the first games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Racing {
    /// The individuals whose first games have enough points.
    #[default]
    Sum,
    /// The better half, until it has played twice as many games, then the better half of these,
    /// and so on (successive halving).
    Halving,
}

impl Fitness {
    /// What games of a measurement are worth, in which none is played again and nobody races.
    pub const fn of_measurement(scoring: Scoring, win_points: f64) -> Fitness {
        Fitness {
            scoring,
            win_points,
            games: 0,
            more_games: 0,
            more_from: 0.0,
            replays: 0,
            racing: Racing::Sum,
        }
    }

    /// The points of a game or evaluation. An unfinished one counts as lost, or by [`Scoring::Score`] as half a win.
    ///
    /// # Panics
    /// By plies, where the distance that remains at the end of a lost game is no finite number.
    pub fn points(&self, game: &GameScore) -> f64 {
        match (self.scoring, game.verdict) {
            (Scoring::Least, GameResult::Scored(number)) => -number,
            (_, GameResult::Scored(number)) => number,
            (Scoring::Plies, GameResult::Won) => self.win_points - f64::from(game.plies),
            (Scoring::Plies, GameResult::Lost | GameResult::Unfinished) => {
                let score = -game.distance;
                assert!(
                    score.is_finite(),
                    "the evaluation's score at the end of a game is {score}"
                );
                score
            }
            (_, GameResult::Won) => 1.0,
            (Scoring::Score, GameResult::Unfinished) => DRAW,
            (_, GameResult::Lost | GameResult::Unfinished) => 0.0,
        }
    }

    /// What was lost of a game that can be won: 1 where it wasn't, or by [`Scoring::Score`] ½ where
    /// nobody won it.
    pub fn loss(&self, game: &GameScore) -> f64 {
        match (self.scoring, game.verdict) {
            (_, GameResult::Won | GameResult::Scored(_)) => 0.0,
            (Scoring::Score, GameResult::Unfinished) => 1.0 - DRAW,
            (_, GameResult::Lost | GameResult::Unfinished) => 1.0,
        }
    }

    /// Counts a game with its points.
    pub fn count(&self, tally: &mut Tally, game: &GameScore) {
        match game.verdict {
            GameResult::Won => tally.win(game.plies, self.points(game)),
            GameResult::Lost => tally.lose(self.points(game)),
            GameResult::Unfinished if self.scoring == Scoring::Score => tally.draw(),
            GameResult::Unfinished => tally.stall(self.points(game)),
            GameResult::Scored(_) => tally.evaluate(self.points(game)),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::game::line::LineKey;

    pub(in crate::tune) const REPORT: Fitness = Fitness {
        scoring: Scoring::Plies,
        win_points: 500.0,
        games: 2,
        more_games: 5,
        more_from: 300.0,
        replays: 20,
        racing: Racing::Sum,
    };

    /// A lost game without replays.
    pub(in crate::tune) fn lost(distance: f64) -> GameScore {
        let (verdict, line) = (GameResult::Lost, LineKey::default());
        GameScore { verdict, plies: 90, distance, line, drew_chance: true, replays: 0 }
    }

    #[test]
    fn what_counts_is_a_matter_of_scoring() {
        let points = |scoring, verdict| {
            let fitness = Fitness { scoring, ..REPORT };
            fitness.points(&GameScore { verdict, plies: 80, ..lost(33.0) })
        };
        let all = [GameResult::Won, GameResult::Lost, GameResult::Unfinished];
        assert_eq!(all.map(|it| points(Scoring::Plies, it)), [420.0, -33.0, -33.0]);
        assert_eq!(all.map(|it| points(Scoring::Wins, it)), [1.0, 0.0, 0.0]);
        assert_eq!(all.map(|it| points(Scoring::Score, it)), [1.0, 0.0, 0.5]);
        let loss = |scoring, verdict| {
            Fitness { scoring, ..REPORT }.loss(&GameScore { verdict, ..lost(33.0) })
        };
        assert_eq!(all.map(|it| loss(Scoring::Score, it)), [0.0, 1.0, 0.5]);
        assert_eq!(all.map(|it| loss(Scoring::Wins, it)), [0.0, 1.0, 1.0]);
    }

    #[test]
    #[should_panic(expected = "the evaluation's score at the end of a game is NaN")]
    fn a_distance_that_is_no_number_is_worth_nothing() {
        REPORT.points(&lost(f64::NAN));
    }

    #[test]
    fn a_score_on_record_counts_draws_whatever_the_file_says() {
        let on_record =
            |scoring: Scoring, counts| scoring.on_record(Some(0.75), Some(0.75), counts);
        assert_eq!(on_record(Scoring::Score, (200, 120)), Some(0.6));
        assert_eq!(on_record(Scoring::Score, (0, 0)), Some(0.75), "never measured");
        assert_eq!(on_record(Scoring::Wins, (200, 120)), Some(0.75));
        assert_eq!(Scoring::Score.on_record(None, None, (9, 9)), Some(DRAW));
    }

    #[test]
    fn unfinished_games_count_in_the_mean_where_they_are_draws() {
        let counted = |scoring| {
            let mut tally = Tally::default();
            for verdict in [GameResult::Won, GameResult::Unfinished, GameResult::Unfinished] {
                let fitness = Fitness { scoring, ..REPORT };
                fitness.count(&mut tally, &GameScore { verdict, plies: 80, ..lost(33.0) });
            }
            (tally.unfinished, tally.drawn, tally.mean_fitness().unwrap())
        };
        assert_eq!(counted(Scoring::Plies), (2, 0, 420.0));
        assert_eq!(counted(Scoring::Wins), (2, 0, 1.0));
        assert_eq!(counted(Scoring::Score), (2, 2, 2.0 / 3.0));
    }
}
