//! Progress of a measurement: a line with an interval that narrows.

use crate::cli::figures::{fitness, interval, percent, thousands};
use crate::cli::progress::{Line, line_bar, time_left};
use crate::cli::unit::Unit;
use crate::play::tally::Tally;
use std::ops::Range;
use std::time::Instant;

/// Shows how many games are played, and what they came to.
pub struct Watch {
    line: Line,
    began: Instant,
    /// Games that were there at first.
    before: u64,
    games: u64,
    unit: Unit,
}

impl Watch {
    /// Progress of games that are left, by their numbers.
    pub fn new(left: Range<u64>, unit: Unit, quiet: bool) -> Watch {
        let (before, games) = (left.start, left.end);
        Watch {
            line: Line::new(line_bar(games, quiet), quiet),
            began: Instant::now(),
            before,
            games,
            unit,
        }
    }

    /// Shows what the games so far came to.
    pub fn played(&mut self, games: u64, tally: &Tally) {
        let (played, rest) = (games.saturating_sub(self.before), self.games.saturating_sub(games));
        let won = match self.unit.is_all() {
            true => format!("{} {}", self.unit.name(), fitness(tally, self.unit)),
            false => {
                let interval = interval(tally.win_rate_interval());
                format!("won {} {interval}", percent(tally.win_rate())).trim_end().to_string()
            }
        };
        let unit = self.unit.games();
        let parts = [
            time_left(self.began, played, rest),
            won,
            format!("{} of {} {unit}", thousands(games), thousands(self.games)),
        ];
        self.line.show(games, &parts);
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.line.finish();
    }
}
