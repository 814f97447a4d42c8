//! `show`: how a run went, and what its champion is worth.

use super::failure::Failure;
use super::progress::clock;
use super::runs::{Overview, champion, overview};
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

/// Show how a run went, and its champion on the board
#[derive(Args)]
pub struct ShowArgs {
    /// Name of the run; `starhop list` shows them
    run: String,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// A run with what its champion is worth.
#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    overview: Overview,
    strength: Vec<StrengthRow>,
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
