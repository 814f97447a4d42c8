//! Tests whose games are kept: the same bytes however they went, what is refused, and how they are told again.

use crate::program::{Files, Home, assert_same, count, kill_until_done, killed_often};
use serde_json::Value;
use std::fs;
use std::time::{Duration, Instant};

/// A test that takes a few hundred games.
const LONG: &str = "sprt hand-tuned-v4 generation-2427 --elo0 -20 --elo1 -10 --seed 2 --name t";
/// One of two bots that ends with H1 within few pairs.
const SHORT: &str =
    "sprt alphabeta(depth=2):published random --game connect-four --elo1 100 --seed 1 --name t";
/// One whose pairs run out.
const OPEN: &str = "sprt greedy:published random --game connect-four --elo1 1 --seed 1 --name t";

fn lines(home: &Home, name: &str) -> usize {
    let path = home.result(name, "games.jsonl");
    fs::read_to_string(path).map_or(0, |text| text.matches('\n').count())
}

#[test]
fn threads_leave_no_trace_and_the_record_ends_with_the_test() {
    for words in [SHORT, LONG] {
        let mut first: Option<(Files, Value)> = None;
        for threads in [1, 2, 3] {
            let home = Home::new();
            let report = home.done(&format!("{words} --json --threads {threads}")).json();
            let (files, told) = first.get_or_insert((home.files("t"), report.clone()));
            assert_same(files, &home.files("t"), &format!("{threads} threads"));
            assert_eq!(*told, report);
            assert_eq!(lines(&home, "t") as u64, 2 * count(&report, "pairs"));
            assert_ne!(report["verdict"], "none");
        }
    }
}

#[test]
fn a_test_of_bots_is_the_one_that_nobody_keeps() {
    let home = Home::new();
    let mut kept = home.done(&format!("{SHORT} --json")).json();
    assert_eq!(kept.as_object_mut().unwrap().remove("name"), Some("t".into()));
    let other = home.done(&SHORT.replace("--name t", "--json")).json();
    assert_eq!(kept, other);
    assert_eq!(kept["verdict"], "h1");
}

#[test]
fn it_is_told_again_and_every_game_can_be_seen() {
    let home = Home::new();
    let done = home.done(SHORT);
    let mut names: Vec<String> = fs::read_dir(home.path("results/t"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["arena.md", "arena.toml", "games.jsonl", "pairs.csv", "timing.csv"]);
    assert!(done.err.starts_with("Test t, seed 1\n"), "{}", done.err);
    assert_eq!(home.done("show t").out, done.out);
    let before = home.files("t");
    let again = home.done(&format!("{SHORT} --json")).json();
    assert_same(&before, &home.files("t"), "the same command again");
    assert_eq!(home.done("show t --json").json(), again);

    let text = done.text();
    let page = home.read("results/t/arena.md");
    let (figures, next) = text.split_once("\nWhat fresh games come to:\n").unwrap();
    assert!(next.contains("arena 'alphabeta(depth=2):published' random"), "{next}");
    let command = page.split_once("```sh\nstarhop ").unwrap().1.lines().next().unwrap();
    assert!(page.contains(figures) && page.starts_with("# Sequential test\n"), "{page}");
    home.done(&command.replace('\'', ""));
    assert_same(&before, &home.files("t"), command);

    let listed = home.done("list --json").json();
    let listed = &listed["arenas"][0];
    assert_eq!((&listed["state"], &listed["verdict"]), (&"finished".into(), &"h1".into()));
    let games = lines(&home, "t");
    assert_eq!(count(listed, "games_played"), games as u64);
    let row = home.done("list").text();
    let row: Vec<&str> = row.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row[..3], ["t", "finished", &games.to_string()]);
    assert!(home.done("verify t").text().starts_with(&format!("{games} games")));
    home.done(&format!("replay t --number {games}"));
    home.refused(2, &format!("replay t --number {}", games + 1));
    home.done("book t --least-games 1 --output book.txt");
    assert_eq!(home.done("report t --json").json()["kind"], "test");
    assert!(home.read("results/t/report.html").contains("H1 accepted after"));
}

