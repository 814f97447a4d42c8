//! Where a run's generations stand in each parameter: the file, and the picture of it.

use super::{evolve, home};
use serde_json::Value;
use std::fs;

/// The names of the rows of a generation. What is fixed has one, too.
const NAMES: [&str; 7] =
    ["depth", "rate", "way: a", "way: bb", "way: ccc", "is-quick: true", "kept"];

/// The rows of `parameters.csv` of the run.
fn rows(text: &str) -> Vec<(u64, String, f64, f64)> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("generation,parameter,mean,deviation"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let [generation, name, mean, deviation] = cells[..] else { panic!("{line}") };
        let number = |text: &str| text.parse::<f64>().unwrap();
        (generation.parse().unwrap(), name.to_string(), number(mean), number(deviation))
    };
    lines.map(row).collect()
}

#[test]
fn rows_are_of_the_populations() {
    let home = home("game");
    home.done(&evolve("run", ""));
    let rows = rows(&home.read("results/run/parameters.csv"));
    let names: Vec<&str> = rows.iter().map(|row| row.1.as_str()).collect();
    assert!(names.chunks(7).all(|names| *names == NAMES), "{names:?}");
    assert_eq!(rows.len(), 7 * 7);
    for generation in [0, 3, 6] {
        let kept = home.read(&format!("populations/run/generation-{generation:06}.json"));
        let kept: Value = serde_json::from_str(&kept[kept.find('{').unwrap()..]).unwrap();
        let vectors: Vec<&Value> =
            kept["population"].as_array().unwrap().iter().map(|it| &it["genes"]).collect();
        let all = |index: usize| vectors.iter().map(move |it| it[index].as_f64().unwrap());
        let mean_of = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
        let share = |index, value: f64| {
            mean_of(all(index).map(|it| f64::from(u8::from(it == value))).collect())
        };
        let means = [
            mean_of(all(0).collect()),
            mean_of(all(1).collect()),
            share(2, 0.0),
            share(2, 1.0),
            share(2, 2.0),
            share(3, 1.0),
            0.25,
        ];
        let own: Vec<_> = rows.iter().filter(|row| row.0 == generation).collect();
        for ((_, name, mean, deviation), expected) in own.into_iter().zip(means) {
            assert!((mean - expected).abs() < 1e-12, "{generation} {name}: {mean}, {expected}");
            let of_share = (mean * (1.0 - mean)).max(0.0).sqrt();
            let is_share = name.contains(':');
            assert!(!is_share || (deviation - of_share).abs() < 1e-12, "{name}: {deviation}");
            assert!(name != "kept" || *deviation == 0.0);
        }
    }
}

#[test]
fn a_run_that_goes_on_has_the_rows_of_one_that_was_not_stopped() {
    let home = home("minimise");
    home.done(&evolve("run", "--generations 6"));
    let whole = home.read("results/run/parameters.csv");
    home.done(&evolve("short", "--generations 4"));
    // What a kill leaves behind the checkpoint.
    let text = home.read("results/short/parameters.csv");
    assert!(whole.starts_with(&text));
    home.write("results/short/parameters.csv", format!("{text}5,depth,99,0\n5,ra"));
    home.done("resume short --generations 6");
    assert_eq!(home.read("results/short/parameters.csv"), whole);
    // One of an earlier version has its later generations alone, and says so.
    home.done(&evolve("old", "--generations 4"));
    fs::remove_file(home.result("old", "parameters.csv")).unwrap();
    let said = home.done("verify old").text();
    assert!(said.contains("parameters.csv: generation 4 is not on record"), "{said}");
    home.done("resume old --generations 6");
    let later: String = whole.split_inclusive('\n').skip(1 + 5 * 7).collect();
    let head = "generation,parameter,mean,deviation\n";
    assert_eq!(home.read("results/old/parameters.csv"), format!("{head}{later}"));
    home.done("verify old");
}

#[test]
fn other_rows_are_refused() {
    let home = home("minimise");
    home.done(&evolve("run", ""));
    home.done("verify run");
    let text = home.read("results/run/parameters.csv");
    let changed = text.replacen("\n6,way: a,", "\n6,way: a,1", 1);
    assert_ne!(changed, text);
    home.write("results/run/parameters.csv", &changed);
    let said = home.refused(3, "verify run");
    assert!(said.contains("generation 6: has other rows than the checkpoint's"), "{said}");
    home.write("results/run/parameters.csv", text.replacen("\n3,", "\n9,", 1));
    // What stands behind a later row isn't lost in silence.
    for words in ["verify run", "resume run --generations 9"] {
        let said = home.refused(3, words);
        assert!(said.contains("parameters.csv: has no row for generation 6"), "{said}");
    }
    let said = home.refused(3, "plot run");
    assert!(said.contains("parameters.csv") && said.contains("3 is out of order"), "{said}");
}

#[test]
fn curves_of_parameters_are_drawn_where_runs_have_the_same() {
    let home = home("minimise");
    home.done(&evolve("one", ""));
    home.done(&evolve("two", "--seed 4"));
    for file in ["parameter-curves.svg", "parameter-curves.png"] {
        assert!(home.result("one", file).exists(), "{file}");
    }
    let alone = home.read("results/one/parameter-curves.svg");
    home.done("plot one two --output both");
    assert_ne!(home.read("both/parameter-curves.svg"), alone);
    home.done("plot one two --output again");
    assert_eq!(home.read("both/parameter-curves.svg"), home.read("again/parameter-curves.svg"));
    home.done("report one");
    let page = home.read("results/one/report.html");
    assert!(page.contains("mean and standard deviation of each parameter"));
    // One of another program, and one on a board.
    home.write("tune.toml", home.read("tune.toml").replace("\"rate\"", "\"pace\""));
    home.done(&evolve("other", ""));
    home.done("plot one other --output mixed");
    assert!(home.path("mixed/fitness.svg").exists());
    assert!(!home.path("mixed/parameter-curves.svg").exists());
    home.evolve("board", "");
    assert!(!home.result("board", "parameters.csv").exists());
    assert!(!home.result("board", "parameter-curves.svg").exists());
}

#[test]
fn what_is_fixed_has_no_curve() {
    let home = home("minimise");
    home.done(&evolve("run", "--fix depth=2,rate=1,is-quick=1"));
    let way = home.read("results/run/parameter-curves.svg");
    home.done(&evolve("all", ""));
    assert!(way.len() < home.read("results/all/parameter-curves.svg").len());
}
