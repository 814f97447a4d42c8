//! What commands do, without a terminal. In this file a run goes from where it stands to where it stops:
//! it evolves generation after generation, measures the champion, and leaves everything on record.

mod ahead;
pub mod arena;
mod beginning;
pub mod compare;
pub mod confirm;
pub mod engine;
pub mod error;
pub mod evolution;
pub mod exploit;
pub mod measure;
mod parts;
pub mod play;
pub mod program;
pub mod ranks;
pub mod recorded;
mod row;
mod searches;
pub(crate) mod shell;
pub mod spread;
pub mod sprt;
pub mod strength;
pub mod subject;
pub mod weights;

use crate::backend::Threads;
use crate::evolve::Genome;
use crate::evolve::breed::Beginning;
use crate::evolve::evolution::{Plan, State};
use crate::evolve::population::Individual;
use crate::record::champions::{self, Crowned};
use crate::record::checkpoint::Checkpoint;
use crate::record::error::RecordError;
use crate::record::population::PopulationFile;
use crate::record::rows::{GenerationRow, TimingRow};
use crate::record::run::{Journal, OpenRun};
use crate::record::strength::StrengthRow;
use crate::record::weights::{Measured, MeasuredOn, Origin, WeightsFile};
use crate::rng::Purpose;
use crate::tune::against::{Against, OpponentKind};
use crate::tune::champion::{Champion, crown};
use crate::tune::config::Config;
use crate::tune::end::Reason;
use crate::tune::finals::{Best, Trials};
use crate::tune::stretch::Stretches;
use crate::tune::{Tuner, total};
use ahead::Ahead;
use spread::Spread;
use std::time::{Duration, Instant};

/// Time between checkpoints unless told otherwise: short enough to lose little, long enough to
/// cost nothing.
pub const CHECKPOINT_EVERY: Duration = Duration::from_secs(2);

/// What a session works on.
#[derive(Debug)]
pub struct RunJob<'a> {
    /// The configuration in force.
    pub config: &'a Config,
    /// Plays the games.
    pub tuner: &'a dyn Tuner,
    /// Evolves islands by themselves, where there are several ranks to do that.
    pub stretches: Option<Stretches>,
    /// In what the configuration's finalists are compared at the end; empty where it has none.
    pub trials: Trials,
    /// What of each parameter is recorded; `None` where the weights lie on a board.
    pub spread: Option<Spread>,
    /// Where it is recorded.
    pub run: &'a OpenRun,
    /// What plays, and is asked to stop.
    pub threads: &'a Threads,
    /// Time between checkpoints; at 0 there is one after each generation.
    pub checkpoint_every: Duration,
    /// What the configuration's `from` names, with whole vectors.
    pub beginning: Option<Beginning>,
    /// Where the run stands; `None` before generation 0.
    pub checkpoint: Option<Checkpoint>,
}

/// How a session ended: with an [`Evolved`] after [`run`], with a [`Finish`] after an evolution.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "it says whether the end was reached"]
pub enum Ending<T = Finish> {
    /// It came to an end that was set.
    Finished(Box<T>),
    /// The threads were asked to stop. It stands where it was saved; nowhere before generation 0.
    Interrupted(Option<Box<RunState>>),
}

impl<T> Ending<T> {
    /// What came out, unless it was interrupted.
    pub fn finished(self) -> Option<T> {
        match self {
            Ending::Finished(what) => Some(*what),
            Ending::Interrupted(_) => None,
        }
    }
}

/// Where a run stands.
#[derive(Clone, Debug, PartialEq)]
pub struct RunState {
    /// The last whole generation.
    pub state: State,
    /// The champion as it was measured last.
    pub champion: Option<Champion>,
    /// The champion of the searches before the one under way, if there were any.
    pub best: Option<Best>,
}

impl RunState {
    /// Where a checkpoint stands.
    pub fn of(checkpoint: &Checkpoint) -> RunState {
        let Checkpoint { state, champion, best, .. } = checkpoint;
        RunState { state: state.clone(), champion: champion.clone(), best: best.clone() }
    }

    /// The champion if nothing more is played: one that no finals have seen yet gives way to one that won them.
    pub fn holder(&self) -> Option<&Champion> {
        self.best.as_ref().map(|best| &best.champion).or(self.champion.as_ref())
    }

    /// Why a run that stands there, after that many seconds of evolving, is at its end, if it is.
    fn reached(&self, config: &Config, seconds: f64) -> Option<Reason> {
        let fitness = self.champion.as_ref().and_then(|it| total(&it.measured).mean_fitness());
        config.reached(self.state.generation, seconds, fitness)
    }
}

