//! `list`: what runs there are.

use super::failure::Failure;
use super::{Common, figures, output};
use crate::record::run::Run;
use crate::session::weights;
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;

/// List the runs with their state and their champions' measured fitness
#[derive(Args)]
pub struct ListArgs {
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

/// A run in a line.
#[derive(Serialize)]
pub struct Overview {
    pub run: String,
    pub state: &'static str,
    pub preset: String,
    pub game: String,
    pub players: usize,
    pub rules: String,
    pub against: String,
    pub fixed: Vec<String>,
    pub seed: u64,
    pub generation: Option<u64>,
    pub generations: Option<u64>,
    pub restarts: u64,
    pub games: u64,
    /// As measured at the last end, or else in the last generation that measured it. The highest
    /// of all measurements would be the luckiest.
    pub champion_fitness: Option<f64>,
    pub champion_win_rate: Option<f64>,
}

/// Runs `list`.
pub fn list(args: &ListArgs, common: &Common) -> Result<(), Failure> {
    if let Some(dir) = common.dir.as_ref().filter(|dir| !dir.exists()) {
        return Err(Failure::usage(format!("no folder {}", dir.display())));
    }
    let runs = common.home().runs()?;
    let mut overviews = Vec::new();
    for run in runs {
        match overview(&run) {
            Ok(overview) => overviews.push(overview),
            Err(failure) => output::say(&format!("warning: {}", failure.message)),
        }
    }
    if args.json {
        return output::print_json(&overviews);
    }
    if overviews.is_empty() {
        return output::print("No runs yet. `starhop evolve` begins one.\n");
    }
    output::print(&as_table(&overviews))
}

fn as_table(overviews: &[Overview]) -> String {
    let width = overviews.iter().map(|it| it.run.len()).max().unwrap_or(0).max(3);
    let mut text = format!(
        "{:width$}  {:9} {:>13} {:>13} {:>12}  game\n",
        "run", "state", "generation", "fitness", "won"
    );
    for it in overviews {
        let generation = it.generation.map_or("–".to_string(), |number| number.to_string());
        let last = it.generations.map_or(String::new(), |number| format!("/{number}"));
        let fitness = it.champion_fitness.map_or("–".to_string(), |it| format!("{it:.1}"));
        let _ = writeln!(
            text,
            "{:width$}  {:9} {:>13} {fitness:>13} {:>12}  {}, {} players, against {}",
            it.run,
            it.state,
            format!("{generation}{last}"),
            figures::percent(it.champion_win_rate),
            it.game,
            it.players,
            it.against,
        );
    }
    text
}

/// A run as the list has it.
pub fn overview(run: &Run) -> Result<Overview, Failure> {
    let config = run.config()?;
    let rows = run.generations()?;
    let last = rows.last();
    let champion = weights::champion(run)?.and_then(|file| file.measured);
    let measured = rows.iter().rev().find(|row| row.measured_fitness.is_some());
    // A rate without an interval is one of few different games.
    let rate = |rate: Option<f64>, low: Option<f64>| rate.filter(|_| low.is_some());
    let measured = measured
        .map(|row| (row.measured_fitness, rate(row.measured_win_rate, row.measured_win_rate_low)));
    let is_running = run.is_in_use();
    // A running run's champion file is from an earlier end.
    let ended = champion.filter(|_| !is_running);
    let ended = ended.map(|it| (it.fitness, rate(it.win_rate, it.win_rate_low)));
    let (champion_fitness, champion_win_rate) = ended.or(measured).unwrap_or_default();
    let reached = last.map(|row| row.generation);
    let seconds = run.seconds()?;
    let is_done = config.generations.is_some_and(|end| reached >= Some(end))
        || config.minutes.is_some_and(|minutes| seconds >= minutes * 60.0);
    Ok(Overview {
        run: run.name().to_string(),
        state: match is_running {
            true => "running",
            false if is_done => "finished",
            false => "stopped",
        },
        preset: config.preset,
        game: config.game,
        players: config.players,
        rules: config.rules,
        against: config.against.to_string(),
        fixed: config.fix.names(),
        seed: config.seed.number(),
        generation: reached,
        generations: config.generations,
        restarts: last.map_or(0, |row| row.restarts),
        games: last.map_or(0, |row| row.games),
        champion_fitness,
        champion_win_rate,
    })
}
