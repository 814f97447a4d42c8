//! A line of progress: beside a bar on a terminal, a plain one every few seconds elsewhere, none when asked to
//! be quiet.

use super::{message_columns, spinner};
use crate::cli::output;
use crate::cli::screen::fitting;
use indicatif::ProgressBar;
use std::time::{Duration, Instant};

/// Time between plain lines.
const EVERY: Duration = Duration::from_secs(5);

/// Shows how work goes.
pub struct Line {
    bar: ProgressBar,
    says_lines: bool,
    last: Instant,
}

impl Line {
    /// A line beside that bar, which is hidden where nobody watches.
    pub fn new(bar: ProgressBar, quiet: bool) -> Line {
        Line { bar, says_lines: !quiet && !output::is_watched(), last: Instant::now() }
    }

    /// Whether it shows what is told now.
    pub fn is_seen(&self) -> bool {
        !self.bar.is_hidden() || self.is_due()
    }

    fn is_due(&self) -> bool {
        self.says_lines && self.last.elapsed() >= EVERY
    }

    /// Shows how far the work is, and of the parts those that fit.
    pub fn show(&mut self, position: u64, parts: &[String]) {
        if !self.bar.is_hidden() {
            self.bar.set_position(position);
            self.message(&fitting(parts, message_columns()));
        }
        self.say(|| fitting(parts, usize::MAX));
    }

    /// Moves the bar.
    pub fn reach(&self, position: u64) {
        self.bar.set_position(position);
    }

    /// Sets where the bar ends.
    pub fn stretch(&self, length: u64) {
        self.bar.set_length(length);
    }

    /// Shows a text beside the bar.
    pub fn message(&self, text: &str) {
        self.bar.set_message(output::escaped(text));
    }

    /// Says a plain line, where one is due.
    pub fn say(&mut self, text: impl FnOnce() -> String) {
        if self.is_due() {
            self.last = Instant::now();
            output::say(&text());
        }
    }

    /// Does something with the bar out of its way.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    /// Says what is to stay, above the bar.
    pub fn note(&self, text: &str) {
        if !self.bar.is_hidden() {
            self.bar.suspend(|| output::say_wrapped(text));
        } else if self.says_lines {
            output::say_wrapped(text);
        }
    }

    /// What says what is to stay, as [`Line::note`] does, from any thread.
    pub fn teller(&self) -> impl Fn(&str) + Send + Sync + use<> {
        let line = Line { bar: self.bar.clone(), ..*self };
        move |text| line.note(text)
    }

    /// Shows that work goes on, where there is a bar.
    pub fn spin(&mut self) {
        if !self.bar.is_hidden() {
            self.bar = spinner(false);
        }
    }

    /// Takes the bar away, as dropping the line does, after an error too.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
