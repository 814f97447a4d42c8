//! A game in progress: which holes are taken, where pegs stand, and what they can reach.

use super::near::Near;
use super::pegs::{Pegs, QUADS, Slots};
use super::phases::Phases;
use super::reach::{Hops, Over};
use super::seat::{ANY_MOVE, STUCK, SeatWeights};
use super::vector::{Lanes, Numbers, Vector, WIDTH};
use super::{Kernel, MOST_PLAYERS, SLOTS};
use crate::game::hop_board::{CLASS, ClassSet, HopBoard, has};
use crate::game::pegs::PegMove;

/// A game in progress, with room for `N` players.
pub struct State<'a, V, const D: usize, const P: usize, const N: usize> {
    pub(super) board: &'a HopBoard<D>,
    hops: &'a Hops<D>,
    pub(super) phases: &'a Phases,
    pub(super) near: Near,
    taken: V,
    over: Over<V>,
    /// Player by player.
    pub(super) pegs: [Pegs; N],
    in_goal: [u32; N],
    /// The phase by whose array each player's pegs stand.
    pub(super) phase: [usize; N],
}

/// The best moves of a player.
pub struct Looked {
    /// The slots of the pegs of which a step is a best move, bit s for slot s.
    pub by_step: u32,
    /// The same of hops.
    pub by_hop: u32,
    /// The best destinations among the hops of each peg.
    pub hops: Slots,
}

impl Looked {
    /// The hops of a peg that are best moves of the player.
    #[inline(always)]
    pub fn hops_of(&self, slot: usize) -> ClassSet {
        let is_best = self.by_hop >> (slot % SLOTS) & 1;
        self.hops.0[slot % SLOTS] & (is_best as ClassSet).wrapping_neg()
    }
}

impl<'a, V: Vector, const D: usize, const P: usize, const N: usize> State<'a, V, D, P, N> {
    /// The state of an empty board.
    #[inline(always)]
    pub fn empty(kernel: &'a Kernel<D, P>) -> Self {
        State {
            board: &kernel.board,
            hops: &kernel.hops,
            phases: &kernel.phases,
            near: kernel.near,
            taken: V::of(&Lanes::default()),
            over: Over::none(),
            pegs: [const { Pegs::NONE }; N],
            in_goal: [0; N],
            phase: [0; N],
        }
    }

    /// Puts a player's pegs where they stand at first.
    #[inline(always)]
    pub fn set_up(&mut self, player: usize, nodes: &[u8; P], seat: &SeatWeights) {
        for (slot, &node) in nodes.iter().enumerate() {
            self.put(player, slot, usize::from(node), seat);
            self.flip(&[usize::from(node)]);
        }
    }

    /// The move of a player's peg, by holes.
    #[inline(always)]
    pub fn told(&self, player: usize, slot: usize, to: usize) -> PegMove {
        PegMove { from: self.pegs[player].hole[slot], to: self.board.hole[to] }
    }

    /// Moves a player's peg.
    #[inline(always)]
    pub fn shift(&mut self, player: usize, slot: usize, to: usize, seat: &SeatWeights) {
        let from = usize::from(self.pegs[player].node[slot]);
        self.in_goal[player] -= u32::from(has(&seat.rules.goal, from));
        self.put(player, slot, to, seat);
        self.flip(&[from, to]);
    }

    #[inline(always)]
    fn put(&mut self, player: usize, slot: usize, node: usize, seat: &SeatWeights) {
        self.pegs[player].put(slot, node, seat);
        self.pegs[player].hole[slot] = self.board.hole[node];
        self.in_goal[player] += u32::from(has(&seat.rules.goal, node));
    }

    /// Notes that nodes became taken, or free.
    #[inline(always)]
    fn flip(&mut self, nodes: &[usize]) {
        for &node in nodes {
            self.taken = self.taken.differing(V::node(node as u16));
            self.near.flip(self.board, node);
        }
        self.over.flip(self.hops, nodes);
    }

    /// Whether all of a player's pegs are in its goal.
    #[inline(always)]
    pub fn is_home(&self, player: usize) -> bool {
        self.in_goal[player] as usize == P
    }

    /// The holes on which each player's pegs stand.
    pub fn holes(&self) -> [[u8; P]; MOST_PLAYERS] {
        let hole = |node: u8| self.board.hole[usize::from(node)];
        let mut holes = [[0; P]; MOST_PLAYERS];
        for (holes, pegs) in holes.iter_mut().zip(&self.pegs) {
            *holes = std::array::from_fn(|slot| hole(pegs.node[slot]));
        }
        holes
    }

    /// Finds the best moves of a player.
    #[inline(always)]
    pub fn look(&self, player: usize, seat: &SeatWeights) -> Looked {
        let pegs = &self.pegs[player];
        let open = V::of(&seat.rules.land).without(self.taken);
        let reach = self.hops.reach::<V, P>(pegs, &self.over, open);
        let best = pegs.best::<V, P>(&reach, seat.depth);
        let mut by_step = [V::Numbers::numbers(&[STUCK; WIDTH]); QUADS];
        let mut by_hop = by_step;
        let mut hops = Slots::default();
        for quad in 0..P.div_ceil(WIDTH) {
            let sets = best[quad].lanes();
            hops.0.as_chunks_mut().0[quad] = sets;
            [by_step[quad], by_hop[quad]] = self.gains(player, quad, &sets, seat);
        }
        let mut least = by_step[0].lower(by_hop[0]);
        for quad in 1..P.div_ceil(WIDTH) {
            least = least.lower(by_step[quad].lower(by_hop[quad]));
        }
        let least = least.lowest();
        let mut looked = Looked { by_step: 0, by_hop: 0, hops };
        if least.first() < ANY_MOVE {
            for quad in 0..P.div_ceil(WIDTH) {
                looked.by_step |= by_step[quad].equal(least) << (quad * WIDTH);
                looked.by_hop |= by_hop[quad].equal(least) << (quad * WIDTH);
            }
        }
        looked
    }

    /// What the best steps and the best hops of four pegs gain: the weight of the node reached less that of
    /// the node left, and [`BIAS`](super::vector::BIAS); near [`STUCK`] where there is none.
    #[inline(always)]
    fn gains(
        &self,
        player: usize,
        quad: usize,
        hops: &Lanes,
        seat: &SeatWeights,
    ) -> [V::Numbers; 2] {
        let pegs = &self.pegs[player];
        let (mut step, mut hop) = ([STUCK; WIDTH], [STUCK; WIDTH]);
        for lane in 0..WIDTH.min(P - quad * WIDTH) {
            let node = usize::from(pegs.node[quad * WIDTH + lane]);
            step[lane] = seat.of_rank(V::least(&self.near.steps(node, seat)));
            hop[lane] = seat.of_first(node / CLASS, hops[lane]);
        }
        let here = V::Numbers::numbers(&pegs.here.as_chunks().0[quad]);
        [V::Numbers::numbers(&step).minus(here), V::Numbers::numbers(&hop).minus(here)]
    }
}
