//! Engines with a clock for a whole game: what they are told, and how they lose on time. How long a move takes decides
//! nothing here: an engine answers at once where its clock has hours, or never before its clock is over.

use super::{engine, games, home, processes};
use crate::program::Home;
use serde_json::Value;

const GAME: &str = "--game connect-four --seed 1 --threads 1";

/// A folder with the engine, which does that before it answers, and waits for answers that long.
fn changed(first: &str, late: &str) -> Home {
    let home = home();
    let change = format!("        {first}\n        legal =");
    home.write("engine.py", home.read("engine.py").replace("        legal =", &change));
    home.write("engine.toml", engine(&format!("late-seconds = {late}\n")));
    home
}

/// The `go` lines of each game that the engine heard.
fn heard(home: &Home) -> Vec<Vec<String>> {
    let text = home.read("heard");
    let games = text.split("new\n").skip(1);
    games.map(|game| game.lines().map(str::to_string).collect()).collect()
}

/// The number after a key of a `go` line.
fn number(line: &str, key: &str) -> u64 {
    let mut words = line.split(' ').skip_while(|word| *word != key);
    words.nth(1).unwrap().parse().unwrap()
}

#[test]
fn an_engine_hears_full_clocks_and_what_is_left() {
    let home = home();
    let told = "        with open(\"heard\", \"a\", encoding=\"utf-8\") as file:\n            \
                file.write(line.split(\" searchmoves\")[0] + \"\\n\")\n        legal =";
    let begins = "        moves = 0\n        with open(\"heard\", \"a\", encoding=\"utf-8\") as file:\n            \
                  file.write(\"new\\n\")";
    let heard_by = home.read("engine.py").replace("        legal =", told);
    home.write("heard.py", heard_by.replace("        moves = 0", begins));
    home.write("heard.toml", engine("").replace("engine.py", "heard.py"));
    let arena = |other: &str, name: &str| {
        let bots = format!("program(heard.toml,tc=7200+2.5) {other}");
        home.done(&format!("arena {bots} {GAME} --games 2 --name {name} -q"));
        let told = heard(&home);
        home.write("heard", "");
        assert_eq!(told.len(), 2);
        told
    };
    let times = |line: &str| ["p1time", "p2time", "p1inc", "p2inc"].map(|key| number(line, key));
    let [first, second] = &arena("program(engine.toml,tc=3600)", "clocks")[..] else { panic!() };
    assert_eq!(first[0], "go p1time 7200000 p2time 3600000 p1inc 2500 p2inc 0");
    let [other, own, inc, none] = times(&second[0]);
    assert!(other <= 3_600_000 && [own, inc, none] == [7_200_000, 0, 2500], "{}", second[0]);
    for (game, own) in [(first, "p1time"), (second, "p2time")] {
        assert!(game.len() > 3);
        for (moves, line) in (0..).zip(game) {
            assert!(number(line, own) <= 7_200_000 + 2500 * moves, "{line}");
        }
    }
    let text = home.read("results/clocks/games.jsonl");
    assert!(!text.contains("\"why\""), "{text}");
    // A seat without a clock is told to have what the engine has.
    for game in arena("random", "alone") {
        let told: Vec<[u64; 4]> = game.iter().map(|line| times(line)).collect();
        assert_eq!(told[0], [7_200_000, 7_200_000, 2500, 2500]);
        assert!(told.iter().all(|[first, second, ..]| first == second), "{told:?}");
    }
}

