//! Checkpoints under a checksum that fits, and as they are: what is written reads back.

#![no_main]

use starhop::record::checkpoint::{hash, read, write};
use starhop::registry::find;
use starhop_fuzz::folder;
use std::fs;

fn check(text: &str) {
    let newest = folder().join("checkpoint.json");
    fs::write(&newest, text).unwrap();
    let Ok(Some(found)) = read(folder()) else { return };
    let config = &found.checkpoint.config;
    let table = find(&config.game).and_then(|it| it.open(config.players, &config.rules));
    let _ = table.map(|it| found.checkpoint.check(&it.parameters()));
    write(folder(), &found.checkpoint).unwrap();
    assert_eq!(read(folder()).unwrap().unwrap().checkpoint, found.checkpoint);
    fs::remove_file(folder().join("checkpoint.previous.json")).unwrap();
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    let body = text.trim_end();
    check(&format!("starhop-checkpoint 2 {}\n{body}\n", hash(body.as_bytes())));
    check(text);
});
