//! What rows of a table of strength are judged by.

use crate::play::tally::{DRAW, FEW, score_interval};
use crate::record::strength::StrengthRow;
use crate::tune::config::Config;
use crate::tune::fitness::Scoring;

/// What the games of a row are worth to how many players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Players of a game.
    pub players: usize,
    /// By [`Scoring::Score`] rows are judged by their score, else by the share of their decided games that was won.
    pub scoring: Scoring,
}

impl Scale {
    /// That of a run.
    pub fn of(config: &Config) -> Scale {
        Scale { players: config.players, scoring: config.scoring }
    }

    /// Whether a draw counts half a win.
    pub fn is_score(self) -> bool {
        self.scoring == Scoring::Score
    }

    /// What a row comes to, 0 to 1; `None` where no game counts.
    pub fn rate(self, row: &StrengthRow) -> Option<f64> {
        if self.is_score() { row.tally().score() } else { row.win_rate }
    }

    /// The 95 % interval of the same; `None` where few games differ.
    pub fn interval(self, row: &StrengthRow) -> Option<(f64, f64)> {
        if self.is_score() {
            return row.tally().score_interval();
        }
        row.win_rate_low.zip(row.win_rate_high)
    }

    /// What an equal comes to in games of which as many have no winner.
    pub fn equal(self, row: &StrengthRow) -> f64 {
        let share = self.equal_of_decided();
        let undecided = row.unfinished as f64 / row.games.max(1) as f64;
        if self.is_score() { share + undecided * (DRAW - share) } else { share }
    }

    /// What an equal wins of the decided games.
    pub fn equal_of_decided(self) -> f64 {
        1.0 / self.players.max(1) as f64
    }

    /// What a row comes to at least. Of few games the rate says little, so that it is the low end of their interval.
    pub(super) fn surely(self, row: &StrengthRow) -> Option<f64> {
        let (rate, interval) = (self.rate(row)?, self.interval(row));
        let decided = row.different.min(row.wins + row.losses);
        let few = || score_interval(rate, decided.max(1) as f64);
        match (self.is_score(), interval) {
            (true, None) => row.tally().score_interval_of_all().map(|(low, _)| low),
            (true, Some(_)) => Some(rate),
            (false, interval) => {
                Some(interval.filter(|_| decided >= FEW).map_or_else(|| few().0, |_| rate))
            }
        }
    }
}
