//! How far a check of a program is, and what it has found.

use crate::cli::failure::Failure;
use crate::cli::figures::thousands;
use crate::cli::progress::{Line, line_bar, time_left};
use crate::cli::{output, screen};
use std::cell::{Cell, RefCell};
use std::time::Instant;

/// Shows how many questions are asked, and prints findings.
pub struct Watch {
    line: RefCell<Line>,
    /// Questions that waited for a process to start, and when they were answered.
    begun: Cell<(u64, Instant)>,
    /// Questions of the whole check.
    planned: u64,
}

impl Watch {
    /// Progress of a check with that many questions.
    pub fn new(planned: u64, quiet: bool) -> Watch {
        let line = RefCell::new(Line::new(line_bar(planned, quiet), quiet));
        Watch { line, begun: Cell::new((0, Instant::now())), planned }
    }

    /// Shows how many questions are asked, and what about next.
    pub fn next(&self, asked: u64, what: &str) {
        // The first question waits for its process, and that of the farther command, too.
        if asked <= 2 {
            self.begun.set((asked, Instant::now()));
        }
        let (before, since) = self.begun.get();
        let left = match asked - before {
            0 => String::new(),
            timed => time_left(since, timed, self.planned.saturating_sub(asked)),
        };
        let count = format!("{} of {} questions", thousands(asked), thousands(self.planned));
        self.line.borrow_mut().show(asked, &[left, count, what.to_string()]);
    }

    /// What says on standard error that something is wrong.
    pub fn teller(&self) -> impl Fn(&str) + Send + Sync + use<> {
        self.line.borrow().teller()
    }

    /// Prints what was found.
    pub fn print(&self, finding: &str) -> Result<(), Failure> {
        let text = screen::wrap(finding, screen::width());
        self.line.borrow().aside(|| output::print(&text))
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.line.borrow().finish();
    }
}
