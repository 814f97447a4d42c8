//! What the moves of a game take: by seat how long, how many were late, and what is left of clocks.

use super::transcript::{FAILED, Spent, TIME};
use crate::search::AgentError;
use crate::search::clock::GameClock;
use crate::search::spec::{Limit, Pace};
use std::time::Duration;

/// Why a seat has lost, where not by the rules: the reason, and how that came.
pub(super) type Lost = (&'static str, String);

/// The times of a game.
pub(super) struct Timing {
    spent: Vec<Spent>,
    /// The seconds that each seat has for a move, where it has a limit of time.
    limits: Vec<Option<f64>>,
    clocks: Vec<Option<GameClock>>,
}

impl Timing {
    /// A game that begins, with full clocks.
    pub fn new(paces: &[Option<Pace>]) -> Timing {
        let limits: Vec<_> = paces.iter().copied().map(seconds).collect();
        let clock = |pace: &Option<Pace>| match pace {
            Some(Pace::Game(control)) => Some(GameClock::new(*control)),
            Some(Pace::Move(_)) | None => None,
        };
        let spent = limits.iter().copied().map(Spent::none).collect();
        Timing { spent, limits, clocks: paces.iter().map(clock).collect() }
    }

    /// What the clocks say, by seat; `None` where no seat has one.
    pub fn clocks(&self) -> Option<&[Option<GameClock>]> {
        self.clocks.iter().any(Option::is_some).then_some(&self.clocks)
    }

    /// Counts the move that a seat chose, or how it failed, after so many seconds. A choice that came after the
    /// seat's clock had run out isn't played.
    pub fn judge<M>(
        &mut self,
        seat: usize,
        seconds: f64,
        choice: Result<M, AgentError>,
    ) -> Result<M, Lost> {
        let moves = self.spent[seat].moves;
        self.spent[seat].count(seconds, self.limits[seat]);
        let after = || format!("after {moves} {}", if moves == 1 { "move" } else { "moves" });
        match (choice, &mut self.clocks[seat]) {
            (Ok(mv), None) => Ok(mv),
            (Ok(mv), Some(clock)) => {
                let took = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
                let late = |over: Duration| {
                    (TIME, format!("its clock ran out by {} ms, {}", over.as_millis(), after()))
                };
                clock.spend(took).map(|()| mv).map_err(late)
            }
            (Err(AgentError::Late(why)), _) => {
                Err((TIME, format!("its clock ran out {}: {why}", after())))
            }
            (Err(AgentError::Failed(why)), _) => Err((FAILED, why)),
        }
    }

    /// What the moves of each seat took.
    pub fn spent(self) -> Vec<Spent> {
        self.spent
    }
}

/// The seconds for a move.
fn seconds(pace: Option<Pace>) -> Option<f64> {
    match pace {
        Some(Pace::Move(Limit::Milliseconds(ms))) => Some(ms as f64 / 1e3),
        Some(Pace::Move(Limit::Depth(_) | Limit::Nodes(_)) | Pace::Game(_)) | None => None,
    }
}
