//! Numbers that make no sense, on every flag that takes one.

use crate::program::{Home, assert_same};

const VALUES: [&str; 9] =
    ["0", "-1", "99999999999999999999", "nan", "inf", "-inf", "1e400", "", "many"];

/// Flags of `evolve` and those of the values that they take.
const EVOLVE: [(&str, &[&str]); 36] = [
    ("threads", &[]),
    ("checkpoint-seconds", &["0"]),
    ("seed", &["0"]),
    ("generations", &[]),
    ("minutes", &[]),
    ("target-fitness", &["0", "-1"]),
    ("keep-every", &["0"]),
    ("players", &[]),
    ("fitness-games", &[]),
    ("more-games", &[]),
    ("more-from", &["0", "-1"]),
    ("win-points", &["0", "-1"]),
    ("replays", &["0"]),
    ("population", &[]),
    ("survivors", &[]),
    ("tournament-size", &[]),
    ("mutation-rate", &["0"]),
    ("gene-rate", &["0"]),
    ("step-low", &["0", "-1"]),
    ("step-high", &["0", "-1"]),
    ("deviation", &["0"]),
    ("learning-rate", &["0"]),
    ("momentum", &["0"]),
    ("share-rate", &["0"]),
    ("start-every", &["0"]),
    ("opening-plies", &["0"]),
    ("measure-opening-plies", &["0"]),
    ("restart-after", &["0"]),
    ("restart-every", &["0"]),
    ("measure-every", &["0"]),
    ("measure-games", &[]),
    ("final-games", &[]),
    ("candidates", &[]),
    ("choose-games", &[]),
    ("finalists", &["0"]),
    ("rules", &[]),
];

const OTHERS: [&str; 14] = [
    "resume run --generations",
    "resume run --minutes",
    "resume run --threads",
    "resume run --checkpoint-seconds",
    "measure run --games",
    "measure run --players",
    "measure run --threads",
    "export run --seat",
    "export run --generation",
    "perft --players",
    "perft --depth",
    "bench --runs",
    "bench --games",
    "measure run --seed",
];

/// A short run with that flag set, and set once only.
fn evolve_with(flag: &str, value: &str) -> String {
    let small = "--name run --against hand-tuned-v4,hand-tuned-v3 --population 4 --final-games 4 \
                 --generations 1";
    let pairs: Vec<&str> = small.split(' ').collect();
    let others = pairs.chunks(2).filter(|pair| pair[0] != format!("--{flag}"));
    let others: Vec<String> = others.map(|pair| pair.join(" ")).collect();
    format!("evolve {} {} --{flag}={value}", others.join(" "), beside(flag))
}

/// Settings without which that one counts for nothing.
fn beside(flag: &str) -> &'static str {
    match flag {
        "more-from" => "--more-games 20",
        "survivors" | "mutation-rate" | "gene-rate" | "step-low" | "step-high" => "--optimizer ga",
        "tournament-size" => "--optimizer ga --selection tournament",
        _ => "",
    }
}

#[test]
fn evolve_refuses_what_makes_no_sense_and_leaves_nothing() {
    let home = Home::new();
    for (flag, taken) in EVOLVE {
        for value in VALUES.into_iter().filter(|value| !taken.contains(value)) {
            let why = home.refused(2, &evolve_with(flag, value));
            let names_it = why.contains(flag) || why.contains(flag.trim_end_matches('s'));
            assert!(names_it, "--{flag}={value}: {why}");
        }
    }
    assert!(!home.path("results").exists() && !home.path("populations").exists());
}

#[test]
fn evolve_takes_the_ends_of_what_makes_sense() {
    for (flag, taken) in EVOLVE {
        for value in taken {
            Home::new().done(&evolve_with(flag, value));
        }
    }
}

#[test]
fn other_commands_refuse_what_makes_no_sense() {
    let home = Home::new();
    home.evolve("run", "--generations 2");
    let before = home.files("run");
    for words in OTHERS {
        for value in VALUES {
            let is_taken = value == "0"
                && ["seed", "depth", "checkpoint-seconds", "generation"]
                    .iter()
                    .any(|name| words.ends_with(&format!("--{name}")));
            if !is_taken {
                home.refused(2, &format!("{words}={value}"));
            }
        }
    }
    assert_same(&before, &home.files("run"), "refused commands");
}

#[test]
fn numbers_just_beyond_a_limit_are_refused() {
    let home = Home::new();
    for words in [
        "--threads 1025",
        "--population 100001",
        "--momentum 1",
        "--opening-plies 9",
        "--against hand-tuned-v1,,hand-tuned-v2",
        "--against hand-tuned-v1,hand-tuned-v1",
        "--against hand-tuned-v1=0",
        "--fitness-games 10001",
        "--replays 10001",
        "--survivors 1.01",
        "--gene-rate 1.01",
        "--players 1",
        "--players 7",
        "--seed 9007199254740992",
        "--final-games 100000001",
        "--measure-every 0 --target-fitness 10",
        "--step-low 30",
        "--rules standard:ply-cap=60001",
    ] {
        home.refused(2, &format!("evolve --generations 1 {words}"));
    }
    home.refused(2, "measure generation-51 --games 1000000001");
    home.refused(2, "measure generation-51 --opening-plies 9");
    home.refused(2, "perft --depth 21");
    home.refused(2, "bench --runs 1001");
    home.refused(2, "bench --games 1000000001");
}
