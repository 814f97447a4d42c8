//! What the files of the shipped champions say is what anyone measures on the same terms.

use crate::program::{Home, count};
use serde_json::Value;
use starhop::registry::{champions, games};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Not the seed by which the files were written.
const SEED: u64 = 77;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("populations/champions");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|it| it == "json"));
    files.sort();
    files
}

fn measured(path: &Path) -> Value {
    let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    file["measured"].clone()
}

fn counts(measured: &Value) -> (f64, f64) {
    let [wins, losses] = ["wins", "losses"].map(|key| count(measured, key) as f64);
    (wins, wins + losses)
}

/// Measures a champion on the terms that its file tells, and holds the shares that were won against
/// each other: four standard errors and a game apart at most.
fn check(path: &Path, games: u64) {
    let words = format!("measure {} --own-terms --games {games} --seed {SEED}", path.display());
    let found = Home::new().done(&format!("{words} --json --quiet")).json()["all"].clone();
    let told = measured(path);
    for key in ["against", "seats", "opening_plies", "search"] {
        assert_eq!(found[key], told[key], "{}", path.display());
    }
    let ((wins, all), (told_wins, told_all)) = (counts(&found), counts(&told));
    let share = told_wins / told_all;
    let error = (share * (1.0 - share) * (1.0 / all + 1.0 / told_all)).sqrt();
    let apart = (wins / all - share).abs();
    assert!(apart <= 4.0 * error + 1.0 / all, "{}: {wins} of {all}, not {share}", path.display());
}

#[test]
fn every_file_says_on_what_terms_and_of_how_many_different_games() {
    assert!(files().len() >= 14);
    for path in files() {
        let measured = measured(&path);
        for key in ["games", "different_games", "opening_plies", "search", "win_rate_low"] {
            assert!(!measured[key].is_null(), "{}: {key}", path.display());
        }
    }
}

/// Every file has a name in its game, by which it is found without the file.
#[test]
fn the_names_of_champions_stand_for_their_files() {
    let home = Home::new();
    let (all, page) = (files(), include_str!("../../docs/runs.md"));
    let mut named = BTreeSet::new();
    for entry in games() {
        for champion in champions(entry.name) {
            let text = home.done(&format!("export {}", champion.name)).text().to_string();
            assert_eq!(
                home.done(&format!("export {} --game {}", champion.name, entry.name)).text(),
                text
            );
            let is_it = |path: &&PathBuf| fs::read_to_string(path).unwrap() == text;
            let file = all.iter().find(is_it).and_then(|path| path.file_name()).unwrap();
            let row = format!("\n| {} | {} | {} |\n", champion.name, entry.name, file.display());
            assert!(page.contains(&row), "{row}");
            named.insert(file);
        }
    }
    assert_eq!(named.len(), all.len());
}

#[test]
fn names_of_champions_are_measured_as_their_files_are() {
    let home = Home::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("populations/champions");
    for (name, file) in [
        ("champion-4", "four-players-default"),
        ("champion-report", "two-players-report-setting"),
        ("champion-connect-four", "connect-four-default"),
        ("champion-halma", "halma-default"),
        ("champion-pid", "pid-greedy"),
    ] {
        let path = folder.join(format!("{file}.json"));
        for terms in ["--own-terms", "--opening-plies 2"] {
            let measured = |weights: &str| {
                let words = format!("measure {weights} {terms} --games 40 --seed 1 --json");
                let mut found = home.done(&words).json();
                found.as_object_mut().unwrap().remove("weights").unwrap();
                found
            };
            assert_eq!(measured(name), measured(path.to_str().unwrap()), "{name}");
        }
    }
}

/// A search takes its time; a champion of the Halma agent would take a minute.
#[test]
fn shipped_champions_are_what_their_files_say() {
    for path in files() {
        match measured(&path)["search"].as_str().unwrap() {
            "own" => {}
            "greedy" => check(&path, 1000),
            _ => check(&path, 150),
        }
    }
}

#[test]
#[ignore = "some minutes"]
fn shipped_champions_are_what_their_files_say_in_many_games() {
    for path in files() {
        match measured(&path)["search"].as_str().unwrap() {
            "own" => check(&path, 120),
            "greedy" => check(&path, 20_000),
            _ => check(&path, 1000),
        }
    }
}
