//! A game in progress: which holes are taken and where pegs stand.

use super::seat::{NOWHERE, PLANES, Rank, SeatWeights};
use super::vector::{Lanes, Vector, WIDTH, pointer};
use super::{MOST_PLAYERS, SLOTS};
use crate::game::hop_board::{
    CLASS, CLASSES, ClassSet, Directions, HopBoard, MOST_DIRECTIONS, NODES, OUTSIDE, ROWS,
};

/// Quads that have a lane for each of a player's pegs.
pub const QUADS: usize = SLOTS / WIDTH;

/// A set for each slot.
#[derive(Clone, Debug, Default)]
#[repr(align(32))]
pub struct Slots(pub [ClassSet; SLOTS]);

impl Slots {
    /// Four neighbouring slots.
    #[inline(always)]
    pub fn quad<V: Vector>(&self, quad: usize) -> V {
        V::of(&self.0.as_chunks().0[quad])
    }

    #[inline(always)]
    pub fn set(&mut self, quad: usize, lanes: Lanes) {
        self.0.as_chunks_mut().0[quad] = lanes;
    }
}

/// A player's pegs, slot by slot, and what the weights say of the class on which each stands.
#[derive(Clone, Debug)]
pub struct Pegs {
    /// Where it stands.
    pub node: [u8; SLOTS],
    /// The weight of where it stands.
    pub here: [i64; SLOTS],
    /// Where it stands, as a set.
    pub own: Slots,
    /// Points to the class on which it stands.
    pub class: Slots,
    /// Where its hops may end.
    pub stop: Slots,
    /// The nodes whose rank within the class has each bit.
    pub planes: [Slots; PLANES],
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct State<V> {
    /// The holes that are taken.
    pub taken: V,
    /// The directions out of each node in which the next hole is taken, or not there at all.
    near: [Directions; ROWS],
    /// Player by player.
    pub pegs: [Pegs; MOST_PLAYERS],
}

/// For each set of directions, what hides the ranks of those that are in it.
static HIDDEN: [[Rank; MOST_DIRECTIONS]; 256] = {
    let mut hidden = [[0; MOST_DIRECTIONS]; 256];
    let mut set = 0;
    while set < 256 {
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

/// The directions out of each node in which there is no hole.
pub fn missing<const D: usize>(board: &HopBoard<D>) -> [Directions; ROWS] {
    let mut near = [0; ROWS];
    for (set, step) in near.iter_mut().zip(&board.step) {
        let missing = (0..D).filter(|&direction| step[direction] == OUTSIDE);
        *set = missing.fold(0, |set, direction| set | 1 << direction);
    }
    near
}

impl<V: Vector> State<V> {
    /// A board on which no pegs stand; `near` is what [`missing`] says of it.
    #[inline(always)]
    pub fn empty(near: &[Directions; ROWS]) -> State<V> {
        let pegs = std::array::from_fn(|_| Pegs {
            node: [0; SLOTS],
            here: [0; SLOTS],
            own: Slots::default(),
            class: Slots::default(),
            stop: Slots::default(),
            planes: Default::default(),
        });
        State { taken: V::of(&Lanes::default()), near: *near, pegs }
    }

    /// Puts a player's peg on a node.
    #[inline(always)]
    pub fn put<const D: usize>(
        &mut self,
        board: &HopBoard<D>,
        player: usize,
        slot: usize,
        node: usize,
    ) {
        let pegs = &mut self.pegs[player];
        pegs.node[slot] = node as u8;
        pegs.own.0[slot] = 1 << (node % CLASS);
        self.flip(board, node);
    }

    /// Tells a player's peg what the weights say of where it stands.
    #[inline(always)]
    pub fn settle(&mut self, player: usize, slot: usize, seat: &SeatWeights) {
        let pegs = &mut self.pegs[player];
        let class = usize::from(pegs.node[slot]) / CLASS;
        pegs.here[slot] = seat.of(usize::from(pegs.node[slot]));
        pegs.class.0[slot] = pointer(class);
        pegs.stop.0[slot] = seat.rules.stop[class % CLASSES];
        for plane in 0..PLANES {
            pegs.planes[plane].0[slot] = seat.planes[class % CLASSES][plane];
        }
    }

    /// Moves a player's peg.
    #[inline(always)]
    pub fn shift<const D: usize>(
        &mut self,
        board: &HopBoard<D>,
        player: usize,
        slot: usize,
        to: usize,
        seat: &SeatWeights,
    ) {
        let from = usize::from(self.pegs[player].node[slot]);
        self.flip(board, from);
        self.put(board, player, slot, to);
        self.settle(player, slot, seat);
    }

    /// A node becomes taken or free, and its neighbours learn of it.
    #[inline(always)]
    fn flip<const D: usize>(&mut self, board: &HopBoard<D>, node: usize) {
        self.taken = self.taken.differing(V::node(node as u8));
        for direction in 0..D {
            let back: Directions = 1 << ((direction + D / 2) % D);
            self.near[usize::from(board.step[node % NODES][direction]) % ROWS] ^= back;
        }
    }

    /// The ranks of the steps out of a node by direction, [`NOWHERE`] or above where there is
    /// none.
    #[inline(always)]
    pub fn step_ranks(&self, node: usize, seat: &SeatWeights) -> [Rank; MOST_DIRECTIONS] {
        let steps = &seat.steps[node % NODES];
        let hidden = &HIDDEN[usize::from(self.near[node])];
        std::array::from_fn(|lane| steps[lane] | hidden[lane])
    }
}
