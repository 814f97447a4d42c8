//! Arenas that are made longer: the same bytes as of one that was begun with all games, and what is refused.

use crate::program::{Home, assert_same, kill_until_done, killed_often, unchained};
use std::fs;
use std::time::Instant;

const BOTS: &str = "arena generation-51 hand-tuned-v3 hand-tuned-v4 --seed 3 --name a";

fn asked(words: &str, games: u32) -> String {
    format!("{words} --games {games}")
}

/// An arena that was begun with all games.
fn at_once(words: &str, games: u32) -> Home {
    let home = Home::new();
    home.done(&asked(words, games));
    home
}

#[test]
fn forty_games_and_then_sixty_are_sixty_at_once() {
    for words in [
        BOTS.to_string(),
        format!("{BOTS} --gauntlet --anchor hand-tuned-v4 --opening-plies 1"),
        "arena generation-51 hand-tuned-v4 --players 3 --name a --seed 1".to_string(),
    ] {
        let (whole, home) = (at_once(&words, 60), at_once(&words, 40));
        let begun = home.read("results/a/games.jsonl");
        let times = home.read("results/a/timing.csv");
        home.done(&format!("report a --output {}", home.path("before.html").display()));
        let done = home.done(&asked(&words, 60));
        assert!(
            done.err.contains("It had 40 games of each pairing, and is made longer: 60 of each.")
        );
        assert_same(&whole.files("a"), &home.files("a"), &words);
        assert!(home.read("results/a/games.jsonl").starts_with(&begun));
        let all_times = home.read("results/a/timing.csv");
        let lines = |home: &Home| home.read("results/a/timing.csv").lines().count();
        assert!(all_times.starts_with(&times) && lines(&home) == lines(&whole), "{words}");
        for words in ["verify a", "verify a --json", "replay a --number 50"] {
            assert_eq!(home.done(words).text(), whole.done(words).text(), "{words}");
        }
        let told = |home: &Home| {
            let mut told = home.done("show a --json").json();
            let ratings = told["ratings"].as_array_mut().unwrap();
            ratings.iter_mut().for_each(|it| drop(it["milliseconds_a_move"].take()));
            told
        };
        assert_eq!(told(&home), told(&whole), "{words}");
        // Once more it is as before.
        let again = home.done(&asked(&words, 60));
        assert!(!again.err.contains("made longer"), "{}", again.err);
        assert_same(&whole.files("a"), &home.files("a"), &words);
    }
}

#[test]
fn what_is_under_way_or_was_merged_is_made_longer_too() {
    let (whole, home) = (at_once(BOTS, 60), at_once(BOTS, 40));
    let games = home.read("results/a/games.jsonl");
    let begun: String = games.split_inclusive('\n').take(25).collect();
    home.write("results/a/games.jsonl", begun + "{\"vers");
    home.done(&asked(BOTS, 60));
    assert_same(&whole.files("a"), &home.files("a"), "under way");

    let merged = Home::new();
    for shard in ["1/2", "2/2"] {
        merged.done(&format!("{} --shard {shard}", asked(BOTS, 40)));
    }
    merged.done("merge a");
    merged.done(&asked(BOTS, 60));
    assert_same(&whole.files("a"), &merged.files("a"), "merged");
    assert!(merged.refused(2, "merge a").contains("something else than the shards"));
}

#[test]
fn one_without_a_chain_goes_on_without() {
    let (whole, home) = (at_once(BOTS, 8), at_once(BOTS, 4));
    home.write("results/a/games.jsonl", unchained(&home.read("results/a/games.jsonl")));
    let settings =
        |home: &Home| home.read("results/a/arena.toml").replace("version = 3", "version = 1");
    home.write("results/a/arena.toml", settings(&home));
    home.done(&asked(BOTS, 8));
    let games = unchained(&whole.read("results/a/games.jsonl"));
    assert_eq!(home.read("results/a/games.jsonl"), games);
    assert_eq!(home.read("results/a/arena.toml"), settings(&whole));
}

#[test]
fn killed_at_any_moment_it_ends_as_if_begun_so() {
    let (begun, started) = (at_once(BOTS, 40).pack(), Instant::now());
    let straight = at_once(BOTS, 600);
    let (killed, kills) = killed_often(started.elapsed(), |home, whole| {
        let begun = begun.unpack();
        for folder in ["results", "populations"] {
            crate::program::copy(&begun.path(folder), &home.path(folder));
        }
        let start =
            |kills| home.start(&format!("{} --threads {}", asked(BOTS, 600), 1 + kills % 3));
        kill_until_done(whole, 7, start, |_| drop(home.done("show a --json")))
    });
    killed.done(&asked(BOTS, 600));
    assert_same(&straight.files("a"), &killed.files("a"), &format!("{kills} kills"));
}

