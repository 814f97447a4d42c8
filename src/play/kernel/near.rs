//! Which of a node's neighbours are taken.

use super::seat::{NOWHERE, Rank, SeatWeights};
use super::vector::each;
use crate::game::hop_board::{Directions, HopBoard, MOST_DIRECTIONS, NODES, OUTSIDE, ROWS};

/// For each node, the directions in which the next hole is taken or missing.
#[derive(Clone, Copy, Debug)]
pub struct Near([Directions; ROWS]);

/// For each set of directions, the bits that hide the ranks of its members.
static HIDDEN: [[Rank; MOST_DIRECTIONS]; 1 << MOST_DIRECTIONS] = {
    let mut hidden = [[0; MOST_DIRECTIONS]; 1 << MOST_DIRECTIONS];
    let mut set = 0;
    while set < hidden.len() {
        let mut direction = 0;
        while direction < MOST_DIRECTIONS {
            if set >> direction & 1 == 1 {
                hidden[set][direction] = NOWHERE;
            }
            direction += 1;
        }
        set += 1;
    }
    hidden
};

impl Near {
    /// The table of an empty board.
    pub fn new<const D: usize>(board: &HopBoard<D>) -> Near {
        let mut near = [0; ROWS];
        for (set, step) in near.iter_mut().zip(&board.step) {
            let missing = (0..D).filter(|&direction| step[direction] == OUTSIDE);
            *set = missing.fold(0, |set, direction| set | 1 << direction);
        }
        Near(near)
    }

    /// Notes that a node became taken, or free.
    #[inline(always)]
    pub fn flip<const D: usize>(&mut self, board: &HopBoard<D>, node: usize) {
        for direction in 0..D {
            let back: Directions = 1 << (D - 1 - direction);
            self.0[usize::from(board.step[node % NODES][direction]) % ROWS] ^= back;
        }
    }

    /// The rank of the step from a node in each direction; [`NOWHERE`] or above where there is none.
    #[inline(always)]
    pub fn steps(&self, node: usize, seat: &SeatWeights) -> [Rank; MOST_DIRECTIONS] {
        let steps = seat.steps(node);
        let hidden = &HIDDEN[usize::from(self.0[node])];
        each(|lane| steps[lane] | hidden[lane])
    }
}
