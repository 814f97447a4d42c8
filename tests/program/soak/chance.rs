//! What a round of the soak draws.

use rand::Rng as _;
use starhop::rng::{Purpose, Rng, Seed};

/// Draws that follow from a round's seed.
pub struct Chance(Rng);

impl Chance {
    pub fn of(seed: u64) -> Chance {
        Chance(Seed::new(seed).unwrap().stream(Purpose::Bench, &[]))
    }

    /// A number from `least` to `most`.
    pub fn within(&mut self, least: u64, most: u64) -> u64 {
        least + self.0.next_u64() % (most - least + 1)
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.within(0, from.len() as u64 - 1) as usize]
    }

    /// True once in that many times.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.within(1, times) == 1
    }

    /// A fraction from 0 to 1, mostly small.
    pub fn early(&mut self) -> f64 {
        (self.within(0, 1 << 20) as f64 / (1 << 20) as f64).powi(2)
    }
}
