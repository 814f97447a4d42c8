//! Signals that ask a run, or a test, to stop.

use crate::program::{Done, Home, assert_same, evolve, last_generation, table, wait_until};
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
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let done = Done::from(child.wait_with_output().unwrap());
    assert_eq!(done.code, Some(130), "{}", done.err);
    assert!(done.err.contains("Stopping after this generation"), "{}", done.err);
    assert!(done.text().contains("starhop resume run\n"), "{}", done.text());
    let stopped = last_generation(&home, "run");
    assert!(done.text().contains(&format!("an interrupt at generation {stopped}:")));
    let begun = table(&home, "run");

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

/// Starts a command without an end and interrupts it once it listens to signals: one that doesn't
/// yet is killed, and gets more time when it is started again.
fn interrupted(home: &Home, words: &str) -> Done {
    for shift in 0..8 {
        let mut command = home.command(words);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        thread::sleep(Duration::from_millis(200 << shift));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let done = Done::from(child.wait_with_output().unwrap());
        if done.code.is_some() {
            return done;
        }
    }
    panic!("it never listened");
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
