//! `bench`: how fast greedy games are played, on one thread and on all.

use super::failure::Failure;
use super::figures::thousands;
use super::{Common, machine, output, progress};
use crate::backend::Threads;
use crate::registry::{self, Play, Workload};
use crate::rng::{Purpose, Seed};
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Instant;

/// Games that one thread plays in a row.
const BATCH: u64 = 32;
/// Seconds of a run, about, where nobody says how many games it has.
const RUN_SECONDS: f64 = 0.5;
/// Seconds that are enough to foresee how many games that takes.
const TRIAL_SECONDS: f64 = 0.05;

/// Time greedy games, on one thread and on all
#[derive(Args)]
#[command(after_help = "
Prints the medians of several runs for each workload: two arrays, with 2, 3 and 6 players. The
games are the same each time; runs on one thread and on all take turns, so that a machine that is
busy now and then slows both down.

Examples:
  starhop bench
  starhop bench --runs 15 --threads 4
  starhop bench --games 1000 --json | jq '.[].games_per_second'
")]
pub struct BenchArgs {
    /// Timed runs of each workload
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1000))]
    runs: u64,
    /// Games that each thread plays in a run [default: as many as take about half a second]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// Worker threads of the runs on all threads; 0 for one a core [default: 0]
    #[arg(long)]
    threads: Option<usize>,
    /// Game; `starhop games` lists them
    #[arg(long, default_value = "chinese-checkers")]
    game: String,
    /// Print the speeds as JSON
    #[arg(long)]
    json: bool,
}

/// The speed of a workload on a number of threads.
#[derive(Serialize)]
struct Speed {
    name: String,
    players: usize,
    rules: &'static str,
    threads: usize,
    /// Medians.
    plies_per_second: f64,
    games_per_second: f64,
    /// What each run consists of.
    games: u64,
    plies: u64,
    /// Plies per second of each run.
    runs: Vec<f64>,
}

/// Runs `bench`.
pub fn bench(args: &BenchArgs, common: &Common) -> Result<(), Failure> {
    let all = Threads::new(machine::threads(args.threads.filter(|&count| count > 0))?)?;
    let mut pools = vec![Threads::new(1)?];
    if all.count() > 1 {
        pools.push(all);
    }
    let entry = registry::find(&args.game)?;
    let workloads = entry.workloads;
    let bar = progress::runs_bar(workloads.len() as u64 * args.runs, common.quiet);
    let mut speeds = Vec::new();
    for workload in workloads {
        bar.set_message(workload.name());
        let play = workload.open(entry)?;
        let games = args.games.unwrap_or_else(|| games_of_a_run(&pools[0], &play));
        let mut rows: Vec<Speed> =
            pools.iter().map(|pool| Speed::new(workload, pool.count(), games)).collect();
        for _ in 0..args.runs {
            rows.iter_mut().zip(&pools).for_each(|(row, pool)| row.run(pool, &play));
            bar.inc(1);
        }
        speeds.extend(rows);
    }
    bar.finish_and_clear();
    match args.json {
        true => output::print_json(&speeds),
        false => output::print(&table(&speeds, args.runs)),
    }
}

impl Speed {
    fn new(workload: &Workload, threads: usize, games_a_thread: u64) -> Speed {
        Speed {
            name: workload.name(),
            players: workload.players,
            rules: workload.rules,
            threads,
            plies_per_second: 0.0,
            games_per_second: 0.0,
            games: games_a_thread * threads as u64,
            plies: 0,
            runs: Vec::new(),
        }
    }

    fn run(&mut self, pool: &Threads, play: &Play) {
        let (plies, seconds) = timed(pool, play, self.games);
        self.plies = plies;
        self.runs.push(plies as f64 / seconds);
        self.plies_per_second = median(&self.runs);
        self.games_per_second = self.plies_per_second * self.games as f64 / plies as f64;
    }
}

/// Plays that many games and gives their plies and the seconds they took.
fn timed(pool: &Threads, play: &Play, games: u64) -> (u64, f64) {
    let started = Instant::now();
    let batches = pool.map(games.div_ceil(BATCH) as usize, |batch| {
        let first = batch as u64 * BATCH;
        let stream = |game| Seed::default().stream(Purpose::Bench, &[game]);
        let batch = first..(first + BATCH).min(games);
        batch.map(|game| u64::from(play(&mut stream(game)))).sum::<u64>()
    });
    (batches.iter().sum(), started.elapsed().as_secs_f64().max(1e-9))
}

/// More and more games until their time tells how many make a run.
fn games_of_a_run(pool: &Threads, play: &Play) -> u64 {
    let mut games = BATCH;
    loop {
        let (_, seconds) = timed(pool, play, games);
        if seconds >= TRIAL_SECONDS {
            let batches = games as f64 * RUN_SECONDS / seconds / BATCH as f64;
            return (batches.round() as u64).max(1) * BATCH;
        }
        games *= 2;
    }
}

/// Of an even number the mean of the middle two.
fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0
}

fn table(speeds: &[Speed], runs: u64) -> String {
    let scales = speeds.iter().any(|speed| speed.threads > 1);
    let width = speeds.iter().map(|speed| speed.name.len()).max().unwrap_or_default();
    let mut text = format!(
        "{:width$}{:>9}{:>9}{:>14}{:>11}",
        format!("median of runs: {runs}"),
        "players",
        "threads",
        "plies/s",
        "games/s"
    );
    text += if scales { "  against one thread\n" } else { "\n" };
    let mut one = f64::NAN;
    for speed in speeds {
        if speed.threads == 1 {
            one = speed.plies_per_second;
        }
        let _ = write!(
            text,
            "{:width$}{:>9}{:>9}{:>14}{:>11}",
            speed.name,
            speed.players,
            speed.threads,
            thousands(speed.plies_per_second.round() as u64),
            thousands(speed.games_per_second.round() as u64),
        );
        let ratio = speed.plies_per_second / one;
        text += &if scales { format!("{ratio:>20.2}\n") } else { "\n".to_string() };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_the_middle_or_the_mean_of_the_middle_two() {
        assert_eq!(median(&[3.0]), 3.0);
        assert_eq!(median(&[5.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 9.0]), 3.0);
    }
}
