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
pub struct Greedy<'a, G: Game> {
    evaluator: &'a dyn Evaluator<G>,
    moves: Vec<G::Move>,
    scores: Vec<f64>,
}

impl<'a, G: Game> Greedy<'a, G> {
    /// A greedy player that goes by `evaluator`.
    pub fn new(evaluator: &'a dyn Evaluator<G>) -> Self {
        Greedy { evaluator, moves: Vec::new(), scores: Vec::new() }
    }
}

impl<G: Game> Agent<G> for Greedy<'_, G> {
    fn choose(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
        game.moves(position, &mut self.moves);
        match self.evaluator.apart().filter(|_| game.is_apart(position)) {
            Some(apart) => apart.score_moves(game, position, &self.moves, &mut self.scores),
            None => self.evaluator.score_moves(game, position, &self.moves, &mut self.scores),
        }
        self.moves[draw_best(&self.scores, rng)]
    }
}

/// The index of the best score; of one of the best, by a draw.
pub(super) fn draw_best(scores: &[f64], rng: &mut Rng) -> usize {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let ties = scores.iter().filter(|&&score| score == best).count() as u32;
    let chosen = if ties > 1 { rng.random_range(0..ties) } else { 0 };
    let mut tied = scores.iter().enumerate().filter(|&(_, &score)| score == best);
    tied.nth(chosen as usize).map_or(0, |(index, _)| index)
}
