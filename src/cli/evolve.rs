//! `evolve` and `resume`: from settings to a finished, or interrupted, run.

use super::failure::{Code, Failure};
use super::progress::{Progress, clock};
use super::settings::{Resolved, Settings, settings_of};
use super::{Common, figures, machine, output, pictures, weights};
use crate::backend::Threads;
use crate::record::checkpoint::Checkpoint;
use crate::record::run::{Home, OpenRun};
use crate::record::weights::{Measured, WeightsFile};
use crate::registry::{self, Table};
use crate::report::terminal;
use crate::rng::Seed;
use crate::session::{self, Finish, Job, Reason};
use crate::tune::config::Config;
use crate::tune::matches::Terms;
use crate::tune::total;
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const EXAMPLES: &str = "
Examples:
  starhop evolve                                     a good array in about a minute
  starhop evolve --seed 7 --minutes 10               repeatable, and longer
  starhop evolve --players 3                         three at the table
  starhop evolve --preset report --seed 1            the 2012 report's own setting
  starhop evolve --against generation-7822           beat another array
  starhop evolve --config results/RUN/config.toml    the same run again
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

/// Go on with a run that was stopped
#[derive(Args)]
#[command(after_help = "
Examples:
  starhop resume RUN                        after Ctrl-C, a crash or a power cut
  starhop resume RUN --generations 5000     longer than planned
")]
pub struct ResumeArgs {
    /// Name of the run; `starhop list` shows them
    run: String,
    /// New last generation
    #[arg(long)]
    generations: Option<u64>,
    /// New limit in minutes of evolving, those already spent included
    #[arg(long)]
    minutes: Option<f64>,
    /// Worker threads [default: one a core]
    #[arg(long)]
    threads: Option<usize>,
    /// Seconds between checkpoints, which a crash can cost; 0 for one each generation [default: 2]
    #[arg(long, value_name = "SECONDS")]
    checkpoint_seconds: Option<f64>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// What a session is made of, beside its configuration.
struct Setup {
    table: Box<dyn Table>,
    opponent: Vec<f64>,
    threads: usize,
    checkpoint_every: Duration,
    json: bool,
}

/// The result for machines.
#[derive(Serialize)]
struct Summary<'a> {
    run: &'a str,
    stopped: &'a str,
    generation: u64,
    games: u64,
    restarts: u64,
    seed: Seed,
    champion: PathBuf,
    measured: Measured,
}

/// Runs `evolve`.
pub fn evolve(args: EvolveArgs, common: &Common) -> Result<(), Failure> {
    let settings = settings_of(args.config.as_ref(), &args.settings)?;
    let name = settings.name.clone();
    let threads = machine::threads(settings.threads)?;
    let checkpoint_every = machine::checkpoint_every(settings.checkpoint_seconds)?;
    let Resolved { config, table } = settings.resolve()?;
    let home = Home::new(&common.dir);
    let opponent = weights::find(&config.against, &config.game, table.as_ref(), &home)?;
    weights::distance(&config.distance, table.as_ref())?;
    let name = name.unwrap_or_else(|| default_name(&config));
    let file = WeightsFile {
        game: config.game.clone(),
        players: config.players,
        rules: config.rules.clone(),
        weights: opponent.values.clone(),
        origin: None,
        measured: None,
    };
    let run = home.create(&name, &config, &file)?;
    if !common.quiet {
        output::say(&format!("Run {name}, seed {}", config.seed.number()));
    }
    let opponent = opponent.values;
    let setup = Setup { table, opponent, threads, checkpoint_every, json: args.json };
    work(&run, &config, None, &setup, common)
}

/// Runs `resume`.
pub fn resume(args: ResumeArgs, common: &Common) -> Result<(), Failure> {
    let threads = machine::threads(args.threads)?;
    let checkpoint_every = machine::checkpoint_every(args.checkpoint_seconds)?;
    let run = Home::new(&common.dir).run(&args.run)?.lock()?;
    let written = run.run().config()?;
    let mut config = written.clone();
    let checkpoint = match run.run().checkpoint()? {
        Some(found) => {
            if let Some(warning) = found.warning {
                output::say(&format!("warning: {warning}"));
            }
            Some(found.checkpoint)
        }
        None => None,
    };
    if let Some(checkpoint) = &checkpoint {
        refuse_differences(&config, &checkpoint.config)?;
    }
    prolong(&mut config, &args, checkpoint.as_ref())?;
    config.check()?;
    if config != written {
        run.write_config(&config)?;
    }
    let table = registry::find(&config.game)?.open(config.players, &config.rules)?;
    let path = run.run().opponent_path();
    let opponent = weights::read(&path, &config.game, table.as_ref())?.values;
    let setup = Setup { table, opponent, threads, checkpoint_every, json: args.json };
    work(&run, &config, checkpoint, &setup, common)
}

/// A run's results are a function of its configuration, so only its end may move.
fn refuse_differences(config: &Config, checkpoint: &Config) -> Result<(), Failure> {
    let ends = |config: &Config| Config {
        generations: None,
        minutes: None,
        target_fitness: None,
        ..config.clone()
    };
    if ends(config) == ends(checkpoint) {
        return Ok(());
    }
    Err(Failure::usage(
        "config.toml was changed since the run began; only generations, minutes and \
         target-fitness may change. Begin a new run with `starhop evolve --config`",
    ))
}

