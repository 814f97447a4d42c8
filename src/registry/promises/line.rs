//! A game, position by position, of random moves and of greedy ones.

use super::{Held, after, holds};
use crate::eval::Evaluator;
use crate::game::{Game, NO_MOVES, Outcome};
use crate::rng::Rng;
use rand::RngExt as _;

/// How many of a game's moves are random, by its number; by the others some games are won.
const RANDOM: [f64; 3] = [0.03, 1.0, 0.3];
/// A game of more plies is taken for one without an end.
const MOST_PLIES: usize = 100_000;

/// The positions of a game to its end, or the one from which it couldn't go on, and why.
pub(super) fn play<G: Game>(
    game: &G,
    start: &G::Position,
    guide: &dyn Evaluator<G>,
    number: u64,
    rng: &mut Rng,
) -> Result<Vec<G::Position>, (String, G::Position)> {
    let random = RANDOM[(number % RANDOM.len() as u64) as usize];
    let (mut line, mut moves) = (vec![start.clone()], Vec::new());
    let mut position = start.clone();
    loop {
        let outcome = game.outcome(&position);
        moves.clear();
        if outcome.is_none() {
            game.moves(&position, &mut moves);
        }
        go_on(game, &position, outcome, moves.len(), line.len())
            .map_err(|why| (why, position.clone()))?;
        if outcome.is_some() {
            return Ok(line);
        }
        let place = match rng.random_bool(random) {
            true => rng.random_range(0..moves.len() as u32) as usize,
            false => chosen(game, &position, &moves, guide, rng),
        };
        position = after(game, &position, moves[place]);
        line.push(position.clone());
    }
}

/// That everything that a game needs to go on, or to be over, is there.
fn go_on<G: Game>(
    game: &G,
    position: &G::Position,
    outcome: Option<Outcome>,
    moves: usize,
    plies: usize,
) -> Held {
    let (turn, players) = (game.turn(position), game.players());
    holds(turn.index() < players, || format!("turn: {turn:?} in a game of {players} players"))?;
    if let Some(Outcome::Won(winner)) = outcome {
        let is_there = winner.index() < players;
        return holds(is_there, || format!("outcome: {winner:?} won a game of {players} players"));
    }
    holds(outcome.is_some() || moves > 0, || format!("moves: {NO_MOVES}"))?;
    holds(plies < MOST_PLIES, || format!("outcome: none after {MOST_PLIES} plies"))
}

/// The place of the move that the guide chooses, in its own way where it has one.
fn chosen<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    guide: &dyn Evaluator<G>,
    rng: &mut Rng,
) -> usize {
    let own = guide.choose(game, position, rng);
    if let Some(place) = own.and_then(|mv| moves.iter().position(|it| *it == mv)) {
        return place;
    }
    let turn = game.turn(position);
    let score = |&mv: &G::Move| guide.score(game, &after(game, position, mv), turn);
    let scores: Vec<f64> = moves.iter().map(score).collect();
    let all = 0..moves.len();
    all.max_by(|&one, &two| scores[one].total_cmp(&scores[two])).unwrap_or_default()
}
