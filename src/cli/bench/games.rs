//! Greedy games against the clock.

use super::median;
use crate::backend::Threads;
use crate::game::TextError;
use crate::registry::{Entry, Play, Way, Workload};
use crate::rng::{Purpose, Seed};
use serde::Serialize;
use std::time::Instant;

/// Games that one thread plays in a row.
const BATCH: u64 = 32;
/// Seconds of a run, about, where nobody says how many games it has.
const RUN_SECONDS: f64 = 0.5;
/// Seconds that are enough to foresee how many games that takes.
const TRIAL_SECONDS: f64 = 0.05;

/// The games of a registered game, and how they are timed.
pub struct Games<'a> {
    pub entry: &'a Entry,
    pub one: &'a Threads,
    pub all: &'a Threads,
    pub runs: u64,
    /// Games that each thread plays in a run; as many as take half a second by default.
    pub games: Option<u64>,
}

/// The speed of a workload on a number of threads.
#[derive(Serialize)]
pub struct WorkloadSpeed {
    pub game: &'static str,
    pub name: String,
    pub players: usize,
    pub rules: &'static str,
    pub threads: usize,
    /// Medians.
    pub plies_per_second: f64,
    pub games_per_second: f64,
    /// What each run consists of.
    pub games: u64,
    pub plies: u64,
    /// Plies per second of each run.
    pub runs: Vec<f64>,
}

/// The speed of the first workload by one of the ways to play it, on one thread.
#[derive(Serialize)]
pub struct WaySpeed {
    pub game: &'static str,
    pub name: String,
    pub way: &'static str,
    /// The median.
    pub plies_per_second: f64,
    /// The median of the ratios to the general way, run by run.
    pub times_general: f64,
}

impl Games<'_> {
    /// Every workload by the fastest way, on one thread and on all, in turn.
    pub fn workloads(&self, step: &mut dyn FnMut(String)) -> Result<Vec<WorkloadSpeed>, TextError> {
        let pools = match self.all.count() {
            1 => vec![self.one],
            _ => vec![self.one, self.all],
        };
        let mut speeds = Vec::new();
        for workload in self.entry.workloads {
            let way = workload.table(self.entry)?.ways().first().copied().unwrap_or(Way::General);
            let play = workload.open(self.entry, way)?;
            let games = self.games.unwrap_or_else(|| games_of_a_run(self.one, &play));
            let speed = |pool: &&Threads| self.speed(workload, pool.count(), games);
            let mut rows: Vec<WorkloadSpeed> = pools.iter().map(speed).collect();
            for _ in 0..self.runs {
                rows.iter_mut().zip(&pools).for_each(|(row, pool)| row.run(pool, &play));
                step(workload.name());
            }
            speeds.extend(rows);
        }
        Ok(speeds)
    }

    fn speed(&self, workload: &Workload, threads: usize, games_a_thread: u64) -> WorkloadSpeed {
        WorkloadSpeed {
            game: self.entry.name,
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

    /// The first workload by each way, in turn on one thread. The general way is the last.
    pub fn ways(&self, step: &mut dyn FnMut(String)) -> Result<Vec<WaySpeed>, TextError> {
        let Some(workload) = self.entry.workloads.first() else { return Ok(Vec::new()) };
        let ways = workload.table(self.entry)?.ways();
        let plays: Vec<Play> =
            ways.iter().map(|&way| workload.open(self.entry, way)).collect::<Result<_, _>>()?;
        let Some(slowest) = plays.last() else { return Ok(Vec::new()) };
        let games = self.games.unwrap_or_else(|| games_of_a_run(self.one, slowest));
        let mut rounds: Vec<Vec<f64>> = Vec::new();
        for _ in 0..self.runs {
            let speed = |play: &Play| {
                let (plies, seconds) = timed(self.one, play, games);
                plies as f64 / seconds
            };
            rounds.push(plays.iter().map(speed).collect());
            step(format!("{}, {} ways", workload.name(), ways.len()));
        }
        let speeds = ways.iter().enumerate().map(|(place, way)| {
            let all = |value: &dyn Fn(&[f64]) -> f64| {
                median(&rounds.iter().map(|round| value(round)).collect::<Vec<f64>>())
            };
            WaySpeed {
                game: self.entry.name,
                name: workload.name(),
                way: way.name(),
                plies_per_second: all(&|round| round[place]),
                times_general: all(&|round| round[place] / round[round.len() - 1]),
            }
        });
        Ok(speeds.collect())
    }
}

impl WorkloadSpeed {
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
