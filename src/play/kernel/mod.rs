//! Greedy games with per-cell weights, fast: the same games that the general path plays.
//!
//! Hops keep the parity of row and column, so what a peg reaches by hops is a set of 64 bits, and
//! a hop along an axis is a shift of that set. All of a player's pegs spread at once, four to a
//! vector register, until none finds more; nothing is kept from ply to ply but where pegs stand.
//! The lowest weight of each set is found bit by bit, from the highest bit of the weights' ranks.

mod choice;
mod look;
mod seat;
mod state;
mod vector;

pub use seat::{SeatRules, SeatWeights};

use crate::game::hop_board::{Directions, HopBoard, NodeSet, ROWS, has};
use crate::rng::Rng;
use choice::{Choice, choose};
use state::{State, missing};

/// Seats that the kernel has room for.
pub const MOST_PLAYERS: usize = 6;
/// Slots for a player's pegs.
const SLOTS: usize = 16;

/// A game of steps and hops, ready to be played again and again, on a board with `D` directions
/// and `P` pegs a player.
pub struct Kernel<const D: usize, const P: usize> {
    board: HopBoard<D>,
    seats: Vec<SeatRules>,
    ply_cap: u32,
    /// The nodes on which each player's pegs begin.
    homes: Vec<[u8; P]>,
    missing: [Directions; ROWS],
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

impl<const D: usize, const P: usize> Kernel<D, P> {
    /// The game for those seats, in their order of play.
    ///
    /// # Panics
    /// Where a home has other pegs, or there are more of them than there is room for.
    pub fn new(board: HopBoard<D>, seats: &[SeatRules], ply_cap: u32) -> Self {
        let pegs = |set: &NodeSet| set.iter().map(|class| class.count_ones()).sum::<u32>();
        const { assert!(P <= SLOTS) };
        assert!((1..=MOST_PLAYERS).contains(&seats.len()));
        assert!(seats.iter().all(|seat| pegs(&seat.home) as usize == P));
        let home = |seat: &SeatRules| {
            let mut nodes = (0..=u8::MAX).filter(|&node| has(&seat.home, usize::from(node)));
            std::array::from_fn(|_| nodes.next().unwrap_or_default())
        };
        Kernel {
            homes: seats.iter().map(home).collect(),
            seats: seats.to_vec(),
            missing: missing(&board),
            board,
            ply_cap,
        }
    }

    /// The weights of each hole, as the player in a seat sees them.
    pub fn weights(&self, player: usize, weights: &[i32]) -> SeatWeights {
        SeatWeights::new(&self.board, &self.seats[player], weights)
    }

    /// Plays a game, each seat by its weights.
    pub fn play(&self, weights: &[&SeatWeights], rng: &mut Rng) -> Ended {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
        {
            // SAFETY: the processor has these features.
            return unsafe { self.play_wide(weights, rng) };
        }
        self.play_out::<vector::Plain>(weights, rng)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn play_wide(&self, weights: &[&SeatWeights], rng: &mut Rng) -> Ended {
        self.play_out::<vector::Avx2>(weights, rng)
    }

    #[inline(always)]
    fn play_out<V: vector::Vector>(&self, seats: &[&SeatWeights], rng: &mut Rng) -> Ended {
        let mut state = State::<V>::empty(&self.missing);
        let mut in_goal = [0; MOST_PLAYERS];
        for (player, seat) in seats.iter().enumerate() {
            let both = seat.rules.home.iter().zip(&seat.rules.goal).map(|(home, goal)| home & goal);
            in_goal[player] = both.map(u64::count_ones).sum();
            for (slot, &node) in self.homes[player].iter().enumerate() {
                state.put(&self.board, player, slot, usize::from(node));
                state.settle(player, slot, seat);
            }
        }
        let (mut player, mut plies, mut passes) = (0, 0, 0);
        let winner = loop {
            if plies == self.ply_cap || passes as usize == seats.len() {
                break None;
            }
            let seat = seats[player];
            plies += 1;
            match choose::<V, D, P>(&state, &self.board, player, seat, rng) {
                Some(Choice { slot, to }) => {
                    let from = usize::from(state.pegs[player].node[slot]);
                    state.shift(&self.board, player, slot, to, seat);
                    passes = 0;
                    in_goal[player] += u32::from(has(&seat.rules.goal, to));
                    in_goal[player] -= u32::from(has(&seat.rules.goal, from));
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

    fn holes<V>(&self, state: &State<V>) -> Vec<Vec<u8>> {
        let hole = |&node: &u8| self.board.hole[usize::from(node)];
        let pegs = state.pegs.iter().take(self.seats.len());
        pegs.map(|pegs| pegs.node[..P].iter().map(hole).collect()).collect()
    }
}
