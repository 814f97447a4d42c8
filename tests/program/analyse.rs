//! What bots think of positions: the first move is the one that an arena plays, certain ends, and what
//! is refused.

use crate::program::Home;
use serde_json::Value;

/// A bot and a game for every method that has something to say.
const BOTS: [(&str, &str); 13] = [
    ("hand-tuned-v4", "chinese-checkers"),
    ("iddfs(depth=2):hand-tuned-v4", "chinese-checkers"),
    ("minimax(depth=1):hand-tuned-v4", "chinese-checkers"),
    ("maxn(depth=2):hand-tuned-v4", "chinese-checkers --players 3"),
    ("paranoid(depth=2):hand-tuned-v4", "chinese-checkers --players 3"),
    ("best-reply(depth=2):hand-tuned-v4", "chinese-checkers --players 3"),
    ("alphabeta(nodes=3000,basedepth=2):hand-tuned-v4", "chinese-checkers"),
    ("mcts(nodes=60):published", "connect-four"),
    ("parallel(depth=3):published", "connect-four"),
    ("alphabeta(depth=2,quiescence=2,extend):hand-set", "draughts"),
    ("own:report-2014", "halma/report"),
    ("greedy:report-2014", "halma/report"),
    ("alphabeta(depth=1):pid-2019", "chinese-checkers/pid"),
];

fn moves(report: &Value) -> &Vec<Value> {
    report["moves"].as_array().unwrap()
}

/// A bot that looks at three moves has no more to list.
#[test]
fn a_longer_list_is_offered_where_there_may_be_one() {
    let home = Home::new();
    let told = |top: u64| {
        let bot = "mcts(nodes=60,width=3):hand-tuned-v4";
        home.done(&format!("analyse {bot} --seed 3 --top {top}")).text()
    };
    assert!(told(2).ends_with("\nThe best 2 of 14 moves; --top lists more.\n"), "{}", told(2));
    assert!(told(5).ends_with("\nThe best 3 of 14 moves.\n"), "{}", told(5));
}

#[test]
fn the_first_move_is_that_of_the_first_game_of_an_arena() {
    let home = Home::new();
    for (bot, game) in BOTS {
        let terms = format!("--game {game} --seed 3");
        let report = home.done(&format!("analyse {bot} {terms} --json")).json();
        let rest = "--games 2 --opening-plies 0 --name a";
        let short = match game.split_once(' ').map_or(game, |(game, _)| game) {
            "draughts" | "connect-four" => String::new(),
            _ => " --rules standard:ply-cap=6".to_string(),
        };
        home.done(&format!("arena {bot} random {terms}{short} {rest}"));
        let first = home.read("results/a/games.jsonl");
        let first: Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
        assert_eq!(moves(&report)[0]["move"], first["moves"][0], "{bot} in {game}");
        assert_eq!(moves(&report)[0]["line"][0]["move"], first["moves"][0]);
        assert_eq!(report["seat"], 1);
        assert!(report["depth"].as_u64().unwrap() >= 1 && moves(&report).len() <= 5, "{report}");
        std::fs::remove_dir_all(home.path("results/a")).unwrap();
    }
}

#[test]
fn certain_ends_are_told_from_the_view_of_the_player_to_move() {
    let home = Home::new();
    let analyse = |fen: &str, words: &str| {
        home.write("position.fen", fen);
        home.done(&format!(
            "analyse alphabeta(depth=3):hand-set --game draughts --position position.fen {words}"
        ))
    };
    // The king takes the last piece.
    let report = analyse("W:WK5:B23", "--json").json();
    assert_eq!((&moves(&report)[0]["win_in"], &report["seat"]), (&1.into(), &1.into()));
    let text = analyse("W:WK5:B23", "").text();
    assert!(text.contains("win in 1 ply ") && text.contains("Seat 1 is to move"), "{text}");
    // Black has to move where it is taken.
    let lost = analyse("B:W47:B36", "--json").json();
    assert_eq!((&lost["seat"], &moves(&lost)[0]["loss_in"]), (&2.into(), &2.into()));
    let line = serde_json::json!([{"seat": 2, "move": "36-41"}, {"seat": 1, "move": "47x36"}]);
    assert_eq!(moves(&lost)[0]["line"], line);
}

/// Kings come to the same fields on two ways, of which one may be a position's third time.
#[test]
fn a_table_knows_what_draw_rules_look_at() {
    let home = Home::new();
    let empty = ".   .   .   .   .\n  .   .   .   .   .\n";
    for (past, rows) in [
        (
            "47-15,4-18,15-47,18-4,47-15,4-18",
            [
                "  .   .   .   .   W\n",
                ".   .   B   .   .\n",
                "  .   .   .   .   .\n",
                ".   .   b   .   .\n",
                "  .   .   .   .   .\n",
                ".   .   .   .   .\n",
            ],
        ),
        (
            "20-33,36-4,33-20,4-36",
            [
                "  .   .   .   .   .\n",
                ".   .   .   .   W\n",
                "  .   .   .   .   .\n",
                ".   .   .   .   .\n",
                "  .   .   .   .   .\n",
                "B   w   .   .   .\n",
            ],
        ),
    ] {
        let head = format!("starhop position 1: draughts turn=white kings={past}\n  {empty}");
        let position = head.replace("  \n", "\n") + &rows.concat() + "  " + empty;
        home.write("position.txt", position.trim_end_matches("  "));
        let listed = |bot: &str| {
            let terms = "--game draughts --position position.txt --top 99 --seed 1 --json";
            let report = home.done(&format!("analyse {bot}(depth=6):hand-set {terms}")).json();
            let of = |it: &Value| (it["move"].clone(), it["value"].clone());
            moves(&report).iter().map(of).collect::<Vec<_>>()
        };
        assert_eq!(listed("alphabeta"), listed("minimax"), "{past}");
    }
}

