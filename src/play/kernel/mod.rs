//! Greedy games with per-cell weights, fast: the same games that the general path plays.
//!
//! A peg's best destinations are kept until something that they depend on changes. What they
//! depend on is exact: the neighbours for its steps, and for its hops the directions in which
//! a hop is possible from each node that it reaches. A move that takes or frees a hole changes
//! the possible hops of few nodes, found by table; only pegs whose area they meet are looked at
//! again. Hops keep the parity of row and column, so that an area is a set of 64 bits.

mod choice;
mod seat;
mod state;

pub use seat::{SeatRules, SeatWeights};

use crate::game::hop_board::{Directions, HopBoard, NODES, NodeSet, has};
use crate::rng::Rng;
use choice::{Choice, choose};
use seat::{SeatTable, landing_directions};
use state::State;

/// Seats that the kernel has room for.
pub const MOST_PLAYERS: usize = 6;
/// Slots for a player's pegs.
const SLOTS: usize = 16;

/// A game of steps and hops, ready to be played again and again, on a board with `D` directions
/// and `P` pegs a player.
pub struct Kernel<const D: usize, const SETS: usize, const P: usize> {
    board: HopBoard<D, SETS>,
    seats: Vec<(SeatRules, Box<[Directions; NODES]>)>,
    ply_cap: u32,
    start: State,
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The seat that won; `None` where the game ended unfinished.
    pub winner: Option<u8>,
    /// Plies played, passes included.
    pub plies: u32,
    /// Passes just before the end.
    pub passes: u32,
    /// The holes on which each player's pegs stand.
    pub pegs: Vec<Vec<u8>>,
}

impl<const D: usize, const SETS: usize, const P: usize> Kernel<D, SETS, P> {
    /// The game for those seats, in their order of play.
    ///
    /// # Panics
    /// Where a home has other pegs, or there are more of them than there is room for.
    pub fn new(board: HopBoard<D, SETS>, seats: &[SeatRules], ply_cap: u32) -> Self {
        let pegs = |set: &NodeSet| set.iter().map(|class| class.count_ones()).sum::<u32>();
        const { assert!(P <= SLOTS) };
        assert!((1..=MOST_PLAYERS).contains(&seats.len()));
        assert!(seats.iter().all(|seat| pegs(&seat.home) as usize == P));
        let mut start = State::empty(&board);
        for (player, seat) in seats.iter().enumerate() {
            let home = (0..NODES).filter(|&node| has(&seat.home, node));
            for (slot, node) in home.enumerate() {
                start.put(&board, seats.len(), player, slot, node);
            }
        }
        let seats = seats.iter().map(|seat| (*seat, landing_directions(&board, &seat.land)));
        Kernel { seats: seats.collect(), board, ply_cap, start }
    }

    /// The weights of each hole, as the player in a seat sees them.
    pub fn weights(&self, player: usize, weights: &[i32]) -> SeatWeights {
        SeatWeights::new(&self.board, &self.seats[player].0, weights)
    }

    /// Plays a game, each seat by its weights.
    pub fn play(&self, weights: &[&SeatWeights], rng: &mut Rng) -> Ended {
        let seat = |player: usize| {
            let (rules, land) = &self.seats[player];
            SeatTable { weights: weights[player], land, goal: &rules.goal }
        };
        let mut seats = [seat(0); MOST_PLAYERS];
        (0..self.seats.len()).for_each(|player| seats[player] = seat(player));
        self.play_out(&seats[..self.seats.len()], rng)
    }

    #[inline(always)]
    fn play_out(&self, seats: &[SeatTable<'_>], rng: &mut Rng) -> Ended {
        let mut state = self.start.clone();
        let mut in_goal = [0; MOST_PLAYERS];
        for (player, (rules, _)) in self.seats.iter().enumerate() {
            let both = rules.home.iter().zip(&rules.goal).map(|(home, goal)| home & goal);
            in_goal[player] = both.map(u64::count_ones).sum();
        }
        let (mut player, mut plies, mut passes) = (0, 0, 0);
        let winner = loop {
            if plies == self.ply_cap || passes as usize == seats.len() {
                break None;
            }
            let seat = &seats[player];
            state.refresh::<D, SETS, P>(&self.board, player, seat);
            plies += 1;
            match choose::<D, SETS, P>(&state, &self.board, player, seat, rng) {
                Some(Choice { slot, to }) => {
                    let from = usize::from(state.pegs[player].node[slot]);
                    state.shift(&self.board, seats.len(), player, slot, to);
                    passes = 0;
                    in_goal[player] += u32::from(has(seat.goal, to));
                    in_goal[player] -= u32::from(has(seat.goal, from));
                    if in_goal[player] as usize == P {
                        break Some(player as u8);
                    }
                }
                None => passes += 1,
            }
            player = if player + 1 == seats.len() { 0 } else { player + 1 };
        };
        Ended { winner, plies, passes, pegs: self.holes(&state) }
    }

    fn holes(&self, state: &State) -> Vec<Vec<u8>> {
        let hole = |&node: &u8| self.board.hole[usize::from(node)];
        let pegs = state.pegs.iter().take(self.seats.len());
        pegs.map(|pegs| pegs.node[..P].iter().map(hole).collect()).collect()
    }
}
