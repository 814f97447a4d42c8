//! What an `arena.toml` may say.

use super::*;

#[test]
fn names_of_bots_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.toml");
    let read = |name: &str| {
        let bots = [name, "random"].map(|name| ArenaBot {
            name: name.to_string(),
            repeatable: true,
            weights: None,
            book: None,
            program: None,
        });
        let arena = Arena {
            version: VERSION,
            game: "connect-four".to_string(),
            players: 2,
            rules: "standard".to_string(),
            format: ArenaFormat::RoundRobin,
            games: 2,
            position: None,
            opening_plies: 0,
            repetitions: 3,
            seed: Seed::new(1).unwrap(),
            anchor: "random".to_string(),
            shard: None,
            bots: bots.to_vec(),
        };
        std::fs::write(&path, toml::to_string(&arena).unwrap()).unwrap();
        read_settings(&path)
    };
    assert_eq!(read("greedy:x").unwrap().bots[0].name, "greedy:x");
    let why = read("x\nwarning: y").unwrap_err().to_string();
    assert!(why.contains("arena.toml") && why.contains("more than one line"), "{why}");
}
