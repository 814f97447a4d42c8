//! Reads weights from a file that `export` wrote, or from the numbers of another program.

use super::comment::{self, Header};
use super::wanted::Wanted;
use super::{Format, csv, grid, npy, plain, toml};
use crate::record::error::RecordError;
use crate::record::weights::document::{self, Json, Notation as _};
use crate::record::weights::{FormatError, WeightsFile};
use crate::record::{checkpoint, disk};
use std::io::ErrorKind;
use std::path::Path;

/// Mebibytes of a file at most: arrays of the most parameters that a program may have, with their longest
/// names, take 5.
const MOST_MIB: u64 = 8;

/// What stood in a file, with seat 1's array.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadWeights {
    /// An array with its game, and its history where the format holds that.
    File(Box<WeightsFile>),
    /// An array of the board's length with nothing said about it.
    Bare(Vec<f64>),
}

impl ReadWeights {
    pub(super) fn file(file: WeightsFile) -> ReadWeights {
        ReadWeights::File(Box::new(file))
    }

    /// Seat 1's array.
    pub fn weights(&self) -> &[f64] {
        match self {
            ReadWeights::File(file) => &file.weights,
            ReadWeights::Bare(weights) => weights,
        }
    }
}

/// Reads an array that [`super::write`] has written, or the numbers that another program has: in any
/// layout, or as a list in source code. Arrays of other seats are turned back to seat 1; where
/// nothing says whose it is, an array counts as seat 1's.
///
/// # Errors
/// Where the file can't be read, is damaged or of a newer version, or does not fit the board.
pub fn read(path: &Path, wanted: Wanted<'_>) -> Result<ReadWeights, RecordError> {
    let bytes = load(path)?;
    let parsed = || {
        let weights = parse(&bytes, format_of(path, &bytes), wanted);
        weights.map_err(|why| damaged_json(path, &bytes).unwrap_or(why))
    };
    let weights = check_whole(&bytes).and_then(|()| parsed());
    weights.map_err(|why| RecordError::damaged(path, why))
}

/// The game that a file names, in JSON, in TOML or in comments; the rest of it may be damaged.
///
/// # Errors
/// Where the file can't be read, or is larger than any of weights.
pub fn stated_game(path: &Path) -> Result<Option<String>, RecordError> {
    let bytes = load(path)?;
    let Ok(text) = text_of(&bytes) else { return Ok(None) };
    Ok(match format_of(path, &bytes) {
        Some(Format::Json) => document::game_in(&Json(text)),
        Some(Format::Toml) => toml::game_in(text),
        _ => Header::game_in(text).map(str::to_string),
    })
}

/// The bytes of a file; it is a record's, as what a person names is looked for before.
fn load(path: &Path) -> Result<Vec<u8>, RecordError> {
    disk::read_named(path, MOST_MIB).map_err(|why| match why {
        RecordError::Io { reason, .. } if reason.kind() == ErrorKind::NotFound => {
            RecordError::damaged(path, "is missing; put it back")
        }
        why => why,
    })
}

fn check_whole(bytes: &[u8]) -> Result<(), FormatError> {
    if bytes.starts_with(checkpoint::FORMAT.as_bytes()) {
        let why =
            "is the checkpoint of a run, which holds a population; name the run for its champion";
        return Err(FormatError::Whole(why.to_string()));
    }
    match bytes.is_empty() {
        true => Err(FormatError::Whole("the file is empty".to_string())),
        false => Ok(()),
    }
}

/// What is wrong with the JSON of a file that is one of JSON by its name.
fn damaged_json(path: &Path, bytes: &[u8]) -> Option<FormatError> {
    let is_json = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("json"));
    let text = text_of(bytes).ok().filter(|_| is_json)?;
    let why = Json(text).read::<serde::de::IgnoredAny>().err()?;
    Some(why.within("damaged JSON"))
}

/// The format of a file, where `export` wrote it; source code is read as plain numbers are.
fn format_of(path: &Path, bytes: &[u8]) -> Option<Format> {
    let is_npy = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("npy"));
    match is_npy || bytes.starts_with(npy::MAGIC) {
        true => Some(Format::Npy),
        false => format_of_text(&String::from_utf8_lossy(bytes)),
    }
}

fn format_of_text(text: &str) -> Option<Format> {
    let mut lines = text.lines().map(str::trim);
    let is_toml =
        |line: &str| line.strip_prefix("format").is_some_and(|it| it.trim().starts_with('='));
    let has_toml = lines.clone().any(is_toml);
    let says_something = |line: &&str| !line.is_empty() && !comment::is_one(line);
    let line = lines.find(says_something).unwrap_or_default();
    if line.starts_with('{') && text.contains("\"format\"") {
        Some(Format::Json)
    } else if has_toml {
        Some(Format::Toml)
    } else if csv::is_header(line) {
        Some(Format::Csv)
    } else if Header::is_in(text) && !line.contains('=') {
        Some(Format::Grid)
    } else {
        None
    }
}

pub(super) fn parse(
    bytes: &[u8],
    format: Option<Format>,
    wanted: Wanted<'_>,
) -> Result<ReadWeights, FormatError> {
    let layout = wanted.layout;
    match format {
        Some(Format::Npy) => npy::read(bytes, layout).map(ReadWeights::Bare),
        Some(Format::Json) => {
            WeightsFile::parse_json(text_of(bytes)?, layout).map(ReadWeights::file)
        }
        Some(Format::Csv) => csv::read(text_of(bytes)?, layout),
        Some(Format::Toml) => toml::read(text_of(bytes)?, layout),
        Some(Format::Grid) => grid::read(text_of(bytes)?, layout),
        Some(Format::Rust | Format::Python | Format::C) | None => {
            plain::read(text_of(bytes)?, wanted)
        }
    }
}

fn text_of(bytes: &[u8]) -> Result<&str, FormatError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let before = bytes.iter().take(at).filter(|byte| **byte == b'\n').count();
        FormatError::line(before + 1, "not text in UTF-8")
    })
}
