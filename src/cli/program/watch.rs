//! How far a check of a program is, and what it has found.

use crate::cli::failure::Failure;
use crate::cli::figures::thousands;
use crate::cli::progress::{Line, clock, line_bar};
use crate::cli::{output, screen};
use std::cell::RefCell;
use std::time::Instant;

/// Shows how many questions are asked, and prints findings.
pub struct Watch {
    line: RefCell<Line>,
    began: Instant,
    /// Questions of the whole check.
    planned: u64,
}

impl Watch {
    /// Progress of a check with that many questions.
    pub fn new(planned: u64, quiet: bool) -> Watch {
        let line = RefCell::new(Line::new(line_bar(planned, quiet), quiet));
        Watch { line, began: Instant::now(), planned }
    }

    /// Shows how many questions are asked, and what about next.
    pub fn next(&self, asked: u64, what: &str) {
        let pace = self.began.elapsed().as_secs_f64() / asked as f64;
        let left = match asked {
            0 => String::new(),
            _ => format!("{} left", clock(pace * self.planned.saturating_sub(asked) as f64)),
        };
        let count = format!("{} of {} questions", thousands(asked), thousands(self.planned));
        self.line.borrow_mut().show(asked, &[left, count, what.to_string()]);
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
