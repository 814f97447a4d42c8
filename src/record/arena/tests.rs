//! What an `arena.toml` may say, and which name an arena without one gets.

use super::reading::read_settings;
use super::*;
use crate::record::home::Home;
use std::sync::Barrier;
use std::thread;

/// An arena of that bot and chance.
fn arena(name: &str, seed: u64) -> Arena {
    let bots = [name, "random"].map(|name| ArenaBot {
        name: name.to_string(),
        repeatable: true,
        weights: None,
        book: None,
        program: None,
    });
    Arena {
        version: VERSION,
        game: "connect-four".to_string(),
        players: 2,
        rules: "standard".to_string(),
        format: ArenaFormat::RoundRobin,
        games: 2,
        position: None,
        opening_plies: 0,
        repetitions: 3,
        seed: Seed::new(seed).unwrap(),
        anchor: "random".to_string(),
        shard: None,
        sprt: None,
        openings: None,
        bots: bots.to_vec(),
    }
}

#[test]
fn names_of_bots_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.toml");
    let read = |name: &str| {
        std::fs::write(&path, toml::to_string(&arena(name, 1)).unwrap()).unwrap();
        read_settings(&path)
    };
    assert_eq!(read("greedy:x").unwrap().bots[0].name, "greedy:x");
    let why = read("x\nwarning: y").unwrap_err().to_string();
    assert!(why.contains("arena.toml") && why.contains("more than one line"), "{why}");
}

#[test]
fn of_two_that_begin_at_once_each_gets_a_name() {
    for _ in 0..10 {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::new(folder.path());
        let barrier = Barrier::new(2);
        let begin = |seed| {
            barrier.wait();
            home.unnamed_arena(arena("greedy:x", seed)).unwrap()
        };
        let (one, other) = thread::scope(|scope| {
            let other = scope.spawn(|| begin(2));
            (begin(1), other.join().unwrap())
        });
        assert_ne!(one.0, other.0);
    }
}
