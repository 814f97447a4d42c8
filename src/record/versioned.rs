//! Lines of JSON that carry a version.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::ops::RangeInclusive;

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
