//! What was timed, as tables and in a line.

use super::Timed;
use super::games::{WaySpeed, WorkloadSpeed};
use super::searches::SearchSpeed;
use crate::cli::figures::thousands;
use std::fmt::Write as _;

/// All tables, then a line a game.
pub fn described(timed: &Timed, runs: u64) -> String {
    let titles = timed.workloads.iter().map(|it| title(timed, it.game, &it.name));
    let width = titles.map(|it| it.len()).max().unwrap_or_default();
    let tables = [workloads(timed, runs, width), ways(timed, width), searches(timed, width)];
    let mut text = tables.join("\n");
    if let Some(memory) = timed.memory {
        let _ = write!(text, "\nMemory: at most {} MiB.\n", memory.div_ceil(1 << 20));
    }
    text + "\n" + &timed.summary.join("\n") + "\n"
}

/// What is timed, with its game where there are several.
fn title(timed: &Timed, game: &str, name: &str) -> String {
    match timed.summary.len() {
        1 => name.to_string(),
        _ => format!("{game}: {name}"),
    }
}

fn workloads(timed: &Timed, runs: u64, width: usize) -> String {
    let scales = timed.threads > 1;
    let head = format!("median of runs: {runs}");
    let mut text =
        format!("{head:width$}{:>9}{:>9}{:>14}{:>11}", "players", "threads", "plies/s", "games/s");
    text += if scales { "  against one thread\n" } else { "\n" };
    let mut one = f64::NAN;
    for speed in &timed.workloads {
        if speed.threads == 1 {
            one = speed.plies_per_second;
        }
        let _ = write!(
            text,
            "{:width$}{:>9}{:>9}{:>14}{:>11}",
            title(timed, speed.game, &speed.name),
            speed.players,
            speed.threads,
            whole(speed.plies_per_second),
            whole(speed.games_per_second),
        );
        let ratio = speed.plies_per_second / one;
        text += &if scales { format!("{ratio:>20.2}\n") } else { "\n".to_string() };
    }
    text
}

fn ways(timed: &Timed, width: usize) -> String {
    let mut text = format!(
        "{:width$}{:>18}{:>14}  against general\n",
        "ways to play, one thread", "", "plies/s"
    );
    for speed in &timed.ways {
        let name = title(timed, speed.game, &speed.name);
        let (plies, times) = (whole(speed.plies_per_second), speed.times_general);
        let _ = writeln!(text, "{name:width$}{:>18}{plies:>14}{times:>17.2}", speed.way);
    }
    text
}

fn searches(timed: &Timed, width: usize) -> String {
    let mut text = format!("{:width$}{:>32}\n", "searches, one thread", "nodes/s");
    for speed in &timed.searches {
        let name = format!("{}:{}", speed.search, speed.evaluation);
        let name = title(timed, speed.game, &name);
        let _ = writeln!(text, "{name:width$}{:>32}", whole(speed.nodes_per_second));
    }
    text
}

/// A game's figures in a line.
pub fn summary(
    timed: &Timed,
    game: &str,
    (workloads, ways, searches): (&[WorkloadSpeed], &[WaySpeed], &[SearchSpeed]),
) -> String {
    let Timed { version, target, .. } = timed;
    let mut parts = Vec::new();
    let same = |it: &&WorkloadSpeed| {
        workloads
            .first()
            .is_some_and(|first| (&it.name, it.players) == (&first.name, first.players))
    };
    for speed in workloads.iter().filter(same) {
        let threads = if speed.threads == 1 { "thread" } else { "threads" };
        let games = whole(speed.games_per_second);
        parts.push(format!("{games} games/s on {} {threads}", speed.threads));
    }
    for speed in ways.iter().take(ways.len().saturating_sub(1)) {
        parts.push(format!("{} {:.2} times general", speed.way, speed.times_general));
    }
    for speed in searches {
        let method = speed.search.split('(').next().unwrap_or_default();
        parts.push(format!("{method} {} nodes/s", whole(speed.nodes_per_second)));
    }
    format!("starhop {version}, {target}, {game}: {}", parts.join(", "))
}

fn whole(speed: f64) -> String {
    thousands(speed.round() as u64)
}
