//! `verify`: plays all recorded games again and checks what is said of them.

use super::failure::Failure;
use super::figures::thousands;
use super::{Common, output, pdn};
use crate::session::recorded::{self, games_path};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// Check the games of an arena: play each again from its record
#[derive(Args)]
#[command(after_help = "
FILE is the name of an arena, or a file like its games.jsonl. Every move must be legal for the seat
whose turn it is, and winner, reason and plies must be those that the moves lead to. What is wrong is
named by file and line, with exit code 3.

Of a file whose name ends in .pdn, with games of draughts in Portable Draughts Notation, all moves must
be legal, and a result may not contradict them; people also resign and agree to a draw.

Examples:
  starhop verify ARENA
  starhop verify results/ARENA/games.jsonl
  starhop verify tournament.pdn
")]
pub struct VerifyArgs {
    /// Arena, or file of games
    file: String,
    /// Print the counts as JSON
    #[arg(long)]
    json: bool,
}

/// What was checked, for machines.
#[derive(Serialize)]
struct Report {
    file: PathBuf,
    games: u64,
    plies: u64,
    /// Of games in Portable Draughts Notation those that end otherwise than by the rules, and those
    /// that go on after a draw; null for others.
    ended_otherwise: Option<u64>,
    beyond_draw: Option<u64>,
}

/// Runs `verify`.
pub fn verify(args: &VerifyArgs, common: &Common) -> Result<(), Failure> {
    let path = games_path(&args.file, &common.home())?;
    if pdn::is_named(&path) {
        let checked = pdn::verify(&path)?;
        return match args.json {
            true => output::print_json(&Report {
                file: path,
                games: checked.games,
                plies: checked.plies,
                ended_otherwise: Some(checked.otherwise),
                beyond_draw: Some(checked.beyond),
            }),
            false => output::print(&checked.describe()),
        };
    }
    let (games, plies) = recorded::verify(&path)?;
    if args.json {
        let (ended_otherwise, beyond_draw) = (None, None);
        let report = Report { file: path, games, plies, ended_otherwise, beyond_draw };
        return output::print_json(&report);
    }
    let (games, plies) = (thousands(games), thousands(plies));
    output::print(&format!("{games} games with {plies} plies are as their records say.\n"))
}
