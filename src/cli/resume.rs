//! `resume`: from a checkpoint on.

use super::failure::Failure;
use super::work::{Manner, tell, work};
use super::{Common, machine, output, pictures};
use crate::record::home::Home;
use crate::record::rows::TimingRow;
use crate::record::run::{HeldRun, OpenRun, Run};
use crate::session::evolution::{self, Ended, Evolution};
use crate::session::weights;
use crate::tune::config::Config;
use clap::Args;

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
    /// New last generation, which replaces all limits that were set
    #[arg(long)]
    generations: Option<u64>,
    /// New limit in minutes of evolving, including those already spent; it replaces all limits that
    /// were set
    #[arg(long)]
    minutes: Option<f64>,
    /// Worker threads [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Seconds between checkpoints; a crash can lose this much work; 0 for a checkpoint after each
    /// generation [default: 2]
    #[arg(long, value_name = "SECONDS")]
    checkpoint_seconds: Option<f64>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `resume`.
pub fn resume(args: ResumeArgs, common: &Common) -> Result<(), Failure> {
    let threads = machine::threads(args.threads)?;
    let checkpoint_every = machine::checkpoint_every(args.checkpoint_seconds)?;
    let run = common.home().run(&args.run)?;
    let times = run.times()?;
    let found = Found::of(run, |config, reached| {
        check_minutes(&args, &times, reached)?;
        prolong(config, &args, reached)
    })?;
    let json = args.json;
    let ended = found.ended()?;
    let (run, evolution) = found.go_on()?;
    match ended {
        Some(ended) => {
            // Rows of generations that a kill left behind the end are cut off.
            run.journal(evolution.checkpoint())?;
            tell_again(run.run(), &evolution, ended, json, common)
        }
        None => work(&run, &evolution, &Manner { threads, checkpoint_every, json }, common),
    }
}

/// That a new limit isn't below the time that was spent.
fn check_minutes(args: &ResumeArgs, times: &[TimingRow], reached: u64) -> Result<(), Failure> {
    let kept = times.iter().filter(|row| row.generation <= reached);
    let spent = kept.map(|row| row.seconds).sum::<f64>() / 60.0;
    match args.minutes {
        Some(minutes) if minutes < spent => Err(Failure::usage(format!(
            "--minutes {minutes}: the run has evolved for {spent:.2} minutes already"
        ))),
        _ => Ok(()),
    }
}

/// Says how a run ended before. Its pictures are drawn again: a kill may have left those of an earlier end.
fn tell_again(
    run: &Run,
    evolution: &Evolution,
    ended: Ended,
    json: bool,
    common: &Common,
) -> Result<(), Failure> {
    pictures::of_run(run, evolution.config(), evolution.table(), &ended.weights)?;
    common.say(&format!(
        "Run {} has ended before, and nothing is played. A later --generations or --minutes \
         prolongs it.",
        run.name()
    ));
    tell(run, evolution, ended, json, common)
}

/// A run that is there, with all that it goes on from. Nothing is changed yet.
struct Found {
    run: HeldRun,
    evolution: Evolution,
    is_begun: bool,
    /// What is wrong with checkpoints that it doesn't go on from.
    warning: Option<String>,
}

impl Found {
    /// The run, to the end that `prolong` gives it at the generation that it has reached. All is checked.
    fn of(
        run: Run,
        prolong: impl FnOnce(&mut Config, u64) -> Result<(), Failure>,
    ) -> Result<Found, Failure> {
        let run = run.hold()?;
        let mut config = run.run().config()?;
        let found = run.run().checkpoint()?;
        let checkpoint = found.as_ref().map(|found| &found.checkpoint);
        if let Some(checkpoint) = checkpoint {
            evolution::check_settings(run.run(), &config, checkpoint)?;
        }
        prolong(&mut config, checkpoint.map_or(0, |it| it.state.generation))?;
        config.check()?;
        let (is_begun, warning) =
            (found.is_some(), found.as_ref().and_then(|found| found.warning.clone()));
        let table = weights::table_of(run.run(), &config)?;
        let evolution = Evolution::of_run(run.run(), config, table, found)?;
        evolution.check_standing(run.run())?;
        Ok(Found { run, evolution, is_begun, warning })
    }

    /// How the run ended; `None` where something is left to do. Results that are damaged or missing are made again.
    fn ended(&self) -> Result<Option<Ended>, Failure> {
        let run = self.run.run();
        let whole = match self.evolution.check(run) {
            Err(why) if why.is_of_the_system() => return Err(why.into()),
            checked => checked.is_ok_and(|it| it.unknown.is_empty()),
        };
        if self.warning.is_some() || !whole {
            return Ok(None);
        }
        Ok(self.evolution.ended(run)?)
    }

    /// Takes the run to go on with it.
    fn go_on(self) -> Result<(OpenRun, Evolution), Failure> {
        let Found { run, evolution, is_begun, warning } = self;
        let run = evolution.open(run)?;
        if let Some(warning) = warning {
            output::say_wrapped(&format!("warning: {warning}; going on from another checkpoint"));
        }
        if !is_begun {
            output::say("No checkpoint yet; beginning at generation 0.");
        }
        Ok((run, evolution))
    }
}

/// The run of that name: a new one, or the one that is there with the same settings and arrays, to go on with it.
pub fn begin_or_go_on(
    asked: Evolution,
    home: &Home,
    name: &str,
) -> Result<(OpenRun, Evolution), Failure> {
    match asked.begun(home, name)? {
        Some(run) => Found::of(run, |_, _| Ok(()))?.go_on(),
        None => Ok((asked.create(home, name)?, asked)),
    }
}

/// An end that is given takes the place of all ends that were set before.
fn prolong(config: &mut Config, args: &ResumeArgs, reached: u64) -> Result<(), Failure> {
    if args.generations.is_none() && args.minutes.is_none() {
        return Ok(());
    }
    (config.generations, config.minutes) = (None, args.minutes);
    config.target_fitness = None;
    if let Some(generations) = args.generations {
        if generations < reached {
            return Err(Failure::usage(format!(
                "--generations {generations}: the run is at generation {reached} already"
            )));
        }
        config.generations = Some(generations);
    }
    Ok(())
}
