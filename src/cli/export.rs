//! `export`: weights for other programs.

use super::failure::{Code, Failure};
use super::settings::coding;
use super::{Common, output, weights};
use crate::evolve::population::{Individual, ranking};
use crate::record::atomic::write_named;
use crate::record::error::RecordError;
use crate::record::run::{Home, Run};
use crate::record::weights::{Origin, WeightsFile};
use crate::registry;
use crate::report::export::{self, Format, Seats};
use crate::tune::config::Config;
use clap::Args;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::str::FromStr;

/// Write weights for other programs
#[derive(Args)]
#[command(after_help = "
Examples:
  starhop export RUN --format rust -o weights.rs
  starhop export RUN --format csv --seat all
  starhop export RUN --generation last --format grid
  starhop export generation-7822 --format python --seat 2
")]
pub struct ExportArgs {
    /// A run, a weights file or a built-in array
    #[arg(value_name = "RUN|FILE")]
    source: String,
    /// Format; json, csv, toml, npy and grid can be read back
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
    /// Corner whose seat the array is for, 1 to 6, or all
    #[arg(long, default_value = "1")]
    seat: Seats,
    /// Which of a run's arrays: best (the measured champion), last (the last generation's best
    /// by estimate), or the number of a generation that was kept
    #[arg(long, default_value = "best")]
    generation: Generation,
    /// File to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Game [default: that of the weights]
    #[arg(long)]
    game: Option<String>,
}

#[derive(Clone, Copy, Debug)]
enum Generation {
    Best,
    Last,
    Number(u64),
}

impl FromStr for Generation {
    type Err = String;

    fn from_str(text: &str) -> Result<Generation, String> {
        match text {
            "best" => Ok(Generation::Best),
            "last" => Ok(Generation::Last),
            number => number
                .parse()
                .map(Generation::Number)
                .map_err(|_| "neither best, last nor a generation's number".to_string()),
        }
    }
}

/// Runs `export`.
pub fn export(args: &ExportArgs, common: &Common) -> Result<(), Failure> {
    let home = common.home();
    let file = match args.generation {
        Generation::Best => best(args, &home)?,
        Generation::Last => last(&home.run(&args.source)?)?,
        Generation::Number(number) => kept(&home.run(&args.source)?, number)?,
    };
    let table = registry::find(&file.game)?.open(file.players, &file.rules)?;
    let bytes = export::write(&file, &table.cells(), args.format, args.seat);
    let bytes = bytes.map_err(Failure::usage)?;
    match &args.output {
        Some(path) => write_named(path, &bytes).map_err(|why| Failure::new(Code::Failed, why)),
        None => output::print_bytes(&bytes),
    }
}

fn best(args: &ExportArgs, home: &Home) -> Result<WeightsFile, Failure> {
    let game = weights::game_of(args.game.as_deref(), &args.source, home);
    let entry = registry::find(&game)?;
    let preset = entry.preset(entry.presets()[0], 2)?;
    let table = entry.open(preset.players, &preset.rules)?;
    let weights = weights::find(&args.source, &game, table.as_ref(), home)?;
    Ok(weights.file.unwrap_or(WeightsFile {
        game,
        players: table.players(),
        rules: table.rules(),
        weights: weights.values,
        fixed: Vec::new(),
        origin: None,
        measured: None,
    }))
}

fn last(run: &Run) -> Result<WeightsFile, Failure> {
    let Some(found) = run.checkpoint()? else {
        return Err(Failure::usage(format!("run '{}' has no generations yet", run.name())));
    };
    let state = found.checkpoint.state;
    fittest(&run.config()?, state.generation, state.restarts, &state.population)
}

fn kept(run: &Run, generation: u64) -> Result<WeightsFile, Failure> {
    let rows = run.generations()?;
    let row = rows.iter().find(|row| row.generation == generation);
    let restarts = row.map_or(0, |row| row.restarts);
    let population = run.population(generation).map_err(|why| match why {
        RecordError::Io { reason, .. } if reason.kind() == ErrorKind::NotFound => {
            let name = run.name();
            Failure::usage(format!(
                "generation {generation} of run '{name}' was not kept; --keep-every says which are"
            ))
        }
        why => why.into(),
    })?;
    fittest(&run.config()?, generation, restarts, &population.population)
}

fn fittest(
    config: &Config,
    generation: u64,
    restarts: u64,
    population: &[Individual],
) -> Result<WeightsFile, Failure> {
    let best = ranking(population).first().and_then(|&index| population.get(index));
    let best = best.ok_or_else(|| Failure::data("the population is empty"))?;
    let table = registry::find(&config.game)?.open(config.players, &config.rules)?;
    // Whole already in the populations of today.
    let weights = match best.genes.len() == table.parameters().len() {
        true => Some(best.genes.clone()),
        false => coding(config, table.as_ref())?.whole(&best.genes),
    };
    Ok(WeightsFile {
        game: config.game.clone(),
        players: config.players,
        rules: config.rules.clone(),
        weights: weights.ok_or_else(|| Failure::data("the population does not fit the game"))?,
        fixed: config.fix.names(),
        origin: Some(Origin {
            preset: config.preset.clone(),
            seed: config.seed.number(),
            generation,
            restarts,
            starhop: env!("CARGO_PKG_VERSION").to_string(),
        }),
        measured: None,
    })
}
