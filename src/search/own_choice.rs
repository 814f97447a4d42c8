//! Play in the evaluation's own way.

use super::greedy::Greedy;
use super::lines::{Line, Ply};
use super::{Agent, AgentError};
use crate::eval::Evaluator;
use crate::game::hints::SearchHints;
use crate::rng::Rng;

/// Plays the moves that [`Evaluator::choose`] returns, and greedily where that returns none.
pub struct OwnChoice<'a, G: SearchHints> {
    evaluator: &'a dyn Evaluator<G>,
    greedy: Greedy<'a, G>,
}

impl<'a, G: SearchHints> OwnChoice<'a, G> {
    /// A player that goes by `evaluator`.
    pub fn new(evaluator: &'a dyn Evaluator<G>) -> Self {
        OwnChoice { evaluator, greedy: Greedy::new(evaluator) }
    }
}

impl<G: SearchHints> OwnChoice<'_, G> {
    /// The move that it plays, without a value; by an evaluation that gives none, as greedy play.
    pub(super) fn lines(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> Vec<Line> {
        match self.evaluator.choose(game, position, rng) {
            Some(mv) => {
                let moves = vec![Ply::of(game, position, mv)];
                vec![Line { index: 0, value: None, moves, playouts: None }]
            }
            None => self.greedy.lines(game, position, rng),
        }
    }
}

impl<G: SearchHints> Agent<G> for OwnChoice<'_, G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, AgentError> {
        let own = self.evaluator.choose(game, position, rng);
        Ok(own.unwrap_or_else(|| self.greedy.best(game, position, rng)))
    }
}
