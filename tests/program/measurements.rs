//! Measurements that are kept, in one process or in shards: the same bytes either way, whatever stopped them,
//! and whatever doesn't fit named.

mod refused;

use crate::program::{Files, Home, assert_same, kill_after, wait_until};
use crate::shards::{remove, sharded, torn_shards, whole};
use serde_json::Value;
use std::fs;
use std::time::{Duration, Instant};

const MEASURE: &str =
    "measure champion-2 --against hand-tuned-v4,generation-7822 --games 61 --seed 3 --name m";
/// Three seats, of which the last round has two games.
const MIX: &str = "measure champion-2 --against hand-tuned-v4=2,generation-7822 --mix --players 3 \
     --games 50 --seed 3 --name m";
/// Few different games, which count once whatever shard they are in.
const START: &str = "measure champion-2 --against generation-7822,hand-tuned-v1 --opening-plies 0 \
     --seats first --games 40 --seed 1 --name m";
const LONG: &str =
    "measure champion-2 --against hand-tuned-v4,hand-tuned-v1 --games 3000 --seed 5 --name m";

fn unnamed(words: &str) -> String {
    words.replace(" --name m", "")
}

#[test]
fn merged_shards_are_the_measurement_that_one_process_makes() {
    // Enough games that the interval is known, which knows of rounds that no shard parts.
    let long = MIX.replace("--games 50", "--games 151");
    for (words, rows) in [(MEASURE, 122), (MIX, 50), (&long, 151), (START, 80)] {
        let files = whole(words, "m");
        for of in [1, 2, 3, 7] {
            let home = sharded(words, of);
            let done = home.done("merge m");
            assert_same(&files, &home.files("m"), &format!("{of} shards: {words}"));
            assert_eq!(home.read("results/m/games.csv").lines().count(), 1 + rows);
            // It prints what a measurement prints of which nothing is kept.
            assert_eq!(done.text(), home.done(&unnamed(words)).text());
            let figures = home.read("results/m/measurement.json");
            assert_eq!(home.done(&format!("{} --json", unnamed(words))).text(), figures);
            // It is a measurement like any other, and merged once more it is the same.
            let before = home.files("m");
            for again in [&format!("{words} --json"), "merge m --json", "show m --json"] {
                assert_eq!(home.done(again).text(), figures, "{again}");
            }
            assert_same(&before, &home.files("m"), "again");
            let said = home.done("verify m").text();
            assert!(said.contains(&format!("{rows} rows; {rows} games played again")), "{said}");
        }
    }
}

#[test]
fn a_name_alone_keeps_the_seed_that_was_drawn() {
    let home = Home::new();
    let words = "measure champion-2 --games 20 --name m";
    let first = home.done(words);
    assert!(first.err.contains("Measurement m, seed "), "{}", first.err);
    let before = home.files("m");
    assert_eq!(home.done(words).out, first.out);
    assert_same(&before, &home.files("m"), "again");
}

#[test]
fn a_shard_says_that_it_is_one() {
    let home = Home::new();
    let done = home.done(&format!("{MEASURE} --shard 2/3"));
    let said = done.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("shard 2/3 alone, games 21 to 40 of 61 against each opponent"), "{said}");
    assert!(done.err.contains("when all 3 shards are done\n") && done.err.contains(" merge m\n"));
    assert_eq!(home.done(&format!("{MEASURE} --shard 2/3 --json")).json()["shard"], "2/3");
    assert!(home.done("verify m.2-of-3").text().contains("40 games played again"));
    assert_eq!(home.done("show m.2-of-3").text(), done.text());
    let listed = &home.done("list --json").json()["measurements"][0];
    let played = [&listed["games_played"], &listed["games_scheduled"]].map(|it| it.as_u64());
    assert_eq!((listed["name"].as_str(), played), (Some("m.2-of-3"), [Some(40); 2]));
    assert_eq!(listed["state"], "finished");
    let many = MEASURE.replace("--name m", "--name many") + " --shard 1/40";
    let done = home.done(&many);
    assert!(done.err.contains("fewer rounds of games than shards") && done.out.is_empty());
    assert_eq!(home.done(&format!("{many} --json")).json()["shard"], "1/40");
    let words = "arena random hand-tuned-v4 --games 4 --seed 1 --name a --shard 1/3";
    assert!(home.done(words).out.is_empty());
    assert!(home.done(&format!("{words} --json")).json()["ratings"].is_array());
    assert!(home.done("verify a.1-of-3").text().starts_with("0 games"));
    let words =
        "compare es: n:--deviation=10 --games 400 --final-games 20 --seeds 1 --name c --shard 1/3";
    assert!(home.done(words).out.is_empty());
    assert_eq!(home.done(&format!("{words} --json")).json()["name"], "c.1-of-3");
    assert!(home.done("show many.1-of-40").text().contains("this one has none"));
}

