//! Play in the evaluation's own way.

use super::Agent;
use super::greedy::Greedy;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::rng::Rng;

/// Plays the moves that [`Evaluator::choose`] gives; by an evaluation that gives none, greedily.
pub struct OwnChoice<'a, G: Game> {
    evaluator: &'a dyn Evaluator<G>,
    greedy: Greedy<'a, G>,
}

impl<'a, G: Game> OwnChoice<'a, G> {
    /// A player that goes by `evaluator`.
    pub fn new(evaluator: &'a dyn Evaluator<G>) -> Self {
        OwnChoice { evaluator, greedy: Greedy::new(evaluator) }
    }
}

impl<G: Game> Agent<G> for OwnChoice<'_, G> {
    fn choose(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
        let own = self.evaluator.choose(game, position, rng);
        own.unwrap_or_else(|| self.greedy.choose(game, position, rng))
    }
}
