//! Reads the settings of an arena and its games, and refuses what doesn't fit.

use super::openings::VERSION_OPENINGS;
use super::shard::VERSION_SHARD;
use super::sprt::VERSION_SPRT;
use super::{Arena, Played, VERSION_FROM_POSITION, VERSION_UNCHAINED};
use crate::play::schedule::Schedule;
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::games::{GameRecord, GamesReader};
use crate::record::versioned;
use std::path::Path;

pub(super) fn read_settings(path: &Path) -> Result<Arena, RecordError> {
    let arena: Arena = versioned::read_toml(path, VERSION_UNCHAINED..=VERSION_OPENINGS)?;
    arena.check().map_err(|why| RecordError::damaged(path, why))?;
    if (arena.version == VERSION_OPENINGS) != arena.openings.is_some() {
        let why =
            format!("an arena with openings has version {VERSION_OPENINGS}, and no other has it");
        return Err(RecordError::damaged(path, why));
    }
    if arena.openings.is_some() {
        return Ok(arena);
    }
    if (arena.version == VERSION_SHARD) != arena.shard.is_some() {
        let why = format!("a shard has version {VERSION_SHARD}, and no other arena has it");
        return Err(RecordError::damaged(path, why));
    }
    if (arena.version == VERSION_SPRT) != arena.sprt.is_some() {
        let why = format!("a sequential test has version {VERSION_SPRT}, and no arena has it");
        return Err(RecordError::damaged(path, why));
    }
    let from_position = arena.version == VERSION_FROM_POSITION;
    match arena.is_chained() || from_position == arena.position.is_some() {
        true => Ok(arena),
        false => {
            let why = format!(
                "an arena of version {VERSION_FROM_POSITION} has a position, and one of version \
                 {VERSION_UNCHAINED} has none"
            );
            Err(RecordError::damaged(path, why))
        }
    }
}

/// That an arena has lost its games: their file is there from its beginning.
pub(super) fn games_missing(path: &Path) -> RecordError {
    let why = "is missing, with all games of this arena; put it back, or play them anew under \
               another --name";
    RecordError::damaged(path, why)
}

/// The games of a file, each of which must be the one of the schedule.
pub(super) fn read_games(
    path: &Path,
    arena: &Arena,
    schedule: &Schedule,
) -> Result<Played, RecordError> {
    let mut played = Played::none(arena);
    if !disk::own_is_there(path)? {
        return Err(games_missing(path));
    }
    let mut reader = GamesReader::open(path)?;
    while let Some(game) = reader.next_whole()? {
        if game.chain.is_some() && arena.is_chained() && !reader.is_chained() {
            return Err(reader.damaged("its chain does not begin here: this line was changed"));
        }
        if played.is_done(schedule) && played.trial.is_some() {
            return Err(reader.damaged("comes after the end of this test"));
        }
        let fixture = schedule.fixture(played.ended.len() as u64);
        let expected = fixture.map(|fixture| GameRecord {
            chain: game.chain.clone(),
            ..arena.record(&fixture, game.transcript())
        });
        if expected.as_ref() != Some(&game) {
            let number = schedule.before() + played.ended.len() as u64 + 1;
            return Err(reader.damaged(format!("is not game {number} of this arena")));
        }
        played.count(&game);
    }
    (played.chain, played.bytes) = (reader.chain().to_string(), reader.bytes());
    Ok(played)
}
