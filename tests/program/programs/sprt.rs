//! Sequential tests of vectors of a program: what is asked, what is said, and what is refused.

use super::{evolve, home, home_with, start};
use crate::program::{Home, count};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

/// Keeps all questions; the first player wins by one number, the longer the game the more.
const KEEPS: &str = r#"import json, sys
sys.stdin.readline()
print('{"starhop": 1}', flush=True)
for line in sys.stdin:
    it = json.loads(line)
    with open("asked", "a") as asked:
        asked.write(line)
    values = [it["vectors"][seat][0] for seat in it["seats"]]
    winner = int(it["seed"] % 100 > 50 + 2 * (values[0] - values[1]))
    print(json.dumps({"id": it["id"], "winner": winner, "moves": str(it["seed"])}), flush=True)
"#;

const HEAD: &str =
    "version = 1\nname = \"keeps\"\ncommand = [\"python3\", \"keeps.py\"]\ngoal = \"game\"\n";

/// A folder with a program of one number that keeps what it is asked, and two vectors of it, `9.csv` and `5.csv`.
fn keeping(head: &str) -> Home {
    let home = Home::new();
    home.write("keeps.py", KEEPS);
    let number = "[[parameter]]\nname = \"a\"\nkind = \"integer\"\nmin = 0\nmax = 9\n";
    home.write("tune.toml", format!("{HEAD}{head}{number}"));
    let words = "--generations 1 --population 4 --choose-games 4 --final-games 4 --seed 1";
    home.done(&format!("evolve --program tune.toml --name run {words}"));
    home.done("export run --format csv -o run.csv");
    let text = home.read("run.csv");
    let (comments, _) = text.split_once("\na,").unwrap();
    for value in [5, 9] {
        home.write(&format!("{value}.csv"), format!("{comments}\na,{value}\n"));
    }
    fs::remove_file(home.path("asked")).unwrap();
    home
}

/// What was asked, by opening: the vectors in the order of their seats.
fn pairs(home: &Home) -> BTreeMap<String, Vec<Value>> {
    let mut pairs: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in home.read("asked").lines() {
        let asked: Value = serde_json::from_str(line).unwrap();
        let seats = asked["seats"].as_array().unwrap().iter();
        let seats = seats.map(|it| asked["vectors"][it.as_u64().unwrap() as usize][0].clone());
        pairs.entry(asked["opening"].to_string()).or_default().push(seats.collect());
    }
    pairs
}

#[test]
fn a_pair_has_one_opening_and_both_seats() {
    let home = keeping("opening-plies = 3\n");
    let report = home.done("sprt 9.csv 5.csv --max-pairs 40 --seed 1 --json").json();
    assert_eq!((&report["opening_plies"], &report["game"]), (&3.into(), &"program".into()));
    assert!(report["rules"].as_str().unwrap().starts_with("keeps:"));
    assert_eq!((&report["a_failed"], &report["b_failed"]), (&0.into(), &0.into()));
    let asked = pairs(&home);
    assert!(asked.len() as u64 >= count(&report, "pairs") && asked.len() > 20);
    for (opening, mut seats) in asked {
        seats.sort_by_key(Value::to_string);
        assert_eq!(Value::from(seats), serde_json::json!([[5, 9], [9, 5]]), "{opening}");
        assert!(opening.starts_with("{\"plies\":3,"), "{opening}");
    }
    fs::remove_file(home.path("asked")).unwrap();
    let words = "--max-pairs 8 --seed 1 --opening-plies 0";
    let text = home.done(&format!("sprt 9.csv 5.csv {words}")).text();
    assert_eq!(pairs(&home).into_keys().collect::<Vec<_>>(), ["null"]);
    let again = "sprt 9.csv 5.csv --max-pairs 16 --seed 1 --opening-plies 0\n";
    assert!(text.contains(again), "{text}");
}

/// The command that is suggested.
fn next(text: &str) -> String {
    let line = text.lines().find_map(|it| it.trim().split_once("starhop "));
    line.unwrap_or_else(|| panic!("{text}")).1.to_string()
}

