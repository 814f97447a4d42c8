//! Moves that took longer than the limit of time that a bot has.

use crate::search::clock;
use serde::{Deserialize, Serialize};

/// Seconds beyond its limit after which a move is late.
pub const ALLOWANCE: f64 = clock::ALLOWANCE.as_secs_f64();

/// Moves that were late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Late {
    /// How many.
    pub moves: u64,
    /// What they took, added up.
    pub seconds: f64,
}

impl Late {
    /// Counts a move that took so long where so long was allowed.
    pub fn count(&mut self, seconds: f64, limit: f64) {
        if seconds > limit + ALLOWANCE {
            self.moves += 1;
            self.seconds += seconds;
        }
    }
}

/// The moves of a bot with a limit of time, and those of them that were late.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lateness {
    /// All moves.
    pub moves: u64,
    /// The late ones.
    pub late: Late,
    /// Games that it lost because its clock ran out.
    pub lost: u64,
}

impl Lateness {
    /// Adds moves, of which it isn't known how many were late where no limit of time was in force.
    pub fn add(&mut self, moves: u64, late: Option<Late>) {
        if let Some(late) = late {
            self.moves = self.moves.saturating_add(moves);
            self.late.moves = self.late.moves.saturating_add(late.moves);
            self.late.seconds += late.seconds;
        }
    }

    /// Adds those of other games.
    pub fn extend(&mut self, other: &Lateness) {
        self.add(other.moves, Some(other.late));
        self.lost += other.lost;
    }

    /// What a late move took in the mean; `None` where none was late.
    pub fn mean(&self) -> Option<f64> {
        (self.late.moves > 0).then(|| self.late.seconds / self.late.moves as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_late_beyond_the_limit_and_what_the_way_may_take() {
        let mut late = Late::default();
        for seconds in [0.005, 0.01, 0.029, 0.0625, 0.25] {
            late.count(seconds, 0.01);
        }
        assert_eq!(late, Late { moves: 2, seconds: 0.3125 });
        let mut sum = Lateness::default();
        assert_eq!(sum.mean(), None);
        sum.add(7, None);
        sum.add(5, Some(late));
        sum.add(3, Some(Late::default()));
        assert_eq!((sum.moves, sum.late.moves, sum.mean()), (8, 2, Some(0.15625)));
    }
}