#[test]
fn own_terms_are_those_of_all_shards() {
    let home = Home::new();
    home.done("export champion-2 -o w.json");
    home.done(
        "measure w.json --against hand-tuned-v4 --opening-plies 3 --games 40 --seed 2 --save",
    );
    let words = "measure w.json --own-terms --games 60 --seed 1 --name m";
    home.done(words);
    let files = home.files("m");
    remove(&home, "m");
    home.done(&format!("{words} --shard 2/2"));
    let said = home.refused(2, "merge m");
    let command = shlex::split(said.lines().nth(1).unwrap()).unwrap();
    assert!(home.command("").args(&command[1..]).output().unwrap().status.success(), "{said}");
    home.done("merge m");
    assert_same(&files, &home.files("m"), "own terms");
}

#[test]
fn killed_shards_go_on_and_are_merged_to_the_same_bytes() {
    let started = Instant::now();
    let files = whole(LONG, "m");
    let took = started.elapsed();
    let header = files["results/games.csv"].iter().position(|&it| it == b'\n').unwrap() + 1;
    let (home, torn) = torn_shards(LONG, "m", "games.csv", header, took);
    home.done("merge m");
    assert_same(&files, &home.files("m"), &format!("{torn} torn files"));
}

#[test]
fn a_measurement_goes_on_after_its_last_whole_row() {
    let files = whole(MEASURE, "m");
    let home = Home::new();
    home.done(MEASURE);
    let rows = home.read("results/m/games.csv");
    let header = rows.find('\n').unwrap() + 1;
    for kept in [header, header + 1, rows.len() / 3, rows.len() / 2, rows.len() - 1] {
        home.write("results/m/games.csv", &rows[..kept]);
        fs::remove_file(home.path("results/m/measurement.json")).unwrap();
        let whole_rows = rows[..kept].matches('\n').count() - 1;
        let said = home.done("show m").text();
        assert!(said.contains(&format!("{whole_rows} of 122 games are played")), "{said}");
        assert_eq!(home.done("list --json").json()["measurements"][0]["state"], "stopped");
        let verified = home.done("verify m").text();
        assert!(verified.contains(&format!("{whole_rows} games played again")), "{verified}");
        home.done(MEASURE);
        assert_same(&files, &home.files("m"), &format!("{kept} bytes"));
    }
    // Other systems end lines with a carriage return, too.
    home.write("results/m/games.csv", rows.replace('\n', "\r\n"));
    assert_eq!(
        home.done("show m --json").out,
        fs::read(home.path("results/m/measurement.json")).unwrap()
    );
}

#[test]
fn a_shard_that_is_missing_or_not_done_is_named_with_its_command() {
    let home = sharded(MIX, 4);
    remove(&home, "m.2-of-4");
    let rows = home.read("results/m.3-of-4/games.csv");
    let first: String = rows.split_inclusive('\n').take(3).collect();
    home.write("results/m.3-of-4/games.csv", first);
    let before = home.snapshot();
    let said = home.refused(2, "merge m");
    assert!(said.contains("2/4 is missing; 3/4 has 2 of 12 games. To do the rest:\n"), "{said}");
    assert_eq!(home.changes(&before), [""; 0]);
    let commands: Vec<Vec<String>> = said.lines().skip(1).filter_map(shlex::split).collect();
    assert_eq!(commands.len(), 2);
    for words in commands {
        assert!(home.command("").args(&words[1..]).output().unwrap().status.success());
    }
    home.done("merge m");
    assert_same(&whole(MIX, "m"), &home.files("m"), "after the commands");
}

#[test]
fn a_measurement_under_way_is_left_to_its_process() {
    let home = Home::new();
    let words = "measure champion-2 --games 100000000 --seed 1 --name m --shard 1/1";
    let child = home.start(words);
    let path = home.path("results/m.1-of-1/games.csv");
    wait_until(|| fs::metadata(&path).is_ok_and(|it| it.len() > 100));
    assert!(home.refused(4, words).contains("'m.1-of-1' is in use by another starhop"));
    let said = home.refused(4, "merge m");
    assert!(said.contains("of 100000000 games and is under way"), "{said}");
    assert!(kill_after(child, Duration::ZERO));
    assert!(!home.path("results/m").exists());
}

