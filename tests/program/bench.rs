//! `bench`: what it times and what it prints; nothing here asserts a time.

use crate::program::{Done, Home};
use serde_json::Value;

const ARRAYS: [&str; 2] = ["hand-tuned-v4 against itself", "generation-7822 against hand-tuned-v3"];
const SMALL: &str = "bench --runs 2 --games 5";

fn list(words: &str) -> Vec<Value> {
    let done = Home::new().done(&format!("{SMALL} --json {words}"));
    assert_eq!(done.err, "", "{words}");
    done.json()["workloads"].as_array().unwrap().clone()
}

/// The name, players and threads of a workload.
fn title(workload: &Value) -> (String, u64, u64) {
    let number = |key: &str| workload[key].as_u64().unwrap();
    (workload["name"].as_str().unwrap().to_string(), number("players"), number("threads"))
}

/// The same for all, where these numbers of threads are timed.
fn titles(threads: &[u64]) -> Vec<(String, u64, u64)> {
    let mut titles = Vec::new();
    for name in ARRAYS {
        for players in [2, 3, 6] {
            titles.extend(threads.iter().map(|&threads| (name.to_string(), players, threads)));
        }
    }
    titles
}

#[test]
fn every_workload_is_timed_on_one_thread_and_on_all() {
    for (words, threads) in [("--threads 3", &[1, 3][..]), ("--threads 1", &[1])] {
        let workloads = list(words);
        assert_eq!(workloads.iter().map(title).collect::<Vec<_>>(), titles(threads), "{words}");
        for workload in &workloads {
            let figure = |key: &str| workload[key].as_f64().unwrap();
            let games = figure("plies_per_second") / figure("games_per_second");
            assert!((games * figure("games") / figure("plies") - 1.0).abs() < 1e-9, "{workload}");
            assert_eq!(figure("games"), 5.0 * figure("threads"));
            let runs: Vec<f64> = workload["runs"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| it.as_f64().unwrap())
                .collect();
            assert_eq!(figure("plies_per_second"), (runs[0] + runs[1]) / 2.0);
            assert_eq!(runs.len(), 2);
        }
    }
}

#[test]
fn all_threads_are_one_a_core_unless_told_otherwise() {
    let cores = std::thread::available_parallelism().unwrap().get() as u64;
    let threads = if cores == 1 { vec![1] } else { vec![1, cores] };
    let found: Vec<_> = list("").iter().map(title).collect();
    assert_eq!(found, titles(&threads));
    let home = Home::new();
    let mut command = home.command(&format!("{SMALL} --json"));
    let told = Done::from(command.env("RAYON_NUM_THREADS", "7").output().unwrap()).json();
    let found: Vec<_> = told["workloads"].as_array().unwrap().iter().map(title).collect();
    assert_eq!(found, titles(&threads));
    let refused = Home::new().refused(2, &format!("{SMALL} --threads 0"));
    assert!(refused.contains("threads must be 1 to"), "{refused}");
}

#[test]
fn the_games_are_the_same_each_time() {
    let plies = |words: &str| -> Vec<u64> {
        list(words).iter().map(|workload| workload["plies"].as_u64().unwrap()).collect()
    };
    let first = plies("--threads 2");
    assert!(first.iter().all(|&plies| plies > 0));
    assert_eq!(first, plies("--threads 2"));
    let fifteen = Home::new().done("bench --runs 1 --games 15 --threads 1 --json").json();
    let fifteen = fifteen["workloads"].as_array().unwrap();
    for (alone, on_three) in fifteen.iter().zip(plies("--threads 3").chunks(2)) {
        assert_eq!(alone["plies"], on_three[1]);
    }
}

#[test]
fn the_table_has_a_line_a_workload_and_ratios_where_there_are_some() {
    let home = Home::new();
    for (threads, lines) in [(1, 7), (2, 13)] {
        let text = home.done(&format!("{SMALL} --threads {threads}")).text();
        let first: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
        assert_eq!(first.len(), lines, "{text}");
        assert_eq!(text.contains("against one thread"), threads > 1, "{text}");
        assert!(ARRAYS.iter().all(|name| text.contains(name)), "{text}");
    }
}

#[test]
fn every_game_has_its_ways_its_searches_and_a_line_that_sums_up() {
    let timed = Home::new().done("bench --game all --runs 1 --games 2 --threads 2 --json").json();
    let mut games: Vec<&str> = timed["workloads"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["game"].as_str().unwrap())
        .collect();
    games.dedup();
    assert!(
        ["chinese-checkers", "connect-four", "draughts", "halma"]
            .iter()
            .all(|it| games.contains(it))
    );
    let of = |key: &str, game: &str| -> Vec<Value> {
        let all = timed[key].as_array().unwrap().iter();
        all.filter(|it| it["game"] == game).cloned().collect()
    };
    let lines = timed["summary"].as_array().unwrap();
    assert_eq!(lines.len(), games.len());
    for (game, line) in games.into_iter().zip(lines) {
        let line = line.as_str().unwrap();
        let start = format!(
            "starhop {}, {}, {game}: ",
            env!("CARGO_PKG_VERSION"),
            timed["target"].as_str().unwrap()
        );
        assert!(line.starts_with(&start), "{line}");
        let ways = of("ways", game);
        let general = ways.last().unwrap();
        assert_eq!(
            (general["way"].as_str(), general["times_general"].as_f64()),
            (Some("general"), Some(1.0))
        );
        assert_eq!(line.contains("kernel"), ways.len() == 3, "{line}");
        let searches = of("searches", game);
        assert_eq!(searches.len(), 2, "{game}");
        assert!(searches.iter().all(|it| it["nodes"].as_u64().unwrap() > 0), "{searches:?}");
        assert_eq!(of("workloads", game).len() % 2, 0);
    }
    assert_eq!(timed["memory"].is_null(), !cfg!(target_os = "linux"));
}

#[test]
fn searches_look_at_the_same_nodes_on_every_machine() {
    let nodes = || -> Vec<u64> {
        let timed = Home::new().done("bench --runs 1 --games 2 --threads 1 --json").json();
        timed["searches"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["nodes"].as_u64().unwrap())
            .collect()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn without_a_number_of_games_a_run_gets_its_share_of_time() {
    let done = Home::new().done("bench --runs 1 --threads 1 --json --quiet");
    let workloads = done.json()["workloads"].as_array().unwrap().len();
    assert_eq!((workloads, done.err.as_str()), (6, ""));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let home = Home::new();
    for words in ["--runs 0", "--games 0", "--threads 1025", "--threads many", "--players 2", "x"] {
        home.refused(2, &format!("bench {words}"));
    }
    assert!(home.refused(2, "bench --game chess").contains("no game 'chess'"));
    assert!(home.refused(2, "bench --game program").contains("program has no games"));
}
