//! What an earlier version wrote is read, verified and gone on with. Its intervals of several opponents took games of
//! one round for independent.

use crate::program::{Home, copy};
use starhop::play::tally::wilson;
use std::path::Path;

/// Whether an interval is the one of as many independent games, or a wider one.
#[derive(Debug, PartialEq)]
enum Interval {
    OfGames,
    Wider,
}

fn earlier() -> Home {
    let home = Home::new();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/earlier"), &home.path("."));
    home
}

/// The interval in each measured row of the run.
fn intervals(home: &Home) -> Vec<Interval> {
    let text = home.read("results/run/generations.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().clone();
    let interval = |row: csv::StringRecord| {
        let value = |name: &str| -> Option<f64> {
            row.get(header.iter().position(|it| it == name)?)?.parse().ok()
        };
        let games = value("measured_games")?;
        assert_eq!(value("measured_different"), Some(games), "all differ");
        let decided = games - value("measured_unfinished")?;
        let wins = (value("measured_win_rate")? * decided).round();
        let (low, high) = wilson(wins as u64, decided as u64).unwrap();
        let there = (value("measured_win_rate_low")?, value("measured_win_rate_high")?);
        assert!(there.0 <= low && high <= there.1, "{there:?}");
        Some(if there == (low, high) { Interval::OfGames } else { Interval::Wider })
    };
    reader.records().filter_map(|row| interval(row.unwrap())).collect()
}

/// The lower end of an interval in JSON, below that key.
fn low(text: &str, key: &str) -> f64 {
    let figures: serde_json::Value = serde_json::from_str(text).unwrap();
    figures[key]["win_rate_low"].as_f64().unwrap()
}

#[test]
fn a_run_of_an_earlier_version_is_verified_and_goes_on() {
    let home = earlier();
    let rows = home.read("results/run/generations.csv");
    let said = home.done("verify run").text();
    for what in ["generations.csv, generation 3", "champion.json", "strength.csv"] {
        assert!(said.contains(&format!("again with the same result: {what}")), "{said}");
    }
    assert_eq!(intervals(&home), [const { Interval::OfGames }; 3]);
    home.done("evolve --config results/run/config.toml --from hand-tuned-v4 --name again --quiet");
    let low = |run: &str| low(&home.read(&format!("results/{run}/champion.json")), "measured");
    assert!(low("again") < low("run"), "the same interval by both versions");
    home.done("resume run --generations 6 --quiet");
    assert!(home.read("results/run/generations.csv").starts_with(&rows));
    assert!(intervals(&home)[3..].contains(&Interval::Wider));
    home.done("verify run");
    home.done("show run");
    home.done("report run");
}

#[test]
fn settings_of_version_1_with_a_preset_of_then_measure_from_where_selection_begins() {
    let home = earlier();
    let text = home.read("results/run/config.toml").replace("version = 2", "version = 1");
    let text = text.replace("preset = \"rival\"", "preset = \"robust\"");
    let text = text
        .replace("measure-opening-plies = 4\n", "")
        .replace("opening-plies = 0", "opening-plies = 2");
    home.write("results/run/config.toml", text);
    home.done("evolve --config results/run/config.toml --from hand-tuned-v4 --name again --quiet");
    let plies = |json: String| {
        let run: serde_json::Value = serde_json::from_str(&json).unwrap();
        run["champion"]["measured"]["opening_plies"].as_u64()
    };
    assert_eq!(plies(home.done("show again --json").text()), Some(2));
    let again = home.read("results/again/config.toml");
    assert!(again.contains("\nmeasure-opening-plies = 2\n"), "{again}");
}

#[test]
fn a_measurement_of_an_earlier_version_is_verified_and_shown_with_wider_intervals() {
    let home = earlier();
    let before = home.read("results/mixed/measurement.json");
    home.done("verify mixed");
    let now = home.done("show mixed --json").text();
    assert!(low(&now, "all") < low(&before, "all"), "{now}");
    home.write(
        "results/mixed/measurement.json",
        before.replace("win_rate_low\": 0.1", "win_rate_low\": 0.2"),
    );
    let said = home.refused(3, "verify mixed");
    assert!(said.contains("is not what games.csv beside it comes to"), "{said}");
}

#[test]
fn a_comparison_of_an_earlier_version_is_verified() {
    let home = earlier();
    let said = home.done("verify several").text();
    assert!(said.contains("again with the same result: compare.csv, es, seed 1"), "{said}");
    let rows = home.read("results/several/compare.csv");
    home.write("results/several/compare.csv", rows.replace("2.33765", "2.33766"));
    assert!(home.refused(3, "verify several").contains("comes to something else than it says"));
}

/// Games, those without a winner, the win rate and the mean fitness in the last measured row of a run.
fn measured(home: &Home, run: &str) -> [f64; 4] {
    let text = home.read(&format!("results/{run}/generations.csv"));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().clone();
    let columns = ["games", "unfinished", "win_rate", "fitness"].map(|it| format!("measured_{it}"));
    let place = columns.map(|name| header.iter().position(|it| *it == name).unwrap());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let row = rows.iter().rfind(|row| !row[place[0]].is_empty()).unwrap();
    place.map(|place| row[place].parse().unwrap())
}

#[test]
fn scores_of_an_earlier_version_leave_out_draws_and_are_verified() {
    let home = earlier();
    let said = home.done("verify draws").text();
    for what in ["generations.csv, generation 4", "champion.json", "strength.csv"] {
        assert!(said.contains(&format!("again with the same result: {what}")), "{said}");
    }
    let [games, unfinished, rate, fitness] = measured(&home, "draws");
    assert_eq!((games, unfinished, fitness), (200.0, 4.0, rate));
    home.done("evolve --config results/draws/config.toml --name again --quiet");
    let score = (rate * 196.0 + 2.0) / 200.0;
    let [.., now_rate, now] = measured(&home, "again");
    assert_eq!(now_rate, rate);
    assert!((now - score).abs() < 1e-12, "{now} {score}");
    home.done("resume draws --generations 6 --quiet");
    home.done("verify draws");

    home.done("verify drawn");
    let shown = home.done("show drawn --json").json();
    let fitness = shown["all"]["fitness"].as_f64();
    assert_eq!(fitness, Some((57.0 + 0.5) / 120.0), "{shown}");

    home.done("verify scores");
    let rows = home.read("results/scores/compare.csv");
    home.write(
        "results/scores/compare.csv",
        rows.replace(",0.979933110367893,0.00", ",0.979933110367894,0.00"),
    );
    home.refused(3, "verify scores");
}
