//! The ranks of each node's neighbours, looked up for eight nodes at a time.

use super::seat::{NOWHERE, Rank, StepRanks};
use crate::game::hop_board::{CLASS, CLASSES, HopBoard, MOST_DIRECTIONS, NODES, OUTSIDE};
use wide::u16x8;

/// Nodes whose neighbours are looked up at once.
const LANES: usize = 8;

/// The ranks of all nodes, with as many places before and after them as a step can lead away.
pub struct NodeRanks([Rank; 3 * NODES]);

/// The steps of a board. A step in a direction adds the same number to every node of a class.
pub struct Steps {
    /// What a step adds to a node, by class and direction.
    by: [[i16; MOST_DIRECTIONS]; CLASSES],
    /// For each node, [`NOWHERE`] in the directions in which there is no hole.
    missing: Box<StepRanks>,
    /// Which eights of nodes have one of the board among them.
    eights: Vec<u8>,
}

impl NodeRanks {
    /// [`NOWHERE`] for all nodes.
    #[inline(always)]
    pub fn nowhere() -> NodeRanks {
        NodeRanks([NOWHERE; 3 * NODES])
    }

    #[inline(always)]
    pub fn set(&mut self, node: u8, rank: Rank) {
        self.0[NODES + usize::from(node)] = rank;
    }

    /// The ranks of eight nodes in a row, of which the first may lie outside of the board.
    #[inline(always)]
    fn eight(&self, first: usize, by: i16) -> u16x8 {
        let first = (NODES + first).wrapping_add_signed(by.into());
        let ranks = self.0.get(first..).and_then(|it| it.first_chunk());
        u16x8::new(*ranks.expect("a step leads less far than there are nodes"))
    }
}

impl Steps {
    /// The steps of a board.
    pub fn new<const D: usize>(board: &HopBoard<D>) -> Steps {
        let mut by = [[0; MOST_DIRECTIONS]; CLASSES];
        let mut missing = Box::new([[0; MOST_DIRECTIONS]; NODES]);
        for (node, steps) in board.step.iter().enumerate() {
            for (direction, &next) in steps.iter().enumerate() {
                match next {
                    OUTSIDE => missing[node][direction] = NOWHERE,
                    next => by[node / CLASS][direction] = next as i16 - node as i16,
                }
            }
        }
        let mut eights: Vec<u8> = board.node.iter().map(|node| node / LANES as u8).collect();
        eights.sort_unstable();
        eights.dedup();
        Steps { by, missing, eights }
    }

    /// Writes the ranks of each node's neighbours by direction, [`NOWHERE`] or more where there is none.
    pub fn look_up(&self, ranks: &NodeRanks, steps: &mut StepRanks) {
        let (steps, missing) = (steps.as_chunks_mut().0, self.missing.as_chunks().0);
        for &eight in &self.eights {
            let eight = usize::from(eight) % (NODES / LANES);
            let by = &self.by[eight * LANES / CLASS];
            let neighbours = |direction| ranks.eight(eight * LANES, by[direction]);
            let by_node = u16x8::transpose(std::array::from_fn(neighbours));
            let (steps, missing): (&mut [_; LANES], &[_; LANES]) =
                (&mut steps[eight], &missing[eight]);
            for ((steps, &missing), ranks) in steps.iter_mut().zip(missing).zip(by_node) {
                *steps = (ranks | u16x8::new(missing)).to_array();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chinese_checkers::ChineseCheckers;
    use crate::game::halma::Halma;
    use crate::game::rhombus::Rhombus;

    fn check<const D: usize>(board: &HopBoard<D>) {
        let mut ranks = NodeRanks::nowhere();
        let rank = |node: u8| Rank::from(node) * 37 % 251;
        board.node.iter().for_each(|&node| ranks.set(node, rank(node)));
        let mut steps = [[NOWHERE; MOST_DIRECTIONS]; NODES];
        Steps::new(board).look_up(&ranks, &mut steps);
        for &node in &board.node {
            let node = usize::from(node);
            for (found, &next) in steps[node].iter().zip(&board.step[node]) {
                match next {
                    OUTSIDE => assert!(*found >= NOWHERE, "{found}"),
                    next => assert_eq!(*found, rank(next as u8)),
                }
            }
        }
    }

    #[test]
    fn neighbours_are_those_of_the_board() {
        check(&ChineseCheckers::hop_board());
        check(&Halma::hop_board());
        check(&Rhombus::hop_board());
    }
}
