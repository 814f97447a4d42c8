//! The clock of a seat, which runs while the player there thinks.

use super::spec::TimeControl;
use std::time::Duration;

/// What a move may take beyond its time. A program reads the question and writes its answer through pipes, and each
/// side may wait until the operating system lets it run: some milliseconds, and on a busy machine a time slice.
pub const ALLOWANCE: Duration = Duration::from_millis(20);

/// The time that a seat has left for its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    left: Duration,
    increment: Duration,
}

impl GameClock {
    /// A full clock.
    pub fn new(control: TimeControl) -> GameClock {
        GameClock { left: control.base(), increment: control.increment() }
    }

    /// What is left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// What each move adds.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// Whether it has run out for a move that takes so long.
    pub fn is_over(&self, took: Duration) -> bool {
        took > self.left.saturating_add(ALLOWANCE)
    }

    /// Takes off what a move took and adds the increment.
    ///
    /// # Errors
    /// By how much it ran out, if that is more than [`ALLOWANCE`].
    pub fn spend(&mut self, took: Duration) -> Result<(), Duration> {
        if self.is_over(took) {
            return Err(took - self.left);
        }
        self.left = self.left.saturating_sub(took).saturating_add(self.increment);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clock(control: &str) -> GameClock {
        GameClock::new(control.parse().unwrap())
    }

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_move_takes_its_time_and_adds_the_increment() {
        let mut clock = clock("1+0.1");
        assert_eq!((clock.left(), clock.increment()), (1000 * MS, 100 * MS));
        for (took, left) in [(300, 800), (0, 900), (900, 100), (120, 100)] {
            assert_eq!(clock.spend(took * MS), Ok(()));
            assert_eq!(clock.left(), left * MS);
        }
        assert_eq!(clock.spend(121 * MS), Err(21 * MS));
        assert_eq!(clock.spend(Duration::MAX), Err(Duration::MAX - 100 * MS));
    }

    proptest! {
        /// Nobody has more time than the game and its increments give, and each allowance counts once.
        #[test]
        fn all_moves_together_take_what_the_clock_gave(
            took in proptest::collection::vec(0..400u32, 0..60),
        ) {
            let mut clock = clock("2+0.05");
            let (mut sum, mut moves) = (Duration::ZERO, 0);
            for took in took {
                if clock.spend(took * MS).is_err() {
                    prop_assert!(took * MS > clock.left() + ALLOWANCE);
                    break;
                }
                (sum, moves) = (sum + took * MS, moves + 1);
                prop_assert!(clock.left() >= 50 * MS);
                prop_assert!(sum + clock.left() >= 2000 * MS + moves * 50 * MS);
                prop_assert!(sum + clock.left() <= 2000 * MS + moves * (50 * MS + ALLOWANCE));
            }
        }
    }
}