#[test]
fn more_pairs_go_on_and_fewer_are_refused() {
    let (home, straight) = (Home::new(), Home::new());
    straight.done(&format!("{OPEN} --max-pairs 12"));
    let done = home.done(&format!("{OPEN} --max-pairs 5"));
    assert!(done.text().contains("No verdict after 5 pairs."), "{}", done.text());
    let told = done.text();
    let command = told.split_once("To go on with more pairs:\n").unwrap().1;
    let command = command.trim().split_once("sprt ").unwrap().1;
    let words = "published random --max-pairs 10 --seed 1 --elo1 1 --game connect-four --name t";
    assert_eq!(command, words);
    let state = |home: &Home| home.done("list --json").json()["arenas"][0]["state"].clone();
    assert_eq!(state(&home), "finished");
    home.done(&format!("sprt {command}"));
    home.done(&format!("{OPEN} --max-pairs 12"));
    assert_same(&straight.files("t"), &home.files("t"), "in three parts");
    let why = home.refused(2, &format!("{OPEN} --max-pairs 5"));
    assert!(why.contains("(max-pairs 12 there, 5 here)"), "{why}");
    let why = home.refused(2, &format!("{OPEN} --max-pairs 5000001"));
    assert!(why.contains("5000000 pairs at most"), "{why}");
}

#[test]
fn another_test_of_the_same_name_is_refused_with_what_differs() {
    let home = Home::new();
    home.done(SHORT);
    home.done("arena random greedy:published --game connect-four --games 2 --seed 1 --name a");
    let before = home.files("t");
    let changed = |from: &str, to: &str| SHORT.replace(from, to);
    for (words, why) in [
        (changed("--elo1 100", "--elo1 90"), "(elo1 100 there, 90 here)"),
        (format!("{SHORT} --elo0 -5 --alpha 0.01"), "(elo0 0 there, -5 here; alpha 0.05 there, 0.01"),
        (changed("depth=2", "depth=3"), "(bots alphabeta(depth=2):published, random there)"),
        (changed("--seed 1", "--seed 2"), "(seed 1 there, 2 here)"),
        (format!("{SHORT} --opening-plies 2"), "(opening-plies 4 there, 2 here)"),
        (changed("--name t", "--name a"), "an arena there, a test here"),
        (
            "arena alphabeta(depth=2):published random --game connect-four --games 400000 --seed 1 --name t"
                .to_string(),
            "(a test there, an arena here)",
        ),
        (changed("random", "alphabeta(depth=2):published"), "stands there twice"),
        (changed("--name t", "--name ../t"), "can't be a run's name"),
        (format!("{SHORT} --shard 1/2"), "--shard"),
    ] {
        let said = home.refused(2, &words);
        assert!(said.contains(why), "{words}: {said}");
    }
    assert_same(&before, &home.files("t"), "what was refused");
    // The seed is that of the test there.
    home.done(&changed("--seed 1 ", ""));
    assert_same(&before, &home.files("t"), "without a seed");
}

#[test]
fn a_record_that_goes_beyond_the_verdict_or_was_changed_is_refused() {
    let (home, longer) = (Home::new(), Home::new());
    home.done(SHORT);
    longer.done(&SHORT.replace("--elo1 100", "--elo1 50"));
    let (own, beyond) = (home.read("results/t/games.jsonl"), longer.read("results/t/games.jsonl"));
    assert!(
        beyond.starts_with(&own) && beyond.len() > own.len(),
        "a later verdict of the same games"
    );
    let games = lines(&home, "t");
    let refused = |text: &str, why: &str| {
        home.write("results/t/games.jsonl", text);
        for words in ["show t", "verify t", "report t", "list", SHORT] {
            let said = home.refused(3, words);
            assert!(said.contains("games.jsonl") && said.contains(why), "{words}: {said}");
        }
    };
    refused(&beyond, &format!("line {}: comes after the end of this test", games + 1));
    refused(&own.replacen("\"seed\":1", "\"seed\":2", 1), "line 1");
    let cut: String = own.split_inclusive('\n').skip(1).collect();
    refused(&cut, "line 1");

    // What ends before is a test that goes on.
    let begun: String = own.split_inclusive('\n').take(games - 1).collect();
    home.write("results/t/games.jsonl", &begun);
    let said = home.done("verify t").text();
    assert!(said.contains("the test is not over"), "{said}");
    assert!(home.done("show t").text().contains("To go on:\n"));
    assert!(home.done("show t --json").json()["interrupted"] == true);
    home.done(SHORT);
    assert_eq!(home.read("results/t/games.jsonl"), own);
    let pairs = home.read("results/t/pairs.csv");
    home.write("results/t/pairs.csv", pairs.replacen("won", "lost", 1));
    assert!(home.refused(3, "verify t").contains("pairs.csv"));
}

