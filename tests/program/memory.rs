//! Memory, and room in a file, that the system refuses.

use crate::program::{Done, Home, assert_same, evolve};
use std::fs;
use std::process::Command;

/// Runs a command with that many mebibytes of address space.
fn with_memory(home: &Home, mib: u64, words: &str) -> Done {
    with_limit(home, &format!("-v {}", mib << 10), words)
}

/// Runs a command with a limit as `ulimit` takes it.
fn with_limit(home: &Home, limit: &str, words: &str) -> Done {
    let plain = home.command(words);
    let limit = format!("ulimit {limit}; exec \"$0\" \"$@\"");
    let mut limited = Command::new("sh");
    limited.current_dir(home.path("")).args(["-c", &limit]).arg(plain.get_program());
    limited.args(plain.get_args());
    limited.output().unwrap().into()
}

/// What the standard library says where memory is refused.
const REFUSED: &str = "memory allocation of ";

/// The least memory in which the program says its version.
fn least(home: &Home) -> u64 {
    (1..400).find(|&mib| with_memory(home, mib, "--version").code == Some(0)).unwrap()
}

/// A run that is refused memory at one size after the other is none the worse for it.
#[test]
fn a_run_without_memory_ends_with_a_message_and_goes_on_later() {
    let home = Home::new();
    home.evolve("straight", "--generations 12");
    home.evolve("run", "--generations 6");
    let (mut refused, begin) = (0, least(&home));
    let words = "resume run --generations 12 --threads 1";
    for mib in begin.. {
        let done = with_memory(&home, mib, words);
        if done.code == Some(0) {
            break;
        }
        assert_eq!(done.code, Some(1), "{mib} MiB: {}", done.err);
        let is_refused = done.err.contains(REFUSED);
        assert!(is_refused || done.err.contains("error: "), "{mib} MiB: {}", done.err);
        refused += u64::from(is_refused);
        assert!(mib < begin + 400, "{}", done.err);
    }
    assert!(refused > 0, "it was never refused");
    assert_same(&home.files("straight"), &home.files("run"), "out of memory");
}

#[test]
fn what_cannot_fit_is_said() {
    let home = Home::new();
    let mib = least(&home) + 160;
    let words = evolve("run", "--population 100000 --threads 1");
    let done = with_memory(&home, mib, &words);
    assert_eq!(done.code, Some(1), "{}", done.err);
    assert!(done.err.contains(REFUSED), "{}", done.err);
    let words = "measure generation-51 --games 1 --search mcts(nodes=100000000) --threads 1";
    let done = with_memory(&home, mib, words);
    assert_eq!(done.code, Some(1), "{}", done.err);
    assert!(done.err.contains(REFUSED), "{}", done.err);
}

#[test]
fn a_file_that_may_not_be_so_large_is_said_and_nothing_stays_of_it() {
    let home = Home::new();
    // 4 KiB of most shells, 8 of some; a kept population has more.
    let done = with_limit(&home, "-f 8", &evolve("run", ""));
    assert_eq!(done.code, Some(1), "{}", done.err);
    assert!(done.err.contains("populations/run") && done.err.contains("too large"), "{}", done.err);
    for entry in fs::read_dir(home.path("populations/run")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.ends_with(".tmp"), "{name}");
    }
}
