//! Random play.

use super::{Agent, AgentError};
use crate::game::{Game, NO_MOVES};
use crate::rng::Rng;
use rand::RngExt;

/// Plays any legal move, each with the same chance.
#[derive(Debug)]
pub struct Random;

impl Random {
    /// The move that it plays.
    pub fn draw<G: Game>(&self, game: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        assert!(!moves.is_empty(), "{NO_MOVES}");
        moves[rng.random_range(0..moves.len() as u32) as usize]
    }
}

impl<G: Game> Agent<G> for Random {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, AgentError> {
        Ok(self.draw(game, position, rng))
    }
}
