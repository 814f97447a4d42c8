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
    if let Ok(Versioned { version }) = serde_json::from_str(line) {
        check(version.into(), known)?;
    }
    serde_json::from_str(line).map_err(|why| why.to_string())
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
    if let Some(version) = table.get("version").and_then(toml::Value::as_integer) {
        check(version.into(), known).map_err(|why| RecordError::damaged(path, why))?;
    }
    toml::from_str(&text).map_err(damaged)
}

/// Whether a version is one of those known; else who made it, and what helps.
fn check(version: i128, known: RangeInclusive<u32>) -> Result<(), String> {
    let (first, last) = (*known.start(), *known.end());
    let what_helps = if version < i128::from(first) {
        "an earlier one made it: make it anew under another --name"
    } else if version > i128::from(last) {
        "a later one made it: update starhop to read it"
    } else {
        return Ok(());
    };
    let known = match first == last {
        true => format!("version {last}"),
        false => format!("versions {first} to {last}"),
    };
    Err(format!("is of version {version}; this starhop reads {known}; {what_helps}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_is_refused_with_what_helps() {
        let read = |line: &str| parse::<serde_json::Value>(line, 2..=3);
        assert!(read(r#"{"version":2}"#).is_ok() && read(r#"{"version":3}"#).is_ok());
        assert_eq!(
            read(r#"{"version":4}"#).unwrap_err(),
            "is of version 4; this starhop reads versions 2 to 3; a later one made it: update \
             starhop to read it"
        );
        let earlier = read(r#"{"version":1}"#).unwrap_err();
        assert!(earlier.ends_with("an earlier one made it: make it anew under another --name"));
    }
}
