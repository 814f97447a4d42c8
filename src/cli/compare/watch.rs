//! Progress of a comparison.

use crate::cli::figures::{percent, thousands};
use crate::cli::progress::{Line, budget_bar, time_left};
use crate::evolve::evolution::State;
use crate::record::comparison::{Comparison, ComparisonRow, Variant};
use crate::session::compare::ComparisonObserver;
use std::time::Instant;

/// Shows how far a comparison has come, in games of selection.
pub struct Watch {
    line: Line,
    /// Games of a variant with one seed, and of all.
    each: u64,
    all: u64,
    done: u64,
    /// When this session began to play, and how many games it found done.
    began: Option<(Instant, u64)>,
    latest: String,
}

impl Watch {
    /// Progress of that comparison.
    pub fn new(comparison: &Comparison, quiet: bool) -> Watch {
        let each = comparison.budgets.last().copied().unwrap_or_default();
        let all = each * comparison.count();
        Watch {
            line: Line::new(budget_bar(all, quiet), quiet),
            each,
            all,
            done: 0,
            began: None,
            latest: String::new(),
        }
    }

    /// How many variants with a seed are done.
    pub fn runs_done(&self) -> u64 {
        self.done / self.each.max(1)
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.line.finish();
    }

    /// Time left by the pace of this session.
    fn left(&self, played: u64) -> String {
        let Some((began, before)) = self.began else { return String::new() };
        time_left(began, played.saturating_sub(before), self.all.saturating_sub(played))
    }
}

impl ComparisonObserver for Watch {
    fn generation(&mut self, variant: &Variant, seed: u64, state: &State) {
        let played = self.done + state.games.min(self.each);
        self.began.get_or_insert_with(|| (Instant::now(), played));
        let at = format!("{}, seed {seed}: {} games", variant.label, thousands(state.games));
        let left = self.left(played);
        self.line.reach(played);
        self.line.message(&format!("{left}; {at}{}", self.latest));
        self.line.say(|| format!("{at}; {left}"));
    }

    fn measured(&mut self, row: &ComparisonRow) {
        self.latest = format!("; last champion won {}", percent(row.measured_win_rate));
    }

    fn done(&mut self) {
        self.done += self.each;
        self.line.reach(self.done);
    }
}
