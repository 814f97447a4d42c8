//! Where hops lead, all of a player's pegs at once.

use super::pegs::{Pegs, QUADS};
use super::vector::{Lanes, Vector, WIDTH, pointer};
use crate::game::hop_board::{HopBoard, MOST_AXES};

/// Rounds of hops before the first question whether one led anywhere, which saves branches that are
/// hard to predict. Nineteen plies of twenty need as many, with the round that finds nothing.
const UNASKED: usize = 3;

/// An [`Axis`](crate::game::hop_board::Axis) with a lane for each class of hops.
#[derive(Clone, Copy, Debug, Default)]
struct Axis {
    hop: u32,
    lower: Lanes,
    /// Points to the class of the holes hopped over.
    turned: Lanes,
    /// How far the set of holes hopped over is shifted to the left, then to the right.
    left: Lanes,
    right: Lanes,
}

/// The hops of a board with `D` directions.
#[derive(Clone, Debug)]
pub struct Hops<const D: usize> {
    axes: [Axis; MOST_AXES],
}

impl<const D: usize> Hops<D> {
    /// The hops of a board.
    pub fn new(board: &HopBoard<D>) -> Hops<D> {
        let axes = board.axes.map(|axis| Axis {
            hop: axis.hop,
            lower: axis.lower,
            turned: std::array::from_fn(|class| pointer(class ^ axis.turn)),
            left: axis.between.map(|(left, _)| left.into()),
            right: axis.between.map(|(_, right)| right.into()),
        });
        Hops { axes }
    }

    /// The set of nodes that each of a player's pegs reaches by chains of hops, its own node
    /// included. Hops lead over nodes of `taken` and land on nodes of `land` that aren't taken.
    #[inline(always)]
    pub fn reach<V: Vector, const P: usize>(&self, pegs: &Pegs, taken: V, land: V) -> [V; QUADS] {
        let open = land.without(taken);
        let mut up = [[open; QUADS]; MOST_AXES];
        let mut down = up;
        for axis in 0..D / 2 {
            let over = self.over(axis, taken);
            let (higher, lower) = (open.down(self.axes[axis].hop), open);
            for quad in 0..P.div_ceil(WIDTH) {
                up[axis][quad] = over.and(higher).pick(pegs.class.quad(quad));
                down[axis][quad] = over.and(lower).pick(pegs.class.quad(quad));
            }
        }
        let mut reach: [V; QUADS] = std::array::from_fn(|quad| pegs.own.quad_of::<V, P>(quad));
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

    /// Adds to each set where one more hop along each axis in turn leads. A hop in an axis's first
    /// direction begins on a node of `up`; one in the other direction lands on a node of `down`.
    #[inline(always)]
    fn hop<V: Vector, const P: usize>(
        &self,
        mut reach: [V; QUADS],
        up: &[[V; QUADS]; MOST_AXES],
        down: &[[V; QUADS]; MOST_AXES],
    ) -> [V; QUADS] {
        for axis in 0..D / 2 {
            let by = self.axes[axis].hop;
            for quad in 0..P.div_ceil(WIDTH) {
                reach[quad] = reach[quad].hopped(up[axis][quad], down[axis][quad], by);
            }
        }
        reach
    }

    /// The lower ends of the hops along an axis that lead over a peg, class by class.
    #[inline(always)]
    fn over<V: Vector>(&self, axis: usize, taken: V) -> V {
        let axis = &self.axes[axis];
        let between = taken.pick(V::of(&axis.turned));
        between.up_each(V::of(&axis.left)).down_each(V::of(&axis.right)).and(V::of(&axis.lower))
    }
}
