//! An arena on record, as its command prints it.

use super::{NO_GAMES, interim, report, seconds};
use crate::cli::failure::Failure;
use crate::cli::{Common, output, screen};
use crate::play::standings::Standings;
use crate::record::arena::ArenaRecord;
use crate::report::arena::document;

/// Prints what the games on record of the arena of that name come to.
pub fn show(name: &str, record: &ArenaRecord, json: bool, common: &Common) -> Result<(), Failure> {
    let ArenaRecord { arena, ended, folder } = record;
    let schedule = arena.schedule();
    let standings = Standings::new(&schedule, arena.bots.len(), arena.anchor(), ended);
    let seconds = seconds(arena, &record.times()?);
    if json {
        return output::print_json(&report::report(name, arena, &standings, &seconds));
    }
    let text = match (ended.len() as u64, schedule.games()) {
        (_, 0) => format!("{NO_GAMES}\n"),
        (0, _) => "No game is over yet.\n".to_string(),
        (done, all) => interim(done, all) + &document(arena, &standings, Some(&seconds)),
    };
    output::print(&screen::fit(&text, screen::width()))?;
    common.say(&format!("\nFiles in {}", folder.display()));
    Ok(())
}
