//! A command that is refused leaves every byte and every time of change as they were.

use crate::program::{Home, Packed, assert_same};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

type Change = fn(&Home);

const ARENA: &str = "arena hand-tuned-v4 generation-51 --games 4 --seed 3 --name a --quiet";
const COMPARE: &str = "compare es: ga:--optimizer=ga --games 20 --seeds 1 --final-games 20 \
     --with --population=4 --name c --quiet";

/// A run `run` at generation 8, an arena `a` and a comparison `c`.
static ALL: LazyLock<Packed> = LazyLock::new(|| {
    let home = Home::new();
    home.evolve("run", "--generations 8 --keep-every 4 --final-games 20 --checkpoint-seconds 0");
    home.done(ARENA);
    home.done(COMPARE);
    home.pack()
});

fn edit(home: &Home, file: &str, from: &str, to: &str) {
    let text = home.read(file);
    assert!(text.contains(from), "{from} in {file}");
    home.write(file, text.replacen(from, to, 1));
}

fn remove(home: &Home, file: &str) {
    fs::remove_file(home.path(file)).unwrap();
}

fn remove_folder(home: &Home, folder: &str) {
    fs::remove_dir_all(home.path(folder)).unwrap();
}

/// What is changed, the exit code, the command, and words that its message has.
const REFUSALS: [(Change, i32, &str, &[&str]); 43] = [
    (|_| {}, 2, "resume run --generations 3", &["generation 8 already"]),
    (
        |home| home.write("results/run/confirmations.jsonl", "{}\n"),
        3,
        "confirm run",
        &["confirmations.jsonl", "line 1"],
    ),
    (|_| {}, 2, "resume run --threads 0", &["threads"]),
    (|_| {}, 2, "resume run --minutes nan", &["minutes"]),
    (|_| {}, 2, "resume a", &["no run 'a'"]),
    (|_| {}, 2, "resume nobody", &["no run 'nobody'"]),
    (
        |home| remove(home, "results/run/opponent.json"),
        3,
        "resume run --generations 20",
        &["opponent.json"],
    ),
    (
        |home| edit(home, "results/run/opponent.json", "57", "58"),
        3,
        "resume run --generations 20",
        &["opponent.json"],
    ),
    (
        |home| remove(home, "results/run/generations.csv"),
        3,
        "resume run --generations 20",
        &["generations.csv", "is missing"],
    ),
    (
        |home| edit(home, "results/run/generations.csv", "\n7,", "\n6,"),
        3,
        "resume run --generations 20",
        &["generations.csv", "line 9"],
    ),
    (
        |home| edit(home, "results/run/generations.csv", "\n5,", "\n5,1"),
        3,
        "resume run --generations 20",
        &["generations.csv", "other rows than the checkpoint of generation 8 knows"],
    ),
    (
        |home| home.write("results/run/champions.jsonl", "{}\n"),
        3,
        "resume run --generations 20",
        &["champions.jsonl", "line 1"],
    ),
    (
        |home| edit(home, "results/run/timing.csv", "\n7,", "\n9,"),
        3,
        "resume run --generations 20",
        &["timing.csv", "line 9"],
    ),
    (
        |home| edit(home, "results/run/config.toml", "population = 20", "population = 21"),
        3,
        "resume run --generations 20",
        &["config.toml: was changed"],
    ),
    (
        |home| edit(home, "results/run/config.toml", "version = 2", "version = 9"),
        3,
        "resume run --generations 20",
        &["config.toml", "is of version 9", "a later one made it"],
    ),
    (
        |home| {
            remove(home, "populations/run/checkpoint.json");
            remove(home, "populations/run/checkpoint.previous.json");
        },
        3,
        "resume run --generations 20",
        &["checkpoints of run 'run' are gone", "champion.json", "generation-000008.json"],
    ),
    (
        |home| {
            home.write("populations/run/checkpoint.json", "starhop-checkpoint 99 00\n{}\n");
        },
        3,
        "resume run --generations 20",
        &["checkpoint.json", "version 99"],
    ),
    (
        |home| {
            home.write("populations/run/checkpoint.previous.json", "starhop-checkpoint 99 0\n{}\n");
        },
        3,
        "resume run --generations 20",
        &["checkpoint.previous.json", "version 99"],
    ),
    (
        |home| {
            home.write("populations/run/checkpoint.next.json", "starhop-checkpoint 99 0\n{}\n");
        },
        3,
        "resume run --generations 20",
        &["checkpoint.next.json", "version 99"],
    ),
    (
        |home| {
            home.write("populations/run/checkpoint.json", "damaged");
            home.write("populations/run/checkpoint.previous.json", "damaged");
        },
        3,
        "resume run --generations 20",
        &["checkpoint.json"],
    ),
    (|home| remove(home, "results/run/config.toml"), 2, "resume run", &["no run 'run'"]),
    (|_| {}, 2, "evolve --name run --generations 1", &["run 'run' exists"]),
    (|_| {}, 2, "evolve --name a --generations 1", &["'a' is an arena"]),
    (|_| {}, 2, "evolve --name c --generations 1", &["'c' is a comparison"]),
    (|_| {}, 2, "evolve --name nul --generations 1", &["know it as a device"]),
    (|_| {}, 2, "evolve --name Com1.txt --generations 1", &["know it as a device"]),
    (|_| {}, 2, "evolve --name end. --generations 1", &["end names without a dot"]),
    (|_| {}, 2, "evolve --name new --game draughts --search iddfs(depth=2)", &["needs a game"]),
    (
        |home| remove(home, "results/run/config.toml"),
        3,
        "evolve --name run --generations 1",
        &["config.toml is missing", "generations.csv", "Put it back"],
    ),
    (
        |home| remove_folder(home, "results/run"),
        3,
        "evolve --name run --generations 1",
        &["config.toml is missing", "checkpoint.json", "another --name"],
    ),
    (
        |home| {
            remove_folder(home, "results/run");
            remove(home, "populations/run/checkpoint.json");
            remove(home, "populations/run/checkpoint.previous.json");
        },
        3,
        "evolve --name run --generations 1 --keep-every 1",
        &["generation-000008.json"],
    ),
    (
        |home| remove_folder(home, "results/run"),
        3,
        "arena hand-tuned-v4 generation-51 --games 4 --name run",
        &["arena.toml is missing", "checkpoint.json"],
    ),
    (
        |_| {},
        2,
        "arena hand-tuned-v4 generation-51 --games 2 --seed 3 --name a",
        &["has 4 games of each pairing, not 2"],
    ),
    (
        |home| edit(home, "results/a/games.jsonl", "\"number\":2", "\"number\":3"),
        3,
        "arena hand-tuned-v4 generation-51 --games 8 --seed 3 --name a",
        &["games.jsonl: line 2"],
    ),
    (|_| {}, 2, "arena hand-tuned-v4 generation-51 --games 4 --name run", &["run 'run' exists"]),
    (|home| remove(home, "results/a/arena.toml"), 3, ARENA, &["arena.toml is missing", "games"]),
    (|home| remove(home, "results/a/games.jsonl"), 3, ARENA, &["games.jsonl: is missing"]),
    (|home| remove(home, "results/a/games.jsonl"), 3, "show a", &["put it back"]),
    (|home| remove(home, "results/a/games.jsonl"), 3, "verify a", &["put it back"]),
    (
        |home| edit(home, "results/a/games.jsonl", "\"number\":2", "\"number\":3"),
        3,
        ARENA,
        &["games.jsonl: line 2"],
    ),
    (
        |home| remove(home, "results/c/compare.toml"),
        3,
        COMPARE,
        &["compare.toml is missing", "compare.csv"],
    ),
    (
        |home| edit(home, "results/c/compare.csv", "\nes,1,", "\nes,2,"),
        3,
        COMPARE,
        &["compare.csv"],
    ),
    (|home| edit(home, "results/c/timing.csv", "\nes,1,", "\nes,x,"), 3, COMPARE, &["timing.csv"]),
];

