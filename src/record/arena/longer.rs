//! An arena that is asked for with more games than it was begun with. Its schedule begins with the games that it has, so
//! that only the number in its settings changes.

use super::{Arena, DOCUMENT, INTERIM};
use crate::record::atomic::write_atomic;
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::home::{Folder, Hold};
use crate::record::shards::Whole as _;
use std::path::Path;

/// What stands before figures that are not of all games.
pub fn interim(done: u64, all: u64) -> String {
    match done < all {
        true => format!("{INTERIM}{done} of {all} games are played.\n\n"),
        false => String::new(),
    }
}

impl Arena {
    /// The settings of the arena that has a name already, which may ask for fewer games than these; `None` where
    /// nothing has.
    ///
    /// # Errors
    /// Where that is something else, a shard of another number of games, or has more games or other settings.
    pub(super) fn as_begun(&self, hold: &Hold) -> Result<Option<Arena>, RecordError> {
        let Some(there) = Arena::found(hold)? else { return Ok(None) };
        let (name, there_are, asked) = (hold.folder.name.clone(), there.games, self.games);
        let as_long = Arena { games: there_are, ..self.clone() };
        let is_shorter_test = self.sprt.is_some() && asked < there_are;
        if asked == there_are || !as_long.is_like(&there) || is_shorter_test {
            return self.checked(there, &hold.folder).map(Some);
        }
        match self.part() {
            Some(part) => {
                let work = part.work_of(&name).to_string();
                Err(RecordError::ShardLength { name, work, there: there_are, asked })
            }
            None if asked < there_are => {
                Err(RecordError::FewerGames { name, there: there_are, asked })
            }
            None => Ok(Some(there)),
        }
    }

    /// Puts these settings in the place of those of the same arena with fewer games.
    ///
    /// # Errors
    /// Where the file can't be written; the earlier ones then still stand.
    pub(super) fn lengthen(&self, folder: &Folder) -> Result<(), RecordError> {
        let (name, bytes) = self.file(folder)?;
        write_atomic(&folder.results.join(name), &bytes)
    }
}

/// Lets the document of an arena say that games are missing, before there are any more. Otherwise, stopped between its
/// last game and its tables, the arena would pass for one whose tables contradict its games.
///
/// # Errors
/// Where it can't be read or written.
pub(super) fn mark_interim(folder: &Path, done: u64, all: u64) -> Result<(), RecordError> {
    let path = folder.join(DOCUMENT);
    let Some(document) = disk::read_if_there(&path)? else { return Ok(()) };
    match done == all || document.starts_with(INTERIM.as_bytes()) {
        true => Ok(()),
        false => write_atomic(&path, interim(done, all).as_bytes()),
    }
}