/// Refuses a command with these words, and changes nothing.
fn check(home: &Home, code: i32, words: &str, why: &str) {
    let before = home.snapshot();
    let said = home.refused(code, words);
    assert!(said.contains(why), "{why}: {said}");
    assert_eq!(home.changes(&before), [""; 0], "{why}");
}

#[test]
fn games_against_the_first_of_two_opponents_are_not_all() {
    let home = Home::new();
    home.done(MEASURE);
    let rows = home.read("results/m/games.csv");
    let first: String = rows.split_inclusive('\n').take(31).collect();
    home.write("results/m/games.csv", first);
    let said = home.done("show m --json").json();
    assert!(said["all"].is_null() && said["interrupted"] == true, "{said}");
    assert_eq!(said["opponents"].as_array().unwrap().len(), 1);
    let text = home.done("show m").text();
    assert!(text.starts_with("champion-2 against hand-tuned-v4,generation-7822,"), "{text}");
    home.write("results/m/games.csv", rows.split_inclusive('\n').next().unwrap());
    let text = home.done("show m").text();
    assert!(text.starts_with("champion-2 against hand-tuned-v4,generation-7822,"), "{text}");
    assert!(text.contains("0 of 122 games are played"), "{text}");
}

#[test]
fn show_says_the_command_that_goes_on() {
    for words in [MEASURE, MIX, START, &format!("{MIX} --shard 2/3")] {
        let home = Home::new();
        home.done(words);
        let name = if words.contains("shard") { "m.2-of-3" } else { "m" };
        let files = home.files(name);
        let path = format!("results/{name}/games.csv");
        let rows = home.read(&path);
        home.write(&path, rows.split_inclusive('\n').take(4).collect::<String>());
        let said = home.done(&format!("show {name}")).err;
        let command = said.lines().skip_while(|it| *it != "To go on:").nth(1).unwrap();
        let command = shlex::split(command).unwrap();
        assert!(home.command("").args(&command[1..]).output().unwrap().status.success());
        assert_same(&files, &home.files(name), words);
    }
}

#[test]
fn verify_finds_what_was_changed() {
    let home = Home::new();
    home.done(MEASURE);
    let (path, figures) = ("results/m/games.csv", "results/m/measurement.json");
    let rows = home.read(path);
    let lost = |from: &str, to: &str, line: usize| -> String {
        let change = |(number, row): (usize, &str)| match number == line {
            true => row.replacen(from, to, 1),
            false => row.to_string(),
        };
        (1..).zip(rows.split_inclusive('\n')).map(change).collect()
    };
    for line in [2, 62, 63, 123] {
        home.write(path, lost(",true", ",false", line));
        let why = format!("m/games.csv: line {line}: played again, this game goes otherwise");
        check(&home, 3, "verify m", &why);
    }
    home.write(path, rows.replacen(",won,", ",lost,", 1));
    for words in ["show m", MEASURE] {
        check(&home, 3, words, "measurement.json: is not what games.csv beside it comes to");
    }
    home.write(path, &rows);
    let text = home.read(figures);
    home.write(figures, text.replacen("\"games\": 61", "\"games\": 62", 1));
    let why = "m/measurement.json: is not what games.csv beside it comes to";
    for words in ["verify m", "show m", "show m --json", MEASURE] {
        check(&home, 3, words, why);
    }
    // Other systems end lines with a carriage return, too.
    home.write(figures, text.replace('\n', "\r\n"));
    home.done("verify m");
    home.write(figures, &text);
    assert_eq!(home.done("verify m --json").json()["kind"], "measurement");
    home.write(path, rows.split_inclusive('\n').take(120).collect::<String>());
    let why = "m/measurement.json: is of 122 games, of which games.csv beside it has only 119";
    check(&home, 3, "verify m", why);
    fs::remove_file(home.path(figures)).unwrap();
    let said = home.done("verify m").text();
    assert!(said.contains("Not checked: 3 of 122 games are not on record"), "{said}");
    home.write(path, &rows);
    home.write(figures, &text);
    // Settings that can't be aren't taken for weights that have changed.
    let settings = home.read("results/m/measurement.toml");
    fs::remove_file(home.path(figures)).unwrap();
    for (from, to, why) in [
        ("search = \"greedy\"", "search = \"greed\"", "search: "),
        ("rules = \"", "rules = \"no-", "no-standard"),
        ("game = \"", "game = \"no-", "no-chinese-checkers"),
    ] {
        assert!(settings.contains(from), "{from}");
        home.write("results/m/measurement.toml", settings.replacen(from, to, 1));
        let said = home.refused(3, "verify m");
        assert!(said.contains("m/measurement.toml: ") && said.contains(why), "{said}");
    }
}

