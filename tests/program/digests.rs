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

/// The champion and the rows of a run, hashed together.
fn digest(words: &str) -> String {
    let home = Home::new();
    home.done(&format!("evolve {SMALL} {words} --name run --quiet"));
    let mut hash = Sha256::new();
    hash.update(home.read("results/run/generations.csv"));
    let champion = home.read("results/run/champion.json");
    // The version of the program is no result. The digests are from before files had checksums.
    let is_kept =
        |line: &&str| !["\"starhop\":", "\"checksum\":"].iter().any(|it| line.contains(it));
    let champion = champion.replacen("\"version\": 3,", "\"version\": 2,", 1);
    champion.lines().filter(is_kept).for_each(|it| hash.update(it));
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn every_optimizer_leaves_the_same_bytes() {
    let found = OPTIMIZERS.map(|(words, _)| (words, digest(words)));
    assert_eq!(found, OPTIMIZERS.map(|(words, digest)| (words, digest.to_string())));
}

#[test]
fn every_game_leaves_the_same_bytes() {
    let run = |name: &str, words: &str| digest(&format!("--game {name} {words}"));
    let found = BY_GAME.map(|(name, words, _)| (name, run(name, words)));
    assert_eq!(found, BY_GAME.map(|(name, _, digest)| (name, digest.to_string())));
    let mut names: Vec<&str> = games().iter().map(|entry| entry.name).collect();
    names.sort_unstable();
    assert_eq!(names, BY_GAME.map(|(name, ..)| name));
}