#[test]
fn settings_that_are_no_test_are_refused() {
    let home = Home::new();
    home.done(SHORT);
    let settings = home.read("results/t/arena.toml");
    for (from, to, why) in [
        ("version = 5", "version = 3", "a sequential test has version 5"),
        ("version = 5", "version = 6", "an arena with openings has version 6, and no other has it"),
        ("version = 5", "version = 7", "is of version 7; this starhop reads versions 1 to 6"),
        ("elo1 = 100.0", "elo1 = -1.0", "elo0 must be below elo1"),
        ("alpha = 0.05", "alpha = 0.5", "alpha must be above 0"),
        ("beta = 0.05", "beta = 0.05\nmodel = 1", "model"),
        ("round-robin", "gauntlet", "two bots that meet"),
    ] {
        assert!(settings.contains(from), "{settings}");
        home.write("results/t/arena.toml", settings.replacen(from, to, 1));
        let said = home.refused(3, "show t");
        assert!(said.contains("arena.toml") && said.contains(why), "{to}: {said}");
    }
}

/// Kills a test until it is over. Gives the number of kills.
fn kill_test(home: &Home, whole: Duration) -> u32 {
    let start = |kills| home.start(&format!("{LONG} --threads {}", 1 + kills % 3));
    let path = home.result("t", "games.jsonl");
    let tear = |kills| {
        if kills % 3 == 2 && path.exists() {
            let bytes = fs::read(&path).unwrap();
            fs::write(&path, &bytes[..bytes.len().saturating_sub(9)]).unwrap();
        }
    };
    kill_until_done(whole, 7, start, tear)
}

#[test]
fn killed_at_any_moment_it_ends_as_if_nothing_had_happened() {
    let home = Home::new();
    let started = Instant::now();
    let straight = home.done(LONG);
    let (killed, kills) = killed_often(started.elapsed(), kill_test);
    let done = killed.done(LONG);
    assert_same(&home.files("t"), &killed.files("t"), &format!("{kills} kills"));
    assert_eq!(done.text(), straight.text());
}

#[cfg(unix)]
#[test]
fn a_signal_stops_it_and_the_command_that_it_says_goes_on() {
    let words =
        "sprt random generation-51 --elo0 -200 --elo1 -199 --seed 1 --max-pairs 300 --name t";
    let attempt = |_| {
        let home = Home::new();
        let check_use = || {
            assert!(home.refused(4, words).contains("in use"));
            assert!(!home.done("show t").text().contains("To go on"));
        };
        let command = home.command(&format!("{words} --threads 1"));
        let done = crate::program::interrupted(command, || lines(&home, "t") > 5, check_use)?;
        Some((home, done))
    };
    let (home, done) = (0..8).find_map(attempt).expect("it was always over too soon");
    assert_eq!(done.code, Some(130), "{}", done.err);
    let begun = home.read("results/t/games.jsonl");
    assert!(home.read("results/t/arena.md").starts_with("Interim: "));
    assert_eq!(home.done("list --json").json()["arenas"][0]["state"], "stopped");
    assert_eq!(home.done("show t").out, done.out);
    let told = done.text();
    let command = told.split_once("To go on:\n").unwrap().1.trim().split_once("sprt ").unwrap().1;
    home.done(&format!("sprt {command}"));
    assert!(home.read("results/t/games.jsonl").starts_with(&begun));
    let straight = Home::new();
    straight.done(words);
    assert_same(&straight.files("t"), &home.files("t"), "after the signal");
}
