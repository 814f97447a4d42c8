//! The folder of an arena: `arena.toml` says who plays how, `games.jsonl` holds all games,
//! `timing.csv` what they took; the tables beside them follow from the games.

mod longer;
mod merge;
mod named;
mod openings;
mod reading;
mod shard;
mod sprt;
mod tables;
#[cfg(test)]
mod tests;
mod timing;

pub use longer::interim;
pub use merge::ArenaShards;
pub use openings::{NO_RANDOM_PLIES, Openings};
pub use shard::{ArenaShard, Typed};
pub use timing::ArenaTiming;

use super::atomic::write_atomic;
use super::error::RecordError;
use super::games::{self, GameRecord};
use super::growing::Growing;
use super::home::{Claim, joined};
use super::shards::Whole as _;
use crate::play::schedule::{ArenaFormat, Fixture, Schedule};
use crate::play::sprt::{Hypotheses, Trial};
use crate::play::standings::{Ended, Standings};
use crate::play::transcript::{GameSettings, Transcript};
use crate::rng::{Purpose, Seed};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How the document of an arena begins as long as games are missing.
pub const INTERIM: &str = "Interim: ";
const DOCUMENT: &str = "arena.md";
const GAMES: &str = "games.jsonl";
const TIMING: &str = "timing.csv";

/// The version of `arena.toml` and of the columns of the tables beside it that is written: its games
/// are chained.
pub const VERSION: u32 = 3;
/// The version of one whose games have no chain and begin at the start of the game.
const VERSION_UNCHAINED: u32 = 1;
/// The version of one whose games have no chain, and that says where they begin.
const VERSION_FROM_POSITION: u32 = 2;

/// The most games of a pairing.
pub const MOST_GAMES: u64 = 10_000_000;

/// Everything that determines the games of an arena and what is made of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Arena {
    /// [`VERSION`], or that of a shard, a sequential test or one with openings, or of an arena that an earlier starhop began.
    pub version: u32,
    /// The game's registered name.
    pub game: String,
    /// Seats at the table.
    pub players: usize,
    /// The rule set with all its settings.
    pub rules: String,
    /// Which bots meet.
    pub format: ArenaFormat,
    /// Games of a pairing, an even number.
    pub games: u64,
    /// The position that games begin from, as a drawing; `None` for the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Random plies that games begin with.
    pub opening_plies: u32,
    /// A position that is there this many times ends a game; 0 for never.
    pub repetitions: u32,
    /// Where all chance comes from.
    pub seed: Seed,
    /// The bot whose rating is 0.
    pub anchor: String,
    /// Which games these are, where they are not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ArenaShard>,
    /// What is tested of the first bot, where it is a sequential test, which ends once that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Hypotheses>,
    /// What games begin with, in place of random plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<Openings>,
    /// Who plays; no name stands twice.
    pub bots: Vec<ArenaBot>,
}

/// A bot of an arena.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ArenaBot {
    /// Its search and its evaluation.
    pub name: String,
    /// Whether its games are the same each time they are played.
    pub repeatable: bool,
    /// The hash of its evaluation's weights, where it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// The hash of its opening book, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// The hash of the file that says how it is started, where it is a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
}

/// An arena that this process alone works on, until it is dropped.
#[derive(Debug)]
pub struct OpenArena {
    arena: Arena,
    schedule: Schedule,
    played: Played,
    games: Growing,
    timing: Growing,
    claim: Claim,
    /// Games of a pairing before it was made longer.
    shorter: Option<u64>,
}

/// The games of a file.
#[derive(Debug, Default)]
struct Played {
    ended: Vec<Ended>,
    /// How they stand, where they are those of a sequential test.
    trial: Option<Trial>,
    /// The chain of the last one; empty where there is none.
    chain: String,
    /// The bytes of all whole lines.
    bytes: u64,
}

/// What is on record of an arena, for reading.
#[derive(Debug)]
pub struct ArenaRecord {
    /// Who plays how.
    pub arena: Arena,
    /// How the games so far went, in their order.
    pub ended: Vec<Ended>,
    /// How they stand, where they are those of a sequential test.
    pub trial: Option<Trial>,
    /// The folder with all files.
    pub folder: PathBuf,
}

impl Played {
    /// No games of that arena yet.
    fn none(arena: &Arena) -> Played {
        Played { trial: arena.trial(), ..Played::default() }
    }

    /// Counts the next game.
    fn count(&mut self, game: &GameRecord) {
        self.ended.push(ended(game));
        if let Some(trial) = &mut self.trial {
            sprt::count(trial, &self.ended);
        }
    }

    /// Whether no game of these follows.
    fn is_done(&self, schedule: &Schedule) -> bool {
        is_done(self.trial.as_ref(), &self.ended, schedule)
    }
}