#[test]
fn games_that_are_not_scored_by_plies_are_played_again() {
    let home = Home::new();
    home.done("measure published --game connect-four --games 20 --seed 1 --name m");
    let said = home.done("verify m").text();
    assert!(said.contains("20 games played again") && !said.contains("Not checked"), "{said}");
}

#[test]
fn measurements_are_saved_and_drawn_with_a_name_too() {
    let home = Home::new();
    home.done("export champion-2 -o w.json");
    home.done("measure w.json --games 40 --seed 1 --name m --save --plot pictures");
    assert!(home.read("w.json").contains("\"games\": 40"), "{}", home.read("w.json"));
    assert!(home.path("pictures/measure.svg").exists());
    let why = home.refused(2, "measure w.json --games 40 --seed 1 --plot w.json");
    assert!(why.contains("--plot: 'w.json' is no folder"), "{why}");
    let why = home.refused(2, "measure w.json --games 40 --seed 1 --plot new.png");
    assert!(why.contains("looks like a picture's name"), "{why}");
    let files: Files = home.files("m");
    home.done("measure w.json --games 40 --seed 1 --name m --save --plot pictures");
    assert_same(&files, &home.files("m"), "saved again");
}

#[test]
fn a_measurement_in_which_no_game_is_decided_is_told_and_kept() {
    let home = Home::new();
    let words = "measure champion-2 --rules standard:ply-cap=4 --games 40 --seed 1 --plot pictures";
    for name in ["", " --name m"] {
        let done = home.done(&format!("{words}{name}"));
        assert!(done.text().contains("unfinished"), "{}", done.text());
        assert!(done.err.contains("No picture was drawn"), "{}", done.err);
        assert!(!home.path("pictures").exists());
    }
    assert!(home.read("results/m/measurement.json").contains("\"win_rate\": null"));
    assert!(home.done(&format!("{words} --json")).json()["all"]["win_rate"].is_null());
}

/// From the start few games differ between arrays that leave little to chance.
#[test]
fn games_from_the_start_and_from_random_openings_are_told_apart() {
    let home = Home::new();
    let words = "measure champion-2 --against hand-tuned-v4,generation-7822 --games 2400 --seed 3";
    let report = home.done(&format!("{words} --json")).json();
    let count = |told: &Value, key: &str| told[key].as_u64().unwrap();
    let opponents = report["opponents"].as_array().unwrap();
    for (opponent, few) in opponents.iter().zip([false, true]) {
        let [start, random] = &opponent["by_opening"].as_array().unwrap()[..] else { panic!() };
        assert_eq!((count(start, "opening_plies"), count(random, "opening_plies")), (0, 4));
        let different = |told| count(told, "different_games");
        assert_eq!(different(start) + different(random), different(&opponent["all"]));
        let counted = count(start, "games") + count(random, "games");
        assert_eq!(counted < count(&opponent["all"], "games"), few);
        assert_eq!(different(start) < 100, few);
        assert!(!few || count(start, "games") == different(start));
    }
    let text = home.done(&format!("{words} --quiet")).text();
    assert!(text.contains("from the start") && text.contains("4 random plies"), "{text}");
    assert!(text.contains("fewer than 100 games differ"), "{text}");
    let text = home.done("measure champion-2 --opening-plies 0 --games 40 --seed 3").text();
    assert!(!text.contains("random plies"), "{text}");
}

/// Keys that an earlier version didn't know are no difference, other values are.
#[test]
fn figures_of_an_earlier_version_are_read() {
    let home = Home::new();
    home.done(MEASURE);
    let path = "results/m/measurement.json";
    let mut figures: Value = serde_json::from_str(&home.read(path)).unwrap();
    for opponent in figures["opponents"].as_array_mut().unwrap() {
        opponent.as_object_mut().unwrap().remove("by_opening").unwrap();
    }
    home.write(path, serde_json::to_string_pretty(&figures).unwrap());
    home.done("show m");
    home.done("verify m");
    for key in ["all", "distance"] {
        let mut other = figures.clone();
        other["opponents"][0].as_object_mut().unwrap().remove(key).unwrap();
        home.write(path, serde_json::to_string_pretty(&other).unwrap());
        check(&home, 3, "show m", "measurement.json: is not what games.csv beside it comes to");
    }
}
