//! What a seat's pegs may do, and what an array of weights says about the nodes for it.

use super::vector::BIAS;
use crate::game::hop_board::{
    CLASS, CLASSES, ClassSet, HopBoard, MOST_DIRECTIONS, NODES, NodeSet, ROWS, has,
};
use std::slice;

/// A weight's place among all weights of an array, from the lowest; equal weights have equal
/// ranks. Among one peg's destinations the lowest rank is the best.
pub type Rank = u16;
/// The rank that stands for no destination: a bit that no rank of a weight has.
pub const NOWHERE: Rank = NODES as Rank;
/// More than any two weights differ by.
const BEYOND: i64 = 1 << 40;
/// Stands for the weight of no destination, far above all weights.
pub const STUCK: i64 = BIAS + BEYOND;
/// Above what any move gains, and below what none does.
pub const ANY_MOVE: i64 = STUCK - BEYOND / 2;
/// Bits that tell the ranks within a class apart.
pub const PLANES: usize = CLASS.ilog2() as usize;

/// The nodes that the rules name for a seat.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeatRules {
    /// The nodes that its pegs have to fill.
    pub goal: NodeSet,
    /// The nodes on which a hop may land, in passing too.
    pub land: NodeSet,
    /// The nodes on which a move may end.
    pub stop: NodeSet,
}

/// An array of weights as one seat sees it.
#[derive(Clone, Debug)]
pub struct SeatWeights {
    /// The nodes of the seat's rules.
    pub(super) rules: SeatRules,
    /// For each class and each bit of a rank within the class, the nodes whose rank has it.
    pub(super) planes: [[ClassSet; PLANES]; CLASSES],
    /// How many bits the highest rank within a class has; planes beyond them are empty.
    pub(super) depth: usize,
    tables: Box<[Tables; 1]>,
}

/// What is looked up of an array. In this order, since the compiler takes one instruction more for the address of a
/// weight of a class where `by_node` isn't first.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Tables {
    /// The weights of the nodes of each class, and [`STUCK`] after them, each with [`BIAS`].
    by_node: [i64; 2 * NODES],
    /// The weight of each rank, likewise, and [`STUCK`] from [`NOWHERE`] on.
    by_rank: [i64; ROWS],
    /// The ranks of each node's neighbours by direction; [`NOWHERE`] where no move may end. Rows beyond
    /// the nodes are written for [`OUTSIDE`](crate::game::hop_board::OUTSIDE), and read by nobody.
    steps: [[Rank; MOST_DIRECTIONS]; ROWS],
}

/// Tables without weights.
static EMPTY: Tables = Tables {
    by_node: [STUCK; 2 * NODES],
    by_rank: [STUCK; ROWS],
    steps: [[NOWHERE; MOST_DIRECTIONS]; ROWS],
};

impl SeatWeights {
    /// A seat with those rules that has no weights yet.
    pub(super) fn empty(rules: &SeatRules) -> SeatWeights {
        SeatWeights { rules: *rules, planes: Default::default(), depth: 0, tables: empty() }
    }

    /// Takes weights in the place of those it has, which were of the same board. `ascending` has each
    /// node of the board once with its weight, in ascending order of the weights.
    pub(super) fn weigh<const D: usize>(
        &mut self,
        board: &HopBoard<D>,
        ascending: impl Iterator<Item = (i32, u8)>,
    ) {
        let rules = self.rules;
        let tables = &mut self.tables[0];
        // What is left of earlier weights is of higher ranks, to which no step leads.
        let mut within = [0; NODES];
        let mut all = Counter::default();
        let mut by_class = [Counter::default(); CLASSES];
        for (weight, node) in ascending {
            let node = usize::from(node);
            let class = node / CLASS;
            let rank = all.count(weight);
            within[node] = by_class[class].count(weight) as u8;
            let told = if has(&rules.stop, node) { rank } else { NOWHERE };
            for (direction, &from) in board.step[node][..D].iter().enumerate() {
                tables.steps[usize::from(from) % ROWS][D - 1 - direction] = told;
            }
            tables.by_rank[usize::from(rank) % ROWS] = BIAS + i64::from(weight);
            tables.by_node[row(class) + node % CLASS] = BIAS + i64::from(weight);
        }
        self.planes = std::array::from_fn(|class| planes(&within.as_chunks().0[class]));
        let different = by_class.iter().map(Counter::counted).max().unwrap_or(0);
        self.depth = (Rank::BITS - different.saturating_sub(1).leading_zeros()) as usize;
    }

