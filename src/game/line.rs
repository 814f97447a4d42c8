//! A number for the moves of a game, by which different games are told from repeated ones.

use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// Odd, with its bits well mixed (the golden ratio times 2⁶⁴; Knuth, The Art of Computer
/// Programming, volume 3, section 6.4).
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number for a line of moves: equal for equal lines, and almost surely another for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LineKey(u64);

impl Default for LineKey {
    /// The key of the line without a move.
    fn default() -> LineKey {
        LineKey(FACTOR)
    }
}

impl LineKey {
    /// The key of the line with one move more.
    #[inline(always)]
    #[must_use]
    pub fn then(self, mv: &(impl Hash + ?Sized)) -> LineKey {
        let mut mixer = Mixer(self.0);
        mv.hash(&mut mixer);
        LineKey(mixer.0)
    }

    /// The number; its highest bits are the best mixed.
    pub fn number(self) -> u64 {
        self.0
    }

    /// The key with that number.
    pub fn of_number(number: u64) -> LineKey {
        LineKey(number)
    }
}

struct Mixer(u64);

impl Mixer {
    #[inline(always)]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.mix(byte.into()));
    }

    #[inline(always)]
    fn write_u8(&mut self, byte: u8) {
        self.mix(byte.into());
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::pegs::PegMove;
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn lines_are_told_apart_by_moves_order_and_length() {
        let holes = || (0..12u8).flat_map(|from| (0..12).map(move |to| PegMove { from, to }));
        let start = LineKey::default();
        let mut lines: Vec<LineKey> = vec![start];
        lines.extend(holes().map(|mv| start.then(&mv)));
        lines.extend(holes().flat_map(|one| holes().map(move |two| start.then(&one).then(&two))));
        let different: HashSet<LineKey> = lines.iter().copied().collect();
        assert_eq!(different.len(), 1 + 144 + 144 * 144);
        assert_eq!(start.then(&PegMove::PASS), start.then(&PegMove { from: 0, to: 0 }));
        assert_ne!(start.then("ab"), start.then("a").then("b"));
    }
}
