//! The general way to play a game to its end.

use super::opening::Opening;
use crate::game::line::LineKey;
use crate::game::{Game, Outcome};
use crate::rng::Rng;
use crate::search::{Agent, AgentError};

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<P> {
    /// How it ended.
    pub outcome: Outcome,
    /// Plies played, passes and those of the opening included.
    pub plies: u32,
    /// The last position.
    pub position: P,
    /// The moves, those of the opening included.
    pub line: LineKey,
}

/// Plays from an opening to the end, one agent a seat.
///
/// # Errors
/// Where an agent fails.
pub fn play_from<G: Game>(
    game: &G,
    opening: &Opening<G::Position>,
    agents: &mut [Box<dyn Agent<G> + '_>],
    rng: &mut Rng,
) -> Result<Played<G::Position>, AgentError> {
    let Opening { mut position, mut plies, mut line } = opening.clone();
    loop {
        if let Some(outcome) = game.outcome(&position) {
            return Ok(Played { outcome, plies, position, line });
        }
        let agent = &mut agents[game.turn(&position).index()];
        let mv = agent.choose(game, &position, rng)?;
        game.play(&mut position, mv);
        plies += 1;
        line = line.then(&mv);
    }
}
