//! What each of a player's pegs can reach, all pegs at once.

use super::seat::{PLANES, Rank, STUCK, SeatWeights};
use super::state::{Pegs, QUADS, Slots, State};
use super::vector::{Vector, WIDTH};
use crate::game::hop_board::{CLASS, HopBoard, MOST_AXES};

/// The best moves of a player's pegs.
pub struct Looked {
    /// The slots of the pegs that have the best, bit s for slot s; none where no peg can move.
    pub tied: u32,
    /// What the best moves gain.
    pub gain: i64,
    /// Slot by slot, the best destinations among a peg's hops.
    pub hops: Slots,
}

/// Looks at all pegs of a player.
#[inline(always)]
pub fn look<V: Vector, const D: usize, const P: usize>(
    state: &State<V>,
    board: &HopBoard<D>,
    player: usize,
    seat: &SeatWeights,
) -> Looked {
    let pegs = &state.pegs[player];
    let found = best::<V, P>(pegs, reach::<V, D, P>(state, board, pegs, seat));
    let mut hops = Slots::default();
    let mut gains = [V::of(&[STUCK as u64; WIDTH]); QUADS];
    for quad in 0..P.div_ceil(WIDTH) {
        let sets = found[quad].lanes();
        let mut gain = [STUCK as u64; WIDTH];
        for lane in 0..WIDTH.min(P - quad * WIDTH) {
            let slot = quad * WIDTH + lane;
            let node = usize::from(pegs.node[slot]);
            let step = state.step_ranks(node, seat).into_iter().fold(Rank::MAX, Rank::min);
            let hop = seat.of_first(node / CLASS, sets[lane]);
            gain[lane] = (seat.of_rank(step).min(hop) - pegs.here[slot]) as u64;
        }
        hops.set(quad, sets);
        gains[quad] = V::of(&gain);
    }
    let mut least = gains[0];
    for quad in 1..P.div_ceil(WIDTH) {
        least = least.lower(gains[quad]);
    }
    let least = least.lowest();
    let gain = least.lanes()[0] as i64;
    let mut tied = 0;
    if gain < STUCK / 2 {
        for quad in 0..P.div_ceil(WIDTH) {
            tied |= gains[quad].equal_lanes(least) << (quad * WIDTH);
        }
    }
    Looked { tied, gain, hops }
}

/// Where each peg can get by hops, and where it stands.
#[inline(always)]
fn reach<V: Vector, const D: usize, const P: usize>(
    state: &State<V>,
    board: &HopBoard<D>,
    pegs: &Pegs,
    seat: &SeatWeights,
) -> [V; QUADS] {
    let taken = state.taken;
    let open = V::of(&seat.rules.land).without(taken);
    let mut up = [[open; QUADS]; MOST_AXES];
    let mut down = up;
    for axis in 0..D / 2 {
        let over = over_pegs(taken, board, axis);
        let landing_up = over.and(open.down(board.axes[axis].hop));
        let landing_down = over.and(open);
        for quad in 0..P.div_ceil(WIDTH) {
            up[axis][quad] = landing_up.pick(pegs.class.quad(quad));
            down[axis][quad] = landing_down.pick(pegs.class.quad(quad));
        }
    }
    let mut reach: [V; QUADS] = std::array::from_fn(|quad| pegs.own.quad(quad));
    let spread = |mut reach: [V; QUADS]| {
        for axis in 0..D / 2 {
            let by = board.axes[axis].hop;
            for quad in 0..P.div_ceil(WIDTH) {
                let here = reach[quad];
                let landed =
                    here.and(up[axis][quad]).up(by).or(here.down(by).and(down[axis][quad]));
                reach[quad] = here.or(landed);
            }
        }
        reach
    };
    for _ in 0..UNCHECKED {
        reach = spread(reach);
    }
    loop {
        let before = reach;
        reach = spread(reach);
        let mut fresh = reach[0].differing(before[0]);
        for quad in 1..P.div_ceil(WIDTH) {
            fresh = fresh.or(reach[quad].differing(before[quad]));
        }
        if fresh.is_empty() {
            return reach;
        }
    }
}
const UNCHECKED: usize = 3;

/// The nodes from which a hop along an axis leads over a peg.
#[inline(always)]
fn over_pegs<V: Vector, const D: usize>(taken: V, board: &HopBoard<D>, axis: usize) -> V {
    let axis = &board.axes[axis];
    let between = taken.pick(V::of(&axis.turned));
    between.up_each(V::of(&axis.left)).down_each(V::of(&axis.right)).and(V::of(&axis.lower))
}

/// Of what each peg reaches by hops, the nodes of the lowest rank.
#[inline(always)]
fn best<V: Vector, const P: usize>(pegs: &Pegs, reach: [V; QUADS]) -> [V; QUADS] {
    let mut best = reach;
    for quad in 0..P.div_ceil(WIDTH) {
        best[quad] = reach[quad].without(pegs.own.quad(quad)).and(pegs.stop.quad(quad));
    }
    for plane in (0..PLANES).rev() {
        for quad in 0..P.div_ceil(WIDTH) {
            let low = best[quad].without(pegs.planes[plane].quad(quad));
            best[quad] = low.or_where_empty(best[quad]);
        }
    }
    best
}
