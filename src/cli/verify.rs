//! `verify`: plays all recorded games again and checks what is said of them.

use super::failure::{Code, Failure};
use super::figures::thousands;
use super::{Common, output, pdn};
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

/// What a table is for: game, players, rules, and where games begin.
#[derive(PartialEq)]
struct Kind {
    game: String,
    players: usize,
    rules: String,
    position: Option<String>,
}

/// Tables of the games that were met, the last one kept: most files hold games of one kind.
#[derive(Default)]
pub struct Tables {
    last: Option<(Kind, Box<dyn Table>)>,
}

/// Runs `verify`.
pub fn verify(args: &VerifyArgs, common: &Common) -> Result<(), Failure> {
    let path = games_path(&args.file, &common.home())?;
    if pdn::is_named(&path) {
        return output::print(&pdn::verify(&path)?);
    }
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
    /// Where there is no such game, or not with these rules and players, or its position is of
    /// others.
    pub fn of(&mut self, game: &GameRecord) -> Result<&dyn Table, TextError> {
        let kind = Kind {
            game: game.game.clone(),
            players: game.players,
            rules: game.rules.clone(),
            position: game.position.clone(),
        };
        let last = match self.last.take().filter(|(last, _)| *last == kind) {
            Some(last) => last,
            None => {
                let table = kind.table()?;
                (kind, table)
            }
        };
        Ok(self.last.insert(last).1.as_ref())
    }
}

impl Kind {
    fn table(&self) -> Result<Box<dyn Table>, TextError> {
        let entry = registry::find(&self.game)?;
        let Some(position) = &self.position else { return entry.open(self.players, &self.rules) };
        let table = entry.open_at(position)?;
        match table.players() == self.players && table.rules() == self.rules {
            true => Ok(table),
            false => Err(TextError("the position is of other rules or players".to_string())),
        }
    }
}
