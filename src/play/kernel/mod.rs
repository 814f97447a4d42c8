//! Greedy games with per-cell weights, fast: the same games that the general path plays.
//!
//! Hops keep the parity of row and column, so what a peg reaches by hops is a set of 64 bits, and
//! a hop along an axis is a shift of that set. All of a player's pegs spread at once, four to a
//! vector register, until none finds more. From ply to ply the kernel keeps where pegs stand, which
//! neighbours of each node are taken, and which hops lead over a peg. The lowest weight of each set
//! is found bit by bit, from the highest bit of the weights' ranks.

mod choice;
mod near;
mod pegs;
mod phases;
mod reach;
mod registers;
mod seat;
mod state;
mod vector;

pub use registers::Registers;
pub use seat::{SeatRules, SeatWeights};

use crate::game::hop_board::{HopBoard, NODES};
use crate::game::line::LineKey;
use crate::game::pegs::PegMove;
use crate::rng::Rng;
use choice::Choice;
use near::Near;
use phases::Phases;
use reach::Hops;
use state::State;
use vector::Vector;

/// Seats that the kernel has room for.
pub const MOST_PLAYERS: usize = 6;
/// Slots for a player's pegs.
const SLOTS: usize = 16;

/// A game of steps and hops, ready to be played again and again, on a board with `D` directions
/// and `P` pegs a player.
#[derive(Debug)]
pub struct Kernel<const D: usize, const P: usize> {
    board: HopBoard<D>,
    hops: Hops<D>,
    near: Near,
    seats: Vec<SeatRules>,
    ply_cap: u32,
    phases: Phases,
    /// Never any that the processor lacks.
    registers: Registers,
}

/// Where a game of the kernel begins.
#[derive(Clone, Debug)]
pub struct KernelStart<const P: usize> {
    /// The nodes on which each player's pegs stand.
    nodes: [[u8; P]; MOST_PLAYERS],
    plies: u32,
    passes: u32,
    line: LineKey,
}

/// A game that the kernel played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelEnd<const P: usize> {
    /// The seat that won; `None` where the game ended unfinished.
    pub winner: Option<u8>,
    /// Plies played, passes and those before its beginning included.
    pub plies: u32,
    /// Passes just before the end.
    pub passes: u32,
    /// The holes on which the pegs of each player at the table stand.
    pub pegs: [[u8; P]; MOST_PLAYERS],
    /// The moves, those before its beginning included.
    pub line: LineKey,
}

impl<const D: usize, const P: usize> Kernel<D, P> {
    /// The kernel for those seats, in their order of play.
    ///
    /// # Panics
    /// Where there are no seats, or more than [`MOST_PLAYERS`].
    pub fn new(board: HopBoard<D>, seats: &[SeatRules], ply_cap: u32) -> Self {
        const { assert!(P > 0 && P <= SLOTS) };
        assert!((1..=MOST_PLAYERS).contains(&seats.len()));
        Kernel {
            hops: Hops::new(&board),
            near: Near::new(&board),
            seats: seats.to_vec(),
            board,
            ply_cap,
            phases: Phases::default(),
            registers: Registers::fastest(),
        }
    }

    /// The same kernel with other registers.
    ///
    /// # Panics
    /// Where the processor lacks them.
    pub fn on(self, registers: Registers) -> Self {
        assert!(Registers::all().contains(&registers), "{registers:?} on a processor without");
        Kernel { registers, ..self }
    }

    /// The same kernel for games in phases. `way` has for each player how far each hole is on the way of its
    /// pegs, and `limits` the sum over an army at which each phase but the first begins.
    pub fn in_phases(self, way: Vec<Vec<u8>>, limits: &[u32]) -> Self {
        let by_node = |way: Vec<u8>| {
            let mut by_node = [0; NODES];
            for (&node, way) in self.board.node.iter().zip(way) {
                by_node[usize::from(node)] = way;
            }
            by_node
        };
        let way = way.into_iter().map(by_node).collect();
        Kernel { phases: Phases { way, limits: limits.to_vec() }, ..self }
    }

    /// Holes of the board.
    pub(super) fn holes(&self) -> usize {
        self.board.node.len()
    }

    /// How many arrays each seat has, one a phase.
    pub(super) fn arrays(&self) -> usize {
        self.phases.limits.len() + 1
    }

    /// A seat without weights.
    pub(super) fn seat(&self, player: usize) -> SeatWeights {
        SeatWeights::empty(&self.seats[player])
    }

