//! `perft`: counts lines of play, to check move generators against one another.

use super::failure::Failure;
use super::output;
use super::position::Place;
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Count the lines of play of a given length
#[derive(Args)]
#[command(after_help = "
Examples:
  starhop perft --players 2 --depth 4
  starhop perft --players 3 --depth 3 --divide
  starhop perft --draw | starhop perft --position - --depth 2
")]
pub struct PerftArgs {
    /// Players
    #[arg(long, default_value_t = 2)]
    players: usize,
    /// Plies of a line
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// Rule set; in Chinese Checkers `play` and `arena` use standard:win=filled if none is named
    #[arg(long, default_value = "standard")]
    rules: String,
    /// File with a drawn position to count from, - for standard input; it names players and rules
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "rules"])]
    position: Option<PathBuf>,
    /// Print the count after each first move as well
    #[arg(long)]
    divide: bool,
    /// Print the position and count nothing
    #[arg(long, conflicts_with_all = ["depth", "divide"])]
    draw: bool,
    /// Game; `starhop games` lists them
    #[arg(long, default_value = "chinese-checkers")]
    game: String,
    /// Print position and counts as JSON
    #[arg(long)]
    json: bool,
}

/// The counts for machines.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    players: usize,
    rules: String,
    /// Drawn.
    position: String,
    depth: u32,
    /// Lines of that many plies; null where none were counted.
    lines: Option<u64>,
    by_move: Vec<MoveReport>,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    mv: String,
    lines: u64,
}

/// Runs `perft`.
pub fn perft(args: &PerftArgs) -> Result<(), Failure> {
    let place = Place::of(&args.game, args.players, &args.rules);
    let table = place.table(args.position.as_deref())?;
    let live = table.live(0);
    if args.draw && !args.json {
        return output::print(&live.draw());
    }
    let lines = if args.draw { Vec::new() } else { live.perft(args.depth) };
    let total: u64 = if args.depth == 0 { 1 } else { lines.iter().map(|(_, count)| count).sum() };
    if args.json {
        let by_move = lines.into_iter();
        return output::print_json(&Report {
            game: table.name(),
            players: table.players(),
            rules: table.rules(),
            position: live.draw(),
            depth: args.depth,
            lines: (!args.draw).then_some(total),
            by_move: by_move.map(|(mv, lines)| MoveReport { mv, lines }).collect(),
        });
    }
    let mut text = String::new();
    if args.divide {
        for (mv, count) in &lines {
            let _ = writeln!(text, "{mv} {count}");
        }
    }
    let _ = writeln!(text, "{total}");
    output::print(&text)
}
