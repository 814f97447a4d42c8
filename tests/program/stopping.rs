//! Runs that stop before their end, and go on from there.

use crate::program::{Home, assert_same, evolve, last_generation, table};
use std::collections::BTreeMap;
use std::fs;

#[test]
fn the_clock_stops_a_run_on_the_same_path() {
    let home = Home::new();
    let done = home.done(&evolve("run", "--minutes 0.01 --json").replace("--generations 20", ""));
    assert_eq!(done.json()["stopped"], "--minutes");
    assert_eq!(home.done("list --json").json()["runs"][0]["state"], "finished");
    let end = last_generation(&home, "run");
    assert!(!home.read("results/run/config.toml").contains("\ngenerations"));
    // It ended by the times that its rows have, so that nothing is left to do.
    let verified = home.done("verify run").text();
    assert!(!verified.contains("Not checked"), "{verified}");
    let files = home.files("run");
    home.done("resume run");
    assert_same(&files, &home.files("run"), "an end by the clock");
    home.evolve("straight", &format!("--generations {}", end + 3));
    assert!(table(&home, "straight").starts_with(&table(&home, "run")));
    home.done(&format!("resume run --generations {} --minutes 60", end + 3));
    assert_eq!(table(&home, "straight"), table(&home, "run"));
}

#[test]
fn a_later_end_gives_what_a_straight_run_gives() {
    let home = Home::new();
    home.evolve("straight", "--generations 21");
    home.evolve("run", "--generations 7");
    home.done("resume run --generations 14 --threads 3");
    home.done("resume run --generations 21");
    assert_same(&home.files("straight"), &home.files("run"), "7, 14, 21");
    home.done("resume run");
    assert_same(&home.files("straight"), &home.files("run"), "nothing left to do");
}

#[test]
fn a_run_that_has_ended_is_told_again_without_a_game() {
    let home = Home::new();
    let done = home.evolve("run", "--generations 6");
    let (files, previous) = (home.files("run"), "populations/run/checkpoint.previous.json");
    let checkpoint = home.read(previous);
    for words in ["resume run", "resume run --generations 6"] {
        let again = home.done(words);
        assert!(again.err.contains("Run run has ended before"), "{}", again.err);
        assert_eq!(again.text(), done.text());
    }
    let told = home.done(&evolve("json", "--generations 6 --json")).json();
    assert_eq!(home.done("resume json --json").json(), told);
    // A kill may have left pictures of an earlier end.
    home.write("results/run/heat-map.svg", "old");
    home.done("resume run");
    assert_same(&files, &home.files("run"), "drawn again");
    assert_eq!(home.read(previous), checkpoint, "no checkpoint was written");
    // What a kill left behind the end is cut off.
    home.evolve("later", "--generations 12");
    for name in ["generations.csv", "timing.csv", "champions.jsonl"] {
        home.write(&format!("results/run/{name}"), home.read(&format!("results/later/{name}")));
    }
    assert!(home.done("resume run").err.contains("has ended before"));
    assert_same(&files, &home.files("run"), "rows behind the end");
    assert_eq!(home.read("results/run/timing.csv").lines().count(), 8);
    // What is missing or damaged is measured again.
    let strength = home.read("results/run/strength.csv");
    let cut: Vec<&str> = strength.lines().take(2).collect();
    home.write("results/run/strength.csv", cut.join("\n") + "\n");
    assert!(!home.done("resume run").err.contains("has ended before"));
    assert_same(&files, &home.files("run"), "a cut table");
    fs::remove_file(home.result("run", "strength.csv")).unwrap();
    assert!(!home.done("resume run").err.contains("has ended before"));
    home.write("results/run/champion.json", "{}");
    home.done("resume run");
    assert_same(&files, &home.files("run"), "measured again");
}

#[test]
fn an_earlier_end_is_refused() {
    let home = Home::new();
    home.evolve("run", "--generations 9");
    let before = home.files("run");
    let why = home.refused(2, "resume run --generations 8");
    assert!(why.contains("generation 9 already"), "{why}");
    home.refused(2, "resume run --generations 0");
    home.refused(2, "resume run --minutes 0");
    assert_same(&before, &home.files("run"), "a refused resume");
}

