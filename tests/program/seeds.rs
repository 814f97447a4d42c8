//! Runs of several seeds: the same bytes as of each seed alone, in shards and after kills, and what is
//! refused.

use crate::program::{
    Done, Files, Home, SMALL, assert_same, kill_until_done, killed_often, send, wait_until,
};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// A small run with everything but a seed and a name.
fn words() -> String {
    SMALL.replace(" --seed 2", "")
}

/// What each seed alone gives.
fn alone(seeds: &[u64]) -> Vec<(String, Files)> {
    let home = Home::new();
    let one = |&seed: &u64| {
        let name = format!("run-{seed}");
        home.done(&format!("evolve {} --seed {seed} --name {name} --threads 2", words()));
        let files = home.files(&name);
        (name, files)
    };
    seeds.iter().map(one).collect()
}

fn assert_all(home: &Home, alone: &[(String, Files)], what: &str) {
    for (name, files) in alone {
        assert_same(files, &home.files(name), &format!("{what}: {name}"));
    }
    assert_eq!(fs::read_dir(home.path("results")).unwrap().count(), alone.len(), "{what}");
}

#[test]
fn each_seed_gives_what_it_gives_alone_in_any_number_of_shards() {
    let files = alone(&[3, 4, 5]);
    let home = Home::new();
    let done = home.done(&format!("evolve {} --seeds 3..5 --name run", words()));
    assert_all(&home, &files, "one process");
    assert!(done.err.contains("Run run-4, seed 4, 2 of 3\n"), "{}", done.err);
    let text = done.text();
    assert!(text.starts_with("The champions in fresh games:\n\n"), "{text}");
    assert!(text.contains(" plot run-3 run-4 run-5\n"), "{text}");
    for (name, _) in &files {
        let row = text.lines().find(|line| line.starts_with(name.as_str())).unwrap();
        let measured = &home.done(&format!("export {name}")).json()["measured"];
        let won = measured["win_rate"].as_f64().unwrap() * 100.0;
        assert!(row.contains(&format!("20    100  {won:.2} %")), "{row}: {won}");
    }
    for of in [1, 2, 3] {
        let home = Home::new();
        for shard in (1..=of).rev() {
            let done = home.done(&format!(
                "evolve {} --seeds 3..5 --name run --shard {shard}/{of} --threads {shard}",
                words()
            ));
            assert!(done.text().starts_with(&format!("Shard {shard}/{of}. ")), "{}", done.text());
        }
        assert_all(&home, &files, &format!("{of} shards"));
    }
    let done = home.done(&format!("evolve {} --seeds 3..5 --name other --shard 1/4", words()));
    assert!(done.err.contains("fewer seeds than shards") && done.out.is_empty(), "{}", done.err);
}

#[test]
fn names_are_those_of_single_runs_where_none_is_given() {
    let home = Home::new();
    home.done(&format!("evolve {} --seeds 7 --players 3 --quiet", words()));
    let files = home.files("default-3p-7");
    fs::remove_dir_all(home.path("results")).unwrap();
    fs::remove_dir_all(home.path("populations")).unwrap();
    home.done(&format!("evolve {} --seed 7 --players 3", words()));
    assert_same(&files, &home.files("default-3p-7"), "alone");
}

#[test]
fn runs_that_ended_are_left_and_json_is_that_of_single_runs() {
    let home = Home::new();
    let all = format!("evolve {} --seeds 1,9 --name run", words());
    let single =
        home.done(&format!("evolve {} --seed 1 --name run-1 --json --quiet", words())).json();
    let first = home.done(&format!("{all} --json"));
    assert!(first.err.contains("Run run-1, seed 1, 1 of 2: ended before\n"), "{}", first.err);
    assert_eq!(first.json()[0], single);
    assert_eq!((&first.json()[1]["run"], &first.json()[1]["seed"]), (&"run-9".into(), &9.into()));
    let before = home.snapshot();
    let again = home.done(&format!("{all} --json --quiet"));
    assert_eq!((again.json(), again.err.as_str()), (first.json(), ""));
    home.done(&all);
    assert_eq!(home.changes(&before), [""; 0]);

    // Ends of which a file is missing are come to again.
    let files = home.files("run-9");
    for name in ["champion.json", "strength.csv", "heat-map.png"] {
        fs::remove_file(home.result("run-9", name)).unwrap();
        home.done(&all);
        assert_same(&files, &home.files("run-9"), name);
    }
}

