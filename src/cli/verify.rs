//! `verify`: plays all recorded games again and checks what is said of them.

use super::failure::Failure;
use super::figures::thousands;
use super::{Common, output, pdn};
use crate::session::recorded::{self, games_path};
use clap::Args;

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
}

/// Runs `verify`.
pub fn verify(args: &VerifyArgs, common: &Common) -> Result<(), Failure> {
    let path = games_path(&args.file, &common.home())?;
    if pdn::is_named(&path) {
        return output::print(&pdn::verify(&path)?);
    }
    let (games, plies) = recorded::verify(&path)?;
    let (games, plies) = (thousands(games), thousands(plies));
    output::print(&format!("{games} games with {plies} plies are as their records say.\n"))
}
