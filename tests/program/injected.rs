//! System calls fail one by one under the program that users have, without its own seam for faults:
//! what is done again afterwards ends in the same bytes.

use crate::program::{Done, Home, Packed, assert_same};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// The calls by which files and folders are read and written, as far as a system has them.
const CALLS: &str = "?open,openat,?stat,?lstat,?statx,?newfstatat,fstat,lseek,read,write,fsync,\
     ?rename,?renameat,?renameat2,?unlink,unlinkat,?mkdir,mkdirat,?rmdir,ftruncate,getdents64,flock";

const EVOLVE: &str = "evolve --name run --population 4 --fitness-games 2 --generations 2 \
     --measure-every 1 --measure-games 8 --final-games 12 --candidates 2 --choose-games 2 \
     --keep-every 1 --against hand-tuned-v4 --seed 5 --checkpoint-seconds 0 --threads 1 --quiet";
const RESUME: &str = "resume run --generations 3 --checkpoint-seconds 0 --threads 1 --quiet";
const ARENA: &str =
    "arena hand-tuned-v4 generation-51 --games 4 --seed 3 --name run --threads 1 --quiet";
const COMPARE: &str = "compare es: ga:--optimizer=ga --games 20 --seeds 1 --final-games 20 \
     --with --population=4 --name run --threads 1 --quiet";

/// Runs a command under strace, whose lines it gives along with the answer.
fn traced(home: &Home, options: &[&str], words: &str) -> (Done, String) {
    let command = home.command(words);
    let mut strace = Command::new("strace");
    strace.args(["-qq", "-y", "-o", "strace.log"]).args(options).arg(command.get_program());
    let done = strace.args(command.get_args()).current_dir(home.path("")).output();
    let done = Done::from(done.expect("strace is installed"));
    let log = home.read("strace.log");
    fs::remove_file(home.path("strace.log")).unwrap();
    (done, log)
}

/// The calls of a command that concern its records: which, and the how manieth of that name.
fn calls(begin: &Packed, words: &str) -> Vec<(String, u64)> {
    let (done, log) = traced(&begin.unpack(), &["-e", &format!("trace={CALLS}")], words);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let mut counts = BTreeMap::<&str, u64>::new();
    let mut found = Vec::new();
    for (line, (name, _)) in log.lines().filter_map(|line| Some((line, line.split_once('(')?))) {
        let count = counts.entry(name).or_default();
        *count += 1;
        if line.contains("results") || line.contains("populations") {
            found.push((name.to_string(), *count));
        }
    }
    found
}

/// Whether a call asks how long an open file is, which is done before it is read to have room for its
/// bytes, and can be done without.
fn asks_for_length(line: &str) -> bool {
    line.starts_with("lseek") || line.starts_with("fstat(") || line.contains(">, \"\", ")
}

fn check(begin: &Packed, words: &str, go_on: fn(&Home) -> &'static str) {
    let straight = begin.unpack();
    straight.done(words);
    let calls = calls(begin, words);
    assert!(calls.len() > 30, "{} calls are too few to show anything", calls.len());
    let mut failed = 0;
    for (name, number) in &calls {
        let home = begin.unpack();
        let inject = format!("inject={name}:error=EIO:when={number}");
        let (done, log) = traced(&home, &["-e", &inject], words);
        let failure = log.lines().find(|line| line.contains("(INJECTED)")).expect(&inject);
        match done.code {
            Some(0) => assert!(asks_for_length(failure), "{failure}"),
            Some(1) => failed += 1,
            _ => panic!("{inject}: {:?} {}", done.code, done.err),
        }
        let next = go_on(&home);
        if done.code != Some(0) {
            home.done(next);
        }
        let what = format!("{words} with {inject}, then {next}: {}", done.err);
        assert_same(&straight.files("run"), &home.files("run"), &what);
    }
    println!("{words}: {failed} of {} calls that failed were told", calls.len());
}

#[test]
#[ignore = "needs strace: cargo test --test program system_calls_fail -- --ignored --nocapture"]
fn system_calls_fail_one_by_one() {
    let empty = Home::new().pack();
    check(&empty, EVOLVE, |home| match home.result("run", "config.toml").exists() {
        true => "resume run --checkpoint-seconds 0 --threads 1 --quiet",
        false => EVOLVE,
    });
    let begun = Home::new();
    begun.done(EVOLVE);
    check(&begun.pack(), RESUME, |_| RESUME);
    check(&empty, ARENA, |_| ARENA);
    check(&empty, COMPARE, |_| COMPARE);
}
