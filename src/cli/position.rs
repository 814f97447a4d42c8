//! Positions named on the command line, and the tables that are set up there.

use super::failure::Failure;
use super::input;
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

    /// The table at the start of the game, or at the position that a file holds, `-` for standard input.
    ///
    /// # Errors
    /// Where there is no such game, or the file can't be read or holds no position of it; where it holds one of
    /// another game, that is named.
    pub fn table(&self, position: Option<&Path>) -> Result<Box<dyn Table>, Failure> {
        let entry = registry::find(self.game)?;
        let Some(path) = position else { return Ok(entry.open(self.players, self.rules)?) };
        let (name, text) = input::text(path)?;
        entry.open_at(&text).map_err(|why| {
            let why = self.is_of_another(&text).unwrap_or_else(|| why.to_string());
            Failure::data(format!("{name}: {why}"))
        })
    }

    /// That a text is a position of another game, where it is. Kinds of one game share their positions, so what
    /// is wrong with those is told by the kind that was asked for.
    fn is_of_another(&self, text: &str) -> Option<String> {
        let (asked, own) = (self.game, board_of(self.game));
        let mut others = registry::games().into_iter().filter(|it| board_of(it.name) != own);
        let other = others.find(|it| it.open_at(text).is_ok())?.name;
        Some(format!("is a position of {other}, not of {asked}; give --game {other}"))
    }
}

/// The game of which a registered name is a kind.
fn board_of(name: &str) -> &str {
    name.split_once('/').map_or(name, |(game, _)| game)
}
