//! The time that people have for their moves.

use crate::record::underway::ClockTerms;
use std::time::Duration;
use tokio::time::Instant;

/// The clock of a table. It runs for people alone: when a bot of the server's answers depends on how
/// many games there are.
pub struct Clock {
    terms: ClockTerms,
    spent: Vec<Duration>,
    /// Since when the player to move thinks; `None` while nobody's time runs.
    since: Option<Instant>,
}

impl Clock {
    /// A clock that stands still.
    pub fn new(terms: ClockTerms, seats: usize) -> Clock {
        Clock { terms, spent: vec![Duration::ZERO; seats], since: None }
    }

    /// Adds what a move took.
    pub fn add(&mut self, seat: usize, milliseconds: u64) {
        if let Some(spent) = self.spent.get_mut(seat) {
            *spent = spent.saturating_add(Duration::from_millis(milliseconds));
        }
    }

    /// Lets the time of the player to move begin.
    pub fn start(&mut self) {
        self.since = Some(Instant::now());
    }

    /// Lets nobody's time run.
    pub fn stop(&mut self) {
        self.since = None;
    }

    /// Whether somebody's time runs.
    pub fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// Milliseconds that the player to move has thought.
    pub fn thought(&self) -> u64 {
        let thought = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        u64::try_from(thought.as_millis()).unwrap_or(u64::MAX)
    }

    /// When the time of a seat is over that has thought all along; `None` where it never is.
    pub fn end(&self, seat: usize) -> Option<Instant> {
        let since = self.since?;
        let a_move = self.terms.a_move.map(|it| Duration::from_secs(it.into()));
        let all = self.left(seat);
        let left = a_move.into_iter().chain(all).min()?;
        since.checked_add(left)
    }

    /// Milliseconds that each seat had left for the game before this move; `None` without such a limit.
    pub fn all_left(&self) -> Option<Vec<u64>> {
        let seats = 0..self.spent.len();
        seats.map(|seat| Some(u64::try_from(self.left(seat)?.as_millis()).unwrap_or(0))).collect()
    }

    fn left(&self, seat: usize) -> Option<Duration> {
        let all = Duration::from_secs(self.terms.a_game?.into());
        Some(all.saturating_sub(self.spent.get(seat).copied().unwrap_or_default()))
    }
}