impl ArenaRecord {
    /// Whether all games are on record: of a sequential test those up to its end.
    pub fn is_done(&self) -> bool {
        is_done(self.trial.as_ref(), &self.ended, &self.arena.schedule())
    }

    /// What the games took so far; what was lost of it is left out.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn times(&self) -> Result<Vec<ArenaTiming>, RecordError> {
        timing::times(&self.folder.join(TIMING))
    }
}

impl Arena {
    /// All of its games.
    pub fn schedule(&self) -> Schedule {
        let whole = Schedule::new(self.format, self.bots.len(), self.players, self.games / 2);
        let whole = match &self.openings {
            Some(openings) => whole.with_suite(openings.suite.clone()),
            None => whole,
        };
        match self.part() {
            Some(part) => whole.part(part),
            None => whole,
        }
    }

    /// How games are played.
    pub fn game_settings(&self) -> GameSettings {
        let (opening_plies, repetitions) = (self.opening_plies, self.repetitions);
        let purpose = if self.sprt.is_some() { Purpose::Sprt } else { Purpose::Arena };
        GameSettings { purpose, opening_plies, repetitions }
    }

    /// The index of the bot whose rating is 0.
    pub fn anchor(&self) -> usize {
        self.bots.iter().position(|bot| bot.name == self.anchor).unwrap_or(0)
    }

    /// A name for its folder, by who plays.
    pub fn default_name(&self) -> String {
        let names = self.bots.iter().map(|bot| bot.name.trim_start_matches("greedy:"));
        joined("arena", &names.collect::<Vec<_>>())
    }

    /// A game as it goes on record, but for its chain.
    pub fn record(&self, fixture: &Fixture, told: Transcript) -> GameRecord {
        let version = match (self.is_chained(), &self.position) {
            (true, _) => games::VERSION,
            (false, None) => games::VERSION_UNCHAINED,
            (false, Some(_)) => games::VERSION_FROM_POSITION,
        };
        GameRecord {
            version,
            number: fixture.number + 1,
            pairing: fixture.pairing + 1,
            pair: fixture.pair + 1,
            game: self.game.clone(),
            rules: self.rules.clone(),
            players: self.players,
            bots: fixture.seats.iter().map(|&bot| self.bots[bot].name.clone()).collect(),
            seed: self.seed,
            repetitions: self.repetitions,
            position: self.position.clone(),
            opening: match &fixture.opening {
                Some(opening) => opening.split_whitespace().map(str::to_string).collect(),
                None => told.opening,
            },
            moves: told.moves,
            winner: told.winner.map(|seat| seat + 1),
            reason: told.reason,
            why: told.why,
            plies: told.plies,
            chain: None,
        }
    }

    /// Whether its games are chained.
    fn is_chained(&self) -> bool {
        self.version >= VERSION
    }

    /// That there can be such an arena.
    fn check(&self) -> Result<(), String> {
        match () {
            () if self.bots.len() < 2 => Err("an arena has two bots at least".to_string()),
            () if self.bots.iter().any(|bot| bot.name.contains(['\n', '\r'])) => {
                Err("the name of a bot has more than one line".to_string())
            }
            () if !(2..=6).contains(&self.players) => Err("players must be 2 to 6".to_string()),
            () if !(2..=MOST_GAMES).contains(&self.games) || self.games % 2 == 1 => {
                Err(format!("games must be an even number of 2 to {MOST_GAMES}"))
            }
            () if self.bots.iter().all(|bot| bot.name != self.anchor) => {
                Err("the anchor is none of the bots".to_string())
            }
            () => self.check_sprt().and_then(|()| self.check_openings()),
        }
    }

    /// What is set otherwise here than there, in words.
    fn differences(&self, there: &Arena) -> Vec<String> {
        let table = |arena: &Arena| toml::Table::try_from(arena).unwrap_or_default();
        let (here, old) = (table(self), table(there));
        let words = ["bots", "openings", "position", "shard", "sprt", "version"];
        // What a test has otherwise than an arena is of no interest, and its games are told as pairs.
        let of_arenas = ["anchor", "format", "games"];
        let is_test = self.sprt.is_some() || there.sprt.is_some();
        let is_random = self.openings.is_none() && there.openings.is_none();
        let is_told = |key: &str| {
            let is_other = words.contains(&key) || is_test && of_arenas.contains(&key);
            !is_other && (is_random || key != "opening-plies")
        };
        let plain = here.iter().filter(|(key, _)| is_told(key));
        let plain = plain.filter(|(key, value)| old.get(*key) != Some(value));
        let mut differ: Vec<String> = plain
            .map(|(key, value)| match old.get(key) {
                Some(old) => format!("{key} {old} there, {value} here"),
                None => format!("{key} {value} here"),
            })
            .collect();
        differ.extend(self.other_part(there));
        differ.extend(self.other_test(there));
        differ.extend(self.other_openings(there));
        if self.position != there.position {
            let of = |arena: &Arena| arena.position.as_ref().map_or("the start", |_| "a position");
            let (old, new) = (of(there), of(self));
            differ.push(match old == new {
                true => "another position there".to_string(),
                false => format!("games from {old} there, from {new} here"),
            });
        }
        let names =
            |arena: &Arena| arena.bots.iter().map(|bot| bot.name.clone()).collect::<Vec<_>>();
        if names(self) != names(there) {
            differ.push(format!("bots {} there", names(there).join(", ")));
        } else {
            let pairs = self.bots.iter().zip(&there.bots).filter(|(one, other)| one != other);
            differ.extend(pairs.map(|(bot, old)| match () {
                () if bot.program != old.program => format!("the file of {} is another", bot.name),
                () if bot.book != old.book => format!("the book of {} is another", bot.name),
                () => format!("the weights of {} are others", bot.name),
            }));
        }
        differ
    }
}

