//! The move that a greedy player chooses, ties broken as the general path breaks them.

use super::seat::{Key, SeatTable, count_of, is_nowhere, node_of, weight_of};
use super::state::{Pegs, State};
use crate::game::hop_board::{CLASS, HopBoard, NODES};
use crate::rng::Rng;
use rand::RngExt;

/// A player's peg and where it goes.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Which of the player's pegs.
    pub slot: usize,
    /// The node it moves to.
    pub to: usize,
}

/// The best move of a player whose pegs have all been looked at; `None` where no peg can move.
#[inline(always)]
pub fn choose<const D: usize, const P: usize>(
    state: &State,
    board: &HopBoard,
    player: usize,
    seat: &SeatTable<'_>,
    rng: &mut Rng,
) -> Option<Choice> {
    let best: &[Key; P] = state.pegs[player].best.first_chunk()?;
    let lowest = best.iter().copied().fold(Key::MAX, Key::min);
    if is_nowhere(lowest) {
        return None;
    }
    let level = weight_of(lowest);
    let mut ties = 0;
    let mut tied: u32 = 0;
    for (slot, &key) in best.iter().enumerate() {
        let is_tied = weight_of(key) == level;
        tied |= u32::from(is_tied) << slot;
        ties += if is_tied { count_of(key) } else { 0 };
    }
    if ties == 1 {
        return Some(Choice { slot: tied.trailing_zeros() as usize, to: node_of(lowest) });
    }
    let index = rng.random_range(0..ties);
    Some(nth_tied::<D>(state, board, player, seat, tied, index))
}

/// The tied move at that index, by ascending hole left, then by ascending hole reached.
fn nth_tied<const D: usize>(
    state: &State,
    board: &HopBoard,
    player: usize,
    seat: &SeatTable<'_>,
    mut tied: u32,
    mut index: u32,
) -> Choice {
    let pegs = &state.pegs[player];
    loop {
        let slot = first_by_hole(board, pegs, tied);
        let count = count_of(pegs.best[slot]);
        if index >= count {
            index -= count;
            tied &= !(1 << slot);
            continue;
        }
        let to = match count {
            1 => node_of(pegs.best[slot]),
            _ => nth_destination::<D>(state, board, player, slot, seat, index),
        };
        return Choice { slot, to };
    }
}

fn first_by_hole(board: &HopBoard, pegs: &Pegs, tied: u32) -> usize {
    let mut rest = tied;
    let mut first = (u8::MAX, 0);
    while rest != 0 {
        let slot = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        first = first.min((board.hole[usize::from(pegs.node[slot])], slot));
    }
    first.1
}

/// Among a peg's best destinations the one at that index, by ascending hole.
fn nth_destination<const D: usize>(
    state: &State,
    board: &HopBoard,
    player: usize,
    slot: usize,
    seat: &SeatTable<'_>,
    index: u32,
) -> usize {
    let pegs = &state.pegs[player];
    let node = usize::from(pegs.node[slot]);
    let level = weight_of(pegs.best[slot]) + seat.weights.weight(node);
    let mut holes = [0u64; NODES / 64];
    let mut add = |node: usize| {
        if weight_of(seat.weights.keys[node]) == level {
            let hole = board.hole[node];
            holes[usize::from(hole) / 64] |= 1 << (hole % 64);
        }
    };
    for direction in 0..D {
        if state.is_near_free(node, direction) {
            add(usize::from(board.step[node][direction]));
        }
    }
    let mut reach = pegs.reach[slot];
    while reach != 0 {
        add(node / CLASS * CLASS + reach.trailing_zeros() as usize);
        reach &= reach - 1;
    }
    usize::from(board.node[nth_bit(&holes, index)])
}

fn nth_bit(words: &[u64], mut index: u32) -> usize {
    for (number, &word) in words.iter().enumerate() {
        let mut rest = word;
        if index >= rest.count_ones() {
            index -= rest.count_ones();
            continue;
        }
        (0..index).for_each(|_| rest &= rest - 1);
        return number * 64 + rest.trailing_zeros() as usize;
    }
    0
}
