//! The general way to play a game to its end.

use super::opening::Opening;
use crate::backend::Threads;
use crate::game::line::LineKey;
use crate::game::{Game, Outcome};
use crate::rng::Rng;
use crate::search::{Agent, AgentError};

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<P> {
    /// How it ended; unfinished where it was broken off.
    pub outcome: Outcome,
    /// Plies played, passes and those of the opening included.
    pub plies: u32,
    /// The last position.
    pub position: P,
    /// The moves, those of the opening included.
    pub line: LineKey,
}

/// Plays from an opening to the end, one agent a seat, or until the threads are asked to stop.
///
/// # Errors
/// Where an agent fails.
///
/// # Panics
/// Where the rules name a player who isn't there.
pub fn play_from<G: Game>(
    game: &G,
    opening: &Opening<G::Position>,
    agents: &mut [Box<dyn Agent<G> + '_>],
    rng: &mut Rng,
    threads: &Threads,
) -> Result<Played<G::Position>, AgentError> {
    let Opening { mut position, mut plies, mut line } = opening.clone();
    loop {
        let broken_off = || threads.is_stopped().then_some(Outcome::Unfinished);
        if let Some(outcome) = game.outcome(&position).or_else(broken_off) {
            if let Outcome::Won(winner) = outcome {
                winner.seat_of(agents.len());
            }
            return Ok(Played { outcome, plies, position, line });
        }
        let agent = &mut agents[game.turn(&position).seat_of(agents.len())];
        let mv = agent.choose(game, &position, rng)?;
        game.play(&mut position, mv);
        plies += 1;
        line = line.then(&mv);
    }
}
