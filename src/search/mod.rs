//! Choosing a move.

pub mod greedy;

use crate::game::Game;
use crate::rng::Rng;

/// Someone who plays: chooses moves, with a stream of its game for what is left to chance.
pub trait Agent<G: Game> {
    /// A legal move in a position where the game goes on.
    fn choose(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> G::Move;
}
