//! Every call to the disk fails once, finds the disk full once, or is the last of its process: what is
//! done again afterwards ends in the same bytes.

use crate::program::{Done, Home, Packed, assert_same};
use std::fs;

const EVOLVE: &str = "evolve --name run --optimizer ga --population 4 --fitness-games 2 \
     --more-games 2 --generations 2 --measure-every 1 --measure-games 8 --final-games 12 \
     --candidates 2 --choose-games 2 --keep-every 1 --against hand-tuned-v4 --seed 5 \
     --checkpoint-seconds 0 --threads 1 --quiet";
const RESUME: &str = "resume run --generations 4 --checkpoint-seconds 0 --threads 1 --quiet";
const ARENA: &str =
    "arena hand-tuned-v4 generation-51 --games 4 --seed 3 --name run --threads 1 --quiet";
const COMPARE: &str = "compare es: ga:--optimizer=ga --games 20 --seeds 1 --final-games 20 \
     --with --population=4 --name run --threads 1 --quiet";

const REPORT: &str = "report run --quiet";

/// A command that writes, where it begins, and how to go on where it was stopped.
struct Subject {
    begin: Packed,
    words: &'static str,
    go_on: fn(&Home) -> &'static str,
}

fn again(words: &'static str, go_on: fn(&Home) -> &'static str) -> Subject {
    Subject { begin: Home::new().pack(), words, go_on }
}

fn evolve() -> Subject {
    again(EVOLVE, |home| match home.result("run", "config.toml").exists() {
        true => "resume run --checkpoint-seconds 0 --threads 1 --quiet",
        false => EVOLVE,
    })
}

/// A run with a damaged checkpoint that goes on to a later end.
fn resume() -> Subject {
    let home = Home::new();
    home.done(EVOLVE);
    home.write("populations/run/checkpoint.json", "damaged");
    Subject { begin: home.pack(), words: RESUME, go_on: |_| RESUME }
}

/// A run that is reported.
fn report() -> Subject {
    let home = Home::new();
    home.done(EVOLVE);
    Subject { begin: home.pack(), words: REPORT, go_on: |_| REPORT }
}

fn faulty(home: &Home, fault: &str, call: usize, words: &str) -> Done {
    let mut command = home.command(words);
    command.env("STARHOP_FAULT", format!("{fault}:{call}")).output().unwrap().into()
}

/// Meets the fault at every `step`th call, and at another call of what goes on from there.
fn check(subject: &Subject, fault: &str, step: usize) {
    let straight = subject.begin.unpack();
    straight.done(subject.words);
    let files = straight.files("run");
    let code = Some(if fault == "die" { 137 } else { 1 });
    for call in (1..).step_by(step) {
        let home = subject.begin.unpack();
        let done = faulty(&home, fault, call, subject.words);
        if !done.err.contains("fault at call") {
            assert_eq!(done.code, Some(0), "{}", done.err);
            assert!(call > 15, "{call} calls are too few to show anything");
            return;
        }
        assert_eq!(done.code, code, "{fault} {call}: {}", done.err);
        let second = 1 + call * 7 % 30;
        faulty(&home, fault, second, (subject.go_on)(&home));
        let words = (subject.go_on)(&home);
        home.done(words);
        let what = format!("{fault} at {call} and {second}, then {words}: {}", done.err);
        assert_same(&files, &home.files("run"), &what);
        assert_eq!(fs::read_dir(home.path("results")).unwrap().count(), 1, "{what}");
    }
}

#[test]
fn every_call_of_a_run_fails_once() {
    check(&evolve(), "fail", 1);
}

#[test]
fn a_run_dies_at_its_calls() {
    check(&evolve(), "die", 5);
}

#[test]
fn a_run_finds_the_disk_full() {
    check(&evolve(), "full", 5);
}

#[test]
fn every_call_of_a_report_fails_once() {
    check(&report(), "fail", 1);
}

#[test]
fn every_call_of_a_run_that_goes_on_fails_once() {
    check(&resume(), "fail", 1);
}

#[test]
fn a_run_that_goes_on_dies_at_its_calls() {
    check(&resume(), "die", 5);
}

#[test]
fn every_call_of_an_arena_fails_once() {
    for fault in ["fail", "die", "full"] {
        check(&again(ARENA, |_| ARENA), fault, 1);
    }
}

#[test]
fn every_call_of_a_comparison_fails_once() {
    check(&again(COMPARE, |_| COMPARE), "fail", 1);
    check(&again(COMPARE, |_| COMPARE), "die", 3);
}

/// What is exported is the earlier file or the new one, and nothing lies beside it.
#[test]
fn every_call_of_an_export_fails_once() {
    let new = Home::new().done("export generation-51").text();
    for fault in ["fail", "full", "die"] {
        let words = "export generation-51 -o out.json";
        for call in 1.. {
            let home = Home::new();
            home.write("out.json", "old");
            let done = faulty(&home, fault, call, words);
            let found = home.read("out.json");
            assert!(found == "old" || found == new, "{fault} {call}: {found}");
            if done.code == Some(0) {
                assert!(call > 2 && found == new, "{call}");
                break;
            }
            if fault != "die" {
                assert_eq!(fs::read_dir(home.path("")).unwrap().count(), 1, "{fault} {call}");
            }
            home.done(words);
            assert_eq!(home.read("out.json"), new, "{fault} {call}");
        }
    }
}
