//! Shards of arenas and comparisons, and what is merged of them: the same bytes as of one process, and
//! every shard that doesn't fit named.

use crate::program::{Files, Home, assert_same, kill_until_done, killed_often};
use serde_json::Value;
use std::cell::Cell;
use std::fs;
use std::process::Output;
use std::time::{Duration, Instant};

const ARENA: &str = "arena greedy:hand-tuned-v4 generation-51 random --games 6 --seed 3 --name a";
const COMPARE: &str = "compare es: ga:--optimizer=ga --games 20,40 --seeds 3 --final-games 20 \
     --with --population=4 --name c";

/// The files of what one process makes of that command.
pub fn whole(words: &str, name: &str) -> Files {
    let home = Home::new();
    home.done(&format!("{words} --threads 2"));
    home.files(name)
}

/// A folder with all shards of that command, each played on another number of threads.
pub fn sharded(words: &str, of: u32) -> Home {
    let home = Home::new();
    for shard in (1..=of).rev() {
        home.done(&format!("{words} --shard {shard}/{of} --threads {} --quiet", 1 + shard % 3));
    }
    home
}

/// A folder with three shards of that command, which takes so long as a whole. Each was killed until it was over, and
/// each time the end of its file torn off, whose header stays. Gives how often that was, too.
pub fn torn_shards(
    words: &str,
    name: &str,
    file: &str,
    header: usize,
    whole: Duration,
) -> (Home, u32) {
    killed_often(whole, |home, whole| {
        let torn = Cell::new(0);
        for shard in 1..=3u32 {
            let words = format!("{words} --shard {shard}/3 --threads {shard}");
            let path = home.path(&format!("results/{name}.{shard}-of-3/{file}"));
            let tear = |_| {
                let Ok(bytes) = fs::read(&path) else { return };
                let kept = bytes.len().saturating_sub(9).max(header);
                fs::write(&path, &bytes[..kept]).unwrap();
                torn.set(torn.get() + u32::from(kept < bytes.len()));
            };
            kill_until_done(whole, shard.into(), |_| home.start(&words), tear);
            home.done(&words);
        }
        torn.get()
    })
}

pub fn copy(home: &Home, from: &str, to: &str) {
    let [from, to] = [from, to].map(|name| home.path("results").join(name));
    crate::program::copy(&from, &to);
}

pub fn remove(home: &Home, name: &str) {
    for folder in ["results", "populations"] {
        fs::remove_dir_all(home.path(folder).join(name)).unwrap();
    }
}

#[test]
fn merged_shards_are_the_arena_that_one_process_plays() {
    let files = whole(ARENA, "a");
    for of in [1, 2, 3, 5, 12] {
        let home = sharded(ARENA, of);
        let done = home.done("merge a");
        assert_same(&files, &home.files("a"), &format!("{of} shards"));
        assert!(done.text().starts_with("# Arena\n\n18 games of"), "{}", done.text());
        let times = home.read("results/a/timing.csv");
        assert_eq!((times.lines().count(), times.matches("\n18,2,").count()), (37, 1));
        let said = home.done("verify a").text();
        assert!(said.starts_with("18 games with") && !said.contains("no whole chain"), "{said}");
        // It is an arena like any other, and merged once more it is the same.
        let before = home.files("a");
        let report = home.done(&format!("{ARENA} --json")).json();
        assert_eq!(home.done("merge a --json").json(), report);
        assert_same(&before, &home.files("a"), "again");
        assert!(report["shard"].is_null());
    }
}

#[test]
fn what_was_typed_comes_back_in_the_merged_command() {
    let home = Home::new();
    home.write("mid game.txt", home.done("perft --draw").text());
    for (words, typed) in [
        ("random hand-tuned-v4 --rules standard:ply-cap=60 --players 3", "--rules 'standard:ply"),
        ("random hand-tuned-v4 --gauntlet --anchor hand-tuned-v4", "--anchor greedy:hand"),
    ] {
        let words = format!("arena {words} --games 6 --seed 3 --name a");
        home.done(&words);
        let files = home.files("a");
        remove(&home, "a");
        (1..=2).for_each(|shard| drop(home.done(&format!("{words} --shard {shard}/2"))));
        home.done("merge a");
        assert_same(&files, &home.files("a"), &words);
        assert!(home.read("results/a/arena.md").contains(typed), "{typed}");
        ["a", "a.1-of-2", "a.2-of-2"].iter().for_each(|name| remove(&home, name));
    }
    let position = |words: &str| {
        let mut command = home.command("arena random hand-tuned-v4 --games 6 --seed 3 --name a");
        command.args(["--position", "mid game.txt"]).args(words.split_whitespace());
        assert!(command.output().unwrap().status.success());
    };
    position("");
    let files = home.files("a");
    remove(&home, "a");
    position("--shard 1/2");
    position("--shard 2/2");
    home.done("merge a");
    assert_same(&files, &home.files("a"), "a position");
    assert!(home.read("results/a/arena.md").contains("--position 'mid game.txt'"));
}

