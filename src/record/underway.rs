//! Games under way on a server: a file each below `results/serve`, which has a line for each move and each
//! change of seats before anybody is told of it.

use super::disk;
use super::error::RecordError;
use super::games::GameRecord;
use super::growing::Growing;
use super::home::{Claim, Home, SERVED, make_folder};
use super::lines;
use super::versioned;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The version of the first line.
pub const VERSION: u32 = 1;
const ENDING: &str = ".jsonl";

/// The first line: the game before its first move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// [`VERSION`].
    pub version: u32,
    /// The game, with nothing played.
    pub game: GameRecord,
    /// Who has each seat.
    pub seats: Vec<SeatLine>,
    /// What is agreed on beside the rules.
    pub terms: Terms,
}

/// What is agreed on beside the rules of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The time that there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockTerms>,
    /// What becomes of a seat whose person is gone; it is waited for by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<AbsentTerms>,
}

/// The time that people have, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockTerms {
    /// For a move.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub a_move: Option<u32>,
    /// For all moves of a seat.
    #[serde(default, rename = "game", skip_serializing_if = "Option::is_none")]
    pub a_game: Option<u32>,
}

/// What becomes of a seat whose person is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbsentTerms {
    /// Seconds until then.
    pub after: u32,
    /// What happens when it is that seat's turn.
    pub then: Absent,
}

/// What happens in place of somebody who is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// The game is given up; with more than two players a bot plays on.
    Resign,
    /// A bot plays on.
    Bot,
}

/// Who has a seat of a game on a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatLine {
    /// What they call themselves; `None` where the seat is free or a bot's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The SHA-256 of the word by which they are known again, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A later line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Change {
    /// A move was played, in that many milliseconds where a person had the seat.
    Move(String, u64),
    /// That many plies were taken back.
    Undo(usize),
    /// Somebody took the seat of that number, from 0.
    Seat(usize, SeatLine),
    /// The seat of that number, from 0, went to a bot.
    Bot(usize),
    /// The player to move gave the game up.
    Resign,
    /// The time of the player to move was over.
    Time,
}

/// All that is known of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Underway {
    /// Its name.
    pub id: String,
    /// Its first line.
    pub head: Head,
    /// The lines after it.
    pub changes: Vec<Change>,
    bytes: u64,
}

/// The folder of games under way, which this process alone works on.
#[derive(Debug)]
pub struct ServedGames {
    claim: Claim,
}

/// The file of a game. It is open only while a line is written, so that thousands of games can be under way.
#[derive(Debug)]
pub struct UnderwayFile {
    path: PathBuf,
    /// The bytes of all whole lines.
    bytes: u64,
    is_removed: bool,
}

impl Home {
    /// Takes the folder of games under way.
    ///
    /// # Errors
    /// Where another server has it, something else has its name, or it can't be written.
    pub fn served(&self) -> Result<ServedGames, RecordError> {
        let hold = self.hold(SERVED)?;
        if let Some(kind) = hold.folder.kind()? {
            return Err(kind.taken(SERVED));
        }
        let claim = hold.claim()?;
        make_folder(&claim.folder.results)?;
        Ok(ServedGames { claim })
    }
}

impl ServedGames {
    /// All games under way, in the order of their names.
    ///
    /// # Errors
    /// Names the file and the line that can't be read. A last line without its end was never
    /// acknowledged, and is none.
    pub fn all(&self) -> Result<Vec<Underway>, RecordError> {
        let folder = &self.claim.folder.results;
        let mut games = Vec::new();
        for name in disk::names(folder)? {
            let name = name.to_string_lossy();
            if let Some(id) = name.strip_suffix(ENDING).filter(|id| !id.starts_with('.')) {
                games.extend(read(id, &folder.join(name.as_ref()))?);
            }
        }
        Ok(games)
    }

