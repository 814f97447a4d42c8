//! A sequential test whose games are kept, as those of an arena of two bots.

use super::{PLAYERS, REPETITIONS, Test};
use crate::backend::Threads;
use crate::play::schedule::ArenaFormat;
use crate::record::arena::MOST_GAMES;
use crate::record::home::Home;
use crate::registry::Table;
use crate::search::spec::BotName;
use crate::session::arena::{self, ArenaRequest, Entered};
use crate::session::error::SessionError;

/// Checks the settings of a test and finds its bots: [`arena::run`] then plays the test and keeps its games. They are
/// those of [`run`](super::run), but that two arrays play as bots do: ties between moves fall otherwise.
///
/// # Errors
/// Where a setting makes no sense, or a bot can't be found or can't play.
pub fn enter(
    test: &Test,
    bots: [BotName; PLAYERS],
    table: &dyn Table,
    threads: &Threads,
    home: &Home,
) -> Result<Entered, SessionError> {
    test.check(table)?;
    let &Test { hypotheses, opening_plies, max_pairs, seed, .. } = test;
    let games = max_pairs.saturating_mul(2);
    if games > MOST_GAMES {
        let most = MOST_GAMES / 2;
        return Err(SessionError::Refused(format!("a test on record has {most} pairs at most")));
    }
    let request = ArenaRequest {
        format: ArenaFormat::RoundRobin,
        games,
        from_position: false,
        opening_plies,
        openings: test.openings.clone(),
        repetitions: REPETITIONS,
        anchor: bots.last().cloned(),
        bots: bots.into(),
        seed,
    };
    let Entered { arena, games } = arena::enter(&request, table, threads, home)?;
    Ok(Entered { arena: arena.tested(hypotheses), games })
}