#[test]
fn a_shard_says_that_it_is_one() {
    let home = Home::new();
    let done = home.done(&format!("{ARENA} --shard 2/3"));
    assert!(done.text().contains("games 7 to 12 alone, shard 2/3"), "{}", done.text());
    assert!(done.err.contains("when all 3 shards are done\n") && done.err.contains(" merge a\n"));
    let document = home.read("results/a.2-of-3/arena.md");
    assert!(document.contains("--name a --shard 2/3\n"), "{document}");
    assert!(home.read("results/a.2-of-3/ratings.svg").contains("<svg"));
    let said = home.done("verify a.2-of-3").text();
    assert!(said.starts_with("6 games with") && !said.contains("no whole chain"), "{said}");
    assert!(home.done("replay a.2-of-3 --number 7").text().starts_with("Game 7: "));
    let why = home.refused(2, "replay a.2-of-3 --number 6");
    assert!(why.contains("in 'a.2-of-3', which has the games 7 to 12"), "{why}");
    home.done("report a.2-of-3");
    let report = home.read("results/a.2-of-3/report.html");
    assert!(report.contains("shard 2/3"));
    assert_eq!(home.done(&format!("{ARENA} --shard 2/3 --json")).json()["shard"], "2/3");
    let arena = &home.done("list --json").json()["arenas"][0];
    assert_eq!((&arena["games_played"], &arena["games_scheduled"]), (&6.into(), &6.into()));
    let many = ARENA.replace("--name a", "--name many");
    let done = home.done(&format!("{many} --shard 12/18"));
    assert!(done.text().contains("2 games of"), "{}", done.text());
    let done = home.done(&format!("{many} --shard 1/18"));
    assert!(done.err.contains("fewer pairs of games than shards") && done.out.is_empty());

    let why = home.refused(2, "show a");
    assert!(why.contains("where it is in shards, which `starhop merge` puts together"), "{why}");

    let done = home.done(&format!("{COMPARE} --shard 2/2"));
    assert!(done.text().contains("figures of shard 2/2 alone"), "{}", done.text());
    assert!(home.read("results/c.2-of-2/compare.md").contains("--name c --shard 2/2\n"));
    home.done("report c.2-of-2");
    home.done("verify c.2-of-2");
    // No variant can be told from another there, and one may have no run.
    let one = COMPARE.replace("--name c", "--name one") + " --shard 1/6";
    let text = home.done(&one).text();
    for told in ["Which is best is seen once all", "No run is done of: ga."] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(!text.contains("Best") && !text.contains("Not ranked"), "{text}");
    let report = home.done(&format!("{one} --json")).json();
    let absent = &report["budgets"][0]["variants"][1];
    assert_eq!((&absent["variant"], &absent["unfinished_share"]), (&"ga".into(), &Value::Null));
    assert_eq!(home.done("list --json").json()["comparisons"][0]["runs"], 3);
}

#[test]
fn killed_shards_go_on_and_are_merged_to_the_same_bytes() {
    let words = "arena hand-tuned-v4 generation-51 random --games 400 --seed 5 --name a";
    let started = Instant::now();
    let files = whole(words, "a");
    let took = started.elapsed();
    let (home, torn) = torn_shards(words, "a", "games.jsonl", 0, took);
    home.done("merge a");
    assert_same(&files, &home.files("a"), &format!("{torn} torn files"));
    assert_eq!(home.read("results/a/timing.csv").lines().count(), 2401);
}

