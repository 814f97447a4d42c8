//! Signals that ask a run, or a test, to stop.

use crate::program::{
    Done, Home, assert_same, evolve, hang_up, last_generation, send, table, wait_until,
};
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Whether a run has that many whole generations in its table.
fn has_rows(home: &Home, run: &str, count: usize) -> bool {
    let text = fs::read_to_string(home.result(run, "generations.csv"));
    text.is_ok_and(|text| text.matches('\n').count() > count)
}

/// Stops a run, checks what it left, and lets it go on for a while.
fn check_signal(signal: &str) {
    let home = Home::new();
    let mut command = home.command(&evolve("run", "--generations 1000000"));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(|| has_rows(&home, "run", 7));
    send(&child, signal);
    let done = Done::from(child.wait_with_output().unwrap());
    assert_eq!(done.code, Some(130), "{}", done.err);
    assert!(done.err.contains("Stopping and saving"), "{}", done.err);
    assert!(done.text().contains("starhop resume run\n"), "{}", done.text());
    let stopped = last_generation(&home, "run");
    assert!(done.text().contains(&format!("an interrupt at generation {stopped}:")));
    let begun = table(&home, "run");

    home.done("verify run");
    let end = stopped + 6;
    home.done(&format!("resume run --generations {end}"));
    home.evolve("straight", &format!("--generations {end}"));
    assert!(table(&home, "straight").starts_with(&begun));
    assert_same(&home.files("straight"), &home.files("run"), signal);
}

#[test]
fn ctrl_c_stops_at_a_whole_generation() {
    check_signal("-INT");
}

#[test]
fn a_request_to_terminate_does_the_same() {
    check_signal("-TERM");
}

#[test]
fn a_run_that_was_prolonged_is_told_with_the_champion_of_its_end_before() {
    let home = Home::new();
    home.evolve("run", "--generations 3 --measure-every 1000000");
    let mut command = home.command("resume run --generations 1000000");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(|| has_rows(&home, "run", 7));
    send(&child, "-INT");
    let text = Done::from(child.wait_with_output().unwrap()).text();
    assert!(text.contains("in the final measurement of an earlier end"), "{text}");
}

/// As `nohup` starts it.
#[test]
#[cfg(target_os = "linux")]
fn a_hang_up_that_is_ignored_stops_nothing() {
    let home = Home::new();
    let plain = home.command(&evolve("run", "--generations 1000000"));
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]);
    command.arg(plain.get_program()).args(plain.get_args());
    command.current_dir(home.path("")).stdin(Stdio::null());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(|| has_rows(&home, "run", 7));
    send(&child, "-HUP");
    // A run that stops doesn't get so far.
    let rows = last_generation(&home, "run") as usize + 20;
    wait_until(|| has_rows(&home, "run", rows));
    send(&child, "-TERM");
    let done = Done::from(child.wait_with_output().unwrap());
    assert_eq!(done.code, Some(130), "{}", done.err);
    assert!(done.err.contains("Stopping and saving"), "{}", done.err);
}

/// Starts a command without an end and sends it a signal once it may have come so far: one that hasn't
/// gets more time when it is started again.
fn stopped(signal: &str, home: &Home, words: &str, is_so_far: fn(&Done) -> bool) -> Done {
    for shift in 0..8 {
        let mut command = home.command(words);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        thread::sleep(Duration::from_millis(200 << shift));
        send(&child, signal);
        wait_until(|| child.try_wait().unwrap().is_some());
        let done = Done::from(child.wait_with_output().unwrap());
        if is_so_far(&done) {
            assert_eq!(done.code, Some(130), "{words}: {}", done.err);
            return done;
        }
    }
    panic!("it never came so far");
}

/// The same once it listens to signals: one that doesn't yet is killed.
fn interrupted(home: &Home, words: &str) -> Done {
    stopped("-INT", home, words, |done| done.code.is_some())
}

/// The same once it has something to print.
fn printed(signal: &str, home: &Home, words: &str) -> Done {
    stopped(signal, home, words, |done| !done.out.is_empty())
}

