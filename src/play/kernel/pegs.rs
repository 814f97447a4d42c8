//! A player's pegs, in slots that lie side by side.

use super::SLOTS;
use super::seat::{PLANES, SeatWeights};
use super::vector::{Lanes, Vector, WIDTH, pointer};
use crate::game::hop_board::{CLASS, CLASSES, ClassSet};

/// How many vectors have lanes for all pegs of a player.
pub const QUADS: usize = SLOTS / WIDTH;

/// A set of nodes for each slot.
#[derive(Clone, Debug, Default)]
#[repr(align(32))]
pub struct Slots(pub [ClassSet; SLOTS]);

impl Slots {
    /// Four neighbouring slots.
    #[inline(always)]
    pub fn quad<V: Vector>(&self, quad: usize) -> V {
        V::of(&self.0.as_chunks().0[quad])
    }

    /// The same, where nothing is beyond the first `P` slots: the compiler then leaves out what
    /// would be done with that.
    #[inline(always)]
    pub fn quad_of<V: Vector, const P: usize>(&self, quad: usize) -> V {
        let mut lanes: Lanes = self.0.as_chunks().0[quad];
        lanes.iter_mut().skip(P.saturating_sub(quad * WIDTH)).for_each(|lane| *lane = 0);
        V::of(&lanes)
    }
}

/// A player's pegs, slot by slot, and the weights of the class on which each stands.
#[derive(Clone, Debug)]
pub struct Pegs {
    /// The node of each peg.
    pub node: [u8; SLOTS],
    /// The hole of each peg; `u8::MAX`, which is below no hole, where there is none.
    pub hole: [u8; SLOTS],
    /// The weight of that node.
    pub here: [i64; SLOTS],
    /// The set of that node.
    pub own: Slots,
    /// Points to the class of that node.
    pub class: Slots,
    /// The nodes of that class on which moves may end.
    stop: Slots,
    /// For each bit of a rank within the class, the nodes whose rank has it.
    planes: [Slots; PLANES],
}

impl Pegs {
    /// Slots without pegs.
    pub const NONE: Pegs = {
        const EMPTY: Slots = Slots([0; SLOTS]);
        Pegs {
            node: [0; SLOTS],
            hole: [u8::MAX; SLOTS],
            here: [0; SLOTS],
            own: EMPTY,
            class: EMPTY,
            stop: EMPTY,
            planes: [EMPTY; PLANES],
        }
    };

    /// Puts a peg on a node.
    #[inline(always)]
    pub fn put(&mut self, slot: usize, node: usize, seat: &SeatWeights) {
        let class = node / CLASS % CLASSES;
        self.node[slot] = node as u8;
        self.here[slot] = seat.of(node);
        self.own.0[slot] = 1 << (node % CLASS);
        self.class.0[slot] = pointer(class);
        self.stop.0[slot] = seat.rules.stop[class];
        for plane in 0..PLANES {
            self.planes[plane].0[slot] = seat.planes[class][plane];
        }
    }

    /// Takes other weights for the nodes on which the pegs stand.
    #[inline(never)]
    pub fn go_by<const P: usize>(&mut self, seat: &SeatWeights) {
        for slot in 0..P {
            self.put(slot, usize::from(self.node[slot]), seat);
        }
    }

    /// The nodes of the lowest rank among those that each of the first `P` pegs reaches by hops. Ranks have
    /// `depth` bits.
    #[inline(always)]
    pub fn best<V: Vector, const P: usize>(&self, reach: &[V; QUADS], depth: usize) -> [V; QUADS] {
        let mut best = *reach;
        for (quad, best) in best.iter_mut().enumerate().take(P.div_ceil(WIDTH)) {
            *best = best.without(self.own.quad(quad)).and(self.stop.quad(quad));
        }
        for (bit, plane) in self.planes.iter().enumerate().rev() {
            // Not a shorter loop, which the compiler wouldn't unroll.
            if bit >= depth {
                continue;
            }
            for (quad, best) in best.iter_mut().enumerate().take(P.div_ceil(WIDTH)) {
                *best = best.without(plane.quad(quad)).or_where_empty(*best);
            }
        }
        best
    }
}