#[test]
fn damaged_times_of_a_shard_are_refused_and_missing_ones_named() {
    let home = sharded(ARENA, 2);
    let (path, folder) = ("results/a.2-of-2/timing.csv", home.pack());
    let times = home.read(path);
    for damaged in [times.replacen("\n11,1,", "\n11,x,", 1), format!("{times}19,1")] {
        home.write(path, damaged);
        let before = home.snapshot();
        let why = home.refused(3, "merge a");
        assert!(why.contains("a.2-of-2/timing.csv: line ") && why.contains("is no row"), "{why}");
        assert_eq!(home.changes(&before), [""; 0]);
    }
    // What its command leaves of a damaged file can be merged.
    home.done(&format!("{ARENA} --shard 2/2"));
    assert_eq!(home.done("merge a").err.matches("timing.csv lacks").count(), 0);
    let home = folder.unpack();
    fs::remove_file(home.path(path)).unwrap();
    let said = home.done("merge a").err;
    assert!(said.contains("warning: ./results/a.2-of-2/timing.csv lacks some times"), "{said}");
    let first = home.read("results/a.1-of-2/timing.csv").lines().count();
    assert_eq!(home.read("results/a/timing.csv").lines().count(), first);

    let home = sharded(COMPARE, 2);
    fs::remove_file(home.path("results/c.2-of-2/timing.csv")).unwrap();
    let said = home.done("merge c").err;
    assert!(said.contains("warning: ./results/c.2-of-2/timing.csv lacks some times"), "{said}");
}

#[test]
fn merged_shards_are_the_comparison_that_one_process_makes() {
    let files = whole(COMPARE, "c");
    for of in [2, 4, 7] {
        let home = sharded(COMPARE, of);
        let done = home.done("merge c");
        assert_same(&files, &home.files("c"), &format!("{of} shards"));
        assert_eq!(home.read("results/c/timing.csv").lines().count(), 13);
        assert_eq!(done.text(), home.read("results/c/compare.md"));
        let report = home.done(&format!("{COMPARE} --json")).json();
        assert_eq!(home.done("merge c --json").json(), report);
        assert_same(&files, &home.files("c"), "again");
        home.done("verify c");
    }
}

#[test]
fn a_shard_that_is_missing_or_not_done_is_named_with_its_command() {
    let home = sharded(ARENA, 4);
    remove(&home, "a.2-of-4");
    let games = home.read("results/a.3-of-4/games.jsonl");
    let first = games.split_inclusive('\n').next().unwrap();
    home.write("results/a.3-of-4/games.jsonl", first);
    let before = home.snapshot();
    let said = home.refused(2, "merge a");
    assert!(said.contains("2/4 is missing; 3/4 has 1 of 4 games. To do the rest:\n"), "{said}");
    assert_eq!(home.changes(&before), [""; 0]);
    let commands: Vec<&str> =
        said.lines().filter_map(|line| line.split_once(" arena ")).map(|it| it.1).collect();
    assert_eq!(commands.len(), 2);
    commands.iter().for_each(|words| drop(home.done(&format!("arena {words}"))));
    home.done("merge a");
    assert_same(&whole(ARENA, "a"), &home.files("a"), "after the commands");

    let home = sharded(COMPARE, 3);
    remove(&home, "c.1-of-3");
    let before = home.snapshot();
    let said = home.refused(2, "merge c");
    assert!(said.contains("1/3 is missing. To do the rest:\n"), "{said}");
    assert_eq!(home.changes(&before), [""; 0]);
    let words = shlex::split(said.lines().nth(1).unwrap()).unwrap();
    assert!(home.command("").args(&words[1..]).output().unwrap().status.success());
    home.done("merge c");
    assert_same(&whole(COMPARE, "c"), &home.files("c"), "after the command");
}

#[test]
fn a_shard_under_way_is_waited_for() {
    let home = Home::new();
    let words = "arena hand-tuned-v4 random --games 200000 --seed 1 --name a --shard 1/1";
    let mut child = home.start(words);
    let path = home.path("results/a.1-of-1/games.jsonl");
    crate::program::wait_until(|| fs::metadata(&path).is_ok_and(|it| it.len() > 0));
    let said = home.refused(4, "merge a");
    assert!(said.contains("of 200000 games and is under way"), "{said}");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!home.path("results/a").exists());
}