impl OpenArena {
    fn open(
        arena: Arena,
        schedule: Schedule,
        played: Played,
        claim: Claim,
    ) -> Result<OpenArena, RecordError> {
        let [games, timing] = [GAMES, TIMING].map(|name| claim.folder.results.join(name));
        let times = timing::kept(&timing, schedule.before() + played.ended.len() as u64)?;
        let games = Growing::open(&games, played.bytes)?;
        let timing = timing::open(&timing, times)?;
        Ok(OpenArena { arena, schedule, played, games, timing, claim, shorter: None })
    }

    /// Who plays how.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// How many games of a pairing it had, where it was made longer when it was opened.
    pub fn shorter(&self) -> Option<u64> {
        self.shorter
    }

    /// All games, played or not.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The folder with all files.
    pub fn folder(&self) -> &Path {
        &self.claim.folder.results
    }

    /// How the games so far went, in their order.
    pub fn ended(&self) -> &[Ended] {
        &self.played.ended
    }

    /// How they stand, where they are those of a sequential test.
    pub fn trial(&self) -> Option<&Trial> {
        self.played.trial.as_ref()
    }

    /// Whether all games are on record: of a sequential test those up to its end.
    pub fn is_done(&self) -> bool {
        self.played.is_done(&self.schedule)
    }

    /// Appends the next game with its chain. Its times go first, so that no game lacks them after a
    /// kill.
    ///
    /// # Errors
    /// Where a file can't be written to.
    pub fn add(&mut self, game: GameRecord, times: &[ArenaTiming]) -> Result<(), RecordError> {
        let lines: String = times.iter().map(ArenaTiming::to_line).collect();
        let game = match self.arena.is_chained() {
            true => game.chained(&self.played.chain),
            false => game,
        };
        self.timing.append(lines.as_bytes())?;
        self.games.append(game.to_line().as_bytes())?;
        self.played.count(&game);
        self.played.chain = game.chain.unwrap_or_default();
        Ok(())
    }

    /// Waits until all games are on the disk.
    ///
    /// # Errors
    /// Where the system can't say so.
    pub fn sync(&self) -> Result<(), RecordError> {
        self.timing.sync()?;
        self.games.sync()
    }

    /// What games took so far; what was lost of it is left out.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn times(&self) -> Result<Vec<ArenaTiming>, RecordError> {
        timing::times(&self.folder().join(TIMING))
    }

    /// Writes the tables that follow from all games, and a document about them.
    ///
    /// # Errors
    /// Where a file can't be written.
    pub fn conclude(&self, standings: &Standings, document: &str) -> Result<(), RecordError> {
        let games = (&self.schedule, self.ended());
        self.write(&tables::all(self.folder(), &self.arena, games, standings)?, document)
    }

    /// The same of a sequential test, whose games have no ratings.
    ///
    /// # Errors
    /// Where a file can't be written.
    pub fn conclude_test(&self, document: &str) -> Result<(), RecordError> {
        let games = (&self.schedule, self.ended());
        self.write(&[tables::pairs(self.folder(), &self.arena, games)?], document)
    }

    fn write(&self, tables: &[tables::Table], document: &str) -> Result<(), RecordError> {
        for (path, bytes) in tables {
            write_atomic(path, bytes)?;
        }
        write_atomic(&self.folder().join(DOCUMENT), document.as_bytes())
    }
}

fn is_done(trial: Option<&Trial>, ended: &[Ended], schedule: &Schedule) -> bool {
    trial.is_some_and(|it| it.sprt().is_over()) || ended.len() as u64 >= schedule.games()
}

fn ended(game: &GameRecord) -> Ended {
    let winner = game.winner.map(|seat| seat.saturating_sub(1));
    let line = game.transcript().line();
    Ended { winner, reason: game.reason.clone(), plies: game.plies, line }
}
