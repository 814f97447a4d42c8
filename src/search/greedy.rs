//! Greedy play: the move after which the position is best, without looking ahead.

use super::Agent;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::rng::Rng;
use rand::RngExt;

/// Plays the move with the best score after it.
///
/// Ties are broken uniformly over the best moves in the order of the move generator, by one
/// draw below their number; where one move is best, nothing is drawn.
pub struct Greedy<'a, G: Game, E> {
    evaluator: &'a E,
    moves: Vec<G::Move>,
    scores: Vec<f64>,
}

impl<'a, G: Game, E: Evaluator<G>> Greedy<'a, G, E> {
    /// A greedy player that goes by `evaluator`.
    pub fn new(evaluator: &'a E) -> Self {
        Greedy { evaluator, moves: Vec::new(), scores: Vec::new() }
    }
}

impl<G: Game, E: Evaluator<G>> Agent<G> for Greedy<'_, G, E> {
    fn choose(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
        game.moves(position, &mut self.moves);
        self.evaluator.score_moves(game, position, &self.moves, &mut self.scores);
        let best = self.scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties = self.scores.iter().filter(|&&score| score == best).count() as u32;
        let chosen = if ties > 1 { rng.random_range(0..ties) } else { 0 };
        let mut tied = self.scores.iter().zip(&self.moves).filter(|&(&score, _)| score == best);
        tied.nth(chosen as usize).map_or(self.moves[0], |(_, &mv)| mv)
    }
}
