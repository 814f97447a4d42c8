//! `bench`: how fast games are played and moves are searched, on this machine.

mod games;
mod searches;
mod words;

use super::failure::Failure;
use super::{Common, machine, output, progress};
use crate::backend::Threads;
use crate::registry::{self, Entry};
use clap::Args;
use games::{Games, WaySpeed, WorkloadSpeed};
use searches::{SearchSpeed, Searches};
use serde::Serialize;

/// What stands for every game in place of a name.
const ALL: &str = "all";

/// Time games and searches, on one thread and on all
#[derive(Args)]
#[command(after_help = "
Prints the medians of several runs:
- greedy games between two arrays, on one thread and on all;
- the same games by the kernel, by the portable kernel, which runs on any processor, and by the
general way, which plays any game, in turn on one thread;
- two searches that choose a move by a fixed number of nodes or playouts, from the same four
  positions, on one thread.

A search finds the values of moves as `analyse` does; the nodes that it looks at for these values
are counted and timed, too.

The last line of a game sums up. Its ratios to the general way can be compared between machines,
since both are timed in turn, so other work on the machine slows both down. Games, positions and
nodes are the same each time.

Examples:
  starhop bench
  starhop bench --game all --runs 3
  starhop bench --runs 15 --threads 4
  starhop bench --games 1000 --json | jq '.workloads[].games_per_second'
")]
pub struct BenchArgs {
    /// Timed runs of each workload
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1000))]
    runs: u64,
    /// Games that each thread plays in a run [default: as many as take about half a second]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// Worker threads of the runs on all threads [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Game, as `starhop games` lists them, or all
    #[arg(long, default_value = "chinese-checkers")]
    game: String,
    /// Print the speeds as JSON
    #[arg(long)]
    json: bool,
}

/// What was timed, and where.
#[derive(Serialize)]
struct Timed {
    version: &'static str,
    /// The processor's kind and the system.
    target: String,
    /// Worker threads of the runs on all threads.
    threads: usize,
    workloads: Vec<WorkloadSpeed>,
    ways: Vec<WaySpeed>,
    searches: Vec<SearchSpeed>,
    /// The most memory that the process had so far, in bytes; `None` where the system doesn't say.
    memory: Option<u64>,
    /// A line a game that sums up.
    summary: Vec<String>,
}

/// Runs `bench`.
pub fn bench(args: &BenchArgs, common: &Common) -> Result<(), Failure> {
    let is_timed = |entry: &&Entry| !entry.workloads.is_empty();
    let entries = match args.game.as_str() {
        ALL => registry::games().into_iter().filter(is_timed).collect(),
        name => vec![registry::find(name)?],
    };
    if let Some(other) = entries.iter().find(|it| !is_timed(it)) {
        let why = format!("{} has no games of its own that could be timed", other.name);
        return Err(Failure::usage(why));
    }
    let all = Threads::new(machine::threads(args.threads)?)?;
    let mut timed = Timed::new(all.count());
    let bar =
        progress::runs_bar(entries.iter().map(|it| steps(it) * args.runs).sum(), common.quiet);
    let mut step = |what: String| {
        bar.set_message(what);
        bar.inc(1);
    };
    for entry in entries {
        timed.game(entry, args, &all, &mut step)?;
    }
    bar.finish_and_clear();
    timed.memory = most_memory();
    match args.json {
        true => output::print_json(&timed),
        false => output::print(&words::described(&timed, args.runs)),
    }
}

/// What a run of a game consists of: each workload, the ways to play the first, and each search.
fn steps(entry: &Entry) -> u64 {
    entry.workloads.len() as u64 + 1 + searches::SEARCHES.len() as u64
}

impl Timed {
    fn new(threads: usize) -> Timed {
        Timed {
            version: env!("CARGO_PKG_VERSION"),
            target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
            threads,
            workloads: Vec::new(),
            ways: Vec::new(),
            searches: Vec::new(),
            memory: None,
            summary: Vec::new(),
        }
    }

    /// Times all of a game.
    fn game(
        &mut self,
        entry: &Entry,
        args: &BenchArgs,
        all: &Threads,
        step: &mut dyn FnMut(String),
    ) -> Result<(), Failure> {
        let one = Threads::new(1)?;
        let games = Games { entry, one: &one, all, runs: args.runs, games: args.games };
        let workloads = games.workloads(step)?;
        let ways = games.ways(step)?;
        let searches = Searches { entry, one: &one, runs: args.runs }.timed(step)?;
        self.summary.push(words::summary(self, entry.name, (&workloads, &ways, &searches)));
        self.workloads.extend(workloads);
        self.ways.extend(ways);
        self.searches.extend(searches);
        Ok(())
    }
}

/// Of an even number the mean of the middle two.
fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0
}

/// The most memory that this process had in use so far, in bytes, as Linux says it.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
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
