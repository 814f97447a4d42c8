//! The games that people play: `results/play/games.jsonl`, a line a game, chained as those of arenas.

use super::disk;
use super::error::RecordError;
use super::games::{GameRecord, GamesReader};
use super::growing::Growing;
use super::home::{Home, PLAYED, make_folder};
use std::path::{Path, PathBuf};

const GAMES: &str = "games.jsonl";

impl Home {
    /// Appends the game that `game` makes of its number, with its chain, and returns that number and
    /// the file.
    ///
    /// # Errors
    /// Where a run, an arena or a comparison has the name `play`, another process writes there
    /// now, or a file is damaged or can't be written.
    pub fn keep_played(
        &self,
        game: impl FnOnce(u64) -> GameRecord,
    ) -> Result<(u64, PathBuf), RecordError> {
        let hold = self.hold(PLAYED)?;
        if let Some(kind) = hold.kind()? {
            return Err(kind.is_there(PLAYED));
        }
        let path = hold.folder.results.join(GAMES);
        let end = match disk::own_is_there(&path)? {
            true => End::of(&path)?,
            false => End { number: 1, chain: String::new(), bytes: 0 },
        };
        let claim = hold.claim()?;
        make_folder(&claim.folder.results)?;
        let mut file = Growing::open(&path, end.bytes)?;
        file.append(game(end.number).chained(&end.chain).to_line().as_bytes())?;
        file.sync()?;
        Ok((end.number, path))
    }
}

/// Where the next game of a file goes.
struct End {
    /// Its number.
    number: u64,
    /// The chain that it follows.
    chain: String,
    /// The bytes of the whole games before it.
    bytes: u64,
}

impl End {
    fn of(path: &Path) -> Result<End, RecordError> {
        let mut reader = GamesReader::open(path)?;
        let mut number = 1;
        while let Some(game) = reader.next_whole()? {
            number = game.number.saturating_add(1);
        }
        Ok(End { number, chain: reader.chain().to_string(), bytes: reader.bytes() })
    }
}

/// The last game of a file.
///
/// # Errors
/// Where it can't be read, a line is no game, or there is none.
pub fn last(path: &Path) -> Result<GameRecord, RecordError> {
    let mut reader = GamesReader::open(path)?;
    let mut last = None;
    while let Some(game) = reader.next_game()? {
        last = Some(game);
    }
    last.ok_or_else(|| RecordError::damaged(path, "holds no game"))
}
