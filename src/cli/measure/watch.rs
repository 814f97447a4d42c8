//! Progress of a measurement: a line on a terminal with an interval that narrows, a plain line every few
//! seconds elsewhere, nothing when asked to be quiet.

use crate::cli::figures::{fitness, interval, percent, thousands};
use crate::cli::output;
use crate::cli::progress::{LINE_EVERY, clock, line_bar, message_columns};
use crate::cli::screen::fitting;
use crate::cli::unit::Unit;
use crate::play::tally::Tally;
use indicatif::ProgressBar;
use std::ops::Range;
use std::time::Instant;

/// Shows how many games are played, and what they came to.
pub struct Watch {
    bar: ProgressBar,
    says_lines: bool,
    began: Instant,
    last_line: Instant,
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
            bar: line_bar(games, quiet),
            says_lines: !quiet && !output::is_watched(),
            began: Instant::now(),
            last_line: Instant::now(),
            before,
            games,
            unit,
        }
    }

    /// Shows what the games so far came to.
    pub fn played(&mut self, games: u64, tally: &Tally) {
        let played = games.saturating_sub(self.before).max(1);
        let pace = self.began.elapsed().as_secs_f64() / played as f64;
        let left = clock(pace * self.games.saturating_sub(games) as f64);
        let won = match self.unit.is_all() {
            true => format!("{} {}", self.unit.name(), fitness(tally, self.unit)),
            false => {
                let interval = interval(tally.win_rate_interval());
                format!("won {} {interval}", percent(tally.win_rate())).trim_end().to_string()
            }
        };
        let unit = self.unit.games();
        let parts = [
            format!("{left} left"),
            won,
            format!("{} of {} {unit}", thousands(games), thousands(self.games)),
        ];
        if !self.bar.is_hidden() {
            self.bar.set_position(games);
            self.bar.set_message(fitting(&parts, message_columns()));
        }
        if self.says_lines && self.last_line.elapsed() >= LINE_EVERY {
            self.last_line = Instant::now();
            output::say(&fitting(&parts, usize::MAX));
        }
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
