//! What the program refuses: names, settings, folders, and a run that is in use.

use crate::program::{Home, SMALL, assert_same, evolve, wait_until};
use std::fs;
#[cfg(target_os = "linux")]
use std::path::Path;
#[cfg(target_os = "linux")]
use std::thread;
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

#[test]
fn a_run_in_use_is_refused_and_unharmed() {
    let home = Home::new();
    let mut first = home.start(&evolve("run", "--generations 1000000 --checkpoint-seconds 0"));
    wait_until(|| home.population("run", "checkpoint.json").exists());
    for words in ["resume run", &evolve("run", "")] {
        let why = home.refused(4, words);
        assert!(why.contains("'run' is in use"), "{why}");
        assert!(first.try_wait().unwrap().is_none(), "the first run was over too soon");
    }
    assert_eq!(home.done("list --json").json()["runs"][0]["state"], "running");
    assert!(home.done("list").text().contains("running"));
    assert_eq!(home.done("show run --json").json()["state"], "running");
    assert!(first.try_wait().unwrap().is_none(), "the first run was over too soon");
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(home.done("list --json").json()["runs"][0]["state"], "stopped");

    let reached = home.done("list --json").json()["runs"][0]["generation"].as_u64().unwrap();
    home.done(&format!("resume run --generations {}", reached + 4));
    home.evolve("straight", &format!("--generations {}", reached + 4));
    assert_same(&home.files("straight"), &home.files("run"), "after a second process");
}

/// Whether a process has that file open.
#[cfg(target_os = "linux")]
fn has_open(process: u32, path: &Path) -> bool {
    let open = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    open.map(|entry| fs::read_link(entry.path())).any(|it| it.is_ok_and(|it| it == path))
}

#[cfg(target_os = "linux")]
#[test]
fn whoever_looks_at_a_run_does_not_keep_others_from_it() {
    let home = Home::new();
    home.evolve("run", "--generations 1 --final-games 1");
    let path = home.population("run", "lock").canonicalize().unwrap();
    let mut rounds = 0;
    for _ in 0..50 {
        // What `list` does to see whether a run is in use, only for longer.
        let lock = fs::File::open(&path).unwrap();
        lock.lock_shared().unwrap();
        let mut other = home.start("resume run");
        let mut since = Instant::now();
        wait_until(|| {
            let now = Instant::now();
            let is_there = has_open(other.id(), &path) || other.try_wait().unwrap().is_some();
            if !is_there {
                since = now;
            }
            is_there
        });
        thread::sleep(Duration::from_millis(20));
        drop(lock);
        // It waits for 0.3 seconds; where this thread was kept for longer, the round proves nothing.
        let in_time = since.elapsed() < Duration::from_millis(200);
        let code = other.wait().unwrap().code();
        assert!(code == Some(0) || code == Some(4) && !in_time, "{code:?}");
        rounds += u32::from(in_time);
        if rounds == 5 {
            return;
        }
    }
    panic!("this thread was kept waiting in nearly all rounds");
}

#[test]
fn a_name_is_used_once() {
    let home = Home::new();
    home.evolve("run", "--generations 2");
    let before = home.files("run");
    let why = home.refused(2, &evolve("run", "--generations 3"));
    assert!(why.contains("run 'run' exists"), "{why}");
    assert_same(&before, &home.files("run"), "a refused evolve");
}

#[test]
fn names_that_no_folder_should_have_are_refused() {
    let home = Home::new();
    let long = "x".repeat(101);
    for name in ["../x", "", "a/b", ".", "..", ".hidden", "-x", "a b", "ü", "/x", "a\\b", &long] {
        let mut command = home.command("evolve --generations 1");
        let done = command.arg(format!("--name={name}")).output().unwrap();
        let why = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{name}: {why}");
        assert!(why.contains("can't be a run's name"), "{name}: {why}");
        for words in ["resume", "show", "plot"] {
            let done = home.command(words).arg("--").arg(name).output().unwrap();
            assert_eq!(done.status.code(), Some(2), "{words} {name}");
        }
    }
    assert_eq!(fs::read_dir(home.path("")).unwrap().count(), 0);
    home.evolve("A-z_0.9", "--generations 1");
}

#[test]
fn settings_files_are_refused_by_line_and_key() {
    let home = Home::new();
    for (text, code, words) in [
        ("seed = 1\n\npopluation = 3\n", 3, &["line 3", "'popluation'", "'population'"][..]),
        ("fitness_games = 3\n", 3, &["line 1", "'fitness-games'"]),
        ("seed = 1\npopulation = \"many\"\n", 3, &["line 2", "population"]),
        ("seed = 1\ngene-rate = true\n", 3, &["line 2", "gene-rate"]),
        ("population = 3.5\n", 3, &["line 1"]),
        ("population = -3\n", 3, &["line 1"]),
        ("selection = \"luck\"\n", 3, &["line 1", "luck"]),
        ("population = 3\npopulation = 4\n", 3, &["line 2"]),
        ("seed = 9007199254740992\n", 3, &["line 1", "largest seed"]),
        ("[run]\nseed = 1\n", 3, &["line 1", "'run'"]),
        ("seed = \n", 3, &["line 1"]),
        ("version = 3\n", 3, &["version 3"]),
        ("population = 1\n", 2, &["population"]),
        ("minutes = nan\n", 2, &["minutes"]),
        ("threads = 0\n", 2, &["threads"]),
        ("name = \"../x\"\n", 2, &["'../x'"]),
        ("against = \"nobody\"\n", 2, &["'nobody'", "starhop games chinese-checkers"]),
    ] {
        home.write("settings.toml", text);
        let why = home.refused(code, "evolve --generations 1 --config settings.toml");
        assert!(words.iter().all(|word| why.contains(word)), "{text}: {why}");
    }
    home.write("settings.toml", [0xff, 0xfe]);
    assert!(!home.path("results").exists());
    assert!(home.refused(3, "evolve --config settings.toml").contains("settings.toml"));
    assert!(home.refused(2, "evolve --config nothing.toml").contains("nothing.toml"));
}

