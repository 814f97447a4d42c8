//! The course of a game: whether it can go on, and by which move.

use super::{Held, Here, holds};
use crate::eval::Evaluator;
use crate::game::{Game, Outcome};
use crate::rng::Rng;
use rand::RngExt as _;

/// How many of a game's moves are random, by its number; by the others some games are won.
const RANDOM: [f64; 3] = [0.03, 1.0, 0.3];
/// A game of more plies is taken for one without an end.
const MOST_PLIES: u64 = 10_000;

/// That somebody who is there has the turn, or has won, and that the game may still end.
pub(super) fn can_go_on<G: Game>(
    game: &G,
    position: &G::Position,
    outcome: Option<Outcome>,
    ply: u64,
) -> Held {
    let (turn, players) = (game.turn(position), game.players());
    holds(turn.index() < players, || format!("turn: {turn:?} in a game of {players} players"))?;
    if let Some(Outcome::Won(winner)) = outcome {
        let is_there = winner.index() < players;
        return holds(is_there, || format!("outcome: {winner:?} won a game of {players} players"));
    }
    let may_end = outcome.is_some() || ply < MOST_PLIES;
    holds(may_end, || format!("outcome: none after {MOST_PLIES} plies"))
}

/// The place of a move in the game of that number: a random one, or that which the guide chooses, in its own way
/// where it has one.
pub(super) fn choose<G: Game>(
    here: &Here<'_, G>,
    guide: &dyn Evaluator<G>,
    number: u64,
    rng: &mut Rng,
) -> usize {
    let Here { game, position, ref moves, ref next } = *here;
    if rng.random_bool(RANDOM[(number % RANDOM.len() as u64) as usize]) {
        return rng.random_range(0..moves.len() as u32) as usize;
    }
    let own = guide.choose(game, position, rng);
    if let Some(place) = own.and_then(|mv| moves.iter().position(|it| *it == mv)) {
        return place;
    }
    let turn = game.turn(position);
    let scores: Vec<f64> = next.iter().map(|it| guide.score(game, it, turn)).collect();
    let best = |&one: &usize, &two: &usize| scores[one].total_cmp(&scores[two]);
    (0..moves.len()).max_by(best).unwrap_or_default()
}