/// What evolving came to that wasn't interrupted.
#[derive(Clone, Debug, PartialEq)]
pub struct Evolved {
    /// Why it ended.
    pub reason: Reason,
    /// The last generation.
    pub state: State,
    /// The champion, measured on fresh games.
    pub champion: Champion,
    /// The champion's parameter vector.
    pub weights: Genome,
}

/// The same, and what its champion is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    /// What evolving came to.
    pub evolved: Evolved,
    /// What its champion is worth against one opponent after another.
    pub strength: Vec<StrengthRow>,
    /// Whether somebody else's program gave other answers when it was asked again at the end.
    pub answers_differ: bool,
}

/// Hears of a run as it evolves.
pub trait RunObserver {
    /// A generation is done and on record.
    fn generation(&mut self, _row: &GenerationRow, _timing: &TimingRow) {}

    /// Evolution has stopped; the champion is being measured.
    fn measuring(&mut self) {}
}

/// Nobody watches.
impl RunObserver for () {}

/// Evolves until a condition of the configuration is met and leaves a checkpoint and the champion, or
/// until the threads are asked to stop: what is under way is then dropped, and the checkpoint is that
/// of the last whole generation.
///
/// # Errors
/// Where a file can't be written. What was on disk before still stands, and the run can go on
/// from there.
pub fn run(
    job: RunJob<'_>,
    observer: &mut dyn RunObserver,
) -> Result<Ending<Evolved>, RecordError> {
    if let Some(checkpoint) = &job.checkpoint {
        job.run.run().check(checkpoint, job.tuner.parameters())?;
    }
    // Only once the journal has dropped the rows that are played again, or torn.
    let journal = job.run.journal(job.checkpoint.as_ref())?;
    let plan = job.config.plan(job.beginning.as_ref().map(|it| it.map(|all| job.tuner.genes(all))));
    let mut session = Session {
        seconds: job.run.run().seconds()?,
        journal,
        saved: Instant::now(),
        given: job.run.run().given_hash(job.config)?,
        start: plan.start(job.tuner.parameters()).map(Champion::start),
        ahead: Ahead::default(),
        plan,
        ended_before: job.checkpoint.as_ref().and_then(|it| match it.ended {
            true => Some(it.state.generation),
            false => it.ended_before,
        }),
        job: &job,
    };
    let mut standing = match &job.checkpoint {
        Some(checkpoint) => RunState::of(checkpoint),
        None => match session.begin(observer)? {
            Some(standing) => standing,
            None => return Ok(Ending::Interrupted(None)),
        },
    };
    let reason = loop {
        if let Some(reason) = standing.reached(job.config, session.seconds) {
            break reason;
        }
        match session.step(Some(&standing), observer)? {
            Some(next) => standing = next,
            None => {
                session.save(&standing)?;
                return Ok(Ending::Interrupted(Some(Box::new(standing))));
            }
        }
    };
    session.save(&standing)?;
    observer.measuring();
    session.finish(standing, reason)
}

struct Session<'a> {
    job: &'a RunJob<'a>,
    journal: Journal,
    /// Seconds of evolving so far, earlier sessions included.
    seconds: f64,
    saved: Instant,
    /// See [`Checkpoint::given`].
    given: String,
    /// The first champion, where evolution begins from one vector: nothing worse takes its place.
    start: Option<Champion>,
    ahead: Ahead,
    plan: Plan,
    /// See [`Checkpoint::ended_before`].
    ended_before: Option<u64>,
}

