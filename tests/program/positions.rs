//! Arenas from a position: both seats, the records, what follows from them, and what is refused.

use crate::program::{Done, Home, assert_same, unchained};
use serde_json::Value;
use std::fs;

const WORDS: &str = "arena hand-set pieces --game draughts --position late.fen --games 6 --seed 2 \
     --opening-plies 2 --name a";

fn home() -> Home {
    let home = Home::new();
    home.write("late.fen", "B:W28,32,33,38,K46:B2,12-14,19,K5");
    home
}

fn games(home: &Home) -> Vec<Value> {
    let text = home.read("results/a/games.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn games_begin_there_from_both_seats_and_are_played_again() {
    let home = home();
    let text = home.done(WORDS).text();
    assert!(text.contains("from the position in arena.toml, 2 random opening plies"), "{text}");
    let drawing = home.done("perft --game draughts --position late.fen --draw").text();
    let games = games(&home);
    assert_eq!(games.len(), 6);
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!(pair[0]["bots"][0], pair[1]["bots"][1]);
        for game in pair {
            assert_eq!((&game["version"], &game["position"]), (&3.into(), &drawing.clone().into()));
        }
    }
    assert!(games.iter().any(|game| game["opening"] != games[0]["opening"]));
    assert!(home.done("verify a").text().starts_with("6 games with "));
    assert_eq!(home.done("replay a --number 2 --ply 0").text(), drawing);
    let second = home.done("replay a --number 1").text();
    assert!(second.contains(&drawing) && second.contains("1. ") && second.contains("(opening)"));
    assert!(home.read("results/a/arena.md").contains("--position late.fen"));
}

#[test]
fn it_goes_on_where_it_was_stopped_and_not_from_elsewhere() {
    let home = home();
    home.done(WORDS);
    let whole = home.files("a");
    let lines = home.read("results/a/games.jsonl");
    let half: String = lines.lines().take(3).map(|line| format!("{line}\n")).collect();
    fs::write(home.result("a", "games.jsonl"), half + "{\"torn").unwrap();
    home.done(&format!("{WORDS} --threads 2"));
    assert_same(&whole, &home.files("a"), "resumed");

    home.write("late.fen", "W:W28,32,33,38,K46:B2,12-14,19,K5");
    assert!(home.refused(2, WORDS).contains("another position there"));
    let start = WORDS.replace("--position late.fen ", "");
    let said = home.refused(2, &start);
    assert!(said.contains("games from a position there, from the start here"), "{said}");
    assert_same(&whole, &home.files("a"), "refusals change nothing");
}

#[test]
fn other_games_have_positions_too() {
    let home = Home::new();
    home.done("arena hand-tuned-v4 random --players 3 --games 2 --seed 1 --name b");
    home.write("p.txt", home.done("replay b --number 1 --ply 9").text());
    home.done("arena hand-tuned-v4 random --position p.txt --games 4 --seed 1 --name a");
    let games = games(&home);
    assert!(
        games
            .iter()
            .all(|game| game["players"] == 3 && game["bots"].as_array().unwrap().len() == 3)
    );
    home.done("verify a");
    let report = home.done("analyse greedy:hand-tuned-v4 --position p.txt --json").json();
    assert_eq!((&report["players"], &report["seat"]), (&3.into(), &1.into()));
}

#[test]
fn a_position_may_come_through_a_pipe() {
    let home = home();
    let piped = |words: &str| -> Done {
        let position = fs::File::open(home.path("late.fen")).unwrap();
        home.command(words).stdin(position).output().unwrap().into()
    };
    let named = home.done("perft --game draughts --position late.fen --depth 2");
    let read = piped("perft --game draughts --position - --depth 2");
    assert_eq!((read.code, read.text()), (Some(0), named.text()));
    let foreign = "standard input: is a position of draughts";
    for (words, code, why) in [
        ("play", 3, foreign),
        ("analyse greedy:hand-tuned-v4", 3, foreign),
        ("play --game draughts", 2, "moves come on standard input, too"),
        ("arena random hand-tuned-v4", 2, "--position has to be a file"),
    ] {
        let done = piped(&format!("{words} --position -"));
        assert_eq!(done.code, Some(code), "{words}: {}", done.err);
        assert!(done.err.contains(why), "{}", done.err);
    }
}

/// A position of another game is named as such, and read where that game is asked for.
#[test]
fn a_position_of_another_game_is_told_by_its_game() {
    let home = Home::new();
    let games = ["chinese-checkers", "connect-four", "draughts", "halma", "rhombus"];
    for game in games {
        home.write("p.txt", home.done(&format!("perft --game {game} --draw")).text());
        let said = format!("p.txt: is a position of {game}, not of ");
        for other in games.into_iter().filter(|other| *other != game) {
            let found = home.refused(3, &format!("perft --game {other} --position p.txt"));
            assert!(found.contains(&format!("{said}{other}; give --game {game}")), "{found}");
        }
        home.done(&format!("perft --game {game} --position p.txt --depth 1"));
    }
    for command in ["play", "analyse greedy:hand-tuned-v4", "arena random hand-tuned-v4"] {
        let found = home.refused(3, &format!("{command} --position p.txt"));
        assert!(found.contains("give --game rhombus"), "{command}: {found}");
    }
    let halma = home.done("perft --game halma --draw").text();
    home.write("p.txt", halma.replacen("a 1 1", "a 1 3", 1));
    let found = home.refused(3, "perft --game halma/report --position p.txt");
    assert!(found.contains("p.txt: line 2"), "{found}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let home = home();
    home.write("over.fen", "B:W31:B");
    for (code, words, why) in [
        (2, WORDS.replace("late", "none"), "cannot read none.fen"),
        (2, WORDS.replace("late", "over"), "the game is over"),
        (
            3,
            WORDS.replace("--game draughts", "").replace("hand-set pieces", "random hand-tuned-v4"),
            "late.fen: is a position of draughts, not of chinese-checkers; give --game draughts",
        ),
        (2, format!("{WORDS} --players 2"), "cannot be used with"),
    ] {
        let said = home.refused(code, &words);
        assert!(said.contains(why), "{words}: {said}");
    }
    home.done(WORDS);
    let whole = home.read("results/a/games.jsonl");
    fs::write(home.result("a", "games.jsonl"), whole.replacen("\"version\":3", "\"version\":2", 1))
        .unwrap();
    assert!(home.refused(3, "verify a").contains("line 1: a line of version 3 has a chain"));
    let whole = unchained(&whole);
    for (from, to, why) in [
        ("\"version\":2", "\"version\":1", "line 1: a line of version 2 has a position"),
        ("turn=black", "turn=red", "line 1: line 1"),
        ("starhop position", "draughts position", "line 1: line 1"),
    ] {
        fs::write(home.result("a", "games.jsonl"), whole.replacen(from, to, 1)).unwrap();
        let said = home.refused(3, "verify a");
        assert!(said.contains(why), "{from}: {said}");
    }
    let settings = home.read("results/a/arena.toml");
    fs::write(home.result("a", "arena.toml"), settings.replace("version = 3", "version = 1"))
        .unwrap();
    assert!(home.refused(3, WORDS).contains("one of version 1 has none"));
}