/// Run `run-1`, stopped by the clock.
fn by_clock(minutes: &str) -> String {
    let words = words().replace("--generations 20", &format!("--minutes {minutes}"));
    format!("evolve {words} --seeds 1 --name run")
}

#[cfg(unix)]
#[test]
fn a_run_that_was_prolonged_has_not_ended() {
    let home = Home::new();
    home.done(&by_clock("0.003"));
    let rows = || home.read("results/run-1/generations.csv").lines().count();
    let before = rows();
    let mut child = home.start("resume run-1 --minutes 1000");
    wait_until(|| rows() > before + 3);
    send(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // Though it is beyond these minutes, its champion is that of its earlier end.
    let config = home.read("results/run-1/config.toml");
    let shorter = config.replace("minutes = 1000.0", "minutes = 0.003");
    assert_ne!(config, shorter);
    home.write("results/run-1/config.toml", shorter);
    let done = home.done(&by_clock("0.003"));
    assert!(!done.err.contains("ended before"), "{}", done.err);
    let done = home.done(&by_clock("0.003"));
    assert!(done.err.contains("1 of 1: ended before"), "{}", done.err);
}

#[cfg(unix)]
#[test]
fn a_run_that_was_killed_just_after_it_was_prolonged_has_not_ended() {
    let home = Home::new();
    home.done(&by_clock("0.003"));
    let mut child = home.start("resume run-1 --minutes 0.1 --checkpoint-seconds 1000000");
    wait_until(|| home.read("results/run-1/config.toml").contains("minutes = 0.1"));
    child.kill().unwrap();
    child.wait().unwrap();
    // Its last checkpoint says that it ended, under the settings of before.
    assert!(home.read("populations/run-1/checkpoint.json").contains("\"ended\":true"));
    let done = home.done(&by_clock("0.1"));
    assert!(!done.err.contains("ended before"), "{}", done.err);
}

#[test]
fn runs_by_the_clock_end_once() {
    let home = Home::new();
    let words = words().replace("--generations 20", "--minutes 0.003");
    home.done(&format!("evolve {words} --seeds 1..2 --name run"));
    // As in a copy, whose files have other times.
    home.write("results/run-1/config.toml", home.read("results/run-1/config.toml"));
    let before = home.snapshot();
    let said = home.done(&format!("evolve {words} --seeds 1..2 --name run --json"));
    assert_eq!(said.json()[1]["stopped"], "--minutes");
    assert_eq!(home.changes(&before), [""; 0]);
}

#[test]
fn killed_series_go_on_where_they_were() {
    let long = words().replace("--generations 20", "--generations 60");
    let (all, home) = (format!("evolve {long} --seeds 1..3 --name run"), Home::new());
    let started = Instant::now();
    home.done(&all);
    let took = started.elapsed();
    for checkpoints in ["0", "0.05"] {
        let words = format!("{all} --checkpoint-seconds {checkpoints}");
        let (killed, kills) = killed_often(took, |home, took| {
            kill_until_done(took, 1, |_| home.start(&words), |_| ())
        });
        killed.done(&words);
        for name in ["run-1", "run-2", "run-3"] {
            assert_same(&home.files(name), &killed.files(name), &format!("{name}, {kills} kills"));
        }
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_run_at_work_and_says_how_to_go_on() {
    let home = Home::new();
    let short = format!("evolve {} --seeds 1..3 --name run", words());
    home.done(&format!("{short} --shard 1/3"));
    let long = words().replace("--generations 20", "--generations 1000000");
    let refused = home.refused(2, &format!("evolve {long} --seeds 1..3 --name run"));
    assert!(refused.contains("run 'run-1' was made with other settings"), "{refused}");

    let all = format!("evolve {long} --seeds 2..3 --name run");
    let child = home.command(&all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let rows = home.result("run-2", "generations.csv");
    wait_until(|| fs::read_to_string(&rows).is_ok_and(|text| text.lines().count() > 5));
    // It waits, so that it can't be over before the other is refused.
    send(&child, "-STOP");
    let said = home.refused(4, &all);
    assert!(said.contains("'run-2' is in use by another starhop"), "{said}");
    send(&child, "-CONT");
    send(&child, "-INT");
    let done = Done::from(child.wait_with_output().unwrap());
    assert_eq!(done.code, Some(130), "{}", done.err);
    assert!(done.text().contains("0 of 2 runs have ended, and what is whole of the others is"));
    assert!(done.text().ends_with(&format!(" {all}\n")), "{}", done.text());
    assert!(!home.path("results/run-3").exists());

    let reached = crate::program::last_generation(&home, "run-2");
    home.done(&format!("resume run-2 --generations {}", reached + 3));
    let words = words().replace("--generations 20", &format!("--generations {}", reached + 3));
    home.done(&format!("evolve {words} --seed 2 --name straight"));
    assert_same(&home.files("straight"), &home.files("run-2"), "after the interrupt");
}

#[test]
fn other_settings_and_names_are_refused_before_anything_changes() {
    let home = Home::new();
    home.done("export hand-tuned-v3 -o rival.json");
    let words = words().replace("hand-tuned-v3", "rival.json");
    let all = format!("evolve {words} --seeds 1..3 --name run");
    home.done(&format!("evolve {words} --seed 2 --name run-2"));
    home.done("arena random hand-tuned-v1 --games 2 --seed 1 --name other-3");
    let check = |code: i32, words: &str, why: &str| {
        let before = home.snapshot();
        let said = home.refused(code, words);
        assert!(said.contains(why), "{why}: {said}");
        assert_eq!(home.changes(&before), [""; 0], "{why}");
    };
    for (from, to, why) in [
        (
            "--population 20",
            "--population 22",
            "./results/run-2/config.toml holds (population 20 there, 22 here)",
        ),
        ("--generations 20", "--generations 21", "(generations 20 there, 21 here)"),
        ("--seeds", "--deviation 9 --seeds", "deviation "),
        ("--name run", "--name other", "'other-3' is an arena"),
        ("--name run", "--name a/b", "'a/b-1' can't be a run's name"),
        ("--seeds 1..3 --name run", "--seeds 1..2 --name champion", "'champion-2' is a built-in"),
        ("--seeds 1..3", "--seeds 3..1", "3..1 goes down; write 1..3"),
        ("--seeds 1..3", "--seeds x", "write 1..32 or 1,5,9"),
        ("--seeds 1..3", "--seeds 1,1", "seed 1 stands there twice"),
        ("--seeds", "--seed 4 --seeds", "cannot be used with"),
        ("--seeds 1..3", "--seed 1 --shard 1/2", "cannot be used with"),
        ("--seeds 1..3", "--shard 1/2", "--seeds <SEEDS>"),
        ("--seeds", "--shard 4/3 --seeds", "a shard is I/N, as in 2/6"),
    ] {
        assert!(all.contains(from), "{from}");
        check(2, &all.replacen(from, to, 1), why);
    }
    home.write("seed.toml", "seed = 5\n");
    check(2, &format!("{all} --config seed.toml"), "seed: the settings file has one");
    let config = home.read("results/run-2/config.toml");
    home.write("results/run-2/config.toml", "junk");
    check(3, &all, "run-2/config.toml");
    home.write("results/run-2/config.toml", config);
    home.done("export hand-tuned-v1 -o rival.json");
    check(2, &all, "what it was made with is ./results/run-2/opponent.json;");
}

/// The job file of the page for runs of many seeds, made small, as each of its tasks runs it.
#[cfg(target_os = "linux")]
#[test]
fn the_job_file_of_the_page_evolves_all_seeds() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cluster.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, job) = page.split_once("<!-- evolution -->\n```bash\n").unwrap();
    let (job, _) = job.split_once("```\n").unwrap();
    assert!(job.contains("--array=1-32\n") && job.contains("--seeds 1..32 --name run"), "{job}");
    let (home, small) = (Home::new(), format!("starhop evolve {}", words()));
    let job = job.replace("1..32", "1..3").replace("starhop evolve", &small);
    home.write("job.sh", job);
    let program = Path::new(env!("CARGO_BIN_EXE_starhop")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    for task in 1..=3u32 {
        let mut command = Command::new("bash");
        command.arg("job.sh").current_dir(home.path("")).env("PATH", &path);
        for name in ["HQ_TASK_ID", "JOB_COMPLETION_INDEX"] {
            command.env_remove(name);
        }
        command.env("SLURM_ARRAY_TASK_ID", task.to_string()).env("SLURM_CPUS_PER_TASK", "2");
        for (end, number) in [("MIN", "1"), ("MAX", "3"), ("COUNT", "3")] {
            command.env(format!("SLURM_ARRAY_TASK_{end}"), number);
        }
        let done = Done::from(command.output().unwrap());
        assert_eq!(done.code, Some(0), "{}", done.err);
    }
    assert_all(&home, &alone(&[1, 2, 3]), "tasks");
}
