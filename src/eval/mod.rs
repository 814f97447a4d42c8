//! From position to score, by an evaluation built from a parameter vector.

pub mod cell_weights;

use crate::game::{Game, Player, TextError};
use crate::parameter::Parameter;

/// Scores positions; higher is better.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What `position` is worth to `player`.
    fn score(&self, game: &G, position: &G::Position, player: Player) -> f64;

    /// What each move is worth to the player to move: into `scores`, by index, the same as
    /// [`Evaluator::score`] after it. Evaluations that can do this incrementally override it.
    fn score_moves(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        scores: &mut Vec<f64>,
    ) {
        let player = game.turn(position);
        scores.clear();
        scores.extend(moves.iter().map(|&mv| {
            let mut next = position.clone();
            game.play(&mut next, mv);
            self.score(game, &next, player)
        }));
    }
}

/// A family of evaluations: one for each parameter vector, some of them known by name.
pub trait Parametric: Send + Sync {
    /// The game whose positions it scores.
    type Game: Game;
    /// What a parameter vector is made into.
    type Evaluator: Evaluator<Self::Game>;

    /// The parameters, in the order of the vector.
    fn parameters(&self) -> Vec<Parameter>;

    /// The evaluation of that vector, which has one admitted value a parameter.
    fn evaluator(&self, game: &Self::Game, values: &[f64]) -> Self::Evaluator;

    /// The names of the built-in vectors.
    fn built_in_names(&self) -> Vec<&'static str>;

    /// The built-in vector of that name.
    ///
    /// # Errors
    /// Where there is none, or it says nothing about positions that these rules allow.
    fn built_in(&self, game: &Self::Game, name: &str) -> Result<Vec<f64>, TextError>;
}