#[test]
fn shards_that_do_not_fit_are_named_and_nothing_changes() {
    let home = sharded(ARENA, 2);
    let check = |home: &Home, code: i32, words: &str, why: &str| {
        let before = home.snapshot();
        let said = home.refused(code, words);
        assert!(said.contains(why), "{why}: {said}");
        assert_eq!(home.changes(&before), [""; 0], "{why}");
    };
    let settings = home.read("results/a.2-of-2/arena.toml");
    let games = home.read("results/a.2-of-2/games.jsonl");
    for (from, to, why) in [
        (
            "games = 6",
            "games = 8",
            "a.2-of-2/arena.toml: has other settings than ./results/a.1-of-2",
        ),
        ("games = 6", "games = 8", "(games 6 there, 8 here)"),
        (
            "part = \"2/2\"",
            "part = \"1/2\"",
            "is of shard 1/2, but lies in the folder of shard 2/2",
        ),
        ("part = \"2/2\"", "part = \"3/2\"", "a shard is I/N"),
        ("version = 4", "version = 3", "a shard has version 4, and no other"),
        ("version = 4", "version = 5", "a shard has version 4, and no other"),
        ("version = 4", "version = 7", "this starhop reads versions 1 to 6"),
    ] {
        assert!(settings.contains(from), "{from}");
        home.write("results/a.2-of-2/arena.toml", settings.replace(from, to));
        check(&home, 3, "merge a", why);
    }
    home.write("results/a.2-of-2/arena.toml", &settings);
    let winner = |line: &str| line.replacen("\"plies\":", "\"plies\":1", 1);
    let second: String = games.lines().skip(1).map(|line| format!("{line}\n")).collect();
    for (text, why) in [
        (games.replacen("\"winner\":", "\"winner\": ", 1) + "junk\n", "line 11: "),
        (winner(&games), "line 1: its chain does not begin here"),
        (second, "line 1: its chain does not begin here"),
        (games.replacen("\"number\":10", "\"number\":11", 1), "line 2: "),
    ] {
        home.write("results/a.2-of-2/games.jsonl", text);
        check(&home, 3, "merge a", why);
    }
    home.write("results/a.2-of-2/games.jsonl", &games);

    // The same shard twice, shards of several divisions, and other things under a shard's name.
    copy(&home, "a.2-of-2", "kept");
    fs::remove_dir_all(home.path("results/a.2-of-2")).unwrap();
    copy(&home, "a.1-of-2", "a.2-of-2");
    check(
        &home,
        3,
        "merge a",
        "is of shard 1/2, but lies in the folder of shard 2/2; is it there twice",
    );
    fs::remove_dir_all(home.path("results/a.2-of-2")).unwrap();
    copy(&home, "kept", "a.2-of-2");
    for words in [ARENA, &COMPARE.replace("--name c", "--name a")] {
        let why = "results/a.1-of-2 is one of 2 shards, with which one of 3 could never be merged";
        check(&home, 2, &format!("{words} --shard 3/3"), why);
    }
    home.done(&format!("{} --shard 3/3", ARENA.replace("--name a", "--name b")));
    copy(&home, "b.3-of-3", "a.3-of-3");
    remove(&home, "b.3-of-3");
    check(&home, 3, "merge a", "a.3-of-3: is a part of 3, but ./results/a.1-of-2 is one of 2");
    fs::remove_dir_all(home.path("results/a.3-of-3")).unwrap();
    remove(&home, "a.2-of-2");
    home.done(&format!("{} --shard 2/2", COMPARE.replace("--name c", "--name a")));
    check(&home, 3, "merge a", "a.2-of-2: is of another kind than ./results/a.1-of-2");
    fs::remove_dir_all(home.path("results/a.2-of-2")).unwrap();
    home.done(&ARENA.replace("--name a", "--name a.2-of-2"));
    check(&home, 3, "merge a", "a.2-of-2/arena.toml: is of the whole, not of a shard");
    check(&home, 2, &format!("{ARENA} --shard 2/2"), "the whole arena there, shard 2/2 here");
    check(&home, 2, &ARENA.replace("--name a", "--name a.1-of-2"), "shard 1/2 there, the whole");
    check(&home, 2, "merge b", "no shards of 'b' in ./results");
    check(&home, 2, "merge b", "runs of evolve --seeds need no merging");
    check(&home, 2, "merge ../a", "can't be a run's name");
}

#[test]
fn other_settings_of_a_comparison_are_named() {
    let home = sharded(COMPARE, 2);
    let settings = home.read("results/c.2-of-2/compare.toml");
    for (from, to, why) in [
        ("seeds = 3", "seeds = 4", "(seeds 3 there, 4 here)"),
        ("population = 4", "population = 8", "(variants.1.settings.population 4 there, 8 here)"),
        ("shard = \"2/2\"", "shard = \"1/2\"", "is of shard 1/2, but lies in"),
        ("version = 3", "version = 2", "a shard has version 3"),
    ] {
        assert!(settings.contains(from), "{from}");
        home.write("results/c.2-of-2/compare.toml", settings.replacen(from, to, 1));
        let before = home.snapshot();
        let said = home.refused(3, "merge c");
        assert!(said.contains("c.2-of-2/compare.toml: ") && said.contains(why), "{said}");
        assert_eq!(home.changes(&before), [""; 0]);
    }
    home.write("results/c.2-of-2/compare.toml", &settings);
    let rows = home.read("results/c.1-of-2/compare.csv");
    home.write("results/c.2-of-2/compare.csv", rows);
    assert!(home.refused(3, "merge c").contains("no part of this comparison"));
    let whole = COMPARE.replace("--name c", "--name c.1-of-2");
    let said = home.refused(2, &whole);
    assert!(said.contains("(shard 1/2 there, the whole comparison here)"), "{said}");
    fs::remove_file(home.path("results/c.2-of-2/compare.csv")).unwrap();
    assert!(home.refused(3, "merge c").contains("c.2-of-2/compare.csv: has no rows"));
}

