//! `evolve`: from settings to a finished, or interrupted, run, or to one for each of several seeds.

mod seeds;

use super::failure::Failure;
use super::settings::{Idle, Resolved, Settings, settings_of, warnings};
use super::work::{Manner, work};
use super::{Common, machine, output, shard};
use crate::evolve::breed::Beginning;
use crate::play::shard::Shard;
use crate::record::home::Home;
use crate::registry;
use crate::session::evolution::Evolution;
use crate::tune::config::Config;
use clap::Args;
use seeds::Seeds;
use std::path::PathBuf;

const FIRST: &str = "
Examples:
  starhop evolve                            against many, in some 70 seconds
  starhop evolve --preset rival --seed 7    beats hand-tuned-v4; repeatable
  starhop evolve --players 3 --minutes 10   three at the table

`starhop evolve --help` has all settings with their defaults and more examples, `starhop games NAME`
the built-in arrays of a game.
";

const EXAMPLES: &str = "
Examples:
  starhop evolve                           against many, in 70 to 80 seconds
  starhop evolve --preset long             eight searches, in about ten minutes
  starhop evolve --preset rival            beats hand-tuned-v4 alone, in seconds
  starhop evolve --seed 7                  a seed of one's own, to be repeated
  starhop evolve --players 3               three at the table
  starhop evolve --preset report --seed 1  the 2012 report's own setting
  starhop evolve --against generation-7822
                                           beat another array
  starhop evolve --against hand-tuned-v1,hand-tuned-v4=2 --opening-plies 4
                                           several, from random openings
  starhop evolve --against hand-tuned-v4=4,hall-of-fame=2,population
                                           its own champions and peers, too
  starhop evolve --from champion-2 --against generation-7822
                                           go on from an array that is there
  starhop evolve --preset report --from RUN@100
                                           go on from a generation of a run
  starhop evolve --program tune.toml       a program of yours, such as an engine
  starhop evolve --config results/RUN/config.toml
                                           the same run again
  starhop evolve --seeds 1..32 --name run  32 runs, run-1 to run-32
  starhop evolve --seeds 1..32 --name run --shard 1/4
                                           the first eight of them
  mpirun -n 8 starhop evolve               by 8 processes, if built from the
                                           folder mpi

`starhop games NAME` lists a game's built-in arrays. Write a comma within a name with a backslash
before it. Champions are chosen and measured only against arrays, files and runs, never against
hall-of-fame or population.

Defaults shown here are those of the preset `default` of Chinese Checkers for two; `starhop presets
NAME` has those of any preset, docs/programs.md those of programs, and results/RUN/config.toml what
was in force. Every flag but
--seeds and --shard can stand in the --config file under the same name.
";

/// Evolve weights against an opponent
#[derive(Args)]
#[command(after_help = FIRST, after_long_help = EXAMPLES)]
pub struct EvolveArgs {
    /// TOML file with settings under the names of the flags; flags take precedence over the file
    #[arg(long, value_name = "FILE", help_heading = "Run")]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
    /// One run for each of these seeds, one after another, with names that end in the seed: 1..32 or
    /// 1,5,9. Finished runs are left as they are, unfinished ones go on
    #[arg(long, value_parser = seeds::parse, conflicts_with = "seed", help_heading = "Run")]
    seeds: Option<Seeds>,
    /// Only part I of N of the seeds; auto/N takes I from a scheduler, and auto both from Slurm
    #[arg(
        long,
        value_name = "I/N",
        value_parser = shard::parse,
        requires = "seeds",
        // Where --seed is there, clap asks for no --seeds.
        conflicts_with = "seed",
        help_heading = "Run",
        hide_short_help = true
    )]
    shard: Option<Shard>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `evolve`.
pub fn evolve(args: EvolveArgs, common: &Common) -> Result<(), Failure> {
    let settings = settings_of(args.config.as_ref(), &args.settings)?;
    let common = &settings.common(common);
    let manner = Manner {
        threads: machine::threads(settings.threads)?,
        checkpoint_every: machine::checkpoint_every(settings.checkpoint_seconds)?,
        json: args.json || settings.json.unwrap_or(false),
    };
    match &args.seeds {
        Some(all) => seeds::evolve(&settings, all, args.shard, &manner, common),
        None => evolve_one(settings, &manner, common),
    }
}

fn evolve_one(settings: Settings, manner: &Manner, common: &Common) -> Result<(), Failure> {
    let (home, name) = (common.home(), settings.name.clone());
    let evolution = evolution_of(settings, &home, !common.quiet)?;
    let config = evolution.config();
    let name = name.unwrap_or_else(|| default_name(config));
    let run = evolution.create(&home, &name)?;
    common.say(&format!("Run {name}, seed {}", config.seed.number()));
    work(&run, &evolution, manner, common)
}

/// Settings that may count only where evolution begins from one vector.
const OF_ONE_VECTOR: [&str; 2] = ["deviation", "choose-games"];

/// The evolution that settings ask for.
fn evolution_of(settings: Settings, home: &Home, warns: bool) -> Result<Evolution, Failure> {
    let mut given = Vec::new();
    for key in OF_ONE_VECTOR {
        if settings.gives(key)? {
            given.push(key);
        }
    }
    let resolved = settings.resolve()?;
    if warns {
        warnings(&resolved).iter().for_each(|it| output::say_wrapped(&format!("warning: {it}")));
    }
    let Resolved { config, table, .. } = resolved;
    let evolution = Evolution::new(config, table, home)?;
    if warns && let Some(changed) = evolution.changed_beginning()? {
        output::say_wrapped(&format!(
            "warning: evolution begins at {changed}, which plays otherwise"
        ));
    }
    if matches!(evolution.beginning(), Some(Beginning::Population(_))) {
        refuse_idle(evolution.config(), &given)?;
    }
    Ok(evolution)
}

/// A population is gone on from as it is, not from around it, and none of it is the first champion.
fn refuse_idle(config: &Config, given: &[&str]) -> Result<(), Failure> {
    let alone = Config { from: None, program: None, ..config.clone() };
    match given.iter().find_map(|key| Idle::of(key, &alone)) {
        Some(idle) => Err(Failure::usage(idle.to_string())),
        None => Ok(()),
    }
}

/// The first game goes without saying.
fn default_name(config: &Config) -> String {
    if config.program.is_some() {
        let name = config.rules.split(':').next().unwrap_or_default();
        return format!("{name}-{}", config.seed.number());
    }
    let game = match registry::default_game().name == config.game {
        true => String::new(),
        false => format!("{}-", config.game.replace('/', "-")),
    };
    format!("{game}{}-{}p-{}", config.preset, config.players, config.seed.number())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_two_games_have_two_names() {
        let names: Vec<String> = registry::games()
            .into_iter()
            .map(|entry| default_name(&entry.preset(entry.default_preset(), 2).unwrap()))
            .collect();
        assert_eq!(names[0], "default-2p-0");
        assert_eq!(names[1], "chinese-checkers-phases-default-2p-0");
        assert!((1..names.len()).all(|index| !names[..index].contains(&names[index])));
    }
}
