//! Runs that are killed again and again end as if nothing had happened.

use crate::program::{Home, assert_same, evolve, kill_until_done, killed_often};
use std::time::{Duration, Instant};

const LONG: &str = "--population 40 --generations 70 --measure-every 7 --keep-every 10 \
     --final-games 400 --against hand-tuned-v1";

/// Kills a run until it has nothing left to do. Gives the number of kills.
fn kill_run(home: &Home, begin: &str, resume: &str, whole: Duration, seed: u64) -> u32 {
    let start = |_| {
        let begun = home.result("run", "config.toml").exists();
        home.start(if begun { resume } else { begin })
    };
    let list = |_| {
        let listed = home.done("list --json");
        assert!(listed.err.is_empty(), "{}", listed.err);
    };
    kill_until_done(whole, seed, start, list)
}

fn check_rounds(words: &str, checkpoint_seconds: &str, rounds: u64) {
    let home = Home::new();
    let started = Instant::now();
    home.evolve("run", words);
    let whole = started.elapsed();
    let files = home.files("run");
    for round in 1..=rounds {
        let flag = format!("--checkpoint-seconds {checkpoint_seconds}");
        let (begin, resume) =
            (format!("{} {flag}", evolve("run", words)), format!("resume run {flag}"));
        let (killed, kills) =
            killed_often(whole, |home, whole| kill_run(home, &begin, &resume, whole, round));
        killed.done("resume run");
        assert_same(&files, &killed.files("run"), &format!("round {round}, {kills} kills"));
    }
}

#[test]
fn killed_with_a_checkpoint_each_generation() {
    check_rounds(LONG, "0", 2);
}

#[test]
fn killed_with_generations_between_checkpoints() {
    check_rounds(&format!("{LONG} --optimizer ga"), "0.04", 1);
}

#[test]
fn killed_on_islands() {
    let words = "--islands 4 --migrate-every 3 --anneal-after 9 --symmetric --candidates 4";
    check_rounds(&format!("{LONG} --optimizer cma {words}"), "0.04", 1);
    check_rounds(&format!("{LONG} --optimizer spsa {words}"), "0.04", 1);
}

#[test]
fn killed_with_memory_halving_and_deviations_of_their_own() {
    let words = "--optimizer ga --mutation self-adaptive --crossover blend --memory 0.9 \
         --racing halving --fitness-games 8 --more-games 16 --islands 2 --migrate-every 5";
    check_rounds(&format!("{LONG} {words}"), "0.03", 1);
}

#[test]
fn killed_among_restarts_with_three_players_and_several_opponents() {
    let words = "--players 3 --restart-after 5 --opening-plies 2 \
         --against hand-tuned-v4,hand-tuned-v2 --generations 60 --measure-every 4 --keep-every 7";
    check_rounds(words, "0.03", 1);
}

#[test]
fn killed_among_opponents_of_its_own() {
    let words = "--optimizer ga --restart-after 9 --from generation-51 --measure-every 4 \
         --against population,hand-tuned-v2=2,hall-of-fame=2 --generations 60 --keep-every 7";
    check_rounds(words, "0.03", 1);
}

#[test]
fn killed_among_searches() {
    let words = "--restart-every 11 --finalists 3 --opening-plies 4 --measure-every 4 \
         --against hand-tuned-v1,hall-of-fame --generations 60 --keep-every 7";
    check_rounds(words, "0.03", 1);
}

#[test]
#[ignore = "takes minutes"]
fn killed_for_minutes() {
    check_rounds(&LONG.replace("70", "300"), "0.1", 10);
    check_rounds(LONG, "0", 20);
}
