//! A game in progress: which holes are taken, where pegs stand, and what is known of their best
//! destinations.

use super::seat::{Key, NOWHERE, SeatTable, better, relative};
use super::{MOST_PLAYERS, SLOTS};
use crate::game::hop_board::{CLASS, ClassSet, Directions, HopBoard, NODES, OUTSIDE};

/// A set of pegs of all players: bit `player * pegs + slot`.
type PegSet = u64;

/// The directions out of a node in which holes are taken, or not there at all.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// One step away.
    near: Directions,
    /// Two steps away.
    far: Directions,
}

impl Taken {
    /// Where a hop is possible.
    #[inline(always)]
    fn hops(self) -> Directions {
        self.near & !self.far
    }
}

/// What is known of a player's pegs, slot by slot.
#[derive(Clone, Debug)]
pub struct Pegs {
    /// Where it stands.
    pub node: [u8; SLOTS],
    /// Its best destinations, relative to where it stands.
    pub best: [Key; SLOTS],
    /// The best of its steps.
    best_step: [Key; SLOTS],
    /// The best of its hops.
    best_hop: [Key; SLOTS],
    /// What it reaches by hops.
    pub reach: [ClassSet; SLOTS],
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct State {
    taken: [Taken; NODES + 1],
    /// The pegs whose hops depend on a node.
    watch: [PegSet; NODES + 1],
    /// The peg that stands on a node.
    standing: [PegSet; NODES + 1],
    /// Player by player.
    pub pegs: [Pegs; MOST_PLAYERS],
    stale_steps: PegSet,
    stale_hops: PegSet,
}

impl State {
    /// An empty board.
    pub fn empty(board: &HopBoard) -> State {
        let missing = |next: &[u16]| {
            let outside = next.iter().enumerate().filter(|&(_, &node)| node == OUTSIDE);
            outside.fold(0, |set, (direction, _)| set | 1 << direction)
        };
        let mut taken = [Taken { near: 0, far: 0 }; NODES + 1];
        for node in 0..NODES {
            taken[node] =
                Taken { near: missing(&board.step[node]), far: missing(&board.hop[node]) };
        }
        let none = Pegs {
            node: [0; SLOTS],
            best: [NOWHERE; SLOTS],
            best_step: [NOWHERE; SLOTS],
            best_hop: [NOWHERE; SLOTS],
            reach: [0; SLOTS],
        };
        State {
            taken,
            watch: [0; NODES + 1],
            standing: [0; NODES + 1],
            pegs: std::array::from_fn(|_| none.clone()),
            stale_steps: 0,
            stale_hops: 0,
        }
    }

    /// Puts a player's peg on a node, where it has yet to be looked at.
    pub fn put<const D: usize, const P: usize>(
        &mut self,
        board: &HopBoard,
        player: usize,
        slot: usize,
        node: usize,
    ) {
        let peg: PegSet = 1 << (player * P + slot);
        self.pegs[player].node[slot] = node as u8;
        self.standing[node] = peg;
        self.stale_steps |= peg;
        self.stale_hops |= peg;
        self.flip::<D>(board, node);
    }

    /// Moves a player's peg.
    #[inline(always)]
    pub fn shift<const D: usize, const P: usize>(
        &mut self,
        board: &HopBoard,
        player: usize,
        slot: usize,
        to: usize,
    ) {
        let from = usize::from(self.pegs[player].node[slot]);
        self.standing[from] = 0;
        self.flip::<D>(board, from);
        self.put::<D, P>(board, player, slot, to);
    }

    /// A node becomes taken or free: the nodes around it learn of it, and the pegs it concerns
    /// become stale.
    #[inline(always)]
    fn flip<const D: usize>(&mut self, board: &HopBoard, node: usize) {
        let mut stale_steps = 0;
        let mut stale_hops = 0;
        for direction in 0..D {
            let back: Directions = 1 << ((direction + D / 2) % D);
            let near = usize::from(board.step[node][direction]);
            let taken = &mut self.taken[near];
            taken.near ^= back;
            let hop_changes = PegSet::from(taken.far & back == 0);
            let concerned = self.watch[near] & hop_changes.wrapping_neg();
            self.watch[near] ^= concerned;
            stale_hops |= concerned;
            stale_steps |= self.standing[near];

            let far = usize::from(board.hop[node][direction]);
            let taken = &mut self.taken[far];
            taken.far ^= back;
            let hop_changes = PegSet::from(taken.near & back != 0);
            let concerned = self.watch[far] & hop_changes.wrapping_neg();
            self.watch[far] ^= concerned;
            stale_hops |= concerned;
        }
        self.stale_steps |= stale_steps;
        self.stale_hops |= stale_hops;
    }

    /// Looks again at those of a player's pegs that are stale.
    #[inline(always)]
    pub fn refresh<const D: usize, const P: usize>(
        &mut self,
        board: &HopBoard,
        player: usize,
        seat: &SeatTable<'_>,
    ) {
        let own: PegSet = ((1 << P) - 1) << (player * P);
        let mut steps = (self.stale_steps & own) >> (player * P);
        let mut hops = (self.stale_hops & own) >> (player * P);
        self.stale_steps &= !own;
        self.stale_hops &= !own;
        let mut changed = steps | hops;
        while steps != 0 {
            let slot = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            self.look_at_steps::<D>(board, player, slot, seat);
        }
        while hops != 0 {
            let slot = hops.trailing_zeros() as usize;
            hops &= hops - 1;
            self.look_at_hops(board, player, slot, 1 << (player * P + slot), seat);
        }
        let pegs = &mut self.pegs[player];
        while changed != 0 {
            let slot = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let weight = seat.weights.weight(usize::from(pegs.node[slot]));
            pegs.best[slot] = relative(better(pegs.best_step[slot], pegs.best_hop[slot]), weight);
        }
    }

    #[inline(always)]
    fn look_at_steps<const D: usize>(
        &mut self,
        board: &HopBoard,
        player: usize,
        slot: usize,
        seat: &SeatTable<'_>,
    ) {
        let pegs = &mut self.pegs[player];
        let node = usize::from(pegs.node[slot]);
        let near = self.taken[node].near;
        let mut best = NOWHERE;
        for direction in 0..D {
            let key = seat.weights.keys[usize::from(board.step[node][direction])];
            let free = near >> direction & 1 == 0;
            best = better(best, if free { key } else { NOWHERE });
        }
        pegs.best_step[slot] = best;
    }

    #[inline(always)]
    fn look_at_hops(
        &mut self,
        board: &HopBoard,
        player: usize,
        slot: usize,
        peg: PegSet,
        seat: &SeatTable<'_>,
    ) {
        let pegs = &mut self.pegs[player];
        let start = usize::from(pegs.node[slot]);
        let class = start / CLASS * CLASS;
        self.watch[start] |= peg;
        let mut reach = board.landings(start, self.taken[start].hops() & seat.land[start]);
        let mut waiting = reach;
        let mut best = NOWHERE;
        while waiting != 0 {
            let node = class + waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            self.watch[node] |= peg;
            best = better(best, seat.weights.keys[node]);
            let found = board.landings(node, self.taken[node].hops() & seat.land[node]);
            let fresh = found & !reach;
            reach |= fresh;
            waiting |= fresh;
        }
        pegs.best_hop[slot] = best;
        pegs.reach[slot] = reach;
    }

    /// Whether a step leads from a node in that direction.
    #[inline(always)]
    pub fn is_near_free(&self, node: usize, direction: usize) -> bool {
        self.taken[node].near >> direction & 1 == 0
    }
}
