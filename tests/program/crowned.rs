//! The champions that a run crowned on its way, and the film of them.

use crate::program::{Home, assert_same, evolve};
use serde_json::Value;
use std::fs;

const CHAMPIONS: &str = "results/run/champions.jsonl";

/// Generations in which the champion of `generations.csv` is another than before.
fn changes(home: &Home) -> Vec<u64> {
    let text = home.read("results/run/generations.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let column = reader.headers().unwrap().iter().position(|it| it == "champion_hash").unwrap();
    let (mut last, mut all) = (String::new(), Vec::new());
    for record in reader.records().map(Result::unwrap) {
        if !record[column].is_empty() && record[column] != last {
            last = record[column].to_string();
            all.push(record[0].parse().unwrap());
        }
    }
    all
}

fn generations(home: &Home) -> Vec<u64> {
    let lines = home.read(CHAMPIONS);
    let lines = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    lines.map(|line| line["generation"].as_u64().unwrap()).collect()
}

const FINALS: &str = "--measure-every 3 --deviation 40 --learning-rate 2 --choose-games 8 \
     --against generation-0 --seed 7";

/// The weights of a run by `export`, and those that it crowned on its way.
fn crowned(home: &Home, run: &str) -> (Value, Vec<Value>) {
    let lines = home.read(&format!("results/{run}/champions.jsonl"));
    let weights = |line| serde_json::from_str::<Value>(line).unwrap()["weights"].clone();
    let own = home.done(&format!("export {run}")).json()["weights"].clone();
    let whole = |it: &Value| Value::from(it.as_f64().unwrap() as i64);
    let all = lines
        .lines()
        .map(weights)
        .map(|it: Value| it.as_array().unwrap().iter().map(whole).collect());
    (own, all.collect())
}

#[test]
fn the_champion_of_finals_is_an_earlier_one_and_the_run_goes_on_from_the_last() {
    let home = Home::new();
    home.evolve("last", &format!("{FINALS} --generations 24 --finalists 0"));
    home.evolve("run", &format!("{FINALS} --generations 24 --finalists 9"));
    let (without, all) = crowned(&home, "last");
    let (champion, same) = crowned(&home, "run");
    assert_eq!(all, same, "evolution is the same");
    assert_ne!(without, champion);
    assert!(all.contains(&champion), "{champion}");
    home.done("verify run");
    // Killed on its way to a later end, before another is crowned.
    let more = "resume run --generations 40 --checkpoint-seconds 0 --threads 1";
    let goes_on = |call: &usize| {
        let fault = format!("die:{call}");
        home.command(more).env("STARHOP_FAULT", fault).output().unwrap();
        let checkpoint = fs::read_to_string(home.path("populations/run/checkpoint.json"));
        checkpoint.is_ok_and(|it| it.contains("\"ended\":false"))
    };
    assert!((80..200).find(goes_on).is_some());
    assert_eq!(crowned(&home, "run"), (champion, all));
    home.done("verify run");
    home.evolve("straight", &format!("{FINALS} --finalists 9 --generations 40"));
    home.done("resume run --generations 40");
    assert_same(&home.files("straight"), &home.files("run"), "in two parts");

    let whole = home.read(CHAMPIONS);
    home.write(CHAMPIONS, whole.split_once('\n').unwrap().1);
    let why = home.refused(3, "resume run --generations 50");
    assert!(why.contains("champions.jsonl: lacks champions") && why.contains("finalists"), "{why}");
}

#[test]
fn searches_one_after_another_are_the_same_in_one_part_and_in_two() {
    let home = Home::new();
    let words = format!("{FINALS} --restart-every 6 --finalists 2");
    home.evolve("straight", &format!("{words} --generations 24"));
    home.evolve("parts", &format!("{words} --generations 8"));
    let said = home.done("resume parts --generations 24").err;
    assert!(said.contains("generation 14: search 3 begins"), "{said}");
    assert!(!said.contains("no positive mean fitness"), "{said}");
    assert_same(&home.files("straight"), &home.files("parts"), "in two parts");
    let rows = home.read("results/straight/generations.csv");
    let restarts = rows.lines().skip(1).map(|row| row.split(',').nth(13).unwrap());
    let restarts: Vec<u64> = restarts.map(|it| it.parse().unwrap()).collect();
    assert_eq!(restarts, (0..25).map(|generation| generation / 7).collect::<Vec<u64>>());
    home.done("verify straight");
}

#[test]
fn a_search_has_champions_of_its_own_and_the_best_before_stays_until_finals_prefer_another() {
    let home = Home::new();
    let words = format!("{FINALS} --finalists 3 --opening-plies 4");
    let searches = format!("{words} --restart-every 6 --generations 20");
    home.evolve("first", &format!("{words} --generations 6"));
    home.evolve("run", &searches);
    let (first, of_first) = crowned(&home, "first");
    assert_eq!(crowned(&home, "run").1[..of_first.len()], of_first);
    let crowned_in = generations(&home);
    assert!([9, 15].iter().all(|it| crowned_in.contains(it)), "{crowned_in:?}");

    // Killed in its second search.
    let mut names = (100..).step_by(10).map(|call| (call, format!("cut-{call}")));
    let cut = names.find_map(|(call, name)| {
        let words = format!("{} --checkpoint-seconds 0 --threads 1", evolve(&name, &searches));
        let fault = format!("die:{call}");
        let done = home.command(&words).env("STARHOP_FAULT", fault).output().unwrap();
        assert!(!done.status.success(), "was not killed");
        let checkpoint = home.population(&name, "checkpoint.json");
        let checkpoint = fs::read_to_string(checkpoint).ok()?;
        let checkpoint: Value =
            serde_json::from_str(checkpoint.split_once('\n').unwrap().1).unwrap();
        checkpoint["best"]["until"].as_u64().map(|until| (name, until))
    });
    let (cut, until) = cut.unwrap();
    assert_eq!(until, 6);
    assert_eq!(crowned(&home, &cut).0, first);
    home.done(&format!("resume {cut}"));
    assert_same(&home.files("run"), &home.files(&cut), "killed among searches");
}

#[test]
fn a_population_that_is_given_up_leaves_its_search_the_champions() {
    let home = Home::new();
    // No game is worth more than 0, so that all populations are given up, and none comes to its time.
    let words = format!("{FINALS} --win-points 0 --restart-after 4 --finalists 9 --generations 24");
    home.evolve("one", &format!("{words} --restart-every 0"));
    home.evolve("run", &format!("{words} --restart-every 20"));
    assert_eq!(home.done("show run --json").json()["restarts"], 4);
    assert_eq!(crowned(&home, "run"), crowned(&home, "one"));
}

#[test]
fn a_new_search_meets_no_champion_of_the_one_before() {
    let home = Home::new();
    let words = "--measure-every 3 --from champion-2 --against hand-tuned-v3,hall-of-fame \
                 --restart-every 6 --generations 9 --seed 2";
    // Without finals the champion of the first search stays in the second.
    for (run, finalists, own) in [("stays", 0, 0), ("crowns", 2, 1)] {
        home.evolve(run, &format!("{words} --finalists {finalists}"));
        let checkpoint = fs::read_to_string(home.population(run, "checkpoint.json")).unwrap();
        let checkpoint: Value =
            serde_json::from_str(checkpoint.split_once('\n').unwrap().1).unwrap();
        let hall = checkpoint["state"]["hall"].as_array().map_or(0, Vec::len);
        assert_eq!(hall, own, "{run}");
        assert_eq!(crowned(&home, run).1.len(), 2 + own, "{run}");
    }
}

#[test]
fn each_new_champion_has_a_line_that_verify_compares_with_the_rows() {
    let home = Home::new();
    // Without finals, since champions that are missing may not be finalists.
    home.evolve("run", "--generations 12 --measure-every 2 --finalists 0");
    let found = generations(&home);
    assert!(found.len() > 1, "{found:?}");
    assert_eq!(found, changes(&home));
    home.done("resume run --generations 20");
    assert_eq!(generations(&home), changes(&home));
    home.done("verify run");

    let whole = home.read(CHAMPIONS);
    let (first, rest) = whole.split_once('\n').unwrap();
    for (text, said) in [
        (whole.replacen("\"weights\":[", "\"weights\":[7,", 1), "has other champions than"),
        (whole.replacen("\"weights\":[", "\"weights\":[1", 1), "has other champions than"),
        (whole.replacen("\"games\":", "\"games\":1", 1), "has other champions than"),
        (whole.replacen("\"losses\":", "\"losses\":1", 1), "has other champions than"),
        (format!("{first}\n{whole}"), "is out of order"),
        (whole.replacen('{', "", 1), "line 1: "),
    ] {
        home.write(CHAMPIONS, &text);
        let before = home.snapshot();
        for words in ["verify run", "resume run", "resume run --generations 21"] {
            let why = home.refused(3, words);
            assert!(why.contains("champions.jsonl: ") && why.contains(said), "{words}: {why}");
        }
        assert_eq!(home.changes(&before), Vec::<String>::new(), "{said}");
    }

    // As in a run that an earlier version began.
    home.write(CHAMPIONS, rest);
    let text = home.done("verify run").text();
    assert!(text.contains("Not checked: champions.jsonl: the first "), "{text}");
    fs::remove_file(home.path(CHAMPIONS)).unwrap();
    home.done("resume run --generations 22");
    home.done("verify run");
}

#[test]
fn a_film_shows_the_champions_of_a_run() {
    let home = Home::new();
    home.evolve("run", "--generations 6 --measure-every 2");
    let path = "results/run/film.gif";
    assert!(home.done("plot --film run").text().ends_with("film.gif\n"));
    let film = fs::read(home.path(path)).unwrap();
    assert!(film.starts_with(b"GIF89a"));
    home.done("plot --film run");
    assert_eq!(fs::read(home.path(path)).unwrap(), film);

    home.evolve("none", "--generations 2 --measure-every 5");
    assert!(home.refused(2, "plot --film none").contains("has crowned no champion on its way"));
    home.refused(2, "plot --film run none");
    home.refused(2, "plot --film run --heatmap");
    home.evolve(
        "four",
        "--game connect-four --against published --search greedy --generations 1 --measure-every 1",
    );
    assert!(home.refused(2, "plot --film four").contains("lie on no board"));
}
