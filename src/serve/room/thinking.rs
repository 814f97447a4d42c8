//! What bots think, in threads of their own, as many at once as there are places.

use super::super::protocol::LineOf;
use super::Shared;
use crate::backend::Threads;
use crate::game::TextError;
use crate::game::layout::CellLayout;
use crate::play::bots::Thought;
use crate::record::games::GameRecord;
use crate::registry::BotSpec;
use crate::search::analysis::{Analysis, Ask};
use crate::session::play::think_of;

/// What a bot thinks, once a thread is free; those who wait are served in the order in which they came.
pub async fn thought(
    shared: &Shared,
    game: GameRecord,
    bot: BotSpec,
    ask: Ask,
) -> Result<Thought, TextError> {
    let failed = |why: &dyn ToString| TextError(why.to_string());
    let place = shared.thinkers.clone().acquire_owned().await.map_err(|why| failed(&why))?;
    let thinking = tokio::task::spawn_blocking(move || {
        let thought = think_of(&game, &bot, &Threads::alone(), &ask);
        drop(place);
        thought.map_err(TextError::from)
    });
    thinking.await.unwrap_or_else(|why| Err(failed(&why)))
}

/// The moves of an analysis, best first.
pub fn lines(found: &Analysis, layout: Option<&CellLayout>) -> Vec<LineOf> {
    let line = |line: &crate::search::lines::Line| {
        let moves: Vec<String> = line.moves.iter().map(|ply| ply.text.clone()).collect();
        let mv = moves.first().cloned().unwrap_or_default();
        let cells = layout.map_or(Vec::new(), |it| it.cells_in(&mv));
        LineOf { cells, mv, value: line.value, line: moves }
    };
    found.lines.iter().map(line).collect()
}
