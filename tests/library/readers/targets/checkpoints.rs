//! Checkpoints under a checksum that fits, and as they are: what is written reads back.

use super::folder;
use starhop::record::checkpoint::{read, write};
use starhop::record::hash::hash;
use starhop::registry::find;
use std::fs;

fn check_text(text: &str) -> bool {
    let folder = folder("checkpoints");
    fs::write(folder.join("checkpoint.json"), text).unwrap();
    let Ok(Some(mut found)) = read(&folder) else { return false };
    let config = &found.checkpoint.config;
    let table = find(&config.game).and_then(|it| it.open(config.players, &config.rules));
    let fits = table.is_ok_and(|it| found.checkpoint.check(&it.parameters()).is_ok());
    // Checkpoints that are written know their rows.
    found.checkpoint.rows.get_or_insert_default();
    write(&folder, &found.checkpoint).unwrap();
    assert_eq!(read(&folder).unwrap().unwrap().checkpoint, found.checkpoint);
    fs::remove_file(folder.join("checkpoint.previous.json")).unwrap();
    fits
}

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let body = text.trim_end();
    let summed =
        |version| format!("starhop-checkpoint {version} {}\n{body}\n", hash(body.as_bytes()));
    [summed(3), summed(4), summed(5), text.to_string()]
        .map(|text| check_text(&text))
        .contains(&true)
}
