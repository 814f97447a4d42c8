//! An engine that fails loses that game, and the reason stands in the record; the next game has a new
//! process, and none is left.

use super::{engine, games, home, processes};
use crate::program::{is_alive, send, wait_until};

const LIMITS: &str = "late-seconds = 2.75\n";

/// An arena on one thread in which the engine fails once, and why it did.
fn arena(kind: &str, limit: &str) -> String {
    let home = home();
    home.write("engine.toml", engine(LIMITS));
    home.write("fault", kind);
    let bot = format!("program(engine.toml,{limit})");
    home.done(&format!(
        "arena {bot} random --game connect-four --games 6 --seed 1 --threads 1 --name it -q"
    ));
    let failed: Vec<_> =
        games(&home, "it").into_iter().filter(|it| it["reason"] == "failed").collect();
    assert_eq!(failed.len(), 1, "{kind}");
    assert_eq!(games(&home, "it").len(), 6);
    let winner = failed[0]["winner"].as_u64().unwrap() as usize;
    assert_eq!(failed[0]["bots"][winner - 1], "random");
    let number = &failed[0]["number"];
    let told =
        format!("{bot} failed in 1 game, which it lost. The first is game {number}: `replay`");
    let document = home.read("results/it/arena.md");
    assert!(document.contains(&told), "{document}");
    for rating in home.done("show it --json").json()["ratings"].as_array().unwrap() {
        assert_eq!(rating["failed"], u64::from(rating["bot"] == bot), "{kind}: {rating}");
    }
    assert_eq!(processes(&home).len(), 2, "{kind}");
    wait_until(|| !processes(&home).iter().any(|&it| is_alive(it)));
    home.done("verify it");
    failed[0]["why"].as_str().unwrap().to_string()
}

#[test]
fn an_engine_that_fails_loses_that_game_and_no_other() {
    for (kind, limit, why) in [
        ("dies", "depth=1", "it ended; its last words: lost count"),
        ("hangs", "ms=250", "it didn't answer within 3 seconds"),
        ("nonsense", "ms=250", "it didn't answer within 3 seconds"),
        ("half", "depth=1", "it ended within a line"),
        ("floods", "depth=1", "it wrote 100000 lines and no answer"),
        ("long", "depth=1", "it wrote a line of more than 65536 bytes"),
        ("garbage", "depth=1", "it wrote what is no text"),
        ("illegal", "depth=1", "illegal move 'zz': 'zz' is no column; columns are 1 to 7"),
        ("error", "depth=1", "it answered the error 'no idea'"),
    ] {
        assert_eq!(arena(kind, limit), why, "{kind}");
    }
}

#[test]
fn a_move_that_nobody_asked_for_is_not_the_next_one() {
    let home = home();
    home.write("fault", "twice");
    // The other bot thinks for so long that the line is there, and plays by its seed.
    let bots = "program(engine.toml,depth=1) mcts(nodes=5000):published";
    let words = "--game connect-four --games 2 --seed 1 --threads 1 --name it -q";
    home.done(&format!("arena {bots} {words}"));
    let games = games(&home, "it");
    let why: Vec<&str> = games.iter().filter_map(|it| it["why"].as_str()).collect();
    assert_eq!(why, ["it named the move '7' before it was asked for one"]);
}

#[test]
fn a_test_says_what_it_lost_by_failures_and_play_ends_with_the_reason() {
    let home = home();
    home.write("fault", "illegal");
    let bot = "program(engine.toml,depth=1)";
    let words = "--game connect-four --max-pairs 3 --seed 1 --threads 1";
    let done = home.done(&format!("sprt {bot} random {words}"));
    let why = "failed in 1 game, which it lost; the first: illegal move 'zz'";
    assert!(done.err.contains(why), "{}", done.err);
    home.write("fault", "dies");
    let why = "the program engine.toml failed: it ended; its last words: lost count";
    // Each seat has a process of its own, which is in one game until the end.
    let done = home.run(&format!("play {bot} {bot} --game connect-four --seed 1"));
    assert!(done.code == Some(1) && done.err.contains(why), "{}", done.err);
    home.write("engine.py", home.read("engine.py").replace("moves == 3", "moves == 1"));
    home.write("fault", "dies");
    let said = home.refused(1, &format!("accuracy {bot} --positions 3 --plies 34-36 --seed 1"));
    assert!(said.contains(why), "{said}");
    home.write("fault", "dies");
    let said = home.refused(1, &format!("analyse {bot} --game connect-four --seed 1"));
    assert!(said.contains(why), "{said}");
    home.write("fault", "dies");
    let played = home.run(&format!("play {bot} random --game connect-four --seed 1"));
    assert!(played.code == Some(1) && played.err.contains(why), "{}", played.err);
}

#[test]
fn an_engine_that_does_not_start_is_named_wherever_it_is_a_bot() {
    let home = home();
    home.write("none.toml", "version = 1\ncommand = [\"./nothing-here\"]\n");
    let bot = "program(none.toml)";
    for words in [
        format!("accuracy {bot} --positions 3 --plies 34-36 --seed 1"),
        format!("analyse {bot} --seed 1"),
        format!("play {bot} random --seed 1"),
        format!("sprt {bot} random --seed 1"),
        format!("arena {bot} random --seed 1"),
    ] {
        let said = home.refused(1, &words);
        assert!(said.contains("the program none.toml failed: "), "{words}: {said}");
        assert!(said.contains("nothing-here"), "{words}: {said}");
    }
}

#[test]
fn ctrl_c_does_not_wait_for_an_engine() {
    let home = home();
    home.write("fault", "hangs");
    let mut child = home.start("arena program(engine.toml,ms=600000) random --games 6 --seed 1");
    wait_until(|| !processes(&home).is_empty() && !home.path("fault").exists());
    send(&child, "-INT");
    // Long before the engine's time is over.
    wait_until(|| child.try_wait().unwrap().is_some());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    wait_until(|| !processes(&home).iter().any(|&it| is_alive(it)));
}

#[test]
fn ctrl_c_does_not_wait_until_an_engine_is_ready() {
    let home = home();
    let silent = "[\"sh\", \"-c\", \"touch begun; exec cat\"]\nstart-seconds = 86400\n";
    home.write("silent.toml", format!("version = 1\ncommand = {silent}"));
    for words in ["arena", "sprt"] {
        let mut child = home.start(&format!("{words} program(silent.toml) random --seed 1"));
        wait_until(|| home.path("begun").exists());
        send(&child, "-INT");
        wait_until(|| child.try_wait().unwrap().is_some());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{words}");
        std::fs::remove_file(home.path("begun")).unwrap();
    }
}
