//! Per-cell weights of any game of pegs that step and hop: each peg costs the weight of its hole,
//! and a position is worth minus the sum over a player's pegs.

use super::Evaluator;
use crate::game::Player;
use crate::game::pegs::{PegGame, PegMove};

/// One array, turned for every seat of a game.
#[derive(Clone, Debug)]
pub struct PegSum {
    by_seat: Vec<Vec<i64>>,
}

impl PegSum {
    /// Weights in reading order for the seat at corner 1; a hole without one costs nothing.
    pub fn new<G: PegGame>(game: &G, values: &[f64]) -> PegSum {
        let turned = |player: u8| {
            let mut turned = vec![0; G::HOLES];
            for (hole, &value) in (0..=u8::MAX).zip(values.iter().take(G::HOLES)) {
                turned[usize::from(game.turned_hole(Player(player), hole))] = value as i64;
            }
            turned
        };
        PegSum { by_seat: (0..game.players() as u8).map(turned).collect() }
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
}
