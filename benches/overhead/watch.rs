//! Looks at the clock wherever a run goes from scoring to anything else and back.

use starhop::evolve::{Context, Genome, Objective, Scored};
use starhop::parameter::Parameter;
use starhop::play::batch::GameScore;
use starhop::play::tally::Tally;
use starhop::record::rows::{GenerationRow, TimingRow};
use starhop::rng::Purpose;
use starhop::session::RunObserver;
use starhop::tune::Tuner;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A tuner that is watched, and the observer of the same session.
pub struct Watch<'a> {
    tuner: &'a dyn Tuner,
    log: Mutex<Log>,
}

struct Log {
    /// When the last part ended.
    mark: Instant,
    /// From a generation on record to the next one's genomes.
    breeding: Duration,
    scoring: Duration,
    /// From a scored generation to one on record, each.
    records: Vec<Duration>,
    /// The last checkpoint.
    end: Duration,
}

/// What a session took, in seconds.
pub struct Times {
    pub breeding: f64,
    pub scoring: f64,
    pub rows: f64,
    pub checkpoints: f64,
}

impl<'a> Watch<'a> {
    pub fn new(tuner: &'a dyn Tuner) -> Watch<'a> {
        let log = Log {
            mark: Instant::now(),
            breeding: Duration::ZERO,
            scoring: Duration::ZERO,
            records: Vec::new(),
            end: Duration::ZERO,
        };
        Watch { tuner, log: Mutex::new(log) }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the session took. A generation's row takes as long as any other's, by the median;
    /// what takes longer is a checkpoint.
    pub fn times(&self) -> Times {
        let mut log = self.log();
        log.records.sort_unstable();
        let row = log.records.get(log.records.len() / 2).map_or(0.0, Duration::as_secs_f64);
        let rows = row * log.records.len() as f64;
        let records = log.records.iter().sum::<Duration>() + log.end;
        Times {
            breeding: log.breeding.as_secs_f64(),
            scoring: log.scoring.as_secs_f64(),
            rows,
            checkpoints: records.as_secs_f64() - rows,
        }
    }
}

impl Objective for Watch<'_> {
    fn parameters(&self) -> &[Parameter] {
        self.tuner.parameters()
    }

    fn score(&self, population: &[Genome], context: &Context<'_>) -> Scored {
        let mut log = self.log();
        let started = Instant::now();
        let bred = started.duration_since(log.mark);
        let scored = self.tuner.score(population, context);
        let now = Instant::now();
        log.breeding += bred;
        log.scoring += now.duration_since(started);
        log.mark = now;
        scored
    }
}

impl Tuner for Watch<'_> {
    fn measure(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Vec<Tally> {
        self.tuner.measure(genes, purpose, path, games)
    }

    fn results(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Vec<GameScore> {
        self.tuner.results(genes, purpose, path, games)
    }
}

impl RunObserver for &Watch<'_> {
    fn generation(&mut self, _: &GenerationRow, _: &TimingRow) {
        let mut log = self.log();
        let now = Instant::now();
        let took = now.duration_since(log.mark);
        log.records.push(took);
        log.mark = now;
    }

    fn measuring(&mut self) {
        let mut log = self.log();
        log.end = log.mark.elapsed();
    }
}
