//! `list` and `show`: what runs there are, and how one went.

use super::failure::Failure;
use super::progress::clock;
use super::{Common, figures, output, strength};
use crate::record::rows::GenerationRow;
use crate::record::run::Run;
use crate::record::strength::StrengthRow;
use crate::record::weights::WeightsFile;
use crate::registry;
use crate::report::terminal;
use crate::session::strength::Verdict;
use crate::tune::config::Config;
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;

/// Characters across a sparkline.
const SPARKLINE: usize = 60;

/// List the runs with their state and their champions' measured fitness
#[derive(Args)]
pub struct ListArgs {
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

/// Show how a run went, and its champion on the board
#[derive(Args)]
pub struct ShowArgs {
    /// Name of the run; `starhop list` shows them
    run: String,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// A run in a line.
#[derive(Serialize)]
struct Overview {
    run: String,
    state: &'static str,
    preset: String,
    game: String,
    players: usize,
    rules: String,
    against: String,
    fixed: Vec<String>,
    seed: u64,
    generation: Option<u64>,
    generations: Option<u64>,
    restarts: u64,
    games: u64,
    /// As measured at the last end, or else in the last generation that measured it. The highest
    /// of all measurements would be the luckiest.
    champion_fitness: Option<f64>,
    champion_win_rate: Option<f64>,
}

/// A run with what its champion is worth.
#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    overview: Overview,
    strength: Vec<StrengthRow>,
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

fn overview(run: &Run) -> Result<Overview, Failure> {
    let config = run.config()?;
    let rows = run.generations()?;
    let last = rows.last();
    let champion = champion(run)?.and_then(|file| file.measured);
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

fn champion(run: &Run) -> Result<Option<WeightsFile>, Failure> {
    let config = run.config()?;
    let path = run.champion_path();
    if !path.is_file() {
        return Ok(None);
    }
    let table = registry::find(&config.game)?.open(config.players, &config.rules)?;
    let text = std::fs::read_to_string(&path)?;
    let file = WeightsFile::parse_json(&text, &table.cells());
    let file = file.map_err(|why| Failure::data(format!("{}: {why}", path.display())))?;
    Ok(Some(file))
}

/// Runs `show`.
pub fn show(args: &ShowArgs, common: &Common) -> Result<(), Failure> {
    let run = common.home().run(&args.run)?;
    let overview = overview(&run)?;
    if args.json {
        let champion = champion(&run)?;
        let strength = champion.map(|champion| strength(&run, &champion)).transpose()?;
        return output::print_json(&Shown { overview, strength: strength.unwrap_or_default() });
    }
    let rows = run.generations()?;
    let mut text = heading(&run, &overview)?;
    let curve = |name: &str, value: fn(&GenerationRow) -> f64| {
        let values: Vec<f64> = rows.iter().map(value).collect();
        let (first, last) = (values.first().unwrap_or(&0.0), values.last().unwrap_or(&0.0));
        format!("{name}  {}  {first:.0} → {last:.0}\n", terminal::sparkline(&values, SPARKLINE))
    };
    if !rows.is_empty() {
        text += &curve("mean fitness", |row| row.fitness_mean);
        text += &curve("best sampled", |row| row.fitness_best);
    }
    text += &describe_champion(&run, common)?;
    let _ = write!(text, "\nPictures and tables are in {}\n", run.results().display());
    output::print(&text)
}

fn heading(run: &Run, overview: &Overview) -> Result<String, Failure> {
    let generation = overview.generation.map_or("–".to_string(), |number| number.to_string());
    Ok(format!(
        "{}: {}, {} players, {}, against {}\n\
         preset {}, seed {}; {} at generation {generation}, {} games in {}, {} restarts\n\n",
        overview.run,
        overview.game,
        overview.players,
        overview.rules,
        overview.against,
        overview.preset,
        overview.seed,
        overview.state,
        figures::thousands(overview.games),
        clock(run.seconds()?),
        overview.restarts,
    ))
}

fn describe_champion(run: &Run, common: &Common) -> Result<String, Failure> {
    let Some(file) = champion(run)? else {
        let resume = common.command(&format!("resume {}", run.name()));
        return Ok(format!("\nNo champion yet; `{resume}` goes on to one.\n"));
    };
    let mut text = String::new();
    if let (Some(origin), Some(measured)) = (&file.origin, &file.measured) {
        let _ = writeln!(
            text,
            "\nChampion of generation {}, seats {}: {}\n",
            origin.generation,
            measured.seats,
            figures::of_file(measured),
        );
    }
    let config = run.config()?;
    text += &fixed(&config);
    let table = registry::find(&file.game)?.open(file.players, &file.rules)?;
    if let Some(layout) = table.layout() {
        let star = terminal::star(&layout, &file.weights, output::shows_colour());
        text += &star.map_err(Failure::data)?;
    }
    let rows = strength(run, &file)?;
    text += &strength::table(&rows, config.players);
    let better = strength::better(run, &config, &Verdict::of(&rows, config.players));
    if let Some(words) = better {
        let _ = write!(text, "\nNext\n  {}\n", common.command(&words));
    }
    Ok(text)
}

/// The table of what the champion is worth, unless it is that of an earlier champion.
fn strength(run: &Run, champion: &WeightsFile) -> Result<Vec<StrengthRow>, Failure> {
    let generation = champion.origin.as_ref().map(|origin| origin.generation);
    let rows = run.strength()?;
    Ok(rows.into_iter().filter(|row| Some(row.generation) == generation).collect())
}

/// Which parameters did not evolve, where there are any.
pub fn fixed(config: &Config) -> String {
    match config.fix.is_none() {
        true => String::new(),
        false => format!("Fixed: {}\n", config.fix),
    }
}
