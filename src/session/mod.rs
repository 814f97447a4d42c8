//! A run from where it stands to where it stops: evolves generation after generation, measures
//! the champion, and leaves everything on record.

pub mod arena;
mod beginning;
pub mod compare;
pub mod error;
pub mod evolution;
pub mod exploit;
pub mod measure;
pub mod recorded;
mod row;
pub mod sprt;
pub mod strength;
pub mod subject;
pub mod weights;

use crate::evolve::Genome;
use crate::evolve::breed::Beginning;
use crate::evolve::evolution::{Plan, State};
use crate::evolve::population::Individual;
use crate::record::checkpoint::Checkpoint;
use crate::record::error::RecordError;
use crate::record::population::PopulationFile;
use crate::record::rows::{GenerationRow, TimingRow};
use crate::record::run::{Journal, OpenRun};
use crate::record::strength::StrengthRow;
use crate::record::weights::{Measured, MeasuredOn, Origin, WeightsFile};
use crate::rng::Purpose;
use crate::tune::against::OpponentKind;
use crate::tune::champion::{Champion, crown};
use crate::tune::config::Config;
use crate::tune::{Tuner, total};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time between checkpoints unless told otherwise: short enough to lose little, long enough to
/// cost nothing.
pub const CHECKPOINT_EVERY: Duration = Duration::from_secs(2);

/// What a session works on.
pub struct RunJob<'a> {
    /// The configuration in force.
    pub config: &'a Config,
    /// Plays the games.
    pub tuner: &'a dyn Tuner,
    /// Where it is recorded.
    pub run: &'a OpenRun,
    /// Worker threads, for the record of times.
    pub threads: usize,
    /// Time between checkpoints; at 0 there is one after each generation.
    pub checkpoint_every: Duration,
    /// What the configuration's `from` names, with whole vectors.
    pub beginning: Option<Beginning>,
    /// Where the run stands; `None` before generation 0.
    pub from: Option<Checkpoint>,
}

/// Why a session stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The last generation was reached.
    Generations,
    /// The time was up.
    Minutes,
    /// The champion was measured at the fitness aimed for.
    TargetFitness,
    /// Someone asked it to stop.
    Interrupted,
}

impl Reason {
    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Generations => "--generations",
            Reason::Minutes => "--minutes",
            Reason::TargetFitness => "--target-fitness",
            Reason::Interrupted => "an interrupt",
        }
    }
}

/// How a session ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    /// Why.
    pub reason: Reason,
    /// The last generation.
    pub state: State,
    /// The champion, measured on fresh games.
    pub champion: Champion,
    /// The champion's parameter vector.
    pub weights: Genome,
    /// What it is worth against one opponent after another; empty after [`run`] itself, which
    /// doesn't know the opponents by name.
    pub strength: Vec<StrengthRow>,
}

/// Hears of a run as it evolves.
pub trait RunObserver {
    /// A generation is done and on record.
    fn generation(&mut self, row: &GenerationRow, timing: &TimingRow);

    /// Evolution has stopped; the champion is being measured.
    fn measuring(&mut self);
}

/// Nobody watches.
impl RunObserver for () {
    fn generation(&mut self, _: &GenerationRow, _: &TimingRow) {}

    fn measuring(&mut self) {}
}

/// Evolves until a condition of the configuration is met or `stop` is set, always to the end of
/// a generation, and leaves a checkpoint and the champion.
///
/// # Errors
/// Where a file can't be written. What was on disk before still stands, and the run can go on
/// from there.
pub fn run(
    job: RunJob<'_>,
    stop: &AtomicBool,
    observer: &mut dyn RunObserver,
) -> Result<Finish, RecordError> {
    if let Some(checkpoint) = &job.from {
        job.run.check(checkpoint, job.tuner.parameters())?;
    }
    let last = job.from.as_ref().map(|checkpoint| checkpoint.state.generation);
    // Only once the journal has dropped the rows that are played again, or torn.
    let journal = job.run.journal(last)?;
    let mut session = Session {
        seconds: job.run.run().seconds()?,
        journal,
        saved: Instant::now(),
        opponent: job.run.arrays_hash(job.config)?,
        plan: job.config.plan(job.beginning.as_ref().map(|it| it.map(|all| job.tuner.genes(all)))),
        job: &job,
    };
    let (mut state, mut champion) = match &job.from {
        Some(checkpoint) => (checkpoint.state.clone(), checkpoint.champion.clone()),
        None => session.begin(observer)?,
    };
    let reason = loop {
        if let Some(reason) = session.reason_to_stop(&state, champion.as_ref(), stop) {
            break reason;
        }
        (state, champion) = session.step(Some(state), champion, observer)?;
    };
    session.save(&state, champion.as_ref())?;
    observer.measuring();
    let config = job.config;
    let fresh = (Purpose::Final, config.final_games);
    let last = crown(job.tuner, &state, champion.as_ref(), &config.contest(), fresh);
    let weights = job.tuner.vector(&last.genes);
    job.run.write_champion(&champion_file(config, &last, weights.clone()))?;
    Ok(Finish { reason, state, champion: last, weights, strength: Vec::new() })
}