impl Session<'_> {
    /// Generation 0, with a checkpoint: a run without one has nothing that could be lost.
    fn begin(&mut self, observer: &mut dyn RunObserver) -> Result<Option<RunState>, RecordError> {
        let standing = self.step(None, observer)?;
        standing.iter().try_for_each(|standing| self.save(standing))?;
        Ok(standing)
    }

    /// Plays, measures and records one generation; `None` where it was broken off, with nothing on
    /// record.
    fn step(
        &mut self,
        before: Option<&RunState>,
        observer: &mut dyn RunObserver,
    ) -> Result<Option<RunState>, RecordError> {
        let RunJob { config, tuner, threads, .. } = self.job;
        let started = Instant::now();
        let games_before = before.map_or(0, |before| before.state.games);
        let (mut state, more) = match before {
            Some(before) => self.ahead.next(self.job, &self.plan, &before.state, self.seconds),
            None => (self.plan.first(*tuner), 0.0),
        };
        let best = before.map(|before| self.best_after(before)).transpose()?.flatten();
        let last = before.and_then(|before| before.champion.as_ref());
        let is_measured = state.generation > 0 && is_due(config.measure_every, state.generation);
        let measured = is_measured.then(|| {
            crown(
                *tuner,
                &state,
                self.so_far(last, best.as_ref()),
                &config.contest(),
                (Purpose::Measure, config.measure_games),
            )
        });
        if threads.is_stopped() {
            return Ok(None);
        }
        if let Some(champion) = &measured {
            let is_new = last.is_none_or(|last| last.genes != champion.genes);
            if is_new {
                self.journal.crown(&crowned(config, *tuner, champion, state.generation))?;
            }
            // One that stays is in the hall already, or is of a search before, whom this one is not to meet. Where each
            // search crowns its own, it may begin with the same genes again, which are its own then.
            if self.has_hall() && (is_new || self.has_searches()) {
                state.remember(&champion.genes);
            }
        }
        self.keep(&state)?;
        let row = row::row(&state, measured.as_ref());
        let seconds = (started.elapsed().as_secs_f64() + more).max(0.0);
        let timing = TimingRow {
            generation: state.generation,
            seconds,
            games_per_second: (state.games - games_before) as f64 / seconds.max(1e-9),
            threads: threads.count_of_all_ranks(),
            ranks: threads.ranks().map_or(1, |ranks| ranks.count()),
        };
        let spread = self.job.spread.as_ref();
        let parameters = spread.map_or(Vec::new(), |it| it.rows(&state, *tuner));
        self.journal.append(&row, &timing, &parameters)?;
        self.seconds += seconds;
        let champion = measured.or_else(|| last.cloned());
        let standing = RunState { state, champion, best };
        if self.saved.elapsed() >= self.job.checkpoint_every && !self.ahead.is_under_way() {
            self.save(&standing)?;
        }
        observer.generation(&row, &timing);
        Ok(Some(standing))
    }

    /// Chooses and measures the champion of a run that came to its end, and puts it on record.
    fn finish(
        &mut self,
        standing: RunState,
        reason: Reason,
    ) -> Result<Ending<Evolved>, RecordError> {
        let RunJob { config, tuner, run, threads, .. } = self.job;
        let mut last = self.last_champion(&standing)?;
        let path = [standing.state.generation];
        last.measured = tuner.measure(&last.genes, Purpose::Final, &path, 0..config.final_games);
        if threads.is_stopped() {
            return Ok(Ending::Interrupted(Some(Box::new(standing))));
        }
        let weights = tuner.vector(&last.genes);
        run.write_champion(&champion_file(config, &last, weights.clone()))?;
        let evolved = Evolved { reason, state: standing.state, champion: last, weights };
        Ok(Ending::Finished(Box::new(evolved)))
    }

    /// Keeps the whole generation, where its turn has come.
    fn keep(&self, state: &State) -> Result<(), RecordError> {
        let RunJob { config, tuner, run, .. } = self.job;
        if !is_due(config.keep_every, state.generation) {
            return Ok(());
        }
        let whole = |it: &Individual| Individual { genes: tuner.vector(&it.genes), ..it.clone() };
        let population = state.population.iter().map(whole).collect();
        run.keep_population(&PopulationFile::new(config, state.generation, population))
    }

    fn has_hall(&self) -> bool {
        self.job.config.against.share(OpponentKind::HallOfFame) > 0
    }

    fn save(&mut self, RunState { state, champion, best }: &RunState) -> Result<(), RecordError> {
        let checkpoint = Checkpoint {
            config: self.job.config.clone(),
            given: self.given.clone(),
            rows: None,
            state: state.clone(),
            champion: champion.clone(),
            best: best.clone(),
            ended: false,
            ended_before: self.ended_before,
        };
        self.journal.checkpoint(checkpoint)?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// Whether it is the turn of what is done in generations 0, `every`, twice `every` and so on; never where that is 0.
fn is_due(every: u64, generation: u64) -> bool {
    every > 0 && generation.is_multiple_of(every)
}

/// A champion as it goes on record in the generation that crowned it.
fn crowned(config: &Config, tuner: &dyn Tuner, champion: &Champion, generation: u64) -> Crowned {
    let weights = tuner.vector(&champion.genes);
    Crowned {
        version: champions::VERSION,
        generation,
        measured: measured(config, champion),
        weights,
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

/// What was measured of a champion at the end of a run. The share of an opponent who is alone says nothing, and
/// isn't told.
pub fn measured(config: &Config, champion: &Champion) -> Measured {
    let against = match config.against.only() {
        Some(name) => Against::one(name),
        None => config.against.measured(),
    };
    let on = MeasuredOn {
        against: &against.to_string(),
        seats: config.seats,
        opening_plies: config.measure_opening_plies,
        search: &config.search.to_string(),
    };
    Measured::new(on, &total(&champion.measured))
}

#[cfg(test)]
mod tests;