    /// The ranks of a node's neighbours by direction; [`NOWHERE`] where no move may end.
    #[inline(always)]
    pub(super) fn steps(&self, node: usize) -> &[Rank; MOST_DIRECTIONS] {
        &self.tables[0].steps[node % NODES]
    }

    /// The weight of a rank and [`BIAS`]; `STUCK` for `NOWHERE`.
    #[inline(always)]
    pub(super) fn of_rank(&self, rank: Rank) -> i64 {
        self.tables[0].by_rank[usize::from(rank) % ROWS]
    }

    /// The weight of the first of these nodes of a class and [`BIAS`]; `STUCK` where there is none.
    #[inline(always)]
    pub(super) fn of_first(&self, class: usize, nodes: ClassSet) -> i64 {
        self.tables[0].by_node[(row(class) + nodes.trailing_zeros() as usize) % (2 * NODES)]
    }

    /// The weight of a node.
    #[inline(always)]
    pub(super) fn of(&self, node: usize) -> i64 {
        self.tables[0].by_node[(row(node / CLASS) + node % CLASS) % (2 * NODES)] - BIAS
    }
}

/// Where the weights of a class begin among those of all nodes.
#[inline(always)]
fn row(class: usize) -> usize {
    2 * CLASS * class
}

/// A copy of [`EMPTY`], made where it stays: an array of one, since a box of it would be made on the
/// stack first.
fn empty() -> Box<[Tables; 1]> {
    let tables: Box<[Tables]> = slice::from_ref(&EMPTY).into();
    tables.try_into().unwrap_or_else(|_| unreachable!("one as asked for"))
}

/// Counts the different weights of a list in ascending order.
#[derive(Clone, Copy)]
struct Counter {
    rank: Rank,
    last: i64,
}

impl Default for Counter {
    fn default() -> Counter {
        Counter { rank: Rank::MAX, last: i64::MIN }
    }
}

impl Counter {
    /// The rank of the next weight, from 0. There is no branch, since one is hard to predict.
    #[inline(always)]
    fn count(&mut self, weight: i32) -> Rank {
        self.rank = self.rank.wrapping_add(Rank::from(i64::from(weight) != self.last));
        self.last = weight.into();
        self.rank
    }

    /// The number of different weights so far.
    fn counted(&self) -> Rank {
        self.rank.wrapping_add(1)
    }
}

/// For each bit of a rank, the nodes of a class whose rank has it.
fn planes(ranks: &[u8; CLASS]) -> [ClassSet; PLANES] {
    /// The lowest bit of each byte of a word.
    const LOWEST: u64 = u64::MAX / 0xff;
    /// Times this, such bits come to lie side by side in the highest byte.
    const TOGETHER: u64 = 0x0102_0408_1020_4080;
    let mut planes = [0; PLANES];
    for (number, bytes) in ranks.as_chunks().0.iter().enumerate() {
        let word = u64::from_le_bytes(*bytes);
        for (bit, plane) in planes.iter_mut().enumerate() {
            *plane |= ((word >> bit & LOWEST).wrapping_mul(TOGETHER) >> 56) << (8 * number);
        }
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_have_the_bits_of_ranks() {
        let ranks: [u8; CLASS] = std::array::from_fn(|node| (node * 37 % CLASS) as u8);
        let planes = planes(&ranks);
        for (node, &rank) in ranks.iter().enumerate() {
            let bits = planes.iter().rev().fold(0, |bits, plane| 2 * bits + (plane >> node & 1));
            assert_eq!(bits, u64::from(rank));
        }
    }
}
