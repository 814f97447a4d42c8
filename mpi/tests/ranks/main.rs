//! One command on several ranks, started by `mpirun`: the same bytes as in one process, whatever becomes of
//! them on the way.

mod mpirun;
#[allow(dead_code, reason = "the tests of one process use the rest")]
#[path = "../../../tests/program/program.rs"]
mod program;

use mpirun::{Started, ranked, start};
use program::{Done, Home, assert_same, evolve};
use std::fs;
use std::io::Write as _;
use std::thread;
use std::time::{Duration, Instant};

/// A run of the report's setting that takes some seconds.
const REPORT: &str =
    "--preset report --population 60 --generations 60 --measure-every 20 --final-games 200";

/// A run that is still at work when a signal reaches it, on a fast machine, too.
const LONGER: &str =
    "--preset report --population 60 --generations 300 --measure-every 20 --final-games 200";

/// A run of islands that evolve by themselves between migrations.
const ISLANDS: &str = "--preset report --population 60 --islands 4 --migrate-every 40 --generations 300 \
                       --measure-every 100 --final-games 200";

/// The run's files as one process leaves them.
fn plain(words: &str) -> program::Files {
    let home = Home::new();
    home.evolve("run", words);
    home.files("run")
}

fn check_ranks(words: &str, ranks: &[(usize, usize)]) {
    let files = plain(words);
    for &(ranks, threads) in ranks {
        let home = Home::new();
        let words = format!("{words} --threads {threads}");
        ranked(&home, ranks, &evolve("run", &words)).succeed();
        assert_same(&files, &home.files("run"), &format!("{words}: {ranks} ranks"));
    }
}

#[test]
fn a_run_is_the_same_on_any_ranks_and_threads() {
    check_ranks("", &[(1, 2), (2, 1), (3, 2), (5, 1)]);
    check_ranks("--preset report", &[(2, 1)]);
    check_ranks("--players 3 --racing halving --fitness-games 6 --more-games 24", &[(2, 2)]);
    check_ranks("--optimizer ga --conditions own --opening-plies 2 --memory 0.5", &[(2, 1)]);
    check_ranks("--search alphabeta(depth=1) --population 8 --generations 3", &[(3, 1)]);
    check_ranks("--optimizer cma --against hand-tuned-v3,hall-of-fame,population", &[(2, 1)]);
    for game in ["connect-four", "draughts", "halma"] {
        let words =
            format!("--game {game} --against {} --generations 4 --population 8", first(game));
        check_ranks(&words, &[(2, 1)]);
    }
}

#[test]
fn islands_are_the_same_on_any_ranks_and_threads() {
    check_ranks(ISLANDS, &[(1, 1), (2, 1), (3, 2), (5, 1)]);
    let short =
        "--islands 4 --candidates 5 --population 16 --generations 25 --measure-every 10 --against";
    check_ranks(&format!("{short} hand-tuned-v4 --optimizer es --migrate-every 6"), &[(3, 1)]);
    check_ranks(&format!("{short} hand-tuned-v4,hall-of-fame --optimizer cma"), &[(2, 2)]);
    check_ranks(&format!("{short} hand-tuned-v4,population --migrate-every 3"), &[(2, 1)]);
    let hopeless = "--preset report --population 8 --islands 2 --generations 40 --restart-after 3";
    check_ranks(hopeless, &[(3, 1)]);
}

#[test]
fn islands_go_on_with_other_ranks_after_a_kill() {
    let files = plain(ISLANDS);
    let (home, _) = broken_off(3, ISLANDS, |it| it.signal(1, "KILL"));
    ranked(&home, 2, "resume run").succeed();
    assert_same(&files, &home.files("run"), "a rank that was killed");
    let (home, _) = broken_off(2, ISLANDS, |it| it.signal(0, "INT"));
    home.done("resume run");
    assert_same(&files, &home.files("run"), "an interrupt");
}

/// The first built-in array of a game.
fn first(game: &str) -> String {
    let table = starhop::registry::find(game).unwrap();
    let config = table.preset(table.default_preset(), 2).unwrap();
    table.open(2, &config.rules).unwrap().built_in_names()[0].to_string()
}

#[test]
fn a_run_is_verified_by_ranks() {
    let home = Home::new();
    ranked(&home, 2, &evolve("run", "")).succeed();
    let one = home.done("verify run --json").json();
    assert_eq!(ranked(&home, 3, "verify run --json").succeed().json(), one);
}

/// The job file of the page, with a shorter run and this program in the place of the installed one.
fn job() -> String {
    let page = include_str!("../../../docs/cluster.md");
    let job = page.split("<!-- mpi -->\n```bash\n").nth(1).unwrap().split("```").next().unwrap();
    let shorter =
        job.replace("evolve --seed 1", "evolve --seed 1 --generations 9 --final-games 100");
    assert_ne!(shorter, job);
    shorter.replace(" starhop\"", &format!(" {}\"", env!("CARGO_BIN_EXE_starhop")))
}

