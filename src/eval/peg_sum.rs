//! Per-cell weights of any game of pegs that step and hop: each peg costs the weight of its hole,
//! and a position is worth minus the sum over a player's pegs.

use super::Evaluator;
use crate::game::Player;
use crate::game::hop_board::NODES;
use crate::game::layout::{GOAL, HOME};
use crate::game::pegs::{PegGame, PegMove};
use crate::parameter::{Domain, Parameter, Start};
use crate::rng::Rng;
use rand::RngExt;

/// The weight of a hole of that name: 0 in the goal, 200 at home with 500 on
/// its tip, elsewhere uniform from 0 to 199, as the first generation of the tin171 report "Fun With
/// Chinese Checkers" (2012) has it; mutation keeps goal weights at most 5 and all others positive.
pub(super) fn parameter(name: String, corner: usize, is_tip: bool) -> Parameter {
    let start = match corner {
        HOME if is_tip => Start::Fixed(500.0),
        HOME => Start::Fixed(200.0),
        GOAL => Start::Fixed(0.0),
        _ => Start::Uniform(0.0, 199.0),
    };
    let (min, max) = match corner {
        GOAL => (f64::from(i32::MIN), 5.0),
        _ => (1.0, f64::from(i32::MAX)),
    };
    Parameter { name, domain: Domain::Integer, start, min, max }
}

/// One array, turned for every seat of a game.
#[derive(Clone, Debug)]
pub struct PegSum {
    by_seat: Vec<Vec<i64>>,
    /// The same weights by the holes' nodes.
    by_node: Vec<[i64; NODES]>,
}

fn move_of<G: PegGame>(from: u8, to: u8) -> PegMove {
    let (_, holes) = G::nodes();
    PegMove { from: holes[usize::from(from)], to: holes[usize::from(to)] }
}

impl PegSum {
    /// Weights in reading order for the seat at corner 1; a hole without one costs nothing.
    ///
    /// # Panics
    /// Where a weight isn't a whole number of 32 bits, as a family's parameters have to say.
    pub fn new<G: PegGame>(game: &G, values: &[f64]) -> PegSum {
        let is_whole = |&value: &f64| f64::from(value as i32) == value;
        assert!(values.iter().all(is_whole), "per-cell weights are whole numbers of 32 bits");
        let turned = |player: u8| {
            let mut turned = vec![0; G::HOLES];
            for (hole, &value) in (0..=u8::MAX).zip(values.iter().take(G::HOLES)) {
                turned[usize::from(game.turned_hole(Player(player), hole))] = value as i64;
            }
            turned
        };
        let by_seat: Vec<Vec<i64>> = (0..game.players() as u8).map(turned).collect();
        let by_node = |weights: &Vec<i64>| {
            let mut by_node = [0; NODES];
            for (&node, &weight) in G::nodes().0.iter().zip(weights) {
                by_node[usize::from(node)] = weight;
            }
            by_node
        };
        PegSum { by_node: by_seat.iter().map(by_node).collect(), by_seat }
    }

    fn sum<G: PegGame>(&self, game: &G, position: &G::Position, player: Player) -> i64 {
        let weights = &self.by_seat[player.index()];
        game.pegs_of(position, player).map(|hole| weights[usize::from(hole)]).sum()
    }
}

impl<G: PegGame> Evaluator<G> for PegSum {
    fn score(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        -self.sum(game, position, player) as f64
    }

    fn score_moves(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[PegMove],
        scores: &mut Vec<f64>,
    ) {
        let player = game.turn(position);
        let weights = &self.by_seat[player.index()];
        let before = self.sum(game, position, player);
        let after =
            |mv: &PegMove| before - weights[usize::from(mv.from)] + weights[usize::from(mv.to)];
        scores.clear();
        scores.extend(moves.iter().map(|mv| -after(mv) as f64));
    }