struct Session<'a> {
    job: &'a RunJob<'a>,
    journal: Journal,
    /// Seconds of evolving so far, earlier sessions included.
    seconds: f64,
    saved: Instant,
    /// The hash of the files of opponents and of what evolution begins from.
    opponent: String,
    plan: Plan,
}

impl Session<'_> {
    /// Generation 0, with a checkpoint: a run without one has nothing that could be lost.
    fn begin(
        &mut self,
        observer: &mut dyn RunObserver,
    ) -> Result<(State, Option<Champion>), RecordError> {
        let (state, champion) = self.step(None, None, observer)?;
        self.save(&state, champion.as_ref())?;
        Ok((state, champion))
    }

    /// Plays, measures and records one generation.
    fn step(
        &mut self,
        state: Option<State>,
        champion: Option<Champion>,
        observer: &mut dyn RunObserver,
    ) -> Result<(State, Option<Champion>), RecordError> {
        let RunJob { config, tuner, run, threads, .. } = self.job;
        let started = Instant::now();
        let games_before = state.as_ref().map_or(0, |state| state.games);
        let mut state = match state {
            Some(state) => self.plan.next(&state, *tuner),
            None => self.plan.first(*tuner),
        };
        let measured = self.is_due(config.measure_every, &state);
        let champion = match measured {
            true => Some(crown(
                *tuner,
                &state,
                champion.as_ref(),
                &config.contest(),
                (Purpose::Measure, config.measure_games),
            )),
            false => champion,
        };
        if let Some(champion) = champion.as_ref().filter(|_| measured && self.has_hall()) {
            state.remember(&champion.genes);
        }
        if config.keep_every > 0 && state.generation.is_multiple_of(config.keep_every) {
            let whole =
                |it: &Individual| Individual { genes: tuner.vector(&it.genes), ..it.clone() };
            let population = state.population.iter().map(whole).collect();
            run.keep_population(&PopulationFile::new(config, state.generation, population))?;
        }
        let row = row::row(&state, champion.as_ref().filter(|_| measured));
        let seconds = started.elapsed().as_secs_f64();
        let timing = TimingRow {
            generation: state.generation,
            seconds,
            games_per_second: (state.games - games_before) as f64 / seconds.max(1e-9),
            threads: *threads,
        };
        self.journal.append(&row, &timing)?;
        self.seconds += started.elapsed().as_secs_f64();
        if self.saved.elapsed() >= self.job.checkpoint_every {
            self.save(&state, champion.as_ref())?;
        }
        observer.generation(&row, &timing);
        Ok((state, champion))
    }

    fn is_due(&self, every: u64, state: &State) -> bool {
        every > 0 && state.generation > 0 && state.generation.is_multiple_of(every)
    }

    fn has_hall(&self) -> bool {
        self.job.config.against.share(OpponentKind::HallOfFame) > 0
    }

    fn reason_to_stop(
        &self,
        state: &State,
        champion: Option<&Champion>,
        stop: &AtomicBool,
    ) -> Option<Reason> {
        let config = self.job.config;
        let fitness = champion.and_then(|it| total(&it.measured).mean_fitness());
        let reached = |target| fitness.is_some_and(|fitness| fitness >= target);
        if config.generations.is_some_and(|last| state.generation >= last) {
            Some(Reason::Generations)
        } else if config.target_fitness.is_some_and(reached) {
            Some(Reason::TargetFitness)
        } else if config.minutes.is_some_and(|minutes| self.seconds >= minutes * 60.0) {
            Some(Reason::Minutes)
        } else {
            stop.load(Ordering::Relaxed).then_some(Reason::Interrupted)
        }
    }

    fn save(&mut self, state: &State, champion: Option<&Champion>) -> Result<(), RecordError> {
        let checkpoint = Checkpoint {
            config: self.job.config.clone(),
            opponent: self.opponent.clone(),
            state: state.clone(),
            champion: champion.cloned(),
        };
        self.journal.checkpoint(&checkpoint)?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// The champion as a weights file.
fn champion_file(config: &Config, champion: &Champion, weights: Genome) -> WeightsFile {
    WeightsFile {
        game: config.game.clone(),
        players: config.players,
        rules: config.rules.clone(),
        weights,
        fixed: config.fix.names(),
        origin: Some(Origin {
            preset: config.preset.clone(),
            seed: config.seed.number(),
            generation: champion.generation,
            restarts: champion.restarts,
            starhop: env!("CARGO_PKG_VERSION").to_string(),
        }),
        measured: Some(measured(config, champion)),
    }
}

/// What was measured of a champion at the end of a run.
pub fn measured(config: &Config, champion: &Champion) -> Measured {
    let on = MeasuredOn {
        against: &config.against.measured().to_string(),
        seats: config.seats,
        opening_plies: config.measure_opening_plies,
        search: &config.search.to_string(),
    };
    Measured::new(on, &total(&champion.measured))
}

#[cfg(test)]
mod tests;
