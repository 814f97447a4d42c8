//! Greedy play: the move after which the position is best, without looking ahead.

use super::lines::{Line, Ply};
use super::{Agent, AgentError, NO_NUMBERS};
use crate::eval::Evaluator;
use crate::game::NO_MOVES;
use crate::game::hints::SearchHints;
use crate::rng::Rng;
use rand::RngExt;
use std::cmp::Ordering;

/// Plays the move with the best score after it.
///
/// Ties are broken uniformly over the best moves in the order of the move generator, by one
/// draw below their number; where one move is best, nothing is drawn.
#[derive(Debug)]
pub struct Greedy<'a, G: SearchHints> {
    evaluator: &'a dyn Evaluator<G>,
    moves: Vec<G::Move>,
    scores: Vec<f64>,
}

impl<'a, G: SearchHints> Greedy<'a, G> {
    /// A greedy player that goes by `evaluator`.
    pub fn new(evaluator: &'a dyn Evaluator<G>) -> Self {
        Greedy { evaluator, moves: Vec::new(), scores: Vec::new() }
    }
}

impl<'a, G: SearchHints> Greedy<'a, G> {
    /// The move that it plays.
    pub fn best(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
        let evaluator = self.at(game, position);
        match evaluator.best_move(game, position, &mut self.moves, rng) {
            Some(best) => best,
            None => self.best_of_all(evaluator, game, position, rng),
        }
    }

    fn at(&self, game: &G, position: &G::Position) -> &'a dyn Evaluator<G> {
        self.evaluator.at(game, position).unwrap_or(self.evaluator)
    }

    /// The same, with all moves and their scores at hand.
    fn best_of_all(
        &mut self,
        evaluator: &dyn Evaluator<G>,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> G::Move {
        game.moves(position, &mut self.moves);
        evaluator.score_moves(game, position, &self.moves, &mut self.scores);
        self.moves[draw_best(&self.scores, rng)]
    }

    /// All moves with the score after each: the one that it plays, then the best.
    pub(super) fn lines(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> Vec<Line> {
        let evaluator = self.at(game, position);
        let played = self.best_of_all(evaluator, game, position, rng);
        let mut lines: Vec<Line> = (0..self.moves.len())
            .map(|index| Line {
                index,
                value: Some(self.scores[index]),
                moves: vec![Ply::of(game, position, self.moves[index])],
                playouts: None,
            })
            .collect();
        lines.sort_by(|one, two| {
            let [is_other, than] = [one, two].map(|it| self.moves[it.index] != played);
            let [score, best] = [one, two].map(|it| self.scores[it.index]);
            let by_score = best.partial_cmp(&score).unwrap_or(Ordering::Equal);
            is_other.cmp(&than).then(by_score)
        });
        lines
    }
}

impl<G: SearchHints> Agent<G> for Greedy<'_, G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, AgentError> {
        Ok(self.best(game, position, rng))
    }
}

/// Where there is no best score.
#[cold]
fn none_is_best(scores: &[f64]) -> ! {
    panic!("{}", if scores.is_empty() { NO_MOVES } else { NO_NUMBERS })
}

/// The index of the best score; among equals, one that is drawn.
pub(super) fn draw_best(scores: &[f64], rng: &mut Rng) -> usize {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let ties = scores.iter().filter(|&&score| score == best).count() as u32;
    if ties == 0 {
        none_is_best(scores);
    }
    let chosen = if ties > 1 { rng.random_range(0..ties) } else { 0 };
    let mut tied = scores.iter().enumerate().filter(|&(_, &score)| score == best);
    tied.nth(chosen as usize).map_or(0, |(index, _)| index)
}