/// Looks so far ahead that no move of it is ever found.
const DEEP: &str = "alphabeta(depth=50)";

#[test]
fn ctrl_c_breaks_off_whatever_runs() {
    let home = Home::new();
    home.evolve("run", "--generations 2");
    let bots = format!("{DEEP}:hand-tuned-v4 {DEEP}:generation-51");
    for (words, said) in [
        (format!("evolve --name begun --search {DEEP} --seed 1"), "before generation 0"),
        (format!("measure generation-51 --search {DEEP} --seed 1"), "No game is over yet."),
        ("measure run --search mcts(nodes=1000000000) --seed 1".to_string(), "No game is over yet."),
        (format!("sprt {bots} --seed 1"), "Stopping the test"),
        (format!("arena {bots} --seed 1 --name deep"), "0 of 100 games are played"),
        (
            "arena alphabeta(depth=50,table=8):hand-tuned-v4 random --seed 1 --name own".to_string(),
            "0 of 100 games are played",
        ),
        (format!("compare es:--search={DEEP} ga:--optimizer=ga --name both"), "0 of 10 runs"),
        (
            "accuracy alphabeta(depth=50):published --positions 5 --plies 1-2 --nodes 1099511627776".to_string(),
            "No position is solved yet.",
        ),
        ("exploit generation-51 --seed 1 --final-games 100000000".to_string(), "goes on"),
        (format!("effect generation-51 --search {DEEP} --seed 1"), "No game is over yet."),
    ] {
        let done = interrupted(&home, &words);
        assert_eq!(done.code, Some(130), "{words}: {}", done.err);
        assert!(done.err.contains(said), "{words}: {}", done.err);
    }
    // Nothing of them is left that a later command would take for its own.
    assert!(!home.result("begun", "champion.json").exists());
    assert!(home.read("results/deep/games.jsonl").is_empty());
}

#[test]
fn ctrl_c_prints_what_was_measured_so_far() {
    let home = Home::new();
    home.done("export generation-51 -o weights.json");
    let before = home.read("weights.json");
    let words = "measure weights.json --games 100000000 --seed 1";
    let done = printed("-INT", &home, &format!("{words} --save"));
    let text = done.text();
    assert!(text.contains("Interrupted after") && text.contains("of 100,000,000 games"), "{text}");
    assert_eq!(home.read("weights.json"), before);

    // Its figures are those of a measurement of as many games.
    let report = printed("-INT", &home, &format!("{words} --json")).json();
    let games = report["all"]["games"].as_u64().unwrap();
    let whole = home.done(&format!("measure weights.json --games {games} --seed 1 --json")).json();
    assert_eq!(report["all"], whole["all"]);
    assert_eq!((&report["interrupted"], &whole["interrupted"]), (&true.into(), &false.into()));

    let words = "accuracy greedy:published --positions 10000000 --plies 30 --seed 1";
    let text = printed("-INT", &home, words).text();
    assert!(text.contains("Interrupted before 10,000,000 positions"), "{text}");
}

/// Its games are the first ones of any measurement with that seed.
#[test]
fn ctrl_c_keeps_the_games_of_a_measurement_with_a_name() {
    let home = Home::new();
    let done = printed("-INT", &home, "measure champion-2 --games 100000000 --seed 1 --name m");
    assert_eq!(done.code, Some(130));
    assert!(done.text().contains(" of 100,000,000 games.\n"), "{}", done.text());
    assert!(done.err.contains("To go on:\n") && done.err.contains(" --name m\n"), "{}", done.err);
    let rows = home.read("results/m/games.csv");
    let games = rows.lines().count() - 1;
    home.done(&format!("measure champion-2 --games {games} --seed 1 --name whole"));
    assert_eq!(home.read("results/whole/games.csv"), rows);
}

#[test]
fn effect_prints_what_it_has_whatever_stops_it() {
    let home = Home::new();
    let words = "effect published --game connect-four --search greedy --seed 1";
    let endless = format!("{words} --games 10000000");
    let text = printed("-TERM", &home, &endless).text();
    assert!(
        text.contains("Interrupted after ") && text.contains(" of 10,000,000 games."),
        "{text}"
    );
    let mut report = printed(hang_up(), &home, &format!("{endless} --json")).json();
    assert_eq!(report["interrupted"], true);
    let games = report["games"].as_u64().unwrap();
    report["interrupted"] = false.into();
    assert_eq!(home.done(&format!("{words} --games {games} --json")).json(), report);
}

