//! What a seat's pegs may do, and what an array of weights says about the nodes for it.

use crate::game::hop_board::{CLASS, ClassSet, Directions, HopBoard, NODES, NodeSet, OUTSIDE, has};

/// A weight's place among all weights of an array, from the lowest; equal weights have equal
/// ranks. Among one peg's destinations the lowest rank is the best.
pub type Rank = i16;
/// The least rank of a destination that isn't one: a bit that no other rank has.
pub const NOWHERE: Rank = NODES as Rank;
/// Places for all ranks, those that are none included.
const RANKS: usize = 2 * NODES;
/// The weight of a destination that isn't one: more than any difference of two weights.
pub const STUCK: i64 = 1 << 40;
/// Room for the ranks of a node's neighbours.
pub const LANES: usize = 8;

/// A seat's nodes: what the rules say of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeatRules {
    /// Where its pegs begin.
    pub home: NodeSet,
    /// Where they win.
    pub goal: NodeSet,
    /// Where a hop may land, in passing too.
    pub land: NodeSet,
    /// Where a move may end.
    pub stop: NodeSet,
}

/// An array of weights as one seat sees it.
#[derive(Clone, Debug)]
pub struct SeatWeights {
    /// The rank of each node as a destination, [`NOWHERE`] where no move may end.
    pub(super) ranks: Box<[Rank; NODES]>,
    /// The same for the neighbours of each node, by direction.
    pub(super) steps: Box<[[Rank; LANES]; NODES]>,
    /// The weight of each node.
    weights: Box<[i64; NODES]>,
    /// The weight of each rank.
    by_rank: Box<[i64; RANKS]>,
    /// The nodes of each rank.
    same: Box<[NodeSet; NODES]>,
}

impl SeatWeights {
    /// The weights of each hole, for a seat with those rules.
    pub fn new<const D: usize, const SETS: usize>(
        board: &HopBoard<D, SETS>,
        rules: &SeatRules,
        weights: &[i32],
    ) -> SeatWeights {
        let mut seat = SeatWeights {
            ranks: Box::new([NOWHERE; NODES]),
            steps: Box::new([[NOWHERE; LANES]; NODES]),
            weights: Box::new([0; NODES]),
            by_rank: Box::new([STUCK; RANKS]),
            same: Box::new([NodeSet::default(); NODES]),
        };
        let mut order: Vec<(i32, u8)> = weights.iter().copied().zip(0..=u8::MAX).collect();
        order.sort_unstable();
        let mut rank = 0;
        for (index, &(weight, hole)) in order.iter().enumerate() {
            let weight = i64::from(weight);
            rank += Rank::from(index > 0 && seat.by_rank[rank as usize] != weight);
            seat.by_rank[rank as usize] = weight;
            let node = usize::from(board.node[usize::from(hole)]);
            seat.weights[node] = weight;
            if has(&rules.stop, node) {
                seat.ranks[node] = rank;
                seat.same[rank as usize][node / CLASS] |= 1 << (node % CLASS);
            }
        }
        for &node in &board.node {
            let node = usize::from(node);
            for direction in 0..D {
                let next = usize::from(board.step[node][direction]);
                seat.steps[node][direction] = seat.ranks.get(next).copied().unwrap_or(NOWHERE);
            }
        }
        seat
    }

    /// What a peg gains that goes from a node to a destination of that rank: the lower, the
    /// better, and far above any difference of weights where the rank is none.
    #[inline(always)]
    pub fn gain(&self, node: usize, rank: Rank) -> i64 {
        self.by_rank[rank as usize % RANKS] - self.weights[node % NODES]
    }

    /// The nodes of a class with that rank.
    #[inline(always)]
    pub fn same(&self, rank: Rank, class: usize) -> ClassSet {
        self.same[rank as usize % NODES][class % (NODES / CLASS)]
    }
}

/// A seat in a game: its weights and what the rules allow it.
#[derive(Clone, Copy)]
pub struct SeatTable<'a> {
    /// What it goes by.
    pub weights: &'a SeatWeights,
    /// The directions out of each node in which its hops may land.
    pub land: &'a [Directions; NODES],
    /// Where it wins.
    pub goal: &'a NodeSet,
}

/// For each node, the directions in which a hop may land.
pub fn landing_directions<const D: usize, const SETS: usize>(
    board: &HopBoard<D, SETS>,
    land: &NodeSet,
) -> Box<[Directions; NODES]> {
    let mut allowed = Box::new([0; NODES]);
    for (node, directions) in allowed.iter_mut().enumerate() {
        for (direction, &landing) in board.hop[node].iter().enumerate() {
            if landing != OUTSIDE && has(land, usize::from(landing)) {
                *directions |= 1 << direction;
            }
        }
    }
    allowed
}
