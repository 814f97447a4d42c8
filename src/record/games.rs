//! `games.jsonl`: a line of JSON a game, each of which can be played again from its line alone. Each
//! line has the hash of itself and of the lines before it, so that none can be changed unseen.

use super::error::RecordError;
use super::hash::hash;
use super::lines::{self, Lines};
use super::versioned;
use crate::play::transcript::Transcript;
use crate::rng::Seed;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of a line that is written: it has a chain.
pub const VERSION: u32 = 3;
/// The version of a line without a chain, of a game from the start of the game.
pub const VERSION_UNCHAINED: u32 = 1;
/// The version of a line without a chain that says where the game began.
pub const VERSION_FROM_POSITION: u32 = 2;

/// A game on record. Numbers count from 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// [`VERSION`], [`VERSION_UNCHAINED`] or [`VERSION_FROM_POSITION`].
    pub version: u32,
    /// Its place in the arena.
    pub number: u64,
    /// Which two bots meet.
    pub pairing: usize,
    /// Which pair of their games it belongs to.
    pub pair: u64,
    /// The game's registered name.
    pub game: String,
    /// The rule set with all its settings.
    pub rules: String,
    /// Seats at the table.
    pub players: usize,
    /// The bots by seat.
    pub bots: Vec<String>,
    /// The arena's seed.
    pub seed: Seed,
    /// A position that is there this many times ends the game; 0 for never.
    pub repetitions: u32,
    /// The position that the game began from, as a drawing; `None` for the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves that it began with, which no bot chose.
    pub opening: Vec<String>,
    /// The moves of the bots.
    pub moves: Vec<String>,
    /// The seat that won; `null` where nobody did.
    pub winner: Option<usize>,
    /// Why it ended.
    pub reason: String,
    /// How a bot failed, where one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// All plies, those of the opening included.
    pub plies: u32,
    /// The hash of the chain of the game before, or of nothing for the first game, and of this line
    /// without its chain; `None` in lines of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
}

impl GameRecord {
    /// The line, with its end.
    pub fn to_line(&self) -> String {
        lines::of(self)
    }

    /// What [`GameRecord::chain`] has to be after a game with that chain; after none at all where it
    /// is empty.
    fn link(&self, before: &str) -> String {
        let bare = GameRecord { chain: None, ..self.clone() };
        hash(format!("{before}\n{}", bare.to_line()).as_bytes())
    }

    /// The game as it stands in a file after a game with that chain; after none at all where it is
    /// empty.
    pub fn chained(self, before: &str) -> GameRecord {
        let bare = GameRecord { version: VERSION, chain: None, ..self };
        GameRecord { chain: Some(bare.link(before)), ..bare }
    }

    /// Reads a line. Its chain is not looked at.
    ///
    /// # Errors
    /// Where it is no game, of another version, or has a seat that can't be.
    pub fn parse(line: &str) -> Result<GameRecord, String> {
        let record: GameRecord = versioned::parse(line, VERSION_UNCHAINED..=VERSION)?;
        let is_chained = record.version == VERSION;
        if is_chained != record.chain.is_some() {
            return Err(format!("a line of version {VERSION} has a chain, and no other has one"));
        }
        if !is_chained && (record.version == VERSION_FROM_POSITION) != record.position.is_some() {
            return Err(format!(
                "a line of version {VERSION_FROM_POSITION} has a position, and one of version \
                 {VERSION_UNCHAINED} has none"
            ));
        }
        match record.winner {
            Some(seat) if !(1..=record.players).contains(&seat) => {
                Err(format!("the winner is seat {seat} of {}", record.players))
            }
            _ => Ok(record),
        }
    }

    /// The game as it was played.
    pub fn transcript(&self) -> Transcript {
        Transcript {
            opening: self.opening.clone(),
            moves: self.moves.clone(),
            winner: self.winner.map(|seat| seat.saturating_sub(1)),
            reason: self.reason.clone(),
            why: self.why.clone(),
            plies: self.plies,
        }
    }
}

/// The games of a file, line by line.
#[derive(Debug)]
pub struct GamesReader {
    lines: Lines,
    /// The chain of the last game; empty where that has none.
    chain: String,
    /// Whether any game so far has no chain, or one that nobody can check.
    is_open: bool,
}

impl GamesReader {
    /// Opens a file.
    ///
    /// # Errors
    /// Where it can't be read.
    pub fn open(path: &Path) -> Result<GamesReader, RecordError> {
        Ok(GamesReader { lines: Lines::open(path)?, chain: String::new(), is_open: false })
    }

    /// The chain of the last game that was read; empty where there is none.
    pub fn chain(&self) -> &str {
        &self.chain
    }

    /// Whether all games so far have a chain, by which a change would have been seen.
    pub fn is_chained(&self) -> bool {
        !self.is_open
    }

    /// The line of the last game that was read, from 1.
    pub fn line(&self) -> u64 {
        self.lines.mark().line
    }

    /// The bytes of all whole lines so far.
    pub fn bytes(&self) -> u64 {
        self.lines.mark().bytes
    }

    /// Something that is wrong in the line that was read last.
    pub fn damaged(&self, why: impl ToString) -> RecordError {
        self.lines.damaged(why)
    }

