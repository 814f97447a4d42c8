//! A game in progress: which holes are taken, where pegs stand, and what is known of their best
//! destinations.

use super::seat::{LANES, NOWHERE, Rank, STUCK, SeatTable};
use super::{MOST_PLAYERS, SLOTS};
use crate::game::hop_board::{
    CLASS, ClassSet, Directions, HopBoard, NODES, NodeSet, OUTSIDE, ROWS,
};

/// The directions out of each node in which holes are taken, or not there at all.
#[derive(Clone, Debug)]
struct Taken {
    /// One step away.
    near: [Directions; ROWS],
    /// Two steps away.
    far: [Directions; ROWS],
}

impl Taken {
    /// Where a hop is possible.
    #[inline(always)]
    fn hops(&self, node: usize) -> Directions {
        self.near[node % ROWS] & !self.far[node % ROWS]
    }
}

/// What is known of a player's pegs, slot by slot.
#[derive(Clone, Debug)]
pub struct Pegs {
    /// Where it stands.
    pub node: [u8; SLOTS],
    /// The weight of its best destinations less that of where it stands, or [`STUCK`].
    pub gain: [i64; SLOTS],
    /// The best rank among its steps.
    pub step: [Rank; SLOTS],
    /// The best rank among its hops.
    pub hop: [Rank; SLOTS],
    /// Where it stands and what it reaches by hops.
    pub area: [ClassSet; SLOTS],
    /// Pegs that have moved since they were looked at.
    moved: u32,
    /// Nodes whose possible hops have changed since the pegs were looked at.
    hops_changed: NodeSet,
    /// The same for steps.
    steps_changed: NodeSet,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct State {
    taken: Taken,
    /// Player by player.
    pub pegs: [Pegs; MOST_PLAYERS],
}

/// For each set of directions, what hides the ranks of those that are in it.
static HIDDEN: [[Rank; LANES]; 256] = {
    let mut hidden = [[0; LANES]; 256];
    let mut set = 0;
    while set < 256 {
        let mut direction = 0;
        while direction < LANES {
            if set >> direction & 1 == 1 {
                hidden[set][direction] = NOWHERE;
            }
            direction += 1;
        }
        set += 1;
    }
    hidden
};

impl State {
    /// An empty board.
    pub fn empty<const D: usize, const SETS: usize>(board: &HopBoard<D, SETS>) -> State {
        let missing = |next: &[u16]| {
            let outside = next.iter().enumerate().filter(|&(_, &node)| node == OUTSIDE);
            outside.fold(0, |set, (direction, _)| set | 1 << direction)
        };
        let mut taken = Taken { near: [0; ROWS], far: [0; ROWS] };
        for node in 0..NODES {
            taken.near[node] = missing(&board.step[node]);
            taken.far[node] = missing(&board.hop[node]);
        }
        let none = Pegs {
            node: [0; SLOTS],
            gain: [STUCK; SLOTS],
            step: [NOWHERE; SLOTS],
            hop: [NOWHERE; SLOTS],
            area: [0; SLOTS],
            moved: 0,
            hops_changed: [0; NODES / CLASS],
            steps_changed: [0; NODES / CLASS],
        };
        State { taken, pegs: std::array::from_fn(|_| none.clone()) }
    }

    /// Puts a player's peg on a node, where it has yet to be looked at.
    #[inline(always)]
    pub fn put<const D: usize, const SETS: usize>(
        &mut self,
        board: &HopBoard<D, SETS>,
        players: usize,
        player: usize,
        slot: usize,
        node: usize,
    ) {
        let pegs = &mut self.pegs[player];
        pegs.node[slot] = node as u8;
        pegs.moved |= 1 << slot;
        self.flip(board, players, node);
    }

    /// Moves a player's peg.
    #[inline(always)]
    pub fn shift<const D: usize, const SETS: usize>(
        &mut self,
        board: &HopBoard<D, SETS>,
        players: usize,
        player: usize,
        slot: usize,
        to: usize,
    ) {
        self.flip(board, players, usize::from(self.pegs[player].node[slot]));
        self.put(board, players, player, slot, to);
    }

