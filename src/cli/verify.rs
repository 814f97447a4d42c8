//! `verify`: plays all recorded games again and checks what is said of them.

use super::failure::{Code, Failure};
use super::figures::thousands;
use super::{Common, output};
use crate::game::TextError;
use crate::record::games::{GameRecord, GamesReader};
use crate::record::run::Home;
use crate::registry::{self, Table};
use clap::Args;
use std::path::{Path, PathBuf};

/// Check the games of an arena: play each again from its record
#[derive(Args)]
#[command(after_help = "
FILE is the name of an arena, or a file like its games.jsonl. Every move must be legal for the seat
whose turn it is, and winner, reason and plies must be those that the moves lead to. What is wrong is
named by file and line, with exit code 3.

Examples:
  starhop verify ARENA
  starhop verify results/ARENA/games.jsonl
")]
pub struct VerifyArgs {
    /// Arena, or file of games
    file: String,
}

/// Tables of the games that were met, the last one kept: most files hold games of one kind.
#[derive(Default)]
pub struct Tables {
    last: Option<(String, usize, String, Box<dyn Table>)>,
}

/// Runs `verify`.
pub fn verify(args: &VerifyArgs, common: &Common) -> Result<(), Failure> {
    let path = games_path(&args.file, &common.home())?;
    let mut reader = GamesReader::open(&path)?;
    let mut tables = Tables::default();
    let (mut games, mut plies) = (0u64, 0u64);
    while let Some(game) = reader.next_game()? {
        let table = tables.of(&game).map_err(|why| reader.damaged(why))?;
        let replayed = table.replay(game.repetitions, &game.bots, &game.transcript(), &mut |_| {});
        replayed.map_err(|why| reader.damaged(format!("game {}, {why}", game.number)))?;
        games += 1;
        plies += u64::from(game.plies);
    }
    if games == 0 {
        return Err(Failure::new(Code::Data, format!("{} holds no game", path.display())));
    }
    let (games, plies) = (thousands(games), thousands(plies));
    output::print(&format!("{games} games with {plies} plies are as their records say.\n"))
}

/// The file of games that `name` names: a file, or else that of an arena.
///
/// # Errors
/// Where it names neither.
pub fn games_path(name: &str, home: &Home) -> Result<PathBuf, Failure> {
    let path = Path::new(name);
    if path.exists() && !path.is_dir() {
        return Ok(path.to_path_buf());
    }
    let missing = || Failure::usage(format!("'{name}' is neither a file nor an arena with games"));
    home.arena_games(name).ok_or_else(missing)
}

impl Tables {
    /// The table that a game was played at.
    ///
    /// # Errors
    /// Where there is no such game, or not with these rules and players.
    pub fn of(&mut self, game: &GameRecord) -> Result<&dyn Table, TextError> {
        let fits = |(name, players, rules, _): &(String, usize, String, Box<dyn Table>)| {
            (name, *players, rules) == (&game.game, game.players, &game.rules)
        };
        let last = match self.last.take().filter(fits) {
            Some(last) => last,
            None => {
                let table = registry::find(&game.game)?.open(game.players, &game.rules)?;
                (game.game.clone(), game.players, game.rules.clone(), table)
            }
        };
        Ok(self.last.insert(last).3.as_ref())
    }
}
