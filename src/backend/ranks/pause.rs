//! How long to wait until the next look for messages.

use std::time::{Duration, Instant};

/// The longer nothing has come, the longer the next pause, so that waiting costs little and what comes is
/// late by a small part of the wait.
pub struct Pause {
    since: Instant,
}

const SHORTEST: Duration = Duration::from_micros(50);
const LONGEST: Duration = Duration::from_millis(1);
/// The part of the wait so far that the next pause takes.
const PART: u32 = 8;

impl Pause {
    pub fn new() -> Pause {
        Pause { since: Instant::now() }
    }

    /// Something has come.
    pub fn end(&mut self) {
        self.since = Instant::now();
    }

    /// The next pause.
    pub fn next(&self) -> Duration {
        (self.since.elapsed() / PART).clamp(SHORTEST, LONGEST)
    }
}
