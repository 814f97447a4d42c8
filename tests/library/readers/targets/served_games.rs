//! Files of games under way on a server: what was read is read again, and goes on behind its last whole
//! line.

use super::folder;
use starhop::record::home::Home;
use starhop::record::underway::Change;
use std::fs;

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let root = folder("served_games");
    let place = root.join("results/serve");
    let _ = fs::remove_dir_all(&place);
    let games = Home::new(&root).served().unwrap();
    fs::write(place.join("abcdefgh.jsonl"), bytes).unwrap();
    let Ok(found) = games.all() else { return false };
    let Some(game) = found.first() else { return false };
    assert_eq!(games.all().unwrap(), found);
    games.open(game).unwrap().add(&Change::Undo(1)).unwrap();
    let after = games.all().unwrap();
    let changes = game.changes.iter().chain([&Change::Undo(1)]);
    assert!(after[0].changes.iter().eq(changes), "{after:?}");
    true
}
