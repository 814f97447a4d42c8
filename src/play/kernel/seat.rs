//! What a seat's pegs may do, and what an array of weights says about the nodes for it.

use super::ranked::Ranked;
use super::steps::{NodeRanks, Steps};
use crate::game::hop_board::{
    CLASS, CLASSES, ClassSet, MOST_DIRECTIONS, NODES, NodeSet, ROWS, has,
};
use std::slice;
use wide::u8x16;

/// A weight's place among all weights of an array, from the lowest; equal weights have equal
/// ranks. Among one peg's destinations the lowest rank is the best.
pub type Rank = u16;
/// The rank that stands for no destination: a bit that no rank of a weight has.
pub const NOWHERE: Rank = NODES as Rank;
/// The weight that stands for no destination: more than any difference of two weights.
pub const STUCK: i64 = 1 << 40;
/// The ranks of each node's neighbours by direction.
pub type StepRanks = [[Rank; MOST_DIRECTIONS]; NODES];
/// Weights by rank.
pub type Weights = [i64; NODES];
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

/// What is looked up of an array.
#[derive(Clone, Copy, Debug)]
struct Tables {
    /// The ranks of each node's neighbours by direction; [`NOWHERE`] or more where no move may end.
    steps: StepRanks,
    /// The weight of each rank, and [`STUCK`] from [`NOWHERE`] on.
    by_rank: [i64; ROWS],
    /// The weights of the nodes of each class, and [`STUCK`] after them.
    by_node: [i64; 2 * NODES],
}

/// Tables without weights.
static EMPTY: Tables = Tables {
    steps: [[NOWHERE; MOST_DIRECTIONS]; NODES],
    by_rank: [STUCK; ROWS],
    by_node: [STUCK; 2 * NODES],
};

impl SeatWeights {
    /// A seat with those rules that has no weights yet.
    pub(super) fn empty(rules: &SeatRules) -> SeatWeights {
        SeatWeights { rules: *rules, planes: Default::default(), depth: 0, tables: empty() }
    }

    /// Takes weights in the place of those it has, which were of the same board. `nodes` has the node of each
    /// hole of the array, as this seat sees it.
    pub(super) fn weigh(&mut self, steps: &Steps, ranked: &Ranked, nodes: &[u8]) {
        let rules = self.rules;
        let tables = &mut self.tables[0];
        let mut ranks = NodeRanks::nowhere();
        let mut within = [0; NODES];
        for (place, &node) in ranked.holes.iter().zip(nodes) {
            // No branch, since one is hard to predict.
            let beyond = NOWHERE * Rank::from(!has(&rules.stop, node.into()));
            ranks.set(node, place.rank | beyond);
            let node = usize::from(node);
            within[node] = place.within;
            tables.by_node[node + node / CLASS * CLASS] = place.weight.into();
        }
        steps.look_up(&ranks, &mut tables.steps);
        tables.by_rank[..NODES].copy_from_slice(&ranked.by_rank);
        self.planes = std::array::from_fn(|class| planes(&within.as_chunks().0[class]));
        self.depth = ranked.depth;
    }

    /// The ranks of a node's neighbours by direction; [`NOWHERE`] or more where no move may end.
    #[inline(always)]
    pub(super) fn steps(&self, node: usize) -> &[Rank; MOST_DIRECTIONS] {
        &self.tables[0].steps[node % NODES]
    }

    /// The weight of a rank; `STUCK` from `NOWHERE` on.
    #[inline(always)]
    pub fn of_rank(&self, rank: Rank) -> i64 {
        self.tables[0].by_rank[usize::from(rank) % ROWS]
    }

    /// The weight of the first of these nodes of a class; `STUCK` where there is none.
    #[inline(always)]
    pub fn of_first(&self, class: usize, nodes: ClassSet) -> i64 {
        self.tables[0].by_node[(2 * CLASS * class + nodes.trailing_zeros() as usize) % (2 * NODES)]
    }

    /// The weight of a node.
    #[inline(always)]
    pub fn of(&self, node: usize) -> i64 {
        self.tables[0].by_node[(node + node / CLASS * CLASS) % (2 * NODES)]
    }
}

/// A copy of [`EMPTY`], made where it stays: an array of one, since a box of it would be made on the
/// stack first.
fn empty() -> Box<[Tables; 1]> {
    let tables: Box<[Tables]> = slice::from_ref(&EMPTY).into();
    tables.try_into().unwrap_or_else(|_| unreachable!("one as asked for"))
}

/// For each bit of a rank, the nodes of a class whose rank has it.
fn planes(ranks: &[u8; CLASS]) -> [ClassSet; PLANES] {
    // The highest bits of sixteen bytes are read at once; twice a byte has the next bit there.
    let mut bytes: [u8x16; CLASS / 16] =
        std::array::from_fn(|part| u8x16::new(ranks.as_chunks().0[part]));
    let twice = |bytes: &mut [u8x16]| bytes.iter_mut().for_each(|it| *it += *it);
    (PLANES..8).for_each(|_| twice(&mut bytes));
    let mut planes = [0; PLANES];
    for plane in planes.iter_mut().rev() {
        for (part, bytes) in bytes.iter().enumerate() {
            *plane |= ClassSet::from(bytes.to_bitmask()) << (16 * part);
        }
        twice(&mut bytes);
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
