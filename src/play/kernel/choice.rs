//! The move that a greedy player chooses, ties broken as the general path breaks them.

use super::SLOTS;
use super::seat::SeatWeights;
use super::state::{Looked, State};
use super::vector::Vector;
use crate::game::hop_board::{CLASS, ClassSet, Directions, HopBoard, MOST_DIRECTIONS, NODES};
use crate::rng::Rng;
use rand::RngExt;
use std::hint::select_unpredictable;

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
        let tied = looked.by_step | looked.by_hop;
        if tied == 0 {
            return None;
        }
        if !tied.is_power_of_two() {
            return Some(self.choose_among(player, &looked, seat, rng));
        }
        let slot = tied.trailing_zeros() as usize;
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
        let holes = &self.pegs[player].hole;
        // By the peg's place among the player's, in the order of holes. A whole `Best` would be loaded in other
        // pieces than it was stored, and such a load waits for the stores.
        let mut slots = [0u8; SLOTS];
        let mut steps: [Directions; SLOTS] = [0; SLOTS];
        let (mut places, mut all) = (0u32, 0);
        let mut tied = looked.by_step | looked.by_hop;
        while tied != 0 {
            let slot = tied.trailing_zeros() as usize % SLOTS;
            tied &= tied - 1;
            let best = self.best_of(player, slot, looked, seat);
            all += best.count();
            let place: u8 = holes.iter().map(|&hole| u8::from(hole < holes[slot])).sum();
            places |= 1 << place;
            slots[usize::from(place) % SLOTS] = slot as u8;
            steps[usize::from(place) % SLOTS] = best.steps;
        }
        let mut index = rng.random_range(0..all);
        loop {
            let place = places.trailing_zeros() as usize % SLOTS;
            let slot = usize::from(slots[place]);
            let best = Best {
                node: usize::from(self.pegs[player].node[slot % SLOTS]),
                steps: steps[place],
                hops: looked.hops_of(slot),
            };
            if index < best.count() {
                return Choice { slot, to: best.nth(self.board, index) };
            }
            index -= best.count();
            places &= places - 1;
        }
    }

    /// The best destinations of a peg that has some of the player's best moves.
    #[inline(always)]
    fn best_of(&self, player: usize, slot: usize, looked: &Looked, seat: &SeatWeights) -> Best {
        let pegs = &self.pegs[player];
        let node = usize::from(pegs.node[slot % SLOTS]);
        let ranks = self.near.steps(node, seat);
        let step = V::least(&ranks);
        let is_step = looked.by_step >> slot & 1 == 1;
        Best {
            node,
            steps: V::of_rank(&ranks, step) & Directions::from(is_step).wrapping_neg(),
            hops: looked.hops_of(slot),
        }
    }
}

impl Best {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.steps.count_ones() + self.hops.count_ones()
    }

    /// The only destination.
    #[inline(always)]
    fn only<const D: usize>(&self, board: &HopBoard<D>) -> usize {
        let step = self.step(board, self.steps);
        let hop = self.hop(self.hops);
        select_unpredictable(self.steps == 0, hop, step)
    }

    /// The destination at that index, in ascending order of holes.
    #[inline(always)]
    fn nth<const D: usize>(&self, board: &HopBoard<D>, index: u32) -> usize {
        match (self.steps, self.hops) {
            (_, 0) => self.step(board, (0..index).fold(self.steps, |rest, _| rest & (rest - 1))),
            (0, _) => self.hop((0..index).fold(self.hops, |rest, _| rest & (rest - 1))),
            _ => self.nth_of_many(board, index),
        }
    }

    /// The destination of the first of these steps.
    #[inline(always)]
    fn step<const D: usize>(&self, board: &HopBoard<D>, steps: Directions) -> usize {
        let direction = steps.trailing_zeros() as usize % MOST_DIRECTIONS;
        usize::from(board.step[self.node % NODES][direction])
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
