//! Links and special files in the place of a record, and as input.

use crate::program::{Home, evolve};
use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

fn run() -> Home {
    let home = Home::new();
    home.evolve("run", "--generations 2 --final-games 20 --population 4");
    home
}

#[test]
fn nothing_is_written_through_a_link() {
    for file in ["results/run/generations.csv", "results/run/timing.csv", "populations/run/lock"] {
        let home = run();
        fs::rename(home.path(file), home.path("outside")).unwrap();
        symlink(home.path("outside"), home.path(file)).unwrap();
        let before = home.snapshot();
        let why = home.refused(3, "resume run --generations 4");
        assert!(why.contains(file) && why.contains("a regular file belongs there"), "{why}");
        assert_eq!(home.changes(&before), Vec::<String>::new(), "{file}");
    }
    let arena = "arena hand-tuned-v4 generation-51 --games 4 --seed 3 --name a";
    for file in ["results/a/games.jsonl", "results/a/timing.csv", "populations/a/lock"] {
        let home = Home::new();
        home.done(arena);
        fs::rename(home.path(file), home.path("outside")).unwrap();
        symlink(home.path("outside"), home.path(file)).unwrap();
        let before = home.snapshot();
        assert!(home.refused(3, arena).contains(file));
        assert_eq!(home.changes(&before), Vec::<String>::new(), "{file}");
    }
}

/// A link that leads nowhere makes no file where it points.
#[test]
fn nothing_is_made_through_a_link() {
    let home = Home::new();
    fs::create_dir_all(home.path("populations/run")).unwrap();
    symlink(home.path("outside"), home.path("populations/run/lock")).unwrap();
    let why = home.refused(3, "evolve --name run --generations 1");
    assert!(why.contains("lock"), "{why}");
    assert!(!home.path("outside").exists() && !home.path("results").exists());
}

fn pipe(home: &Home, name: &str) {
    assert!(Command::new("mkfifo").arg(home.path(name)).status().unwrap().success());
}

/// Nobody writes to the pipe, so that whoever opened it would wait for ever.
#[test]
fn a_pipe_in_the_place_of_a_record_is_refused() {
    for file in ["results/run/config.toml", "results/run/opponent.json", "populations/run/lock"] {
        let home = run();
        fs::remove_file(home.path(file)).unwrap();
        pipe(&home, file);
        let why = home.refused(3, "resume run --generations 4");
        assert!(why.contains(file), "{why}");
    }
    for file in ["results/run/champion.json", "results/run/generations.csv"] {
        let home = run();
        fs::remove_file(home.path(file)).unwrap();
        pipe(&home, file);
        let said = home.refused(3, "list");
        assert!(said.contains(file) && said.contains("nothing here can be read"), "{said}");
    }
}

#[test]
fn an_endless_file_is_refused_at_a_stated_size() {
    let home = run();
    for (words, size) in [
        ("evolve --generations 1 --config /dev/zero", "64 MiB"),
        ("verify /dev/zero", "16 MiB"),
        ("perft --position /dev/zero", "64 MiB"),
        ("arena greedy(book=/dev/zero):hand-tuned-v4 random --games 2", "64 MiB"),
    ] {
        let why = home.refused(3, words);
        assert!(why.contains("/dev/zero") && why.contains(size), "{words}: {why}");
    }
    pipe(&home, "pipe");
    for name in ["/dev/zero", "pipe"] {
        for words in ["measure WEIGHTS --games 10", "evolve --generations 1 --from WEIGHTS"] {
            let why = home.refused(3, &words.replace("WEIGHTS", name));
            assert!(why.contains(name) && why.contains("save it as a file first"), "{why}");
        }
    }
}

#[test]
fn a_link_to_results_that_are_gone_is_said_to_be_one() {
    let home = Home::new();
    symlink(home.path("gone"), home.path("results")).unwrap();
    for words in ["list".to_string(), evolve("run", "")] {
        let said = home.refused(1, &words);
        assert!(said.contains("results is a link to a folder that isn't there"), "{said}");
    }
}