#[test]
fn a_refused_command_changes_nothing() {
    for (change, code, words, said) in REFUSALS {
        let home = ALL.unpack();
        change(&home);
        let before = home.snapshot();
        let why = home.refused(code, words);
        assert!(said.iter().all(|word| why.contains(word)), "{words}: {why}");
        assert_eq!(home.changes(&before), Vec::<String>::new(), "{words}: {why}");
    }
}

/// Without a lock file, too, which a copied run may lack.
#[test]
fn a_refused_command_makes_no_lock() {
    let home = ALL.unpack();
    remove(&home, "populations/run/lock");
    remove_folder(&home, "populations/a");
    edit(&home, "results/run/opponent.json", "57", "58");
    let before = home.snapshot();
    home.refused(3, "resume run --generations 20");
    home.refused(2, "evolve --name a --generations 1");
    home.refused(2, "arena hand-tuned-v4 generation-51 --games 2 --seed 3 --name a");
    assert_eq!(home.changes(&before), Vec::<String>::new());
}

#[test]
fn line_ends_of_other_systems_are_read_and_gone_on_from() {
    let home = ALL.unpack();
    for file in ["results/run/generations.csv", "results/run/timing.csv", "results/a/games.jsonl"] {
        let text = home.read(file);
        home.write(file, text.replace('\n', "\r\n"));
    }
    home.done("show run");
    home.done("resume run --generations 12");
    home.done(ARENA);
    home.done("verify a");
    let whole = Home::new();
    whole.evolve("run", "--generations 12 --keep-every 4 --final-games 20");
    let rows = home.read("results/run/generations.csv");
    assert_eq!(rows.replace("\r\n", "\n"), whole.read("results/run/generations.csv"));
    assert_eq!(rows.matches("\r\n").count(), 10, "the rows that were there are kept as they are");
}

/// A checkpoint that is passed over is kept under another name, and so is a torn one in its making.
#[test]
fn damaged_checkpoints_are_set_aside() {
    let home = ALL.unpack();
    home.write("populations/run/checkpoint.json", "damaged");
    home.write("populations/run/checkpoint.next.json", "starhop-check");
    let done = home.done("resume run --generations 12");
    assert!(done.err.contains("checkpoint.json: ") && done.err.contains("warning"), "{}", done.err);
    assert_eq!(home.read("populations/run/checkpoint.damaged.json"), "damaged");
    assert_eq!(home.read("populations/run/checkpoint.next.damaged.json"), "starhop-check");
    let whole = Home::new();
    whole.evolve("run", "--generations 12 --keep-every 4 --final-games 20");
    assert_same(&whole.files("run"), &home.files("run"), "a damaged checkpoint");
}

/// In `record/` absence is what the system calls "not found", and nothing else.
#[test]
fn no_reader_takes_a_failure_for_absence() {
    let mut found = Vec::new();
    visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/record"), &mut found);
    assert_eq!(found, Vec::<String>::new());
}

fn visit(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for word in [".exists()", ".is_file()", ".is_dir()", ".try_exists()"] {
            // Of what was looked at, `disk` asks the kind.
            let is_test = path.ends_with("tests.rs") || path.ends_with("disk.rs");
            if code.contains(word) && !is_test {
                found.push(format!("{}: {word}", path.display()));
            }
        }
    }
}
