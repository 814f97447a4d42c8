//! The growing files of an arena, times before games: what was read is read again, and no more than it.

use super::{folder, parts};
use starhop::play::schedule::ArenaFormat;
use starhop::record::arena::{Arena, ArenaBot};
use starhop::record::home::Home;
use starhop::rng::Seed;
use std::fs;

fn arena() -> Arena {
    let bot = |name: &str| ArenaBot {
        name: name.to_string(),
        repeatable: true,
        weights: None,
        book: None,
        program: None,
    };
    Arena {
        version: 1,
        game: "connect-four".to_string(),
        players: 2,
        rules: "standard".to_string(),
        format: ArenaFormat::RoundRobin,
        games: 10,
        position: None,
        opening_plies: 0,
        repetitions: 3,
        seed: Seed::default(),
        anchor: "random".to_string(),
        shard: None,
        sprt: None,
        openings: None,
        bots: vec![bot("random"), bot("greedy:published")],
    }
}

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let root = folder("arena_files");
    let place = root.join("results/arena");
    let _ = fs::remove_dir_all(&place);
    let home = Home::new(&root);
    let open = || home.arena("arena", arena());
    // The first makes the folder, the second reads it.
    drop(open().unwrap());
    let (timing, games) = parts(bytes);
    fs::write(place.join("games.jsonl"), games).unwrap();
    fs::write(place.join("timing.csv"), timing).unwrap();
    let Ok(found) = open() else { return false };
    let (ended, times) = (found.ended().to_vec(), found.times().unwrap());
    assert!(ended.len() as u64 <= found.schedule().games());
    assert!(times.iter().all(|it| it.game <= ended.len() as u64));
    drop(found);
    let again = open().unwrap();
    assert_eq!((again.ended(), again.times().unwrap()), (&ended[..], times));
    true
}
