//! What the end of an arena suggests to type next.

use super::words;
use crate::cli::{Common, quoted, shard};
use crate::play::standings::Standings;
use crate::record::arena::{Arena, MOST_GAMES, Typed};

/// The likelihood of superiority from which the 95 % interval of a difference leaves out 0.
const KNOWN: f64 = 0.975;

/// Commands that look at an arena, and the one that makes it longer where its games leave something open.
pub fn next(
    arena: &Arena,
    typed: &Typed,
    name: &str,
    standings: &Standings,
    common: &Common,
) -> String {
    let looks = ["replay NAME --number 1", "verify NAME", "report NAME"];
    let looks = looks.map(|words| words.replace("NAME", name));
    let looks = shard::next(arena.part(), name, &looks, common);
    let games = arena.games.saturating_mul(2).min(MOST_GAMES).min(most_games(arena));
    if arena.part().is_some() || games <= arena.games || !would_say_more(standings) {
        return looks;
    }
    let longer = Arena { games, ..arena.clone() };
    let command = common.command(&words(&longer, typed, name, quoted));
    format!(
        "{looks}\n\nThese games don't say of all bots which is stronger. To go on to {games} games of each \
         pairing:\n  {command}"
    )
}

/// Games of a pairing after which its openings come again.
fn most_games(arena: &Arena) -> u64 {
    arena.openings.as_ref().map_or(MOST_GAMES, |it| 2 * it.suite.count())
}

/// Whether it is open which of some neighbours in the table is stronger, and further games would be others than these.
fn would_say_more(standings: &Standings) -> bool {
    let games: u64 = standings.reasons.values().sum();
    let are_known = standings.table.iter().rev().skip(1);
    let are_known = are_known.map(|it| it.superiority).all(|it| it.is_some_and(|it| it >= KNOWN));
    !are_known && 2 * standings.different > games
}