#[test]
fn the_job_of_the_page_begins_a_run_and_goes_on_with_it() {
    let home = Home::new();
    home.write("job.sh", job());
    let own = tempfile::tempdir().unwrap();
    let run = || {
        let mut command = std::process::Command::new("bash");
        command.arg("job.sh").current_dir(home.path("")).env("SLURM_CPUS_PER_TASK", "1");
        command.env("TMPDIR", own.path());
        for name in [
            "OMPI_ALLOW_RUN_AS_ROOT",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
            "OMPI_MCA_rmaps_base_oversubscribe",
        ] {
            command.env(name, "1");
        }
        Done::from(command.output().unwrap()).succeed()
    };
    run();
    assert_eq!(home.read("results/big/timing.csv").lines().count(), 11);
    let whole = home.files("big");
    run();
    assert_same(&whole, &home.files("big"), "a job that is queued again");
}

#[test]
fn a_run_tells_its_ranks() {
    let home = Home::new();
    let done = ranked(&home, 3, &evolve("run", "--threads 2")).succeed();
    assert!(!done.text().contains('\u{1b}'), "colours in what may be a file: {}", done.text());
    let times = home.read("results/run/timing.csv");
    assert!(times.lines().skip(1).all(|line| line.ends_with(",6,3")), "{times}");
    assert!(home.done("show run").text().contains(" on 3 ranks with 6 threads in all, "));
    let shown = home.done("show run --json").json();
    assert_eq!((&shown["ranks"], &shown["threads"]), (&3.into(), &6.into()));
    home.done("resume run --generations 25 --threads 1");
    assert!(home.read("results/run/timing.csv").ends_with(",1,1\n"));
    let text = home.done("show run").text();
    assert!(text.contains(" on 1 to 3 ranks with 1 to 6 threads in all, "), "{text}");
}

/// Words and standard output of commands that leave no run.
#[test]
fn measurements_and_tests_are_the_same() {
    for words in [
        "measure champion-2 --games 3000 --seed 1 --json",
        "measure champion-2 --against hand-tuned-v1,hand-tuned-v3 --games 400 --seed 1 --json",
        "sprt champion-2 hand-tuned-v4 --elo1 100 --seed 1 --json",
        "sprt alphabeta(depth=1):champion-2 random --elo1 100 --seed 1 --json",
    ] {
        let home = Home::new();
        let expected = home.done(words).text();
        let done = ranked(&home, 3, words).succeed();
        assert_eq!(done.text(), expected, "{words}");
    }
}

#[test]
fn arenas_comparisons_and_measurements_are_the_same() {
    let arena =
        "arena champion-2 alphabeta(depth=1):hand-tuned-v4 random --games 40 --seed 1 --name x";
    let compare = "compare --with --population=8 es:--optimizer=es ga:--optimizer=ga --games 400,800 \
                   --seeds 2 --final-games 100 --name x";
    let measure =
        "measure champion-2 --against hand-tuned-v3,generation-7822 --games 300 --seed 1 --name x";
    for words in [arena, compare, measure] {
        let one = Home::new();
        one.done(words);
        let several = Home::new();
        ranked(&several, 3, words).succeed();
        assert_same(&one.files("x"), &several.files("x"), words);
    }
    let home = Home::new();
    ranked(&home, 2, &format!("{arena} --shard 1/2")).succeed();
    home.done(&format!("{arena} --shard 2/2"));
    home.done("merge x");
    let one = Home::new();
    one.done(arena);
    assert_same(&one.files("x"), &home.files("x"), "one shard by ranks");
    ranked(&one, 2, "verify x").succeed();
}

#[test]
fn a_run_goes_on_with_other_ranks_after_each_of_ten_kills() {
    let files = plain(REPORT);
    let mut home = Home::new();
    let begin = format!("{} --checkpoint-seconds 0", evolve("run", REPORT));
    let mut words = begin.clone();
    let (mut kills, mut starts) = (0, 0);
    while kills < 10 {
        starts += 1;
        assert!(starts < 100, "it was never seen at work");
        let ranks = 2 + kills % 4;
        let started = start(&home, ranks, &words);
        let rows = || fs::read_to_string(home.result("run", "generations.csv")).unwrap_or_default();
        let (before, begun) = (rows().len(), Instant::now());
        while rows().len() <= before && started.is_running() {
            assert!(begun.elapsed() < Duration::from_secs(60), "nothing happens");
            thread::sleep(Duration::from_millis(2));
        }
        started.signal(kills % ranks, "KILL");
        if started.end().code == Some(0) {
            // It ended before the kill came.
            (home, words) = (Home::new(), begin.clone());
            continue;
        }
        kills += 1;
        if home.result("run", "config.toml").exists() {
            words = "resume run --checkpoint-seconds 0".to_string();
        }
    }
    let done = ranked(&home, 5, &words);
    done.succeed();
    assert_same(&files, &home.files("run"), "ten kills");
}

