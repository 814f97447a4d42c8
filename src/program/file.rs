//! What the files that say how programs are started (`tune.toml`, `engine.toml`) have in common.

use crate::game::TextError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};
use std::path::Path;

/// The version of these files.
const VERSION: u32 = 1;

/// What a file says. Its version comes first: of another one nobody knows which fields it has.
pub fn versioned<T: DeserializeOwned>(text: &str) -> Result<T, TextError> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    match toml::from_str(text) {
        Ok(Versioned { version }) if version != VERSION => Err(TextError(format!(
            "version: this starhop reads version {VERSION}, not {version}, which a later one may read"
        ))),
        _ => toml::from_str(text).map_err(|why| {
            let list = r#"expected a list, as in ["one", "two"]"#;
            TextError(why.to_string().replace("expected a sequence", list))
        }),
    }
}

/// Refuses a file by the first of these rules that doesn't hold.
pub fn check(rules: &[(bool, &str)]) -> Result<(), TextError> {
    match rules.iter().find(|(holds, _)| !holds) {
        Some((_, why)) => Err(TextError(why.to_string())),
        None => Ok(()),
    }
}

/// Whether a file may give something that many seconds.
pub fn is_time(seconds: f64) -> bool {
    seconds > 0.0 && seconds <= 1e6
}

/// Seconds of what a file gives no time.
pub fn minute() -> f64 {
    60.0
}

/// Hexadecimal SHA-256 of a file's text.
pub fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The folder that a file lies in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