    fn margins(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[PegMove],
        player: Player,
        margins: &mut Vec<f64>,
    ) {
        let turn = game.turn(position);
        let weights = &self.by_seat[turn.index()];
        let before = self.margin(game, position, player);
        let others = game.players() as i64 - 1;
        let share = if turn == player { -others } else { 1 };
        let after = |mv: &PegMove| weights[usize::from(mv.to)] - weights[usize::from(mv.from)];
        margins.clear();
        margins.extend(moves.iter().map(|mv| before + (share * after(mv)) as f64));
    }

    fn best_move(
        &self,
        game: &G,
        position: &G::Position,
        tied: &mut Vec<PegMove>,
        rng: &mut Rng,
    ) -> Option<PegMove> {
        let weights = &self.by_node[game.turn(position).index()];
        let mut best = i64::MIN;
        tied.clear();
        game.each_move(position, |from, to| {
            let gain = weights[usize::from(from)] - weights[usize::from(to)];
            if gain >= best {
                if gain > best {
                    tied.clear();
                }
                best = gain;
                tied.push(move_of::<G>(from, to));
            }
        });
        match tied[..] {
            [] => Some(PegMove::PASS),
            [only] => Some(only),
            _ => {
                tied.sort_unstable_by_key(|mv| (mv.from, mv.to));
                tied.get(rng.random_range(0..tied.len() as u32) as usize).copied()
            }
        }
    }

    /// Each move is packed into one number, and the greatest comes first. Above the lowest 16 bits is its
    /// gain; these are `u16::MAX` less its two holes, so that among equal gains the lower holes come
    /// first. Weights fit into 32 bits, so nothing is lost.
    fn first_moves(&self, game: &G, position: &G::Position, most: usize) -> Option<Vec<PegMove>> {
        let weights = &self.by_node[game.turn(position).index()];
        let mut first: Vec<i64> = Vec::with_capacity(most.min(64));
        game.each_move(position, |from, to| {
            let gain = weights[usize::from(from)] - weights[usize::from(to)];
            let PegMove { from, to } = move_of::<G>(from, to);
            let number = gain << 16 | i64::from(u16::MAX - u16::from_be_bytes([from, to]));
            if first.len() == most && first.pop_if(|last| *last < number).is_none() {
                return;
            }
            let mut at = first.len();
            first.push(number);
            while let Some(before) = at.checked_sub(1).filter(|&before| first[before] < number) {
                first.swap(at, before);
                at = before;
            }
        });
        let unpacked = |number: i64| {
            let [from, to] = (u16::MAX - number as u16).to_be_bytes();
            PegMove { from, to }
        };
        match first.is_empty() {
            true => Some(vec![PegMove::PASS]),
            false => Some(first.into_iter().map(unpacked).collect()),
        }
    }

    /// Peg by peg, the one on the heaviest hole first: it has the most to gain.
    fn best_margin(
        &self,
        game: &G,
        position: &G::Position,
        player: Player,
        worth: f64,
        enough: f64,
    ) -> Option<(f64, u64)> {
        let turn = game.turn(position);
        let weights = &self.by_seat[turn.index()];
        let weight = |hole: u8| weights[usize::from(hole)];
        let others = game.players() as i64 - 1;
        let value = |gain: i64| match turn == player {
            true => worth + (others * gain) as f64,
            false => worth - gain as f64,
        };
        let is_enough = |value: f64| if turn == player { value >= enough } else { value <= enough };
        let pegs = || game.pegs_of(position, turn);
        let first = pegs().max_by_key(|&peg| weight(peg));
        let taken = game.taken(position);
        let (mut best, mut looked_at) = (None, 0);
        for from in first.into_iter().chain(pegs().filter(|&peg| Some(peg) != first)) {
            for to in game.destinations(position, &taken, from) {
                looked_at += 1;
                let gain = weight(from) - weight(to);
                if best.is_none_or(|best| gain > best) {
                    best = Some(gain);
                    if is_enough(value(gain)) {
                        return Some((value(gain), looked_at));
                    }
                }
            }
        }
        // Who can't move passes.
        Some(best.map_or((worth, 1), |best| (value(best), looked_at)))
    }
}