fn prolong(
    config: &mut Config,
    args: &ResumeArgs,
    checkpoint: Option<&Checkpoint>,
) -> Result<(), Failure> {
    let reached = checkpoint.map_or(0, |checkpoint| checkpoint.state.generation);
    if let Some(generations) = args.generations {
        if generations < reached {
            return Err(Failure::usage(format!(
                "--generations {generations}: the run is at generation {reached} already"
            )));
        }
        config.generations = Some(generations);
    }
    if let Some(minutes) = args.minutes {
        config.minutes = Some(minutes);
    }
    Ok(())
}

fn default_name(config: &Config) -> String {
    format!("{}-{}p-{}", config.preset, config.players, config.seed.number())
}

fn work(
    run: &OpenRun,
    config: &Config,
    from: Option<Checkpoint>,
    setup: &Setup,
    common: &Common,
) -> Result<(), Failure> {
    let terms = Terms {
        against: setup.opponent.clone(),
        distance: setup.table.built_in(&config.distance)?,
        seats: config.seats,
        fitness: config.fitness(),
        seed: config.seed,
    };
    let pool = Threads::new(setup.threads)?;
    let threads = pool.count();
    let stop = stop_on_signal(common.quiet)?;
    let mut progress = Progress::new(config, common.quiet);
    let tuner = setup.table.tuner(&terms, pool);
    let checkpoint_every = setup.checkpoint_every;
    let job = Job { config, tuner: tuner.as_ref(), run, threads, checkpoint_every, from };
    let finish = session::run(job, &stop, &mut progress)?;
    pictures::of_run(run.run(), config, setup.table.as_ref(), &finish.champion.genes)?;
    report(run, config, setup, &finish, common)?;
    match finish.reason {
        Reason::Interrupted => Err(Failure::new(Code::Interrupted, "")),
        _ => Ok(()),
    }
}

/// The first Ctrl-C asks for a stop at the end of the generation, the second stops at once.
fn stop_on_signal(quiet: bool) -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Code::Interrupted as i32);
        }
        if !quiet {
            output::say("Stopping after this generation and saving; Ctrl-C again stops at once.");
        }
    };
    ctrlc::set_handler(handler).map_err(|why| Failure::new(Code::Failed, why))?;
    Ok(stop)
}

fn report(
    run: &OpenRun,
    config: &Config,
    setup: &Setup,
    finish: &Finish,
    common: &Common,
) -> Result<(), Failure> {
    if setup.json {
        return output::print_json(&summary(run, config, finish));
    }
    output::print(&(describe(run, config, setup, finish)? + &next(run, config, finish, common)))
}

fn summary<'a>(run: &'a OpenRun, config: &Config, finish: &Finish) -> Summary<'a> {
    let tally = total(&finish.champion.measured);
    Summary {
        run: run.run().name(),
        stopped: finish.reason.name(),
        generation: finish.state.generation,
        games: finish.state.games,
        restarts: finish.state.restarts,
        seed: config.seed,
        champion: run.run().champion_path(),
        measured: Measured::new(&config.against, config.seats.name(), &tally),
    }
}

fn describe(
    run: &OpenRun,
    config: &Config,
    setup: &Setup,
    finish: &Finish,
) -> Result<String, Failure> {
    let mut text = format!(
        "Stopped by {} at generation {}: {} games in {}, seed {}.\n\n\
         The champion was found in generation {} and measured on {} fresh games against {}:\n\n{}",
        finish.reason.name(),
        finish.state.generation,
        figures::thousands(finish.state.games),
        clock(run.run().seconds()?),
        config.seed.number(),
        finish.champion.generation,
        figures::thousands(total(&finish.champion.measured).games()),
        config.against,
        figures::by_seat(&finish.champion.measured),
    );
    if let Some(layout) = setup.table.layout() {
        let star = terminal::star(&layout, &finish.champion.genes, output::shows_colour());
        let _ = write!(text, "\n{}", star.map_err(Failure::data)?);
    }
    let _ = write!(
        text,
        "\nFiles in {}\n  \
         champion.json      the array, with what it was measured at\n  \
         generations.csv    every generation's figures\n  \
         fitness, win-rate and heat-map as .svg and .png\n",
        run.run().results().display(),
    );
    Ok(text)
}

/// Commands to go on with.
fn next(run: &OpenRun, config: &Config, finish: &Finish, common: &Common) -> String {
    let name = run.run().name();
    let commands = [
        format!("show {name}"),
        format!("measure {name} --against generation-7822"),
        format!("export {name} --format rust"),
        resume_words(name, config, finish),
    ];
    let lines = commands.map(|words| format!("  {}\n", common.command(&words)));
    format!("\nNext\n{}", lines.concat())
}

/// What goes on from here, with a later end where the one that was set is reached.
fn resume_words(name: &str, config: &Config, finish: &Finish) -> String {
    let longer = match finish.reason {
        Reason::Generations => format!(" --generations {}", finish.state.generation * 2),
        Reason::Minutes => format!(" --minutes {}", config.minutes.unwrap_or(1.0) * 2.0),
        Reason::TargetFitness | Reason::Interrupted => String::new(),
    };
    format!("resume {name}{longer}")
}
