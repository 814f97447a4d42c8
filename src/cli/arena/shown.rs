//! An arena on record, as its command prints it.

use super::{NO_GAMES, flags, interim, report, say_late, seconds, words};
use crate::cli::failure::Failure;
use crate::cli::{Common, output, quoted, screen};
use crate::play::standings::Standings;
use crate::record::arena::{Arena, ArenaRecord};
use crate::report::arena::document;

/// Prints what the games on record of the arena of that name come to.
pub fn show(name: &str, record: &ArenaRecord, json: bool, common: &Common) -> Result<(), Failure> {
    let ArenaRecord { arena, ended, folder, .. } = record;
    let schedule = arena.schedule();
    let standings = Standings::new(&schedule, arena.bots.len(), arena.anchor(), ended);
    let times = record.times()?;
    let seconds = seconds(arena, &times);
    let (done, all) = (ended.len() as u64, schedule.games());
    if json {
        output::print_json(&report::report(name, arena, done, &standings, &seconds))?;
        say_late(arena, &times);
        return Ok(());
    }
    let text = match (done, all) {
        (_, 0) => format!("{NO_GAMES}\n"),
        (0, _) => "No game is over yet.\n".to_string(),
        _ => interim(done, all) + &document(arena, &standings, Some(&seconds)),
    };
    output::print(&screen::fit(&text, screen::width()))?;
    say_late(arena, &times);
    common.say(&format!("\nFiles in {}", folder.display()));
    if done < all && !common.home().is_in_use(name)? {
        common.say(&going_on(arena, name, common));
    }
    Ok(())
}

/// How an arena goes on that isn't done.
fn going_on(arena: &Arena, name: &str, common: &Common) -> String {
    let typed = match (&arena.shard, &arena.position) {
        (Some(shard), _) => shard.typed.clone(),
        // Nothing on record says in which file it was.
        (None, Some(_)) => return "\nTo go on, give the command again that began it.".to_string(),
        (None, None) => flags(arena, ""),
    };
    format!("\nTo go on:\n  {}", common.command(&words(arena, &typed, name, quoted)))
}
