//! Lines of JSON and files of settings that carry a version.

use super::disk;
use super::error::RecordError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::ops::RangeInclusive;
use std::path::Path;

/// Reads a line whose version is one of those known. The version is looked at before all else, since
/// another version may have other keys.
///
/// # Errors
/// Where the line is of another version, or is no such line.
pub fn parse<T: DeserializeOwned>(line: &str, known: RangeInclusive<u32>) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u64,
    }
    let (first, last) = (*known.start(), *known.end());
    match serde_json::from_str(line) {
        Ok(Versioned { version }) if !(first.into()..=last.into()).contains(&version) => {
            let known = match first == last {
                true => format!("version {last}"),
                false => format!("versions {first} to {last}"),
            };
            Err(format!("is of version {version}; this starhop reads {known}"))
        }
        _ => serde_json::from_str(line).map_err(|why| why.to_string()),
    }
}

/// Reads a file of settings in TOML whose version is one of those known, which is looked at before all else.
///
/// # Errors
/// Where it can't be read, is of another version, or has no such settings.
pub fn read_toml<T: DeserializeOwned>(
    path: &Path,
    known: RangeInclusive<u32>,
) -> Result<T, RecordError> {
    let text = disk::read_text(path)?;
    let damaged = |why: toml::de::Error| RecordError::damaged(path, why);
    let table: toml::Table = toml::from_str(&text).map_err(damaged)?;
    let (first, last) = (*known.start(), *known.end());
    match table.get("version").and_then(toml::Value::as_integer) {
        Some(version) if !(first.into()..=last.into()).contains(&version) => {
            let why = format!("version {version} was made by another starhop; this one reads");
            Err(RecordError::damaged(path, format!("{why} {first} to {last}")))
        }
        _ => toml::from_str(&text).map_err(damaged),
    }
}