#[test]
fn a_slow_rank_changes_no_byte() {
    let files = plain(REPORT);
    let home = Home::new();
    let started = start(&home, 3, &format!("{} --threads 1", evolve("run", REPORT)));
    // It has a fifth of the time.
    while started.is_running() {
        started.signal(2, "STOP");
        thread::sleep(Duration::from_millis(40));
        started.signal(2, "CONT");
        thread::sleep(Duration::from_millis(10));
    }
    started.end().succeed();
    assert_same(&files, &home.files("run"), "a slow rank");
}

/// A run on that many ranks which was broken off after its first checkpoint, and how it ended.
fn broken_off(ranks: usize, words: &str, by: impl Fn(&Started)) -> (Home, Done) {
    for _ in 0..10 {
        let home = Home::new();
        let started = start(&home, ranks, &format!("{} --threads 1", evolve("run", words)));
        while !home.population("run", "checkpoint.json").exists() && started.is_running() {
            thread::sleep(Duration::from_millis(5));
        }
        by(&started);
        let done = started.end();
        // With a champion it had ended when the signal came.
        if done.code != Some(0) && !home.result("run", "champion.json").exists() {
            return (home, done);
        }
    }
    panic!("it was never seen at work");
}

#[test]
fn a_rank_that_hangs_is_named_and_the_run_is_saved() {
    let (home, done) = broken_off(3, LONGER, |it| it.signal(2, "STOP"));
    assert_eq!(done.code, Some(1), "{}", done.err);
    assert!(done.err.contains("error: rank 2 on "), "{}", done.err);
    assert!(done.err.contains("no sign of life for 20 seconds"), "{}", done.err);
    assert!(done.err.contains("resume run"), "{}", done.err);
    ranked(&home, 2, "resume run").succeed();
    assert_same(&plain(LONGER), &home.files("run"), "a rank that hung");
}

#[test]
fn an_interrupt_saves_the_run() {
    let files = plain(LONGER);
    for who in [None, Some(0)] {
        let begun = || {
            broken_off(2, LONGER, |it| match who {
                None => it.signal_mpirun("INT"),
                Some(rank) => it.signal(rank, "INT"),
            })
        };
        let (mut home, mut done) = begun();
        // Of its own interrupt mpirun leaves the ranks a second.
        for _ in (0..5).take_while(|_| who.is_none()) {
            if !done.text().contains("Stopped by an interrupt") {
                (home, done) = begun();
            }
        }
        assert!(done.text().contains("Stopped by an interrupt"), "{}{}", done.text(), done.err);
        // Of its own interrupt mpirun makes a code of its own.
        assert!(done.code == Some(130) || who.is_none(), "{:?} {}", done.code, done.err);
        ranked(&home, 3, "resume run").succeed();
        assert_same(&files, &home.files("run"), "an interrupt");
    }
}

fn refused(done: &Done, code: i32, words: &[&str]) {
    assert_eq!(done.code, Some(code), "{}", done.err);
    assert!(done.err.contains("error: "), "{}", done.err);
    words.iter().for_each(|word| assert!(done.err.contains(word), "{word}: {}", done.err));
}

#[test]
fn refusals_have_their_codes() {
    let home = Home::new();
    home.evolve("run", "");
    refused(&ranked(&home, 2, "show run"), 2, &["show is for one process"]);
    refused(&ranked(&home, 2, "evolve --preset nonsense"), 2, &["nonsense"]);
    refused(&ranked(&home, 2, "evolve --nonsense"), 2, &["--nonsense"]);
    refused(&ranked(&home, 2, &evolve("run", "")), 2, &["run"]);
    refused(&ranked(&home, 2, "resume missing"), 2, &["missing"]);
    home.write("results/run/opponent.json", "{}");
    refused(&ranked(&home, 2, "resume run --generations 30"), 3, &["opponent.json"]);
    let none = home.path("none");
    fs::create_dir(&none).unwrap();
    fs::write(none.join("results"), "a file").unwrap();
    let done = ranked(&home, 2, &format!("{} --dir none", evolve("new", "")));
    refused(&done, 1, &["results"]);
    let text = ranked(&home, 2, "--version").succeed().text();
    assert!(text.starts_with("starhop "), "{text}");
}

#[test]
fn another_build_is_refused() {
    let home = Home::new();
    let own = env!("CARGO_BIN_EXE_starhop");
    let other = home.path("other");
    fs::copy(own, &other).unwrap();
    let mut file = fs::OpenOptions::new().append(true).open(&other).unwrap();
    file.write_all(b"\n").unwrap();
    drop(file);
    let words = evolve("run", "");
    let parts = [(2, own.to_string(), &*words), (1, other.display().to_string(), &*words)];
    let done = Started::of(&home, &parts).end();
    refused(&done, 2, &["rank 2 on ", "runs another file of starhop than rank 0"]);
    assert!(!home.path("results").join("run").exists());
}
