//! The move that a greedy player chooses, ties broken as the general path breaks them.

use super::SLOTS;
use super::look::{Looked, look};
use super::seat::{Rank, SeatWeights};
use super::state::State;
use super::vector::Vector;
use crate::game::hop_board::{CLASS, ClassSet, Directions, HopBoard, MOST_DIRECTIONS, NODES};
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

/// The best move of a player; `None` where no peg can move.
#[inline(always)]
pub fn choose<V: Vector, const D: usize, const P: usize>(
    state: &State<V>,
    board: &HopBoard<D>,
    player: usize,
    seat: &SeatWeights,
    rng: &mut Rng,
) -> Option<Choice> {
    let looked = look::<V, D, P>(state, board, player, seat);
    let tied = looked.tied;
    if tied == 0 {
        return None;
    }
    let slot = tied.trailing_zeros() as usize;
    let here = best_of::<V>(state, &looked, player, slot, seat);
    if tied & (tied - 1) == 0 {
        let to = match here.count() {
            1 => here.only(board),
            count => here.nth(board, rng.random_range(0..count)),
        };
        return Some(Choice { slot, to });
    }
    Some(choose_among::<V, D>(state, &looked, board, player, seat, tied, rng))
}

/// One of the best moves of several pegs that tie, by ascending hole left, then reached.
#[inline(always)]
fn choose_among<V: Vector, const D: usize>(
    state: &State<V>,
    looked: &Looked,
    board: &HopBoard<D>,
    player: usize,
    seat: &SeatWeights,
    mut tied: u32,
    rng: &mut Rng,
) -> Choice {
    // By hole, slot and number of destinations, each in a byte.
    let mut order = [0u32; SLOTS];
    let (mut pegs, mut all) = (0, 0);
    while tied != 0 {
        let slot = tied.trailing_zeros();
        tied &= tied - 1;
        let best = best_of::<V>(state, looked, player, slot as usize, seat);
        let hole = u32::from(board.hole[best.node % NODES]);
        let peg = hole << 16 | slot << 8 | best.count();
        all += best.count();
        let mut place = pegs;
        while place > 0 && order[place - 1] > peg {
            order[place % SLOTS] = order[place - 1];
            place -= 1;
        }
        order[place % SLOTS] = peg;
        pegs += 1;
    }
    let mut index = rng.random_range(0..all);
    let mut place = 0;
    while index >= order[place % SLOTS] & 0xff {
        index -= order[place % SLOTS] & 0xff;
        place += 1;
    }
    let slot = (order[place % SLOTS] >> 8) as usize % SLOTS;
    Choice { slot, to: best_of::<V>(state, looked, player, slot, seat).nth(board, index) }
}

/// A peg's best destinations.
#[inline(always)]
fn best_of<V: Vector>(
    state: &State<V>,
    looked: &Looked,
    player: usize,
    slot: usize,
    seat: &SeatWeights,
) -> Best {
    let pegs = &state.pegs[player];
    let node = usize::from(pegs.node[slot]);
    let weight = looked.gain + pegs.here[slot];
    let ranks = state.step_ranks(node, seat);
    let step = ranks.into_iter().fold(Rank::MAX, Rank::min);
    let is_step = seat.of_rank(step) == weight;
    let hops = looked.hops.0[slot];
    let is_hop = seat.of_first(node / CLASS, hops) == weight;
    Best {
        node,
        steps: if is_step { V::equal(&ranks, step) } else { 0 },
        hops: if is_hop { hops } else { 0 },
    }
}

impl Best {
    fn count(&self) -> u32 {
        self.steps.count_ones() + self.hops.count_ones()
    }

    /// The node, where there is one. Without a branch: whether it is a step can't be foreseen.
    #[inline(always)]
    fn only<const D: usize>(&self, board: &HopBoard<D>) -> usize {
        let direction = self.steps.trailing_zeros() as usize % MOST_DIRECTIONS;
        let step = usize::from(board.step[self.node % NODES][direction]);
        let hop = self.node / CLASS * CLASS + self.hops.trailing_zeros() as usize;
        if self.steps == 0 { hop } else { step }
    }

    /// The node at that index, by ascending hole.
    #[inline(always)]
    fn nth<const D: usize>(&self, board: &HopBoard<D>, index: u32) -> usize {
        match self.count() {
            1 => self.only(board),
            _ => self.nth_of_many(board, index),
        }
    }

    #[inline(never)]
    fn nth_of_many<const D: usize>(&self, board: &HopBoard<D>, mut index: u32) -> usize {
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
