//! Four sets of nodes side by side, one for each class or for each of four pegs.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod plain;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
pub use plain::Plain;

use super::seat::Rank;
use crate::game::hop_board::{CLASSES, ClassSet, Directions, MOST_DIRECTIONS};

/// Lanes of a vector.
pub const WIDTH: usize = CLASSES;

/// Four lanes as they lie in memory.
pub type Lanes = [ClassSet; WIDTH];

/// Four lanes in the form in which the machine works with them.
pub trait Vector: Copy {
    /// Loads lanes from memory.
    fn of(lanes: &Lanes) -> Self;
    /// Stores the lanes.
    fn lanes(self) -> Lanes;
    /// The set of one node, in the lane of its class.
    fn node(node: u8) -> Self;
    /// Lane by lane, the nodes in both sets.
    fn and(self, other: Self) -> Self;
    /// Lane by lane, the nodes in either set.
    fn or(self, other: Self) -> Self;
    /// Lane by lane, the nodes in only one of the sets.
    fn differing(self, other: Self) -> Self;
    /// Lane by lane, the nodes that aren't in `other`.
    fn without(self, other: Self) -> Self;
    /// Lane by lane, `other` where a lane is empty.
    fn or_where_empty(self, other: Self) -> Self;
    /// All lanes shifted left by less than 64 bits.
    fn up(self, by: u32) -> Self;
    /// All lanes shifted right by less than 64 bits.
    fn down(self, by: u32) -> Self;
    /// Each lane shifted left by the number in that lane of `by`, less than 64.
    fn up_each(self, by: Self) -> Self;
    /// Each lane shifted right by the number in that lane of `by`, less than 64.
    fn down_each(self, by: Self) -> Self;
    /// The lane to which each lane of `from` [points](fn@pointer).
    fn pick(self, from: Self) -> Self;
    /// Whether all lanes are empty.
    fn is_empty(self) -> bool;
    /// Lane by lane, the lower one as signed numbers.
    fn lower(self, other: Self) -> Self;
    /// The lowest of the lanes as signed numbers, in every lane.
    fn lowest(self) -> Self;
    /// The lanes that are equal, bit l for lane l.
    fn equal(self, other: Self) -> u32;
    /// The directions that have that rank.
    fn of_rank(ranks: &[Rank; MOST_DIRECTIONS], rank: Rank) -> Directions;
}

/// The pointer to a lane: the numbers of its two halves.
pub const fn pointer(lane: usize) -> ClassSet {
    let low = (2 * (lane % WIDTH)) as ClassSet;
    low | (low + 1) << 32
}