    /// Gives a seat of this kernel an array of weights. `ascending` has each node of the board once with its
    /// weight, in ascending order of the weights.
    pub(super) fn weigh(&self, seat: &mut SeatWeights, ascending: impl Iterator<Item = (i32, u8)>) {
        seat.weigh(&self.board, ascending);
    }

    /// The beginning of a game in which each player's pegs stand in the holes `pegs`, after `plies`
    /// plies of which the last `passes` were passes, and after the moves of `line`.
    ///
    /// # Panics
    /// Where a player doesn't have `P` pegs.
    pub fn start(
        &self,
        pegs: impl IntoIterator<Item = impl Iterator<Item = u8>>,
        plies: u32,
        passes: u32,
        line: LineKey,
    ) -> KernelStart<P> {
        let mut start = KernelStart { nodes: [[0; P]; MOST_PLAYERS], plies, passes, line };
        for (nodes, mut holes) in start.nodes.iter_mut().zip(pegs) {
            let node = |hole: u8| self.board.node[usize::from(hole)];
            *nodes = std::array::from_fn(|_| node(holes.next().expect("as many pegs as slots")));
            nodes.sort_unstable();
            assert!(holes.next().is_none(), "more pegs than slots");
        }
        start
    }

    /// Plays a game, each seat by its arrays, one a phase.
    ///
    /// # Panics
    /// Where there are not as many of them as seats, or as phases.
    pub fn play(
        &self,
        start: &KernelStart<P>,
        seats: &[&[SeatWeights]],
        rng: &mut Rng,
    ) -> KernelEnd<P> {
        assert_eq!(seats.len(), self.seats.len());
        assert!(seats.iter().all(|it| it.len() == self.arrays()));
        match self.registers {
            Registers::Pairs => self.play_out::<vector::Pairs>(start, seats, rng),
            // SAFETY: the processor has the features of these registers.
            #[cfg(target_arch = "x86_64")]
            Registers::Avx2 => unsafe { self.play_avx2(start, seats, rng) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Registers::Avx512 => unsafe { self.play_avx512(start, seats, rng) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn play_avx2(
        &self,
        start: &KernelStart<P>,
        seats: &[&[SeatWeights]],
        rng: &mut Rng,
    ) -> KernelEnd<P> {
        self.play_out::<vector::Avx2>(start, seats, rng)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl")]
    fn play_avx512(
        &self,
        start: &KernelStart<P>,
        seats: &[&[SeatWeights]],
        rng: &mut Rng,
    ) -> KernelEnd<P> {
        self.play_out::<vector::Avx512>(start, seats, rng)
    }

    #[inline(always)]
    fn play_out<V: Vector>(
        &self,
        start: &KernelStart<P>,
        seats: &[&[SeatWeights]],
        rng: &mut Rng,
    ) -> KernelEnd<P> {
        match (seats.len(), self.arrays()) {
            (0..=2, 1) => self.play_among::<V, 2, false>(start, seats, rng),
            (0..=2, _) => self.play_among::<V, 2, true>(start, seats, rng),
            (_, 1) => self.play_among::<V, MOST_PLAYERS, false>(start, seats, rng),
            (_, _) => self.play_among::<V, MOST_PLAYERS, true>(start, seats, rng),
        }
    }

    #[inline(always)]
    fn play_among<V: Vector, const N: usize, const PHASED: bool>(
        &self,
        start: &KernelStart<P>,
        seats: &[&[SeatWeights]],
        rng: &mut Rng,
    ) -> KernelEnd<P> {
        let mut state = State::<V, D, P, N>::empty(self);
        for (player, (nodes, seat)) in start.nodes.iter().zip(seats).enumerate() {
            state.set_up(player, nodes, &seat[0]);
        }
        let KernelStart { mut plies, mut passes, mut line, .. } = *start;
        let mut player = plies as usize % seats.len();
        let winner = loop {
            if plies == self.ply_cap || passes as usize == seats.len() {
                break None;
            }
            plies += 1;
            let seat = match PHASED {
                true => state.array(player, seats[player]),
                false => &seats[player][0],
            };
            match state.choose(player, seat, rng) {
                Some(Choice { slot, to }) => {
                    passes = 0;
                    line = line.then(&state.told(player, slot, to));
                    state.shift(player, slot, to, seat);
                    if state.is_home(player) {
                        break Some(player as u8);
                    }
                }
                None => {
                    passes += 1;
                    line = line.then(&PegMove::PASS);
                }
            }
            player = if player + 1 == seats.len() { 0 } else { player + 1 };
        };
        KernelEnd { winner, plies, passes, pegs: state.holes(), line }
    }
}