#[test]
fn the_stronger_vector_is_found_from_either_side() {
    let home = start::home(5);
    let words = "--population 16 --generations 60 --measure-every 0 --choose-games 10 --final-games 100 --seed 1";
    home.done(&format!("evolve --program tune.toml --name run {words}"));
    let one = home.done("sprt run start --seed 1 --json --threads 1");
    let report = one.json();
    assert_eq!(report["verdict"], "h1");
    assert_eq!(count(&report, "games"), 2 * count(&report, "pairs"));
    assert_eq!(home.done("sprt run start --seed 1 --json --threads 3").out, one.out);
    let text = home.done("sprt run start --seed 1").text();
    let found = format!("run is stronger than start: H1 accepted after {} pairs.", report["pairs"]);
    assert!(text.contains(&found), "{text}");
    let fresh = "measure run --against start --opening-plies 0";
    assert_eq!(next(&text), fresh);
    home.done(&format!("{fresh} --games 20 --seed 1"));

    let text = home.done("sprt start run --seed 1").text();
    assert!(text.contains("start is not 10 nElo stronger than run: H0 accepted"), "{text}");
    // `start` alone doesn't say which program it is of.
    assert_eq!(next(&text), fresh);
    let (_, other) = text.split_once("To test the other way round, on fresh games:\n  ").unwrap();
    assert_eq!(next(other), "sprt run start");
    home.done("sprt run start --max-pairs 1 --seed 1 --game program");
}

/// A run whose champion is stronger than `start`, since the stronger wins all decided games of its evolution.
fn evolved(home: &Home, name: &str) {
    home.write("draws", "0.2");
    home.done(&evolve(name, ""));
    fs::remove_file(home.path("draws")).unwrap();
}

#[test]
fn drawn_games_are_half_won() {
    let home = home("game");
    evolved(&home, "run");
    home.write("draws", "0.92");
    let report = home.done("sprt run start --seed 1 --json").json();
    let all = ["wins", "losses", "unfinished"].map(|key| count(&report, key));
    assert!(all[0] > 0 && all[1] == 0 && all[2] > 10 * all[0], "{report}");
    assert_eq!(report["verdict"], "h1");
    let text = home.done("sprt run start --seed 1").text();
    assert!(text.contains("of the games; each of them counts as half won.\n"), "{text}");
}

#[test]
fn a_program_that_fails_is_asked_again_and_told_of() {
    let home = home_with("game", "answer-seconds = 1\n");
    evolved(&home, "run");
    let words = "sprt run start --elo1 50 --seed 1 --threads 2";
    let whole = home.done(&format!("{words} --json"));
    home.write("faults", "23");
    let faulty = home.done(&format!("{words} --json"));
    assert_eq!(faulty.out, whole.out);
    assert!(faulty.err.contains("The program failed "), "{}", faulty.err);
    assert!(faulty.err.contains(" and was asked again; the first: "), "{}", faulty.err);
    fs::remove_file(home.path("faults")).unwrap();
    home.write("refuses", "7");
    let said = home.refused(1, words);
    assert!(said.contains("the program told failed four times at one question"), "{said}");
    assert!(said.contains("its last words: I refuse "), "{said}");
}

#[test]
fn games_that_come_again_lead_to_no_verdict() {
    let home = home_with("game", "noise = false\n");
    evolved(&home, "run");
    let lacks = "answers have no moves";
    let done = home.done("sprt run start --seed 1");
    let text = done.text();
    assert!(text.contains(" pairs only 2 differ, which say too little about others.\n"), "{text}");
    let openings = "If the program plays the openings that it is asked for, give it more, as with --opening-plies 4.";
    assert!(text.contains(openings) && !done.err.contains(lacks), "{text}{}", done.err);
    // By another opening a game may be another or not.
    let done = home.done("sprt run start --max-pairs 8 --opening-plies 4 --seed 1");
    assert!(done.err.contains(lacks), "{}", done.err);
    assert!(done.text().contains("all             16         16 "), "{}", done.text());
}