#[test]
fn book_prints_what_it_has_and_writes_nothing() {
    let home = Home::new();
    home.evolve("run", "--generations 2");
    let words = "book run --seed 1 --output book.txt";
    for signal in ["-INT", "-TERM"] {
        let text = printed(signal, &home, &format!("{words} --games 5000000")).text();
        assert!(
            text.contains("Interrupted after ") && text.contains("No file is written"),
            "{text}"
        );
    }
    let done = printed(hang_up(), &home, &format!("{words} --games 5000000 --json"));
    assert_eq!(done.json()["interrupted"], true);
    assert!(!home.path("book.txt").exists());
}

/// As many games as take a while to play again.
#[test]
fn ctrl_c_ends_the_reading_of_games() {
    let home = Home::new();
    home.done("arena generation-51 random --games 10 --seed 1 --name a");
    home.write("many.jsonl", home.read("results/a/games.jsonl").repeat(4_000));
    let done = printed("-INT", &home, "verify many.jsonl");
    assert!(done.text().contains("the rest is not checked"), "{}", done.text());
    let done = printed("-INT", &home, "book many.jsonl --output book.txt");
    assert!(done.text().contains("No file is written"), "{}", done.text());
    assert!(!home.path("book.txt").exists());
}

/// As many games of a run as take a while to play again.
#[test]
fn ctrl_c_ends_the_replay_of_a_run() {
    let home = Home::new();
    home.evolve("run", "--generations 2 --final-games 200000");
    let text = printed("-INT", &home, "verify run").text();
    assert!(text.contains("All files fit each other") && text.contains("the rest is not checked"));
    assert!(!text.contains("strength.csv"), "{text}");
    let report = printed("-TERM", &home, "verify run --json").json();
    assert_eq!(report["interrupted"], true);
}

/// A run whose last measurement is broken off has the champion of the one before.
#[test]
fn a_final_measurement_that_was_interrupted_is_not_kept() {
    let home = Home::new();
    let mut command = home.command(&evolve("run", "--generations 10 --final-games 100000000"));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Once the last row is there, the run comes to its end whatever stops it.
    wait_until(|| has_rows(&home, "run", 11));
    send(&child, "-INT");
    let done = Done::from(child.wait_with_output().unwrap());
    assert_eq!(done.code, Some(130), "{}", done.err);
    assert!(done.err.contains("fresh games measure it"), "{}", done.err);
    assert!(done.text().contains("in the last measurement, which is not the final"));
    assert_eq!(home.done("export run").json()["measured"]["games"], 40);
    assert!(!home.result("run", "champion.json").exists());
    assert!(!home.result("run", "strength.csv").exists());
    let page = home.done("report run --output -").text();
    assert!(page.contains("in the last measurement, which is not the final one, it won"));

    let other = Home::new();
    other.evolve("run", "--generations 10");
    let config = home.read("results/run/config.toml");
    let short = config.replace("final-games = 100000000", "final-games = 100");
    assert_ne!(config, short);
    assert_eq!(short, other.read("results/run/config.toml"));
    assert_eq!(table(&home, "run"), table(&other, "run"));
}

#[test]
fn ctrl_c_leaves_a_test_without_a_verdict() {
    let home = Home::new();
    // Hypotheses so close that no number of pairs decides between them.
    let words = "sprt hand-tuned-v4 hand-tuned-v4 --elo1 0.001 --max-pairs 1000000000 --seed 1";
    for (json, said) in [("", "No verdict after"), (" --json", "\"verdict\": \"none\"")] {
        let done = interrupted(&home, &format!("{words}{json}"));
        assert_eq!(done.code, Some(130), "{}", done.err);
        assert!(done.err.contains("Stopping the test"), "{}", done.err);
        assert!(done.text().contains(said), "{}", done.text());
    }
}
