//! What is said of a champion where a draw is half a win.

use super::home;
use crate::program::Home;
use serde_json::Value;
use std::fs;

const WORDS: &str = "evolve --program tune.toml --population 8 --generations 6 --measure-every 3 --measure-games 20 \
     --final-games 2000 --choose-games 8 --candidates 2 --seed 3";

/// A program whose games are drawn in 92 of 100 and else won by the stronger.
fn drawing() -> Home {
    let home = home("game");
    home.write("draws", "0.92");
    home
}

/// A figure as the table prints it.
fn told(row: &Value) -> String {
    let tenths = |key: &str| format!("{:.1}", 100.0 * row[key].as_f64().unwrap());
    format!("{} [{}, {}]", tenths("score"), tenths("score_low"), tenths("score_high"))
}

#[test]
fn a_champion_that_draws_most_games_is_judged_by_its_score() {
    let home = drawing();
    let text = home.done(&format!("{WORDS} --name run --against start")).text();
    assert!(text.contains("\nscore, % of 200 "), "{text}");
    let shown = home.done("show run --json").json();
    let row = &shown["strength"][0];
    let counts = ["wins", "unfinished", "losses"].map(|key| row[key].as_u64().unwrap());
    assert!(counts[0] > 6 && counts[1] > 150 && counts[2] == 0, "{row}");
    let points = counts[0] as f64 + counts[1] as f64 / 2.0;
    assert_eq!(row["score"].as_f64(), Some(points / 200.0));
    assert_eq!((&row["win_rate"], &row["verdict"]), (&1.0.into(), &"beats".into()));
    let line = text.lines().find(|line| line.starts_with("start ")).unwrap();
    assert!(line.contains(&told(row)), "{text}");

    // Every game of the run's final measurement began at the start, too.
    let verdict = text.lines().find(|line| line.starts_with("Beats start: score ")).unwrap();
    let score = 100.0 * shown["champion"]["measured"]["fitness"].as_f64().unwrap();
    assert!(verdict.contains(&format!(" score {score:.1} [")), "{text}");
    assert!(verdict.ends_with("] % of all 2,000 games."), "{text}");
    assert!(text.contains(" of games were drawn.\n") && !text.contains("100.0 ["), "{text}");
    assert!(home.done("show run").text().contains(verdict));
    home.done("report run");
    let page = fs::read_to_string(home.result("run", "report.html")).unwrap();
    for said in ["Score of the champion, in per cent", "What the champion scores from the start"] {
        assert!(page.contains(said), "{said}");
    }
    assert!(page.contains(verdict) && !page.contains("won, %"), "{verdict}");
    home.done("verify run");
}

/// Two hundred games that happen to come out otherwise than two thousand on the same terms don't stand against these.
#[test]
fn a_champion_with_one_opponent_is_judged_by_all_its_games_from_the_start() {
    let home = home("game");
    let text = home.done(&format!("{WORDS} --name run --against start")).text();
    assert!(text.contains(" % of all 2,000 games."), "{text}");
    assert!(!text.contains(" % from the start."), "{text}");
    let mixed = "opening-plies = 4\n";
    home.write(
        "tune.toml",
        mixed.to_string() + &fs::read_to_string(home.path("tune.toml")).unwrap(),
    );
    let text = home.done(&format!("{WORDS} --name mixed --against start")).text();
    assert!(text.contains("from the start     4 random plies  drawn\n"), "{text}");
    assert!(text.contains("] % from 4 random plies.\n"), "{text}");
}

#[test]
fn an_exploiter_is_told_by_its_score() {
    let home = drawing();
    home.done(&format!("{WORDS} --name run --against start"));
    let words = "exploit run --games 100 --final-games 400 --seed 1 --name of";
    let report = home.done(&format!("{words} --json")).json();
    let text = home.done(words).text();
    assert_eq!(
        (&report["more_than_equal"], &report["exploited"]["win_rate"]),
        (&true.into(), &1.0.into())
    );
    let percent = |it: &Value| format!("{:.2} %", 100.0 * it["fitness"].as_f64().unwrap());
    let (best, score) = (report["best"].as_str().unwrap(), percent(&report["exploited"]));
    let lose = format!("run can lose at least this much: {best} scores {score} [");
    assert!(text.contains(&lose) && text.contains("] in 400 fresh\ngames against it,"), "{text}");
    let drawn = format!("; {} were drawn.", report["exploited"]["unfinished"]);
    assert!(text.contains(&drawn) && text.contains(" score, all  run\n"), "{text}");
    for start in report["starts"].as_array().unwrap() {
        let line =
            format!(" {}  {}\n", percent(&start["measured"]), start["run"].as_str().unwrap());
        assert!(text.contains(&line), "{line}: {text}");
    }
}