    /// The next game; `None` after the last. A last line without its end is still being written,
    /// or was when the machine stopped: it is no game yet, and [`GamesReader::bytes`] end before
    /// it.
    ///
    /// # Errors
    /// Names the line that is no game.
    pub fn next_whole(&mut self) -> Result<Option<GameRecord>, RecordError> {
        let Some(text) = self.lines.next_whole()? else { return Ok(None) };
        let record = GameRecord::parse(&text).map_err(|why| self.damaged(why))?;
        self.follow(&record)?;
        Ok(Some(record))
    }

    /// Whether a game follows from those before it. A file may hold the games of several arenas, one
    /// after the other, so that a first game begins a chain, as that of a shard does; or it may hold
    /// some games of one, of which nobody knows what came before the first line.
    fn follow(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        let Some(chain) = &game.chain else {
            if !self.chain.is_empty() && game.number != 1 {
                return Err(self.damaged("has no chain, but the line before it has one"));
            }
            self.chain.clear();
            self.is_open = true;
            return Ok(());
        };
        let begins = || game.number == 1 && game.link("") == *chain;
        if self.line() == 1 && game.number != 1 {
            self.is_open = game.link("") != *chain;
        } else if game.link(&self.chain) != *chain && !begins() {
            return Err(self.damaged(
                "its chain does not follow: this line was changed since it was written, or the one \
                 before it is missing",
            ));
        }
        self.chain.clone_from(chain);
        Ok(())
    }

    /// The same for a file that nobody writes: a last line without its end is damage.
    ///
    /// # Errors
    /// Names the line that is no game.
    pub fn next_game(&mut self) -> Result<Option<GameRecord>, RecordError> {
        let next = self.next_whole()?;
        if next.is_none() {
            self.lines.check_end()?;
        }
        Ok(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn record() -> impl Strategy<Value = GameRecord> {
        let numbers = (1..=u64::MAX, any::<usize>(), any::<u64>(), 0..=Seed::MAX, any::<u32>());
        let texts = (".*", ".*", ".*", proptest::option::of(".*"));
        let lists = || proptest::collection::vec(".*", 0..6);
        let players = (2usize..7).prop_flat_map(|it| (Just(it), proptest::option::of(1..=it)));
        let ends = (any::<u32>(), proptest::option::of(".*"), any::<bool>());
        (numbers, texts, lists(), lists(), lists(), players, ends).prop_map(
            |(numbers, texts, bots, opening, moves, (players, winner), ends)| {
                let (plies, position, is_chained) = ends;
                let (number, pairing, pair, seed, repetitions) = numbers;
                let (game, rules, reason, why) = texts;
                let seed = Seed::new(seed).unwrap();
                let version = match (is_chained, &position) {
                    (true, _) => VERSION,
                    (false, None) => VERSION_UNCHAINED,
                    (false, Some(_)) => VERSION_FROM_POSITION,
                };
                let record = GameRecord {
                    version,
                    number,
                    pairing,
                    pair,
                    game,
                    rules,
                    players,
                    bots,
                    seed,
                    repetitions,
                    position,
                    opening,
                    moves,
                    winner,
                    reason,
                    why,
                    plies,
                    chain: None,
                };
                GameRecord { chain: is_chained.then(|| record.link("")), ..record }
            },
        )
    }

    proptest! {
        #[test]
        fn games_come_back_from_their_line(record in record()) {
            let line = record.to_line();
            prop_assert_eq!(line.matches('\n').count(), 1);
            prop_assert_eq!(GameRecord::parse(line.trim_end_matches('\n')), Ok(record));
        }

        #[test]
        fn no_line_panics(line in ".*", record in record(), at in any::<prop::sample::Index>()) {
            let _ = GameRecord::parse(&line);
            let mut bytes = record.to_line().into_bytes();
            let at = at.index(bytes.len() - "\n".len());
            bytes[at] ^= 4;
            let _ = GameRecord::parse(&String::from_utf8_lossy(&bytes));
            bytes.truncate(at);
            prop_assert!(GameRecord::parse(&String::from_utf8_lossy(&bytes)).is_err());
        }
    }

    #[test]
    fn a_line_of_another_version_says_so() {
        let why = GameRecord::parse(r#"{"version":4,"new":true}"#).unwrap_err();
        assert!(why.starts_with("is of version 4; this starhop reads versions 1 to 3"), "{why}");
        for line in ["", "null", "{}", "[1]", r#"{"version":1}"#, r#"{"version":-1}"#] {
            assert!(GameRecord::parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_winner_has_a_seat_of_the_table() {
        let with = |winner: &str| {
            let line = format!(
                r#"{{"version":1,"number":1,"pairing":1,"pair":1,"game":"g","rules":"r","players":2,"bots":["a","b"],"seed":0,"repetitions":3,"opening":[],"moves":[],"winner":{winner},"reason":"four","plies":0}}"#
            );
            GameRecord::parse(&line).map(|it| it.transcript().winner)
        };
        assert_eq!(["null", "1", "2"].map(with), [Ok(None), Ok(Some(0)), Ok(Some(1))]);
        for winner in ["0", "3"] {
            let why = format!("the winner is seat {winner} of 2");
            assert_eq!(with(winner), Err(why));
        }
    }
}