#[test]
fn an_engine_that_does_not_answer_loses_on_time() {
    let home = changed("time.sleep(600)", "0.3");
    let bot = "program(engine.toml,tc=0.05+0.01)";
    let text = home.done(&format!("arena {bot} random {GAME} --games 2 --name it")).text();
    let told = format!("{bot} lost 2 games on time. The first is game 1: `replay` shows why.");
    assert!(text.contains("Games ended by: time 2.") && text.contains(&told), "{text}");
    let why = "its clock ran out after 0 moves: it didn't answer within 0.351 seconds";
    for (game, winner) in games(&home, "it").iter().zip([2, 1]) {
        assert_eq!((&game["reason"], &game["winner"]), (&"time".into(), &winner.into()));
        assert_eq!(game["why"], why);
    }
    assert_eq!(processes(&home).len(), 2, "each is killed");
    assert!(home.done("show it -q").text().contains(&told));
    assert!(home.done("verify it").text().starts_with("2 games "));
    let report = home.done("show it --json").json();
    let counts = |rating: &Value| {
        [&rating["lost_on_time"], &rating["failed"], &rating["losses"]].map(Value::as_u64)
    };
    let ratings = report["ratings"].as_array().unwrap();
    assert_eq!(
        ratings.iter().map(counts).collect::<Vec<_>>(),
        [[Some(0); 3], [Some(2), Some(0), Some(2)]]
    );
    let drawn = home.done("replay it --number 1").text();
    assert!(
        drawn.ends_with(&format!("Seat 2, random, won after 4 plies: time, {why}\n")),
        "{drawn}"
    );
    home.done(&format!("arena {bot} random {GAME} --games 4 --name it -q"));
    assert_eq!(games(&home, "it").len(), 4);
}

#[test]
fn an_engine_that_answers_too_late_loses_and_goes_on() {
    let home = changed("time.sleep(0.15)", "60");
    let bot = "program(engine.toml,tc=0.1)";
    home.done(&format!("arena {bot} random {GAME} --games 4 --name it -q"));
    for game in games(&home, "it") {
        let why = game["why"].as_str().unwrap();
        let over = why.strip_prefix("its clock ran out by ").unwrap();
        let over: u64 = over.strip_suffix(" ms, after 0 moves").unwrap().parse().unwrap();
        assert!(game["reason"] == "time" && over >= 50, "{game}");
    }
    assert_eq!(processes(&home).len(), 1, "it stays");
    let words = format!("sprt {bot} random {GAME} --max-pairs 2");
    let done = home.done(&words);
    assert!(done.err.contains(&format!("{bot} lost 4 games on time.")), "{}", done.err);
    assert!(!done.err.contains("failed"), "{}", done.err);
    let told = format!("{bot} lost 4 games on time. The first is game 1: `replay` shows why.");
    assert!(home.done(&format!("{words} --name test")).text().contains(&told));
    assert!(home.done("show test").text().contains(&told));
    for words in [&words, "show test"] {
        let report = home.done(&format!("{words} --json")).json();
        assert_eq!([&report["a_lost_on_time"], &report["b_lost_on_time"]], [4, 0], "{words}");
        assert_eq!([&report["a_failed"], &report["b_failed"]], [0, 0], "{words}");
    }
    home.done("verify test");
}

#[test]
fn an_engine_that_dies_in_time_has_failed() {
    let home = changed("os._exit(1)", "60");
    home.done(&format!("arena program(engine.toml,tc=3600) random {GAME} --games 2 --name it -q"));
    for game in games(&home, "it") {
        assert_eq!((&game["reason"], &game["why"]), (&"failed".into(), &"it ended".into()));
    }
}

#[test]
fn a_clock_is_refused_where_nobody_keeps_it() {
    let home = home();
    let bot = "program(engine.toml,tc=10+0.1)";
    let why = format!(
        "{bot}: tc=10+0.1 is a clock for a whole game, which only arena and sprt keep. Give the program a limit for \
         each move here, such as ms=1000"
    );
    for words in [
        format!("play {bot} random --game connect-four"),
        format!("analyse {bot} --game connect-four"),
        format!("accuracy {bot} --positions 3 --plies 34-36"),
        format!("ugi {bot} --game connect-four"),
        format!("serve --listen 127.0.0.1:0 --bot {bot}"),
        format!("connect 127.0.0.1:9 {bot}"),
    ] {
        assert!(home.refused(2, &words).contains(&why), "{words}");
    }
    assert!(processes(&home).is_empty());
    home.done(&format!("analyse {bot} --game connect-four --ms 500 --seed 1"));
}
