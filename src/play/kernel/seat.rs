//! What a seat's pegs may do, and what an array of weights says about the nodes for it.

use crate::game::hop_board::{Directions, HopBoard, NODES, NodeSet, OUTSIDE, has};

/// A destination as a number that is lower the better it is: the weight, the node, and how many
/// destinations are as good, from the high bits to the low ones. The node is one of them.
pub type Key = i64;

const NODE_BITS: u32 = 8;
const COUNT_BITS: u32 = 8;
const LOW_BITS: u32 = NODE_BITS + COUNT_BITS;
const COUNT_MASK: Key = (1 << COUNT_BITS) - 1;
/// What no weight reaches, nor a difference of two.
const NOWHERE_WEIGHT: i64 = 1 << 40;
/// The key of no destination at all.
pub const NOWHERE: Key = NOWHERE_WEIGHT << LOW_BITS;

/// The key of one destination.
fn key(weight: i32, node: usize) -> Key {
    i64::from(weight) << LOW_BITS | (node as Key) << COUNT_BITS | 1
}

/// The key whose destination leaves the peg that far, in place of that weight.
#[inline(always)]
pub fn relative(key: Key, weight: i64) -> Key {
    key - (weight << LOW_BITS)
}

/// The weight in a key, or the difference.
#[inline(always)]
pub fn weight_of(key: Key) -> i64 {
    key >> LOW_BITS
}

/// The node in a key.
#[inline(always)]
pub fn node_of(key: Key) -> usize {
    (key >> COUNT_BITS) as usize & (NODES - 1)
}

/// How many destinations are as good as the one in a key.
#[inline(always)]
pub fn count_of(key: Key) -> u32 {
    (key & COUNT_MASK) as u32
}

/// Whether a key stands for no destination.
#[inline(always)]
pub fn is_nowhere(key: Key) -> bool {
    weight_of(key) > NOWHERE_WEIGHT / 2
}

/// The better of two keys, or one that counts both where they are as good.
#[inline(always)]
pub fn better(a: Key, b: Key) -> Key {
    let tied = weight_of(a) == weight_of(b);
    a.min(b) + if tied { a.max(b) & COUNT_MASK } else { 0 }
}

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
    /// The key of each node as a destination, [`NOWHERE`] where no move may end; a row more for
    /// the hole that isn't there.
    pub(super) keys: Box<[Key; NODES + 1]>,
    /// The weight of each node.
    weights: Box<[i32; NODES]>,
}

impl SeatWeights {
    /// The weights of each hole, for a seat with those rules.
    pub fn new(board: &HopBoard, rules: &SeatRules, weights: &[i32]) -> SeatWeights {
        let mut seat =
            SeatWeights { keys: Box::new([NOWHERE; NODES + 1]), weights: Box::new([0; NODES]) };
        for (&node, &weight) in board.node.iter().zip(weights) {
            let node = usize::from(node);
            seat.weights[node] = weight;
            if has(&rules.stop, node) {
                seat.keys[node] = key(weight, node);
            }
        }
        seat
    }

    /// What a peg costs where it stands.
    #[inline(always)]
    pub fn weight(&self, node: usize) -> i64 {
        i64::from(self.weights[node])
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
pub fn landing_directions(board: &HopBoard, land: &NodeSet) -> Box<[Directions; NODES]> {
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
