//! The move that a greedy player chooses, ties broken as the general path breaks them.

use super::seat::{STUCK, SeatTable};
use super::state::State;
use crate::game::hop_board::{CLASS, ClassSet, Directions, HopBoard, NODES};
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

/// The best destinations of a peg.
#[derive(Clone, Copy, Default)]
struct Best {
    node: usize,
    steps: Directions,
    hops: ClassSet,
}

/// The best move of a player whose pegs have all been looked at; `None` where no peg can move.
#[inline(always)]
pub fn choose<const D: usize, const SETS: usize, const P: usize>(
    state: &State,
    board: &HopBoard<D, SETS>,
    player: usize,
    seat: &SeatTable<'_>,
    rng: &mut Rng,
) -> Option<Choice> {
    let gains: &[i64; P] = state.pegs[player].gain.first_chunk()?;
    let best = gains.iter().copied().fold(i64::MAX, i64::min);
    if best > STUCK / 2 {
        return None;
    }
    let tied = (0..P).fold(0u32, |set, slot| set | u32::from(gains[slot] == best) << slot);
    let slot = tied.trailing_zeros() as usize;
    let here = best_of(state, player, slot, seat);
    if tied & (tied - 1) == 0 {
        let count = here.count();
        let index = if count > 1 { rng.random_range(0..count) } else { 0 };
        return Some(Choice { slot, to: here.nth(board, index) });
    }
    Some(choose_among(state, board, player, seat, tied, rng))
}

/// One of the best moves of several pegs that tie, by ascending hole left, then reached.
fn choose_among<const D: usize, const SETS: usize>(
    state: &State,
    board: &HopBoard<D, SETS>,
    player: usize,
    seat: &SeatTable<'_>,
    tied: u32,
    rng: &mut Rng,
) -> Choice {
    let hole = |slot: usize| board.hole[usize::from(state.pegs[player].node[slot])];
    let mut all = 0;
    let mut rest = tied;
    while rest != 0 {
        all += best_of(state, player, rest.trailing_zeros() as usize, seat).count();
        rest &= rest - 1;
    }
    let mut index = rng.random_range(0..all);
    let mut tied = tied;
    loop {
        let mut first = tied.trailing_zeros() as usize;
        let mut rest = tied & (tied - 1);
        while rest != 0 {
            let slot = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            first = if hole(slot) < hole(first) { slot } else { first };
        }
        let here = best_of(state, player, first, seat);
        if index < here.count() {
            return Choice { slot: first, to: here.nth(board, index) };
        }
        index -= here.count();
        tied &= !(1 << first);
    }
}

/// A peg's best destinations.
#[inline(always)]
fn best_of(state: &State, player: usize, slot: usize, seat: &SeatTable<'_>) -> Best {
    let pegs = &state.pegs[player];
    let node = usize::from(pegs.node[slot]);
    let (step, hop) = (pegs.step[slot], pegs.hop[slot]);
    let mut best = Best { node, ..Best::default() };
    if step <= hop {
        best.steps = state.steps_of_rank(player, slot, step, seat);
    }
    if hop <= step {
        best.hops = pegs.area[slot] & seat.weights.same(hop, node / CLASS) & !(1 << (node % CLASS));
    }
    best
}

impl Best {
    fn count(&self) -> u32 {
        self.steps.count_ones() + self.hops.count_ones()
    }

    /// The node at that index, by ascending hole.
    #[inline(always)]
    fn nth<const D: usize, const SETS: usize>(
        &self,
        board: &HopBoard<D, SETS>,
        index: u32,
    ) -> usize {
        let (steps, hops) = (self.steps.count_ones(), self.hops.count_ones());
        let class = self.node / CLASS * CLASS;
        match (steps, hops) {
            (1, 0) => usize::from(board.step[self.node][self.steps.trailing_zeros() as usize]),
            (0, 1) => class + self.hops.trailing_zeros() as usize,
            _ => self.nth_of_many(board, index),
        }
    }

    #[inline(never)]
    fn nth_of_many<const D: usize, const SETS: usize>(
        &self,
        board: &HopBoard<D, SETS>,
        mut index: u32,
    ) -> usize {
        let mut holes = [0u64; NODES / 64];
        let mut add = |node: usize| {
            let hole = board.hole[node % NODES];
            holes[usize::from(hole) / 64] |= 1 << (hole % 64);
        };
        let mut steps = self.steps;
        while steps != 0 {
            add(usize::from(board.step[self.node][steps.trailing_zeros() as usize]));
            steps &= steps - 1;
        }
        let mut hops = self.hops;
        while hops != 0 {
            add(self.node / CLASS * CLASS + hops.trailing_zeros() as usize);
            hops &= hops - 1;
        }
        for (number, &word) in holes.iter().enumerate() {
            let mut rest = word;
            if index >= rest.count_ones() {
                index -= rest.count_ones();
                continue;
            }
            (0..index).for_each(|_| rest &= rest - 1);
            return usize::from(board.node[number * 64 + rest.trailing_zeros() as usize]);
        }
        unreachable!("the index is below the count")
    }
}
