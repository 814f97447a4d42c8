//! The games of a measurement: what was read is read again, and no more than it.

use super::folder;
use starhop::play::batch::Seats;
use starhop::record::home::Home;
use starhop::record::measurement::{MeasurementSettings, OpponentSettings, Taker, VERSION};
use starhop::rng::Seed;
use starhop::tune::against::Against;
use starhop::tune::fitness::Scoring;
use std::fs;

fn settings() -> MeasurementSettings {
    let opponent = |name: &str| OpponentSettings {
        against: Against::one(name),
        hash: String::new(),
        distance: "hand-tuned-v4".to_string(),
    };
    MeasurementSettings {
        version: VERSION,
        weights: "champion-2".to_string(),
        weights_hash: String::new(),
        game: "chinese-checkers".to_string(),
        players: 2,
        rules: "standard".to_string(),
        opening_plies: 4,
        seats: Seats::All,
        search: "greedy".to_string(),
        scoring: Scoring::Plies,
        win_points: 500.0,
        games: 6,
        seed: Seed::default(),
        shard: None,
        opponents: vec![opponent("hand-tuned-v4"), opponent("hand-tuned-v1")],
    }
}

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let root = folder("measurement_files");
    let place = root.join("results/measurement");
    let _ = fs::remove_dir_all(&place);
    let home = Home::new(&root);
    let open = || home.measurement("measurement", settings());
    // The first makes the folder, the second reads it.
    drop(open().unwrap());
    fs::write(place.join("games.csv"), bytes).unwrap();
    let Ok(found) = open() else { return false };
    let (games, met) = (found.counted().games(), found.counted().met());
    assert!(games <= settings().all_games());
    drop(found);
    let again = open().unwrap();
    assert_eq!((again.counted().games(), again.counted().met()), (games, met));
    true
}