    /// A node becomes taken or free: the nodes around it learn of it, and all players of the
    /// nodes that it changes something for.
    ///
    /// A neighbour may now hop over it, or no longer, if the hole beyond is free. A node two
    /// steps away may now hop onto it, or no longer, if the hole between them is taken.
    #[inline(always)]
    fn flip<const D: usize, const SETS: usize>(
        &mut self,
        board: &HopBoard<D, SETS>,
        players: usize,
        node: usize,
    ) {
        let near = self.taken.near[node % ROWS];
        let class = node / CLASS;
        let mut hops_changed = [0; NODES / CLASS];
        let mut steps_changed = [0; NODES / CLASS];
        hops_changed[class] = board.landings(node, near);
        for axis in 0..D / 2 {
            let other = class ^ board.turn[axis];
            hops_changed[other] |= board.passing(node, axis, near);
            steps_changed[other] |= board.passing(node, axis, 0);
        }
        for pegs in self.pegs.iter_mut().take(players) {
            for class in 0..NODES / CLASS {
                pegs.hops_changed[class] |= hops_changed[class];
                pegs.steps_changed[class] |= steps_changed[class];
            }
        }
        for direction in 0..D {
            let back: Directions = 1 << ((direction + D / 2) % D);
            self.taken.near[usize::from(board.step[node % NODES][direction]) % ROWS] ^= back;
            self.taken.far[usize::from(board.hop[node % NODES][direction]) % ROWS] ^= back;
        }
    }

    /// Looks again at those of a player's pegs that something has changed for.
    #[inline(always)]
    pub fn refresh<const D: usize, const SETS: usize, const P: usize>(
        &mut self,
        board: &HopBoard<D, SETS>,
        player: usize,
        seat: &SeatTable<'_>,
    ) {
        let pegs = &mut self.pegs[player];
        let mut steps = pegs.moved;
        let mut hops = pegs.moved;
        for slot in 0..P {
            let (class, bit) =
                (usize::from(pegs.node[slot]) / CLASS, pegs.node[slot] % CLASS as u8);
            hops |= u32::from(pegs.hops_changed[class] & pegs.area[slot] != 0) << slot;
            steps |= ((pegs.steps_changed[class] >> bit & 1) as u32) << slot;
        }
        pegs.moved = 0;
        pegs.hops_changed = [0; NODES / CLASS];
        pegs.steps_changed = [0; NODES / CLASS];
        let mut changed = steps | hops;
        while steps != 0 {
            let slot = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let ranks = step_ranks(pegs, &self.taken, slot, seat);
            pegs.step[slot] = ranks.into_iter().fold(Rank::MAX, Rank::min);
        }
        while hops != 0 {
            let slot = hops.trailing_zeros() as usize;
            hops &= hops - 1;
            look_at_hops(pegs, &self.taken, board, slot, seat);
        }
        while changed != 0 {
            let slot = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let rank = pegs.step[slot].min(pegs.hop[slot]);
            let node = usize::from(pegs.node[slot]);
            pegs.gain[slot] = seat.weights.gain(node, rank);
        }
    }

    /// The directions of a peg's steps to destinations of that rank.
    #[inline(always)]
    pub fn steps_of_rank(
        &self,
        player: usize,
        slot: usize,
        rank: Rank,
        seat: &SeatTable<'_>,
    ) -> Directions {
        let ranks = step_ranks(&self.pegs[player], &self.taken, slot, seat);
        (0..LANES).fold(0, |set, lane| set | Directions::from(ranks[lane] == rank) << lane)
    }
}

/// The ranks of a peg's steps by direction, [`NOWHERE`] where there is none.
#[inline(always)]
fn step_ranks(pegs: &Pegs, taken: &Taken, slot: usize, seat: &SeatTable<'_>) -> [Rank; LANES] {
    let node = usize::from(pegs.node[slot]);
    let steps = &seat.weights.steps[node];
    let hidden = &HIDDEN[usize::from(taken.near[node])];
    std::array::from_fn(|lane| steps[lane] | hidden[lane])
}

#[inline(always)]
fn look_at_hops<const D: usize, const SETS: usize>(
    pegs: &mut Pegs,
    taken: &Taken,
    board: &HopBoard<D, SETS>,
    slot: usize,
    seat: &SeatTable<'_>,
) {
    let start = usize::from(pegs.node[slot]);
    let class = start / CLASS * CLASS;
    let own: ClassSet = 1 << (start % CLASS);
    let mut reach = board.landings(start, taken.hops(start) & seat.land[start]);
    let mut waiting = reach;
    let mut best = NOWHERE;
    while waiting != 0 {
        let node = class + waiting.trailing_zeros() as usize;
        waiting &= waiting - 1;
        best = best.min(seat.weights.ranks[node]);
        let found = board.landings(node, taken.hops(node) & seat.land[node]);
        let fresh = found & !reach;
        reach |= fresh;
        waiting |= fresh;
    }
    pegs.hop[slot] = best;
    pegs.area[slot] = reach | own;
}