#[test]
fn fewer_games_or_other_settings_are_refused_and_change_nothing() {
    let home = at_once(BOTS, 40);
    home.done(&format!("{} --shard 1/2", asked(BOTS, 40)));
    let damaged = home.pack().unpack();
    let before = home.snapshot();
    let shard = "'a.1-of-2' is a shard of an arena with 40 games of each pairing, not";
    for (words, why) in [
        (asked(BOTS, 38), "arena 'a' has 40 games of each pairing, not 38: it can be made longer"),
        (asked(&BOTS.replace("v3", "v1"), 60), "made with other settings"),
        (asked(&BOTS.replace("hand-tuned-v3 ", ""), 60), "made with other settings"),
        (asked(&BOTS.replace("seed 3", "seed 4"), 60), "seed 3 there, 4 here"),
        (format!("{} --opening-plies 0", asked(BOTS, 60)), "opening-plies 4 there, 0 here"),
        (format!("{} --anchor hand-tuned-v4", asked(BOTS, 60)), "anchor"),
        (format!("{} --shard 1/2", asked(BOTS, 60)), &format!("{shard} 60.")),
        (format!("{} --shard 1/2", asked(BOTS, 20)), &format!("{shard} 20.")),
    ] {
        let said = home.refused(2, &words);
        assert!(said.contains(why), "{words}: {said}");
    }
    assert_eq!(home.changes(&before), [""; 0]);

    // One game too many is damage, though the longer arena would have it.
    let longer = at_once(BOTS, 60).read("results/a/games.jsonl");
    let lines: Vec<&str> = longer.split_inclusive('\n').collect();
    let changed = |line: usize| {
        let mut changed = lines[..120].to_vec();
        changed[line] = lines[line + 1];
        changed.concat()
    };
    for (games, why) in [
        (lines[..121].concat(), "line 121: is not game 121 of this arena"),
        (changed(1), "line 2: its chain does not follow"),
        (changed(60), "line 61: its chain does not follow"),
    ] {
        damaged.write("results/a/games.jsonl", games);
        let before = damaged.snapshot();
        let said = damaged.refused(3, &asked(BOTS, 60));
        assert!(said.contains(why), "{said}");
        assert_eq!(damaged.changes(&before), [""; 0]);
    }
}

#[test]
fn without_a_name_another_arena_begins() {
    let home = Home::new();
    let words = BOTS.replace(" --name a", "");
    home.done(&asked(&words, 4));
    home.done(&asked(&words, 8));
    let mut names: Vec<_> = fs::read_dir(home.path("results")).unwrap().collect();
    names.sort_by_key(|it| it.as_ref().unwrap().file_name());
    let games = names.iter().map(|it| {
        let folder = it.as_ref().unwrap().path();
        fs::read_to_string(folder.join("games.jsonl")).unwrap().lines().count()
    });
    assert_eq!(games.collect::<Vec<_>>(), [12, 24]);
}

#[test]
fn where_it_is_open_who_is_stronger_more_games_are_suggested() {
    let home = Home::new();
    let suggested = |words: &str| {
        let done = home.done(words);
        let (_, command) = done.err.split_once("of each pairing:\n")?;
        Some(command.trim().split_once("arena ").unwrap().1.to_string())
    };
    let command = suggested(&asked(BOTS, 40)).unwrap();
    let end = "greedy:hand-tuned-v4 --games 80 --seed 3 --name a";
    assert!(command.ends_with(end), "{command}");
    let longer = home.done(&format!("arena {command}"));
    assert!(longer.err.contains("It had 40 games of each pairing"), "{}", longer.err);
    // Known already, nothing but the same games again, and a part of all.
    for words in [
        "arena hand-tuned-v4 random --games 100 --seed 1 --name known",
        "arena alphabeta(depth=1):champion-2 alphabeta(depth=1):hand-tuned-v4 --games 40 --seed 1 \
         --name same --opening-plies 0",
        "arena hand-tuned-v4 hand-tuned-v3 --games 40 --seed 1 --name part --shard 1/1",
    ] {
        assert_eq!(suggested(words), None, "{words}");
    }
}