    /// Begins the file of a new game.
    ///
    /// # Errors
    /// Where there is one of that name, or it can't be written.
    pub fn begin(&self, id: &str, head: &Head) -> Result<UnderwayFile, RecordError> {
        let path = self.path(id);
        if disk::own_is_there(&path)? {
            return Err(RecordError::damaged(&path, "is there already"));
        }
        let mut file = UnderwayFile { path, bytes: 0, is_removed: false };
        match file.line(head) {
            Ok(()) => Ok(file),
            Err(why) => {
                // Where that fails, too, the next server has a game with nobody at it.
                let _ = file.remove();
                Err(why)
            }
        }
    }

    /// Opens the file of a game that was read.
    ///
    /// # Errors
    /// Where it can't be written.
    pub fn open(&self, game: &Underway) -> Result<UnderwayFile, RecordError> {
        let path = self.path(&game.id);
        Growing::open(&path, game.bytes)?;
        Ok(UnderwayFile { path, bytes: game.bytes, is_removed: false })
    }

    /// Where the game of that name is kept.
    pub fn path(&self, id: &str) -> PathBuf {
        self.claim.folder.results.join(format!("{id}{ENDING}"))
    }
}

impl UnderwayFile {
    /// Appends what happened, and waits until it is on the disk.
    ///
    /// # Errors
    /// Where it can't be written, or the file was removed; then it did not happen.
    pub fn add(&mut self, change: &Change) -> Result<(), RecordError> {
        if self.is_removed {
            return Err(RecordError::damaged(&self.path, "was removed with the end of its game"));
        }
        self.line(change)
    }

    /// Removes the file of a game that is kept elsewhere.
    ///
    /// # Errors
    /// Where the system refuses.
    pub fn remove(&mut self) -> Result<(), RecordError> {
        disk::remove(&self.path).map_err(RecordError::io("remove", &self.path))?;
        self.is_removed = true;
        Ok(())
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), RecordError> {
        let text = lines::of(value);
        let mut file = Growing::open(&self.path, self.bytes)?;
        file.append(text.as_bytes())?;
        file.sync()?;
        self.bytes += text.len() as u64;
        Ok(())
    }
}

/// Reads the file of a game; `None` where not even its first line came to its end.
fn read(id: &str, path: &Path) -> Result<Option<Underway>, RecordError> {
    let whole = disk::read(path)?;
    let damaged = |why| RecordError::damaged(path, why);
    let mut lines = lines::whole(&whole);
    let Some(first) = lines.next() else { return Ok(None) };
    let head: Head =
        first.parse(|text| versioned::parse(text, VERSION..=VERSION)).map_err(damaged)?;
    let (mut changes, mut bytes) = (Vec::new(), first.end);
    for line in lines {
        let change = line.parse(|text| serde_json::from_str(text).map_err(|why| why.to_string()));
        changes.push(change.map_err(damaged)?);
        bytes = line.end;
    }
    Ok(Some(Underway { id: id.to_string(), head, changes, bytes }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> Head {
        let game = r#"{"version":3,"number":1,"pairing":1,"pair":1,"game":"connect-four","rules":"standard","players":2,"bots":["human","random"],"seed":3,"repetitions":3,"opening":[],"moves":[],"winner":null,"reason":"left","plies":0}"#;
        let game = serde_json::from_str(game).unwrap();
        Head {
            version: VERSION,
            game,
            seats: vec![SeatLine::default(); 2],
            terms: Terms::default(),
        }
    }

    #[test]
    fn a_game_begins_where_none_is_and_is_over_where_it_was_removed() {
        let folder = tempfile::tempdir().unwrap();
        let games = Home::new(folder.path()).served().unwrap();
        let mut file = games.begin("abcdefgh", &head()).unwrap();
        file.add(&Change::Undo(1)).unwrap();
        let before = games.all().unwrap();
        assert!(
            games.begin("abcdefgh", &head()).unwrap_err().to_string().contains("there already")
        );
        assert_eq!(games.all().unwrap(), before);
        file.remove().unwrap();
        assert!(file.add(&Change::Resign).unwrap_err().to_string().contains("was removed"));
        assert_eq!(games.all().unwrap(), []);
    }
}