#[test]
fn only_the_end_may_be_edited() {
    let home = Home::new();
    home.evolve("run", "--generations 6");
    let text = home.read("results/run/config.toml");
    for (from, to) in [
        ("population = 20", "population = 21"),
        ("seed = 2", "seed = 3"),
        ("gene-rate = 0.1", "gene-rate = 0.2"),
        ("measure-every = 5", "measure-every = 6"),
    ] {
        assert!(text.contains(from), "{from}");
        home.write("results/run/config.toml", text.replace(from, to));
        assert!(home.refused(3, "resume run").contains("config.toml: was changed"), "{to}");
    }
    home.write("results/run/config.toml", text.replace("generations = 6", "generations = 12"));
    home.done("resume run");
    home.evolve("straight", "--generations 12");
    assert_same(&home.files("straight"), &home.files("run"), "an edited end");
}

#[test]
fn a_target_stops_at_the_first_measurement_that_reaches_it() {
    let home = Home::new();
    home.evolve("straight", "--generations 60 --measure-every 4");
    let fitness = |row: &BTreeMap<String, String>| {
        let generation: u64 = row["generation"].parse().unwrap();
        Some((generation, row["measured_fitness"].parse::<f64>().ok()?))
    };
    let measured: Vec<_> = home.rows("straight").iter().filter_map(fitness).collect();
    let (first, target) = (measured[0].1, measured.iter().map(|it| it.1).fold(f64::MIN, f64::max));
    assert!(target > first, "a target that the first measurement misses");
    let reached = measured.iter().find(|it| it.1 >= target).unwrap().0;

    let words = format!("--measure-every 4 --target-fitness={target} --json");
    let done = home.done(&evolve("run", &words).replace("--generations 20", ""));
    assert_eq!(done.json()["stopped"], "--target-fitness");
    assert_eq!(last_generation(&home, "run"), reached);
    assert!(table(&home, "straight").starts_with(&table(&home, "run")));
    home.done("resume run");
    assert_eq!(last_generation(&home, "run"), reached);
}

#[test]
fn hopeless_populations_are_replaced_and_counted() {
    let home = Home::new();
    let words = "--restart-after 3 --against hand-tuned-v4";
    home.evolve("run", &format!("{words} --generations 13"));
    let check = |rows: Vec<BTreeMap<String, String>>| {
        for row in rows {
            let number = |name: &str| row[name].parse::<f64>().unwrap();
            assert!(number("fitness_best") <= 0.0, "no hopeful generation: {row:?}");
            assert_eq!(number("restarts"), (number("generation") / 4.0).floor(), "{row:?}");
        }
    };
    check(home.rows("run"));
    assert_eq!(home.done("show run --json").json()["restarts"], 3);
    assert_eq!(
        home.done("evolve --config results/run/config.toml --name json --json").json()["restarts"],
        3
    );

    home.evolve("parts", &format!("{words} --generations 6"));
    home.done("resume parts --generations 8");
    home.done("resume parts --generations 13");
    assert_same(&home.files("run"), &home.files("parts"), "restarts across sessions");
}

#[test]
fn a_prolonged_run_whose_last_checkpoint_is_of_its_end_before_is_stopped() {
    let home = Home::new();
    home.evolve("run", "--generations 6");
    home.evolve("later", "--generations 12");
    // As where the disk was full for every checkpoint since.
    for name in ["config.toml", "generations.csv", "timing.csv", "champions.jsonl"] {
        home.write(&format!("results/run/{name}"), home.read(&format!("results/later/{name}")));
    }
    let listed = home.done("list --json").json()["runs"].clone();
    assert_eq!([&listed[0]["state"], &listed[1]["state"]], ["finished", "stopped"]);
    home.done("resume run");
    assert_same(&home.files("later"), &home.files("run"), "prolonged");
}
