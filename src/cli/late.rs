//! Moves that took longer than a bot's limit of time, and games that it lost by its clock, in words.

use super::figures::{count, thousands};
use super::output;
use crate::play::late::{ALLOWANCE, Lateness};
use crate::report::number;
use crate::search::spec::BotName;

/// Says how many moves of the bot of that name were late, where any were.
pub fn say(name: &str, lateness: &Lateness) {
    let limit = name.parse().ok().and_then(|bot: BotName| bot.limit());
    let (Some(limit), Some(mean)) = (limit, lateness.mean()) else { return };
    let [late, moves] = [lateness.late.moves, lateness.moves].map(thousands);
    let [mean, allowance] = [mean, ALLOWANCE].map(|seconds| number::text(1e3 * seconds, 0));
    output::say_wrapped(&format!(
        "{late} of {moves} moves of {name} took over {allowance} ms longer than {limit}, on average {mean} ms."
    ));
}

/// Says how many games the bot of that name lost because its clock ran out, where it lost any.
pub fn say_lost(name: &str, lateness: &Lateness) {
    if lateness.lost > 0 {
        let games = count(lateness.lost, "game", "games");
        output::say_wrapped(&format!("{name} lost {games} on time."));
    }
}