#[test]
fn what_has_the_name_already_is_left_alone() {
    for (words, why) in [
        (ARENA.replace("--seed 3", "--seed 4"), "is something else than the shards of 'a' give"),
        (ARENA.replace("random", "hand-tuned-v1"), "is something else"),
        (COMPARE.replace("--name c", "--name a"), "is something else"),
    ] {
        let home = sharded(ARENA, 2);
        home.done(&words);
        let before = home.snapshot();
        assert!(home.refused(2, "merge a").contains(why), "{words}");
        assert_eq!(home.changes(&before), [""; 0], "{words}");
    }
    let home = sharded(ARENA, 2);
    home.done(ARENA);
    let games = home.read("results/a/games.jsonl");
    let half: String = games.lines().take(9).map(|line| format!("{line}\n")).collect();
    home.write("results/a/games.jsonl", &half);
    assert!(home.refused(2, "merge a").contains("is something else"));
    assert_eq!(home.read("results/a/games.jsonl"), half);
    home.done(ARENA);
    home.done("merge a");
    remove(&home, "a");
    fs::create_dir_all(home.path("results/a")).unwrap();
    home.write("results/a/notes.txt", "mine");
    assert!(home.refused(3, "merge a").contains("notes.txt"));
    fs::remove_file(home.path("results/a/notes.txt")).unwrap();
    home.done("merge a");
}

#[test]
fn a_shard_that_can_not_be_is_a_matter_of_usage() {
    let home = Home::new();
    for shard in
        ["0/3", "4/3", "1/0", "x", "1", "-1/3", "1/2/3", "1/18446744073709551616", "1/100001"]
    {
        for words in [ARENA, COMPARE] {
            let said = home.refused(2, &format!("{words} --shard={shard}"));
            assert!(said.contains("a shard is I/N, as in 2/6"), "{shard}: {said}");
        }
    }
    let unnamed = ARENA.replace("--seed 3 --name a", "--shard 1/3");
    let said = home.refused(2, &unnamed);
    assert!(said.contains("--name <NAME>") && said.contains("--seed <SEED>"), "{said}");
    let said = home.refused(2, &COMPARE.replace("--name c", "--shard 1/3"));
    assert!(said.contains("--name <NAME>"), "{said}");
    assert!(!home.path("results").exists());
}

fn scheduled(home: &Home, words: &str, set: &[(&str, &str)]) -> Output {
    let mut command = home.command(words);
    for name in ["HQ_TASK_ID", "JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID"] {
        command.env_remove(name);
    }
    command.envs(set.iter().copied()).output().unwrap()
}

#[test]
fn schedulers_say_which_shard_it_is() {
    let home = Home::new();
    for (shard, set, folder) in [
        (
            "auto",
            &[
                ("SLURM_ARRAY_TASK_ID", "2"),
                ("SLURM_ARRAY_TASK_MIN", "1"),
                ("SLURM_ARRAY_TASK_MAX", "3"),
                ("SLURM_ARRAY_TASK_COUNT", "3"),
            ][..],
            "a.2-of-3",
        ),
        ("auto/3", &[("JOB_COMPLETION_INDEX", "2")], "a.3-of-3"),
        ("auto/3", &[("HQ_TASK_ID", "1")], "a.1-of-3"),
    ] {
        assert!(!home.path("results").join(folder).exists());
        assert!(scheduled(&home, &format!("{ARENA} --shard {shard}"), set).status.success());
        assert!(home.path("results").join(folder).exists());
    }
    home.done("merge a");
    let output = scheduled(&home, &format!("{ARENA} --shard auto"), &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    let looked_for = "none of HQ_TASK_ID (HyperQueue), JOB_COMPLETION_INDEX (Kubernetes), \
                      SLURM_ARRAY_TASK_ID (Slurm) is set";
    assert!(said.contains(looked_for), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs root, slurm-wlm and munge: cargo test --test program slurm -- --ignored"]
fn slurm_runs_shards_and_merges_them() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/slurm/run");
    let done = std::process::Command::new(script).arg(env!("CARGO_BIN_EXE_starhop")).status();
    assert!(done.unwrap().success());
}
