//! What the result of a game is worth, and how many games an individual gets.

use super::racing::{Played, Racing};
use crate::evolve::Score;
use crate::game::line::Line;
use crate::play::tally::Tally;
use serde::{Deserialize, Serialize};

/// The constants of the fitness function of the tin171 report (2012, section "Genetic
/// algorithm"), as settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitness {
    /// What counts.
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
    /// A win is worth points less its plies, any other game minus the distance that remains.
    #[default]
    Plies,
    /// A win is worth 1, any other game nothing.
    Wins,
    /// A win is worth 1, a game that nobody won ½.
    Score,
}

impl Scoring {
    /// Whether it is by plies.
    pub fn is_plies(&self) -> bool {
        *self == Scoring::Plies
    }
}

/// The seats that the individual takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Seats {
    /// All seats in turn, game by game.
    All,
    /// Always the first: the individual moves first.
    First,
}

impl Seats {
    /// The name in flags and files.
    pub fn name(self) -> &'static str {
        match self {
            Seats::All => "all",
            Seats::First => "first",
        }
    }

    /// The seat of game number `game`, from 0.
    pub fn seat(self, game: u64, players: usize) -> u8 {
        (game % self.turns(players)) as u8
    }

    /// Games until every one of the seats had its turn.
    pub fn turns(self, players: usize) -> u64 {
        match self {
            Seats::First => 1,
            Seats::All => players as u64,
        }
    }
}

/// What the individuals of a generation have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Conditions {
    /// Nothing: the chance in each one's games is its own.
    #[default]
    Own,
    /// All chance: game for game the same streams, so that only their genes make a difference.
    Common,
    /// Each round everyone meets another, or itself, by a random permutation of the generation,
    /// all from the same opening; the chance of the games is their own. Fixed opponents choose and
    /// measure champions only.
    Permutation,
}

/// How a single game went for the player it is looked at from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It won.
    Won,
    /// Another player won.
    Lost,
    /// Nobody won.
    Unfinished,
}

/// A single game as seen from one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameScore {
    /// How it went.
    pub verdict: Verdict,
    /// Plies played.
    pub plies: u32,
    /// The player's remaining distance at the end.
    pub distance: f64,
    /// The moves of all players, those of the opening included.
    pub line: Line,
    /// Whether any choice was left to chance; where none was, the opening decides the game.
    pub drew_chance: bool,
}

impl Fitness {
    /// The points of a game; an unfinished one counts as lost, unless half of it counts.
    pub fn points(&self, game: &GameScore) -> f64 {
        match (self.scoring, game.verdict) {
            (Scoring::Plies, Verdict::Won) => self.win_points - f64::from(game.plies),
            (Scoring::Plies, Verdict::Lost | Verdict::Unfinished) => -game.distance,
            (_, Verdict::Won) => 1.0,
            (Scoring::Score, Verdict::Unfinished) => 0.5,
            (_, Verdict::Lost | Verdict::Unfinished) => 0.0,
        }
    }

    /// Counts a game.
    pub fn count(&self, tally: &mut Tally, game: &GameScore) {
        match game.verdict {
            Verdict::Won => tally.win(game.plies, self.points(game)),
            Verdict::Lost => tally.lose(self.points(game)),
            Verdict::Unfinished => tally.stall(self.points(game)),
        }
    }

    /// Lets an individual play on until it has so many games: `play` plays a replay (from 0) of a
    /// game (from 0).
    pub fn play_on(
        &self,
        mut played: Played,
        games: u32,
        mut play: impl FnMut(u32, u32) -> GameScore,
    ) -> Played {
        while played.games < games {
            let game = played.games;
            played.sum += self.play_until_decided(&mut played.score, |replay| play(game, replay));
            played.games += 1;
        }
        played
    }

    fn play_until_decided(&self, score: &mut Score, mut play: impl FnMut(u32) -> GameScore) -> f64 {
        let mut replay = 0;
        loop {
            let game = play(replay);
            match game.verdict {
                Verdict::Won => score.wins += 1,
                Verdict::Lost => score.losses += 1,
                Verdict::Unfinished => score.unfinished += 1,
            }
            if game.verdict != Verdict::Unfinished || replay >= self.replays {
                return self.points(&game);
            }
            replay += 1;
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::evolve::pooled::Pooled;

    pub(in crate::tune) const REPORT: Fitness = Fitness {
        scoring: Scoring::Plies,
        win_points: 500.0,
        games: 2,
        more_games: 5,
        more_from: 300.0,
        replays: 20,
        racing: Racing::Sum,
    };

    /// The score of one individual.
    fn scored(mut play: impl FnMut(u32, u32) -> GameScore) -> Score {
        let samples = REPORT.race(Conditions::Own, &[Pooled::default()], |entrants, games| {
            entrants.iter().map(|&(_, it)| REPORT.play_on(it, games, &mut play)).collect()
        });
        samples[0].score
    }

    fn won(plies: u32) -> GameScore {
        GameScore { verdict: Verdict::Won, plies, ..lost(0.0) }
    }

    fn lost(distance: f64) -> GameScore {
        GameScore {
            verdict: Verdict::Lost,
            plies: 90,
            distance,
            line: Line::default(),
            drew_chance: true,
        }
    }

    #[test]
    fn two_lost_games_are_the_mean_of_their_distances() {
        let score = scored(|game, _| lost(f64::from(20 + game * 10)));
        assert_eq!(score, Score { fitness: -25.0, wins: 0, losses: 2, unfinished: 0 });
    }

    #[test]
    fn a_sum_of_300_earns_three_more_games() {
        let games = [won(100), lost(100.0), won(90), lost(10.0), lost(0.0)];
        let score = scored(|game, _| games[game as usize]);
        assert_eq!(score.fitness, (400.0 - 100.0 + 410.0 - 10.0) / 5.0);
        assert_eq!((score.wins, score.losses), (2, 3));
        let just_less = [won(100), lost(101.0)];
        assert_eq!(scored(|game, _| just_less[game as usize]).fitness, 149.5);
    }

    #[test]
    fn unfinished_games_are_replayed_twenty_times_and_then_lost() {
        let stuck = GameScore { verdict: Verdict::Unfinished, plies: 150, ..lost(40.0) };
        let score = scored(|game, replay| if game == 0 || replay < 3 { stuck } else { won(100) });
        assert_eq!(score.unfinished, 21 + 4 * 3);
        assert_eq!((score.wins, score.losses), (4, 0));
        assert_eq!(score.fitness, (-40.0 + 4.0 * 400.0) / 5.0);
    }

    #[test]
    fn all_seats_take_turns() {
        let seats: Vec<u8> = (0..5).map(|game| Seats::All.seat(game, 3)).collect();
        assert_eq!(seats, [0, 1, 2, 0, 1]);
        assert_eq!(Seats::First.seat(4, 3), 0);
    }

    #[test]
    fn what_counts_is_a_matter_of_scoring() {
        let points = |scoring, verdict| {
            let fitness = Fitness { scoring, ..REPORT };
            fitness.points(&GameScore { verdict, plies: 80, ..lost(33.0) })
        };
        let all = [Verdict::Won, Verdict::Lost, Verdict::Unfinished];
        assert_eq!(all.map(|it| points(Scoring::Plies, it)), [420.0, -33.0, -33.0]);
        assert_eq!(all.map(|it| points(Scoring::Wins, it)), [1.0, 0.0, 0.0]);
        assert_eq!(all.map(|it| points(Scoring::Score, it)), [1.0, 0.0, 0.5]);
    }
}