#[test]
fn weights_files_are_vectors_too() {
    let home = home("game");
    evolved(&home, "run");
    fs::create_dir(home.path("away")).unwrap();
    let words = "--max-pairs 8 --seed 1 --json";
    let figures = |first: &str, second: &str| {
        let mut report = home.done(&format!("sprt {first} {second} {words}")).json();
        for key in ["a", "b"] {
            report.as_object_mut().unwrap().remove(key);
        }
        report
    };
    let told = figures("run", "start");
    for file in ["best.json", "best.csv", "away/best.toml"] {
        home.done(&format!("export run -o {file}"));
        assert_eq!(figures(file, "start"), told, "{file}");
        figures("start", file);
        let said = home.refused(2, &format!("sprt {file} run"));
        assert!(said.contains(&format!("{file} and run are the same vector")), "{said}");
    }
    let own = home.read("tune.toml");
    home.write("tune.toml", own.replace("max = 5", "max = 4"));
    evolved(&home, "other");
    for (first, second) in
        [("run", "other"), ("other", "run"), ("run", "results/other/champion.json")]
    {
        let said = home.refused(2, &format!("sprt {first} {second}"));
        assert!(said.contains(&format!("{second} is of the program told:")), "{said}");
        let instead = format!("measure {first} --against {second}");
        assert!(said.contains(&format!("`starhop {instead}`")), "{said}");
        home.done(&format!("{instead} --games 4 --seed 1"));
    }
    home.write("tune.toml", own.replace("\"rate\"", "\"pace\""));
    evolved(&home, "third");
    let said = home.refused(2, "sprt run third");
    assert!(said.contains("run 'third' is of another program: its parameter 'pace'"), "{said}");
    // The file beside these weights is another program's by now.
    assert_eq!(figures("best.json", "start"), told);
    home.write("away/best.toml", home.read("away/best.toml").replace("told:", "lost:"));
    let said = home.refused(2, "sprt away/best.toml run");
    assert!(said.contains("away/best.toml is of a program whose tune.toml"), "{said}");
}

#[test]
fn what_is_no_test_of_two_vectors_is_refused() {
    let home = home("game");
    evolved(&home, "run");
    let alone = "name runs, weights files or start alone";
    for (words, why) in [
        ("sprt run start --name kept", "games of a program aren't kept"),
        ("sprt run start --rules standard", "--rules counts for nothing here"),
        ("sprt run run", "run and run are the same vector"),
        ("sprt alphabeta(depth=2):run start", alone),
        ("sprt start greedy:run", alone),
        ("sprt run random", alone),
        ("sprt run program(engine.toml,ms=10)", alone),
        ("sprt run champion-2", "'champion-2' is a built-in array of the game chinese-checkers"),
        (
            "sprt run strat",
            "'strat' is neither a built-in array, a file nor a run; did you mean 'start'?",
        ),
        ("sprt start start --game program", "no program is named"),
        ("sprt run start --game chinese-checkers", "`starhop sprt run start`"),
        ("arena run start", "`starhop sprt run start`"),
    ] {
        let said = home.refused(2, &format!("{words} --seed 1"));
        assert!(said.contains(why), "{words}: {said}");
    }
    assert!(!home.path("results/kept").exists());
    let own = home.read("tune.toml");
    home.write("tune.toml", own.replace("\"game\"", "\"minimise\""));
    home.done(&evolve("scored", ""));
    let said = home.refused(2, "sprt scored start");
    let why = "the program told answers scores and plays no games; `starhop confirm scored` tests";
    assert!(said.contains(why), "{said}");
    home.write("tune.toml", format!("players = 3\n{own}"));
    evolved(&home, "three");
    let said = home.refused(2, "sprt start three");
    assert!(
        said.contains("plays with 3 players, and a sequential test is of games for two"),
        "{said}"
    );
    assert!(said.contains("`starhop measure three --against start` plays"), "{said}");
}
