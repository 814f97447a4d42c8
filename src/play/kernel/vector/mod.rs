//! Four sets of nodes side by side, one for each class or for each of four pegs.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod pairs;
mod plain;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use pairs::Pairs;
pub use plain::Plain;

use super::seat::Rank;
use crate::game::hop_board::{CLASS, CLASSES, ClassSet, Directions, MOST_DIRECTIONS, NODES, ROWS};

/// Lanes of a vector.
pub const WIDTH: usize = CLASSES;

/// Four lanes as they lie in memory.
pub type Lanes = [ClassSet; WIDTH];

/// The set of each node, and empty ones. A set that the portable form put together lane by lane would be waited
/// for: what is stored in parts can't be loaded as a whole until the stores are done.
static SETS: [Lanes; ROWS] = {
    let mut sets = [[0; WIDTH]; ROWS];
    let mut node = 0;
    while node < NODES {
        sets[node][node / CLASS] = 1 << (node % CLASS);
        node += 1;
    }
    sets
};

/// An array of what a function gives for each index. `std::array::from_fn` and `map` do the same, but aren't marked to
/// be inlined: without optimization at link time each lane would be a call.
#[inline(always)]
pub fn each<T: Copy + Default, const N: usize>(make: impl Fn(usize) -> T) -> [T; N] {
    let mut all = [T::default(); N];
    let mut index = 0;
    while index < N {
        all[index] = make(index);
        index += 1;
    }
    all
}

/// Four sets in the form in which the machine works with them.
pub trait Vector: Copy {
    /// Four numbers in the form in which the same machine compares them.
    type Numbers: Numbers;
    /// Loads lanes from memory.
    fn of(lanes: &Lanes) -> Self;
    /// Stores the lanes.
    fn lanes(self) -> Lanes;
    /// The set of one node, in the lane of its class; empty for
    /// [`OUTSIDE`](crate::game::hop_board::OUTSIDE).
    #[inline(always)]
    fn node(node: u16) -> Self {
        Self::of(&SETS[usize::from(node) % ROWS])
    }
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
    fn up(self, by: u64) -> Self;
    /// All lanes shifted right by less than 64 bits.
    fn down(self, by: u64) -> Self;
    /// The lane to which each lane of `from` [points](fn@pointer).
    fn pick(self, from: Self) -> Self;
    /// The nodes of each set, and those where hops from them land: in one direction `by` nodes higher, where
    /// that is a node of `up`; in the other `by` nodes lower, where that is a node of `down`.
    #[inline(always)]
    fn hopped(self, up: Self, down: Self, by: u64) -> Self {
        let landed = self.up(by).and(up).or(self.down(by).and(down));
        self.or(landed)
    }
    /// Whether all lanes are empty.
    fn is_empty(self) -> bool;
    /// The lowest of ranks below 2^15.
    fn least(ranks: &[Rank; MOST_DIRECTIONS]) -> Rank;
    /// The directions that have that rank.
    fn of_rank(ranks: &[Rank; MOST_DIRECTIONS], rank: Rank) -> Directions;
}

/// What is added to numbers before they are compared. They are far smaller than it, so the sums are positive and, as floats,
/// finite: their order is that of the floats of the same bits, of which processors find the lower one by one instruction.
pub const BIAS: i64 = 1 << 61;

/// Four numbers in the form in which a machine compares them. What is compared has [`BIAS`] in it.
pub trait Numbers: Copy {
    /// Loads numbers from memory.
    fn numbers(numbers: &[i64; WIDTH]) -> Self;
    /// The first number.
    fn first(self) -> i64;
    /// Lane by lane, the difference.
    fn minus(self, other: Self) -> Self;
    /// Lane by lane, the lower one.
    fn lower(self, other: Self) -> Self;
    /// The lowest of the numbers, in every lane.
    fn lowest(self) -> Self;
    /// The lanes that are equal, bit l for lane l.
    fn equal(self, other: Self) -> u32;
}

/// The pointer to a lane: the numbers of its two halves.
#[inline(always)]
pub const fn pointer(lane: usize) -> ClassSet {
    let low = (2 * (lane % WIDTH)) as ClassSet;
    low | (low + 1) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "x86_64")]
    use crate::play::kernel::registers::Registers;
    use crate::play::kernel::seat::STUCK;
    use proptest::prelude::*;

    /// Every operation on those lanes.
    fn all<V: Vector>(a: &Lanes, b: &Lanes, lanes: [usize; WIDTH], by: u64) -> Vec<Lanes> {
        let (one, other) = (V::of(a), V::of(b));
        let from = V::of(&lanes.map(pointer));
        let sets = [
            one.and(other),
            one.or(other),
            one.differing(other),
            one.without(other),
            one.or_where_empty(other),
            one.up(by),
            one.down(by),
            one.pick(from),
            one.hopped(other, from, by),
        ];
        let mut all = sets.map(V::lanes).to_vec();
        let ranks = std::array::from_fn(|it| (a[it % WIDTH] >> it & 3) as Rank);
        let directions = V::of_rank(&ranks, b[0] as Rank & 3);
        all.push([one.is_empty().into(), directions.into(), V::least(&ranks).into(), 0]);
        let number = |lane| if lane == 7 { STUCK - BIAS } else { i64::from(lane as i32) };
        let [a, b] = [a, b].map(|lanes| lanes.map(|lane| BIAS + number(lane)));
        let bare = V::Numbers::numbers(&b.map(|it| it - BIAS));
        let [a, b] = [a, b].map(|it| V::Numbers::numbers(&it));
        let numbers = [a.minus(bare), a.lower(b), a.lowest()];
        all.extend(numbers.map(|it| {
            let lanes = [it.first() as ClassSet, 0, 0, 0];
            [lanes[0], it.equal(a).into(), it.equal(b).into(), it.equal(it.lowest()).into()]
        }));
        all
    }

    #[test]
    fn a_node_is_a_bit_in_the_lane_of_its_class() {
        for node in 0..ROWS {
            let bit = |class| if node / CLASS == class { 1 << (node % CLASS) } else { 0 };
            let lanes = Plain::node(node as u16).lanes();
            assert_eq!(lanes, std::array::from_fn(bit), "{node}");
        }
    }

    fn lanes() -> impl Strategy<Value = Lanes> {
        prop::array::uniform4(prop_oneof![any::<u64>(), Just(0), Just(7), Just(u64::MAX)])
    }

    proptest! {
        #[test]
        fn registers_do_what_plain_numbers_do(
            a in lanes(), b in lanes(), from in prop::array::uniform4(0..WIDTH), by in 0u64..64,
        ) {
            let plain = all::<Plain>(&a, &b, from, by);
            prop_assert_eq!(&all::<Pairs>(&a, &b, from, by), &plain);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                prop_assert_eq!(&all::<Avx2>(&a, &b, from, by), &plain);
            }
            #[cfg(target_arch = "x86_64")]
            if Registers::all().contains(&Registers::Avx512) {
                prop_assert_eq!(&all::<Avx512>(&a, &b, from, by), &plain);
            }
        }
    }
}
