//! An opening book: what was played in the first plies of recorded games, and what came of it.
//!
//! As text it has a line that says what it is and which game it is of, then a line a move: the moves
//! from the start to a position, a move there, and the games that it won, drew and lost for the player
//! who made it. Lines that begin with `#` say nothing.
//!
//! ```text
//! starhop book 1: game=chinese-checkers players=2 rules=standard:corners=pass,ply-cap=150
//!  | d1-e5 | 12 0 7
//! d1-e5 n2-m6 | c1>e3 | 5 1 4
//! ```

mod openings;

pub(super) use openings::Booked;
pub use openings::{Openings, learn};

use super::win_draw_loss::WinDrawLoss;
use crate::game::TextError;
use std::fmt;

/// The version of the text.
pub const VERSION: u32 = 1;
/// What every book begins with.
const TITLE: &str = "starhop book ";

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The moves from the start to the position.
    pub line: Vec<String>,
    /// The move.
    pub mv: String,
    /// How its games went for the player who made it.
    pub results: WinDrawLoss,
}

/// A book of one game under one rule set, as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The game's registered name.
    pub game: String,
    /// Seats at the table.
    pub players: usize,
    /// The rule set with all its settings.
    pub rules: String,
    /// All moves, each with the number of its line, from 1.
    pub entries: Vec<(usize, BookEntry)>,
}

impl Book {
    /// Reads a book. [`Openings::new`] checks that its moves are legal.
    ///
    /// # Errors
    /// Names the line that can't be read, and why.
    pub fn parse(text: &str) -> Result<Book, TextError> {
        let is_comment = |line: &str| line.trim_start().starts_with('#');
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !is_comment(line));
        let (number, first) = lines.next().ok_or_else(|| TextError("is empty".to_string()))?;
        let at = |number: usize, why: String| TextError(format!("line {number}: {why}"));
        let mut book = header(first).map_err(|why| at(number, why))?;
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let entry = entry(line).map_err(|why| at(number, why))?;
            book.entries.push((number, entry));
        }
        Ok(book)
    }
}

fn header(line: &str) -> Result<Book, String> {
    let title = || format!("a book begins with '{TITLE}{VERSION}: game=…'");
    let (version, fields) =
        line.strip_prefix(TITLE).and_then(|it| it.split_once(": ")).ok_or_else(title)?;
    if version != VERSION.to_string() {
        return Err(format!(
            "is of version {version}; this starhop reads version {VERSION}; make it anew with \
             `starhop book`"
        ));
    }
    let fields: Vec<(&str, &str)> =
        fields.split_whitespace().map(|it| it.split_once('=').unwrap_or((it, ""))).collect();
    let [("game", game), ("players", players), ("rules", rules)] = fields[..] else {
        return Err("names game, players and rules, in this order".to_string());
    };
    let players = players.parse().map_err(|_| format!("'{players}' is no number of players"))?;
    let (game, rules) = (game.to_string(), rules.to_string());
    Ok(Book { game, players, rules, entries: Vec::new() })
}

fn entry(line: &str) -> Result<BookEntry, String> {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let [moves, mv, results] = parts[..] else {
        return Err("is not 'MOVES | MOVE | WON DRAWN LOST'".to_string());
    };
    let counts: Option<Vec<u64>> = results.split_whitespace().map(|it| it.parse().ok()).collect();
    let Some([wins, draws, losses]) = counts.as_deref() else {
        return Err(format!("'{results}' are not games won, drawn and lost"));
    };
    let results = WinDrawLoss { wins: *wins, draws: *draws, losses: *losses };
    if mv.is_empty() || mv.contains(char::is_whitespace) {
        return Err(format!("'{mv}' is no move"));
    }
    let line = moves.split_whitespace().map(str::to_string).collect();
    Ok(BookEntry { line, mv: mv.to_string(), results })
}

impl fmt::Display for BookEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WinDrawLoss { wins, draws, losses } = self.results;
        write!(f, "{} | {} | {wins} {draws} {losses}", self.line.join(" "), self.mv)
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Book { game, players, rules, .. } = self;
        writeln!(f, "{TITLE}{VERSION}: game={game} players={players} rules={rules}")?;
        self.entries.iter().try_for_each(|(_, entry)| writeln!(f, "{entry}"))
    }
}

#[cfg(test)]
mod tests;
