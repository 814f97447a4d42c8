//! The move that a greedy player chooses, ties broken as the general path breaks them.

use super::SLOTS;
use super::seat::SeatWeights;
use super::state::{Looked, State};
use super::vector::Vector;
use crate::game::hop_board::{
    CLASS, CLASSES, ClassSet, Directions, HopBoard, MOST_DIRECTIONS, NODES,
};
use crate::rng::Rng;
use rand::RngExt;

/// A move: a player's peg and where it goes.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Which of the player's pegs.
    pub slot: usize,
    /// The node it moves to.
    pub to: usize,
}

/// The best destinations of a peg.
#[derive(Clone, Copy)]
struct Best {
    node: usize,
    steps: Directions,
    hops: ClassSet,
}

impl<V: Vector, const D: usize, const P: usize, const N: usize> State<'_, V, D, P, N> {
    /// The best move of a player; `None` where no peg can move.
    #[inline(always)]
    pub fn choose(&self, player: usize, seat: &SeatWeights, rng: &mut Rng) -> Option<Choice> {
        let looked = self.look(player, seat);
        if looked.tied == 0 {
            return None;
        }
        if !looked.tied.is_power_of_two() {
            return Some(self.choose_among(player, &looked, seat, rng));
        }
        let slot = looked.tied.trailing_zeros() as usize;
        let best = self.best_of(player, slot, &looked, seat);
        let to = match best.count() {
            1 => best.only(self.board),
            count => best.nth(self.board, rng.random_range(0..count)),
        };
        Some(Choice { slot, to })
    }

    /// Draws one of the best moves of several pegs that tie, which are ordered by the hole left, then
    /// the hole reached.
    #[inline(always)]
    fn choose_among(
        &self,
        player: usize,
        looked: &Looked,
        seat: &SeatWeights,
        rng: &mut Rng,
    ) -> Choice {
        // By hole, slot and number of destinations, each in a byte.
        let mut order = [0u32; SLOTS];
        let (mut pegs, mut all) = (0, 0);
        let mut tied = looked.tied;
        while tied != 0 {
            let slot = tied.trailing_zeros();
            tied &= tied - 1;
            let best = self.best_of(player, slot as usize, looked, seat);
            let hole = u32::from(self.board.hole[best.node % NODES]);
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
        Choice { slot, to: self.best_of(player, slot, looked, seat).nth(self.board, index) }
    }

    /// The best destinations of a peg that has some of the player's best moves.
    #[inline(always)]
    fn best_of(&self, player: usize, slot: usize, looked: &Looked, seat: &SeatWeights) -> Best {
        let pegs = &self.pegs[player];
        let node = usize::from(pegs.node[slot % SLOTS]);
        let weight = looked.gain + pegs.here[slot % SLOTS];
        let ranks = self.near.steps(node, seat);
        let step = V::least(&ranks);
        let is_step = seat.of_rank(step) == weight;
        let hops = looked.hops.0[slot % SLOTS];
        let is_hop = seat.of_first(node / CLASS % CLASSES, hops) == weight;
        Best {
            node,
            steps: if is_step { V::of_rank(&ranks, step) } else { 0 },
            hops: if is_hop { hops } else { 0 },
        }
    }
}

impl Best {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.steps.count_ones() + self.hops.count_ones()
    }

    /// The only destination. There is no branch, since one on whether it is a step is hard to predict.
    #[inline(always)]
    fn only<const D: usize>(&self, board: &HopBoard<D>) -> usize {
        let direction = self.steps.trailing_zeros() as usize % MOST_DIRECTIONS;
        let step = usize::from(board.step[self.node % NODES][direction]);
        let hop = self.hop(self.hops);
        if self.steps == 0 { hop } else { step }
    }

    /// The destination at that index, in ascending order of holes.
    #[inline(always)]
    fn nth<const D: usize>(&self, board: &HopBoard<D>, index: u32) -> usize {
        match (self.count(), self.steps) {
            (1, _) => self.only(board),
            (_, 0) => self.hop((0..index).fold(self.hops, |rest, _| rest & (rest - 1))),
            _ => self.nth_of_many(board, index),
        }
    }

    /// The first destination of these hops.
    #[inline(always)]
    fn hop(&self, hops: ClassSet) -> usize {
        self.node / CLASS * CLASS + hops.trailing_zeros() as usize
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
            add(self.hop(hops));
            hops &= hops - 1;
        }
        for (number, &word) in holes.iter().enumerate() {
            if index >= word.count_ones() {
                index -= word.count_ones();
                continue;
            }
            let rest = (0..index).fold(word, |rest, _| rest & (rest - 1));
            return usize::from(board.node[number * 64 + rest.trailing_zeros() as usize]);
        }
        unreachable!("the index is below the count")
    }
}
