//! What a seat's pegs may do, and what an array of weights says about the nodes for it.

use crate::game::hop_board::{
    CLASS, CLASSES, ClassSet, HopBoard, MOST_DIRECTIONS, NODES, NodeSet, ROWS, has,
};

/// A weight's place among all weights of an array, from the lowest; equal weights have equal
/// ranks. Among one peg's destinations the lowest rank is the best.
pub type Rank = u16;
/// The rank that stands for no destination: a bit that no rank of a weight has.
pub const NOWHERE: Rank = NODES as Rank;
/// The weight that stands for no destination: more than any difference of two weights.
pub const STUCK: i64 = 1 << 40;
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
    /// The ranks of each node's neighbours by direction; [`NOWHERE`] where no move may end.
    pub(super) steps: Box<[[Rank; MOST_DIRECTIONS]; NODES]>,
    /// The weight of each rank.
    by_rank: Box<[i64; ROWS]>,
    /// The weights of the nodes of each class, and [`STUCK`] after them.
    by_node: Box<[i64; 2 * NODES]>,
}

impl SeatWeights {
    /// The weights of a seat with those rules. `ascending` has each node once with its weight, in
    /// ascending order of the weights.
    pub fn new<const D: usize>(
        board: &HopBoard<D>,
        rules: &SeatRules,
        ascending: impl Iterator<Item = (i32, u8)>,
    ) -> SeatWeights {
        let mut seat = SeatWeights {
            rules: *rules,
            planes: [[0; PLANES]; CLASSES],
            steps: filled([NOWHERE; MOST_DIRECTIONS]),
            by_rank: filled(STUCK),
            by_node: filled(STUCK),
        };
        let mut ranks = [NOWHERE; ROWS];
        let (mut rank, mut before) = (0, None);
        let mut within = [(0, None); CLASSES];
        for (weight, node) in ascending {
            let node = usize::from(node);
            let (class, bit) = (node / CLASS, node % CLASS);
            rank += Rank::from(before.is_some_and(|before| before != weight));
            before = Some(weight);
            seat.by_rank[usize::from(rank) % ROWS] = weight.into();
            seat.by_node[2 * CLASS * class + bit] = weight.into();
            if has(&rules.stop, node) {
                ranks[node] = rank;
            }
            let (place, last) = &mut within[class];
            *place += u8::from(last.is_some_and(|last| last != weight));
            *last = Some(weight);
            for (plane, set) in seat.planes[class].iter_mut().enumerate() {
                *set |= ClassSet::from(*place >> plane & 1) << bit;
            }
        }
        for &node in &board.node {
            let next = board.step[usize::from(node)];
            seat.steps[usize::from(node)] = next.map(|next| ranks[usize::from(next) % ROWS]);
        }
        seat
    }

    /// The weight of a rank; `STUCK` for `NOWHERE`.
    #[inline(always)]
    pub fn of_rank(&self, rank: Rank) -> i64 {
        self.by_rank[usize::from(rank) % ROWS]
    }

    /// The weight of the first of these nodes of a class; `STUCK` where there is none.
    #[inline(always)]
    pub fn of_first(&self, class: usize, nodes: ClassSet) -> i64 {
        self.by_node[(2 * CLASS * class + nodes.trailing_zeros() as usize) % (2 * NODES)]
    }

    /// The weight of a node.
    #[inline(always)]
    pub fn of(&self, node: usize) -> i64 {
        self.by_node[(node + node / CLASS * CLASS) % (2 * NODES)]
    }
}

/// A table of equal entries, made where it stays.
fn filled<T: Clone, const N: usize>(entry: T) -> Box<[T; N]> {
    let entries = vec![entry; N].into_boxed_slice();
    entries.try_into().unwrap_or_else(|_| unreachable!("as many as asked for"))
}