/// With `width` a search finds other values beside a list.
#[test]
fn the_first_line_is_what_a_game_would_have() {
    let home = Home::new();
    let first = |top: u32| {
        let words = "analyse alphabeta(depth=7,width=3):published --game connect-four --seed 1";
        let report = home.done(&format!("{words} --top {top} --json")).json();
        (moves(&report)[0]["move"].clone(), moves(&report)[0]["value"].clone())
    };
    assert_eq!((first(3), first(7)), (first(1), first(1)));
}

/// What an evaluation says is no mean reward.
#[test]
fn a_forced_move_that_is_not_played_out_has_no_value() {
    let home = Home::new();
    home.write("forced.fen", "W:W33:B28,45");
    let report =
        home.done("analyse mcts(nodes=50):hand-set --game draughts --position forced.fen --json");
    let report = report.json();
    assert_eq!((moves(&report).len(), &moves(&report)[0]["value"]), (1, &Value::Null));
    // It is looked at as far with moves left out as without.
    let value = |bot: &str| {
        let words = format!("analyse {bot}:hand-set --game draughts --position forced.fen --json");
        moves(&home.done(&words).json())[0]["value"].clone()
    };
    assert_eq!(value("alphabeta(depth=4,width=9)"), value("alphabeta(depth=4)"));
    home.write("last.fen", "W:W33:B28");
    let report =
        home.done("analyse mcts(nodes=50):hand-set --game draughts --position last.fen --json");
    assert_eq!(moves(&report.json())[0]["win_in"], 1);
}

#[test]
fn limits_and_lists_are_what_was_asked_for() {
    let home = Home::new();
    let analyse = |words: &str| {
        home.done(&format!("analyse alphabeta:published --game connect-four {words} --json")).json()
    };
    let whole = analyse("--depth 5 --top 7");
    assert_eq!((&whole["depth"], moves(&whole).len()), (&5.into(), 7));
    let one = analyse("--depth 5 --top 1");
    assert_eq!(moves(&one)[0], moves(&whole)[0]);
    assert_eq!(one["nodes"], whole["nodes"], "the list costs the bot nothing");
    assert!(one["nodes_beside"].as_u64() < whole["nodes_beside"].as_u64());
    let timed = analyse("--ms 30");
    assert!(timed["depth"].as_u64().unwrap() >= 1 && timed["bot"] == "alphabeta(ms=30):published");
    assert_eq!(timed["interrupted"], false);
    // The same positions again, on any number of threads.
    let again = analyse("--depth 5 --top 7 --threads 1");
    assert_eq!(moves(&again), moves(&whole));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let home = Home::new();
    home.write("over.fen", "B:W31:B");
    home.write("junk.txt", "junk");
    for (code, words, why) in [
        (2, "analyse", "BOT"),
        (2, "analyse random", "prefers no move"),
        (2, "analyse nobody", "'nobody'"),
        (2, "analyse hand-tuned-v4 --ms 5", "--ms 5: greedy has no option 'ms'"),
        (2, "analyse hand-tuned-v4 --depth 5", "--depth 5: greedy has no option 'depth'"),
        (2, "analyse mcts:hand-tuned-v4 --depth 5", "--depth 5: mcts has no option 'depth'"),
        (2, "analyse alphabeta:hand-tuned-v4 --depth 5 --ms 5", "cannot be used with"),
        (2, "analyse alphabeta:hand-tuned-v4 --depth 0", "depth is a whole number"),
        (2, "analyse alphabeta:hand-tuned-v4 --top 0", "1..=1000"),
        (2, "analyse alphabeta:hand-tuned-v4 --position none.txt", "cannot read none.txt"),
        (3, "analyse alphabeta:hand-tuned-v4 --position junk.txt", "junk.txt: line 1"),
        (2, "analyse alphabeta:hand-set --game draughts --position over.fen", "the game is over"),
        (2, "analyse iddfs:hand-set --game draughts", "pass"),
        (2, "analyse alphabeta(basedepth=3):hand-tuned-v4", "basedepth is where"),
    ] {
        let said = home.refused(code, words);
        assert!(said.contains(why), "{words}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_prints_what_is_there() {
    use crate::program::{Done, send};
    use std::process::Stdio;
    let home = Home::new();
    for bot in ["alphabeta(ms=600000):published", "mcts(ms=600000):published"] {
        let stopped = |wait: u64| {
            let mut command = home.command(&format!("analyse {bot} --game connect-four --json"));
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(wait));
            send(&child, "-INT");
            Done::from(child.wait_with_output().unwrap())
        };
        // Before it listens to signals it ends by them.
        let waits = [500, 2000, 8000, 30_000].into_iter();
        let done = waits.map(stopped).find(|done| done.code.is_some()).unwrap();
        assert_eq!(done.code, Some(130), "{}", done.err);
        assert!(done.err.contains("Stopping"), "{}", done.err);
        let report = done.json();
        assert_eq!(report["interrupted"], true);
        assert!(!moves(&report).is_empty() && report["nodes"].as_u64().unwrap() > 0);
    }
}
