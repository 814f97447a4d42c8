//! `evolve`: from settings to a finished, or interrupted, run.

use super::failure::Failure;
use super::settings::{Resolved, Settings, settings_of};
use super::work::{Setup, work};
use super::{Common, machine, output, weights};
use crate::record::weights::WeightsFile;
use crate::tune::config::Config;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "
Examples:
  starhop evolve                                     a good array in about a minute
  starhop evolve --seed 7 --minutes 10               repeatable, and longer
  starhop evolve --players 3                         three at the table
  starhop evolve --preset report --seed 1            the 2012 report's own setting
  starhop evolve --against generation-7822           beat another array
  starhop evolve --against hand-tuned-v1,hand-tuned-v4=2 --opening-plies 4
                                                     several, from random openings
  starhop evolve --config results/RUN/config.toml    the same run again

Defaults are the preset's: results/RUN/config.toml holds them all. Every flag can stand in the
--config file under the same name.
";

/// Evolve weights against an opponent
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct EvolveArgs {
    /// TOML file with settings under the names of the flags; a flag wins over the file
    #[arg(long, value_name = "FILE", help_heading = "Run")]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `evolve`.
pub fn evolve(args: EvolveArgs, common: &Common) -> Result<(), Failure> {
    let settings = settings_of(args.config.as_ref(), &args.settings)?;
    let common = &settings.common(common);
    let json = args.json || settings.json.unwrap_or(false);
    let name = settings.name.clone();
    let threads = machine::threads(settings.threads)?;
    let checkpoint_every = machine::checkpoint_every(settings.checkpoint_seconds)?;
    let Resolved { config, table } = settings.resolve()?;
    let home = common.home();
    let against = weights::find_all(&config.against, &config.game, table.as_ref(), &home)?;
    weights::distance(&config.distance, table.as_ref())?;
    let name = name.unwrap_or_else(|| default_name(&config));
    if table.built_in_names().contains(&name.as_str()) {
        return Err(Failure::usage(format!("'{name}' is a built-in array; choose another --name")));
    }
    let file = |(_, values): &(u32, Vec<f64>)| WeightsFile {
        game: config.game.clone(),
        players: config.players,
        rules: config.rules.clone(),
        weights: values.clone(),
        origin: None,
        measured: None,
    };
    let files: Vec<WeightsFile> = against.iter().map(file).collect();
    let run = home.create(&name, &config, &files)?;
    if !common.quiet {
        output::say(&format!("Run {name}, seed {}", config.seed.number()));
    }
    let setup = Setup { table, against, threads, checkpoint_every, json };
    work(&run, &config, None, &setup, common)
}

fn default_name(config: &Config) -> String {
    format!("{}-{}p-{}", config.preset, config.players, config.seed.number())
}
