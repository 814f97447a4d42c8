//! Positions named on the command line, and the tables that are set up there.

use super::failure::{Failure, unread};
use crate::record::disk;
use crate::registry::{self, Table};
use std::path::Path;

/// The game, players and rules where no position names them.
pub struct Place<'a> {
    game: &'a str,
    players: usize,
    rules: &'a str,
}

impl Place<'_> {
    /// That game for that many players under those rules.
    pub fn of<'a>(game: &'a str, players: usize, rules: &'a str) -> Place<'a> {
        Place { game, players, rules }
    }

    /// The table at the start of the game, or at the position that a file holds.
    ///
    /// # Errors
    /// Where there is no such game, or the file can't be read or holds no position of it.
    pub fn table(&self, position: Option<&Path>) -> Result<Box<dyn Table>, Failure> {
        let entry = registry::find(self.game)?;
        let Some(path) = position else { return Ok(entry.open(self.players, self.rules)?) };
        let text = disk::read_named_text(path).map_err(unread)?;
        entry.open_at(&text).map_err(|why| Failure::data(format!("{}: {why}", path.display())))
    }
}
