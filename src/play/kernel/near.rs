//! Which of a node's neighbours are taken.

use super::seat::{NOWHERE, Rank, SeatWeights};
use crate::game::hop_board::{Directions, HopBoard, MOST_DIRECTIONS, NODES, OUTSIDE, ROWS};

/// The directions out of each node in which the next hole is taken, or not there at all.
#[derive(Clone, Copy, Debug)]
pub struct Near([Directions; ROWS]);

/// For each set of directions, what hides the ranks of those that are in it.
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
    /// An empty board.
    pub fn new<const D: usize>(board: &HopBoard<D>) -> Near {
        let mut near = [0; ROWS];
        for (set, step) in near.iter_mut().zip(&board.step) {
            let missing = (0..D).filter(|&direction| step[direction] == OUTSIDE);
            *set = missing.fold(0, |set, direction| set | 1 << direction);
        }
        Near(near)
    }

    /// A node becomes taken or free, and its neighbours learn of it.
    #[inline(always)]
    pub fn flip<const D: usize>(&mut self, board: &HopBoard<D>, node: usize) {
        for direction in 0..D {
            let back: Directions = 1 << ((direction + D / 2) % D);
            self.0[usize::from(board.step[node % NODES][direction]) % ROWS] ^= back;
        }
    }

    /// The ranks of the steps out of a node by direction, [`NOWHERE`] or above where there is
    /// none.
    #[inline(always)]
    pub fn steps(&self, node: usize, seat: &SeatWeights) -> [Rank; MOST_DIRECTIONS] {
        let steps = &seat.steps[node % NODES];
        let hidden = &HIDDEN[usize::from(self.0[node])];
        std::array::from_fn(|lane| steps[lane] | hidden[lane])
    }
}
