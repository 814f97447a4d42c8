//! Where hops lead, all of a player's pegs at once.

use super::pegs::{Pegs, QUADS};
use super::vector::{Lanes, Vector, WIDTH};
use crate::game::hop_board::{HopBoard, MOST_AXES, NODES, OUTSIDE};

/// Rounds of hops before the first question whether one led anywhere, which saves branches that are
/// hard to predict. Nineteen plies of twenty need as many, with the round that finds nothing.
const UNASKED: usize = 3;

/// The hops of a board with `D` directions.
#[derive(Clone, Debug)]
pub struct Hops<const D: usize> {
    /// What a hop along each axis rightwards or downwards adds to the node.
    by: [u64; MOST_AXES],
    /// For each node, the lower end of the hop over it along each axis; [`OUTSIDE`] where there is none.
    lower: [[u16; MOST_AXES]; NODES],
}

/// Along each axis, the lower ends of the hops that lead over a peg.
#[derive(Clone, Copy, Debug)]
pub struct Over<V>([V; MOST_AXES]);

impl<V: Vector> Over<V> {
    /// No hops, as on an empty board.
    #[inline(always)]
    pub fn none() -> Over<V> {
        Over([V::of(&Lanes::default()); MOST_AXES])
    }

    /// Notes that nodes became taken, or free.
    #[inline(always)]
    pub fn flip<const D: usize>(&mut self, hops: &Hops<D>, nodes: &[usize]) {
        for (axis, over) in self.0[..D / 2].iter_mut().enumerate() {
            for node in nodes {
                *over = over.differing(V::node(hops.lower[node % NODES][axis]));
            }
        }
    }
}

impl<const D: usize> Hops<D> {
    /// The hops of a board.
    pub fn new(board: &HopBoard<D>) -> Hops<D> {
        let lower = board.step.map(|step| {
            std::array::from_fn(|axis| match axis < D / 2 && step[D / 2 + axis] != OUTSIDE {
                true => step[D / 2 - 1 - axis],
                false => OUTSIDE,
            })
        });
        Hops { by: board.axes.map(|axis| axis.hop.into()), lower }
    }

    /// The set of nodes that each of a player's pegs reaches by chains of hops, its own node
    /// included. Hops lead `over` pegs and land on nodes of `open`.
    #[inline(always)]
    pub fn reach<V: Vector, const P: usize>(
        &self,
        pegs: &Pegs,
        over: &Over<V>,
        open: V,
    ) -> [V; QUADS] {
        let mut up = [[open; QUADS]; MOST_AXES];
        let mut down = up;
        for axis in 0..D / 2 {
            let over = over.0[axis];
            let (higher, lower) = (over.up(self.by[axis]).and(open), over.and(open));
            for quad in 0..P.div_ceil(WIDTH) {
                let class = pegs.class.quad(quad);
                up[axis][quad] = higher.pick(class);
                down[axis][quad] = lower.pick(class);
            }
        }
        let mut reach = [V::of(&Lanes::default()); QUADS];
        for (quad, own) in reach.iter_mut().enumerate() {
            *own = pegs.own.quad_of::<V, P>(quad);
        }
        for _ in 0..UNASKED {
            reach = self.hop::<V, P>(reach, &up, &down);
        }
        loop {
            let before = reach;
            reach = self.hop::<V, P>(reach, &up, &down);
            let mut fresh = reach[0].differing(before[0]);
            for quad in 1..P.div_ceil(WIDTH) {
                fresh = fresh.or(reach[quad].differing(before[quad]));
            }
            if fresh.is_empty() {
                return reach;
            }
        }
    }

    /// Adds to each set where one more hop along each axis in turn leads. A hop
    /// rightwards or downwards lands on a node of `up`, one in the other direction on a node of `down`.
    #[inline(always)]
    fn hop<V: Vector, const P: usize>(
        &self,
        mut reach: [V; QUADS],
        up: &[[V; QUADS]; MOST_AXES],
        down: &[[V; QUADS]; MOST_AXES],
    ) -> [V; QUADS] {
        for axis in 0..D / 2 {
            let by = self.by[axis];
            for quad in 0..P.div_ceil(WIDTH) {
                reach[quad] = reach[quad].hopped(up[axis][quad], down[axis][quad], by);
            }
        }
        reach
    }
}
