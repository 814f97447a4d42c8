//! The plain reference: greedy Chinese Checkers with bit sets and breadth-first hops, nothing
//! kept from ply to ply, nothing allocated in a game. The denominator of every ratio in
//! BENCHMARKS.md, and a third opinion in the differential test.

use rand::RngExt;
use starhop::game::chinese_checkers::ChineseCheckers;
use starhop::game::chinese_checkers::geometry::{DIRECTIONS, HOLES, HoleSet, NONE, STAR, holes_of};
use starhop::game::{Game, Player};
use starhop::rng::Rng;

/// More best moves than any position has.
const MOST_TIES: usize = 1024;

/// The weights of each seat, turned.
pub type Weights = [i32; HOLES];

/// What is needed of the rules, seat by seat.
pub struct Plain {
    home: Vec<HoleSet>,
    goal: Vec<HoleSet>,
    land: Vec<HoleSet>,
    stop: Vec<HoleSet>,
    ply_cap: u32,
}

/// How a game ended: the winner's seat, the plies, and the pegs of each seat.
#[derive(Debug, PartialEq)]
pub struct Ended {
    pub winner: Option<usize>,
    pub plies: u32,
    pub pegs: [HoleSet; 6],
}

impl Plain {
    pub fn new(game: &ChineseCheckers) -> Plain {
        let seats = |set: fn(&ChineseCheckers, Player) -> HoleSet| {
            (0..game.players() as u8).map(|player| set(game, Player(player))).collect()
        };
        Plain {
            home: seats(ChineseCheckers::home),
            goal: seats(ChineseCheckers::goal),
            land: seats(ChineseCheckers::landings),
            stop: seats(ChineseCheckers::stops),
            ply_cap: game.rules().ply_cap,
        }
    }

    pub fn play(&self, weights: &[Weights], rng: &mut Rng) -> Ended {
        let players = self.home.len();
        let mut pegs = [0; 6];
        pegs[..players].copy_from_slice(&self.home);
        let mut occupied = self.home.iter().fold(0, |all, home| all | home);
        let (mut player, mut plies, mut passes) = (0, 0, 0);
        while plies < self.ply_cap && passes < players {
            plies += 1;
            match self.choose(player, pegs[player], occupied, &weights[player], rng) {
                Some((from, to)) => {
                    let change: HoleSet = 1 << from | 1 << to;
                    pegs[player] ^= change;
                    occupied ^= change;
                    passes = 0;
                    if pegs[player] == self.goal[player] {
                        return Ended { winner: Some(player), plies, pegs };
                    }
                }
                None => passes += 1,
            }
            player = (player + 1) % players;
        }
        Ended { winner: None, plies, pegs }
    }

    fn choose(
        &self,
        player: usize,
        pegs: HoleSet,
        occupied: HoleSet,
        weights: &Weights,
        rng: &mut Rng,
    ) -> Option<(u8, u8)> {
        let mut tied = [(0, 0); MOST_TIES];
        let mut ties = 0;
        let mut best = i64::MAX;
        for from in holes_of(pegs) {
            let steps = STAR.neighbours[usize::from(from)] & !occupied;
            let reached = steps | hop_reach(from, occupied & !(1 << from), self.land[player]);
            for to in holes_of(reached & self.stop[player]) {
                let gain =
                    i64::from(weights[usize::from(to)]) - i64::from(weights[usize::from(from)]);
                if gain < best {
                    (best, ties) = (gain, 0);
                }
                if gain == best {
                    tied[ties] = (from, to);
                    ties += 1;
                }
            }
        }
        match ties {
            0 => None,
            1 => Some(tied[0]),
            _ => Some(tied[rng.random_range(0..ties as u32) as usize]),
        }
    }
}

/// Breadth first, from an emptied hole.
#[inline]
fn hop_reach(from: u8, occupied: HoleSet, land: HoleSet) -> HoleSet {
    let mut reached: HoleSet = 1 << from;
    let mut waiting = reached;
    while waiting != 0 {
        let hole = waiting.trailing_zeros() as usize;
        waiting &= waiting - 1;
        if STAR.neighbours[hole] & occupied == 0 {
            continue;
        }
        for direction in 0..DIRECTIONS {
            let landing = STAR.hop[hole][direction];
            if landing == NONE {
                continue;
            }
            let over = STAR.step[hole][direction];
            let free = land & !occupied & !reached;
            if occupied >> over & 1 == 1 && free >> landing & 1 == 1 {
                reached |= 1 << landing;
                waiting |= 1 << landing;
            }
        }
    }
    reached & !(1 << from)
}

/// An array as a seat's weights.
pub fn turned(game: &ChineseCheckers, player: Player, values: &[f64]) -> Weights {
    game.turned_for(player, values).map(|value| value as i32)
}
