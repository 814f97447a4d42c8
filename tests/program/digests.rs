//! Small runs have the same bytes on every machine and by every compiler.

use crate::program::Home;
use sha2::{Digest, Sha256};
use starhop::registry::games;

const SMALL: &str = "--population 4 --fitness-games 2 --generations 3 \
     --measure-every 2 --measure-games 8 --final-games 12 --candidates 2 --choose-games 2 --seed 5";

/// Words of `evolve`, and the digest of what it leaves.
const OPTIMIZERS: [(&str, &str); 6] = [
    ("--optimizer es", "8e8808662a92fc0a"),
    ("--optimizer ga", "33d2618bdc7b8238"),
    ("--optimizer ga --mutation self-adaptive --crossover blend --memory 0.5", "9fe712082e439a78"),
    (
        "--optimizer ga --mutation gaussian --selection roulette --racing halving",
        "f68a8c79edd94158",
    ),
    ("--optimizer spsa", "4d5a470331379a85"),
    ("--optimizer cma --islands 2 --migrate-every 2", "dc9b3054e0c79d77"),
];

/// Registered games with what makes a run of them short, and the digest of what it leaves.
const BY_GAME: [(&str, &str, &str); 10] = [
    ("chinese-checkers", "", "8e8808662a92fc0a"),
    ("chinese-checkers/phases", "", "0477fe7b61ea739e"),
    ("chinese-checkers/pid", "--rules standard:ply-cap=30", "f627f5fbfa4badff"),
    ("connect-four", "", "992f3b6d833ceeba"),
    ("draughts", "", "41397a82a7a194ad"),
    ("halma", "", "f37b9f7e22dc0b50"),
    ("halma/opening", "--rules standard:ply-cap=12", "3cf5dfbfa0da07a7"),
    ("halma/report", "--rules standard:ply-cap=12", "09497ee327016b08"),
    ("rhombus", "", "78d6b2e583d8d5dc"),
    ("rhombus/pid", "--rules standard:ply-cap=30", "0b5fc387a1c94959"),
];

/// A run whose finals crown another champion than its last one, and the digest of what it leaves.
const FINALS: (&str, &str) = (
    "--population 20 --generations 24 --measure-every 3 --measure-games 40 --final-games 100 \
     --choose-games 8 --candidates 3 --deviation 40 --learning-rate 2 --against generation-0 \
     --finalists 2 --seed 7",
    "d6875a7905c93f44",
);

/// Commands after a run of [`SMALL`], and the digest of what they print.
const PRINTED: [(&str, &str); 4] = [
    (
        "sprt alphabeta(depth=2):hand-tuned-v4 greedy:hand-tuned-v4 --elo1 60 --seed 1 --json",
        "a805e795b471f0b8",
    ),
    ("confirm run --games 40 --farther-games 12 --parameter-games 8 --json", "1ee6b858cf33dd44"),
    (
        "accuracy greedy:published random --plies 28-30 --positions 20 --seed 1 --json",
        "4f3dc826908a9ca5",
    ),
    (
        "effect published --game connect-four --search greedy --games 4 --seed 1 --json",
        "c6d4e15e4e876e9f",
    ),
];

/// Commands after the same that write, the file, and its digest.
const WRITTEN: [(&str, &str, &str); 3] = [
    (
        "arena hand-tuned-v4 generation-51 mcts(nodes=20):champion-2 random --games 2 --seed 3 --name a",
        "results/a/games.jsonl",
        "c6fa31e9b30064bd",
    ),
    ("book run --seed 1 --games 10 --least-games 1 --output b.txt", "b.txt", "fd0cf8e4d8491d1c"),
    (
        "play mcts(nodes=20):champion-2 random --seed 1",
        "results/play/games.jsonl",
        "c54f165b42f02e10",
    ),
];

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The champion and the rows of a run, hashed together.
fn digest(words: &str) -> String {
    let home = Home::new();
    home.done(&format!("evolve {words} --name run --quiet"));
    let mut hash = Sha256::new();
    hash.update(home.read("results/run/generations.csv"));
    let champion = home.read("results/run/champion.json");
    // The version of the program is no result. The digests are from before files had checksums.
    let is_kept =
        |line: &&str| !["\"starhop\":", "\"checksum\":"].iter().any(|it| line.contains(it));
    let champion = champion.replacen("\"version\": 3,", "\"version\": 2,", 1);
    champion.lines().filter(is_kept).for_each(|it| hash.update(it));
    hex(hash)
}

#[test]
fn every_optimizer_leaves_the_same_bytes() {
    let found = OPTIMIZERS.map(|(words, _)| (words, digest(&format!("{SMALL} {words}"))));
    assert_eq!(found, OPTIMIZERS.map(|(words, digest)| (words, digest.to_string())));
}

#[test]
fn every_game_leaves_the_same_bytes() {
    let run = |name: &str, words: &str| digest(&format!("{SMALL} --game {name} {words}"));
    let found = BY_GAME.map(|(name, words, _)| (name, run(name, words)));
    assert_eq!(found, BY_GAME.map(|(name, _, digest)| (name, digest.to_string())));
    let mut names: Vec<&str> = games().iter().map(|entry| entry.name).collect();
    names.sort_unstable();
    assert_eq!(names, BY_GAME.map(|(name, ..)| name));
}

#[test]
fn finals_leave_the_same_bytes() {
    let (words, expected) = FINALS;
    assert_eq!(digest(words), expected);
}

#[test]
fn whatever_plays_beside_a_run_gives_the_same_bytes() {
    let run = Home::new();
    run.done(&format!("evolve {SMALL} --name run --quiet"));
    let run = run.pack();
    let done = |words: &str, threads: u32| {
        let home = run.unpack();
        let done = home.done(&format!("{words} --threads {threads}"));
        (home, done.out)
    };
    for threads in [1, 2] {
        let found = PRINTED.map(|(words, _)| {
            let (_, out) = done(words, threads);
            (words, hex(Sha256::new_with_prefix(out)))
        });
        assert_eq!(found, PRINTED.map(|(words, digest)| (words, digest.to_string())));
        let found = WRITTEN.map(|(words, file, _)| {
            let (home, _) = done(words, threads);
            (words, hex(Sha256::new_with_prefix(home.read(file))))
        });
        assert_eq!(found, WRITTEN.map(|(words, _, digest)| (words, digest.to_string())));
    }
}