#[test]
fn a_flag_wins_over_the_file() {
    let home = Home::new();
    home.write("settings.toml", "seed = 4\npopulation = 30\nminutes = 2\nname = \"file\"\n");
    let words = SMALL.replace("--generations 20", "--generations 1").replace("--seed 2", "");
    home.done(&format!("evolve --config settings.toml --name flag {words}"));
    let config = home.read("results/flag/config.toml");
    for line in ["seed = 4", "population = 20", "minutes = 2.0", "generations = 1"] {
        assert!(config.lines().any(|it| it == line), "{line}: {config}");
    }
    assert!(!home.path("results/file").exists());
}

#[test]
fn unknown_names_are_refused_with_the_known_ones() {
    let home = Home::new();
    home.evolve("run", "--generations 1");
    fs::remove_file(home.result("run", "champion.json")).unwrap();
    home.write("stars.txt", "1 2 3");
    for (words, word) in [
        ("evolve --against generation-9999", "starhop games chinese-checkers"),
        ("evolve --distance generation-782", "did you mean 'generation-7822'?"),
        ("evolve --against champion-7", "did you mean 'champion-"),
        ("evolve --against champion-halma", "of the game halma, not of chinese-checkers"),
        ("sprt champion-draughts pieces --game halma", "of the game draughts, not of halma"),
        ("evolve --against population", "is not enough"),
        ("evolve --against hall-of-fame=2,population", "is not enough"),
        ("evolve --against hand-tuned-v4,hall-of-fame --measure-every 0", "measure-every"),
        ("evolve --name population", "is a word of --against"),
        ("evolve --name champion-2", "is a built-in array"),
        ("evolve --from nobody", "'nobody' is neither"),
        ("evolve --from run", "no champion yet"),
        ("evolve --from hall-of-fame", "'hall-of-fame' is neither"),
        ("measure generation-51 --against hand-tuned-v4,hall-of-fame", "'hall-of-fame'"),
        ("measure generation-51 --against hand-tuned-v4,population", "'population'"),
        ("measure generation-51 --against population", "is not enough"),
        ("evolve --preset best", "report"),
        ("evolve --game chess", "starhop games"),
        ("evolve --rules house", "standard"),
        ("evolve --rules standard:corners=round", "corners"),
        ("evolve --rules standard:corners=open", "hand-tuned-v4 has no weights"),
        ("evolve --rules standard:corners=open --against generation-51", "distance: hand-tuned"),
        ("measure generation-51 --rules standard:corners=open", "hand-tuned-v4 has no weights"),
        ("measure hand-tuned-v2 --rules standard:corners=open --against generation-51", "hand"),
        ("measure nobody", "'nobody' is neither"),
        ("measure published --distance published", "distance counts for nothing in connect-four"),
        ("measure run", "no champion yet"),
        ("export nobody", "'nobody' is neither"),
        ("export run --generation 99", "generation"),
        ("export generation-51 --seat 7", "seat"),
        ("show nobody", "no run 'nobody' in .; `starhop list` shows the runs there"),
        (
            "--dir other show nobody",
            "in other; `starhop list` with that --dir shows the runs there",
        ),
        ("measure results/run", "a run; name it without its folder, as 'run'"),
        ("verify results/run", "or a measurement; name it without its folder, as 'run'"),
        ("book results/run -o b.txt", "nor a run; name it without its folder, as 'run'"),
        ("evolve --search greedy(book=b.txt)", "books are for bots"),
        ("show rum", "did you mean 'run'?"),
        (
            "show stars.txt",
            "'stars.txt' is a file, not a run: `starhop plot --heatmap stars.txt` draws weights",
        ),
        ("resume nobody", "no run 'nobody'"),
        ("plot nobody", "no run 'nobody'"),
        ("show champion-halma", "`starhop plot --heatmap champion-halma` draws weights"),
        ("arena alphabeta(depth=2,nodes=5):champion-2 random", "give one limit, depth or nodes"),
        ("arena mcts(ms=5,ms=6):champion-2 random", "ms is there twice"),
        ("evolve --name human", "'human' is a word for who plays"),
        ("evolve --name random", "'random' is a word for who plays"),
        ("evolve --name minimax", "'minimax' is a word for who plays"),
        ("evolve --scoring greatest", "scoring must not be greatest or least in a game"),
        ("evolve --name itself", "'itself' is a word for who plays"),
        (
            "measure champion-2 --against hand-tuned-v4=-1",
            "gives 'hand-tuned-v4' a share that is not",
        ),
        ("measure champion-2 --against hand-tuned-v4=1.5", "shares are whole numbers"),
        ("resume champion-deep", "'champion-deep' is a built-in array, not a run"),
        ("man nobody", "no command 'nobody'"),
        ("perft --players 7", "7 players"),
        ("measure generation-51 --players 7", "7 players"),
    ] {
        let why = home.refused(2, words);
        assert!(why.contains(word), "{words}: {why}");
    }
}

#[test]
fn folders_that_cannot_be_written_are_refused() {
    let home = Home::new();
    home.write("file", "");
    for words in [
        "evolve --generations 1 --dir file",
        "evolve --generations 1 --dir file/below",
        "list --dir file",
        "export generation-51 -o file/x.json",
        "export generation-51 -o .",
        "export generation-51 -o missing/x.json",
    ] {
        home.refused(1, words);
    }
    home.refused(2, "plot --heatmap generation-51 -o file");
    assert!(home.read("file").is_empty());
}
