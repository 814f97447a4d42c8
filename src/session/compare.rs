//! A comparison: evolves every variant with every seed up to the greatest budget of games, and
//! measures the champion at each budget.

mod standings;

pub use standings::{VariantStanding, VariantStandings, standings};

use crate::backend::Threads;
use crate::evolve::evolution::State;
use crate::game::TextError;
use crate::play::tally::{Figures, Tally};
use crate::record::comparison::{
    Comparison, ComparisonRow, ComparisonTiming, OpenComparison, Variant,
};
use crate::record::error::RecordError;
use crate::registry::Table;
use crate::rng::{Purpose, Seed};
use crate::tune::champion::choose;
use crate::tune::config::Config;
use crate::tune::matches::Terms;
use crate::tune::{Tuner, total};
use std::time::Instant;

/// What a comparison needs beside its record.
#[derive(Debug)]
pub struct ComparisonJob<'a> {
    table: &'a dyn Table,
    terms: &'a [Terms],
    measured: &'a Terms,
    threads: &'a Threads,
}

impl<'a> ComparisonJob<'a> {
    /// A comparison at that table of variants that evolve on `terms`, in their order, and whose champions are
    /// all measured on others.
    ///
    /// # Errors
    /// Where nothing can be played on some of the terms.
    pub fn new(
        table: &'a dyn Table,
        terms: &'a [Terms],
        measured: &'a Terms,
        threads: &'a Threads,
    ) -> Result<ComparisonJob<'a>, TextError> {
        for terms in terms.iter().chain([measured]) {
            table.tuner(terms, threads.clone())?;
        }
        Ok(ComparisonJob { table, terms, measured, threads })
    }

    fn tuner(&self, terms: &Terms) -> Box<dyn Tuner> {
        self.table.tuner(terms, self.threads.clone()).expect("terms that were tried")
    }
}

/// Hears of a comparison as it runs.
pub trait ComparisonObserver {
    /// A variant has evolved one generation more with that seed.
    fn generation(&mut self, _variant: &Variant, _seed: u64, _state: &State) {}

    /// A champion was measured and is on record.
    fn measured(&mut self, _row: &ComparisonRow) {}

    /// A variant and seed have come to their end, now or earlier.
    fn done(&mut self) {}
}

/// Runs what is not on record yet, seed after seed, all variants with each, until all is done or the
/// threads are asked to stop: what has not come to its end by then is run again another time. Says
/// whether all is done.
///
/// # Errors
/// Where a file can't be written. What was on disk before still stands.
pub fn compare(
    job: &ComparisonJob<'_>,
    record: &mut OpenComparison,
    observer: &mut dyn ComparisonObserver,
) -> Result<bool, RecordError> {
    let comparison = record.comparison().clone();
    for number in 1..=comparison.seeds {
        let seed = Seed::new(number).expect("a number below that of the seeds, which was checked");
        for (index, (variant, terms)) in comparison.variants.iter().zip(job.terms).enumerate() {
            if !comparison.has(index, number) {
                continue;
            }
            if !record.is_done(index, number) {
                let mut run = Run::new(job, variant, terms, seed);
                if !run.evolve(&comparison.budgets, record, observer)? {
                    return Ok(false);
                }
            }
            observer.done();
        }
    }
    Ok(true)
}

/// Evolves the variant of that index again with a seed, up to the smallest budget, and measures its
/// champion: its row as this version has it, and as earlier ones had it, the latest first; `None` where the threads are asked to stop.
/// Tells `done` how many games are played.
pub fn replay(
    job: &ComparisonJob<'_>,
    comparison: &Comparison,
    (variant, seed): (usize, u64),
    done: &mut dyn FnMut(u64),
) -> Option<[ComparisonRow; 3]> {
    let seed = Seed::new(seed)?;
    let mut run = Run::new(job, comparison.variants.get(variant)?, job.terms.get(variant)?, seed);
    let budget = *comparison.budgets.first()?;
    let state = run.reach(budget, &mut |state| done(state.games))?;
    let tally = run.tally(&state, budget, comparison.measured.games);
    let [latest, first] = tally.as_before();
    let rows = [tally, latest, first].map(|it| run.row(&state, budget, &it));
    (!job.threads.is_stopped()).then_some(rows)
}

/// A variant that evolves with one seed.
struct Run<'a> {
    job: &'a ComparisonJob<'a>,
    variant: &'a Variant,
    config: Config,
    /// Scores generations and chooses champions.
    tuner: Box<dyn Tuner>,
    /// Measures champions.
    measured: Box<dyn Tuner>,
    state: Option<State>,
    seconds: f64,
}

impl<'a> Run<'a> {
    fn new(job: &'a ComparisonJob<'a>, variant: &'a Variant, terms: &Terms, seed: Seed) -> Run<'a> {
        let seeded = |terms: &Terms| job.tuner(&Terms { seed, ..terms.clone() });
        let whole =
            Terms { whole: true, symmetric: false, fixed: Vec::new(), ..job.measured.clone() };
        let (tuner, measured) = (seeded(terms), seeded(&whole));
        let config = Config { seed, ..variant.settings.clone() };
        Run { job, variant, config, tuner, measured, state: None, seconds: 0.0 }
    }

    /// Evolves up to the greatest budget; says whether it got there.
    fn evolve(
        &mut self,
        budgets: &[u64],
        record: &mut OpenComparison,
        observer: &mut dyn ComparisonObserver,
    ) -> Result<bool, RecordError> {
        let games = record.comparison().measured.games;
        for &budget in budgets {
            let (variant, seed) = (self.variant, self.config.seed.number());
            let heard = &mut |state: &State| observer.generation(variant, seed, state);
            let Some(state) = self.reach(budget, heard) else { return Ok(false) };
            let row = self.row(&state, budget, &self.tally(&state, budget, games));
            if self.job.threads.is_stopped() {
                return Ok(false);
            }
            record.add(row.clone(), self.timing(budget))?;
            observer.measured(&row);
            self.state = Some(state);
        }
        Ok(true)
    }

    /// Takes the state at a budget; `None` where the threads are asked to stop before it is reached.
    fn reach(&mut self, budget: u64, heard: &mut dyn FnMut(&State)) -> Option<State> {
        loop {
            match self.state.take() {
                Some(state) if state.games >= budget => return Some(state),
                before => {
                    let state = self.step(before);
                    if self.job.threads.is_stopped() {
                        return None;
                    }
                    heard(&state);
                    self.state = Some(state);
                }
            }
        }
    }

    fn step(&mut self, before: Option<State>) -> State {
        let started = Instant::now();
        let (plan, tuner) = (self.config.plan(None), self.tuner.as_ref());
        let state = match before {
            Some(state) => plan.next(&state, tuner),
            None => plan.first(tuner),
        };
        self.seconds += started.elapsed().as_secs_f64();
        state
    }

    /// Chooses a champion of this generation alone and measures it. The path of its fresh games is the budget, so
    /// that all variants meet the same games with the same seed.
    fn tally(&self, state: &State, budget: u64, games: u64) -> Tally {
        let champion = choose(self.tuner.as_ref(), state, None, &self.config.contest());
        let vector = self.tuner.vector(&champion.genes);
        total(&self.measured.measure(&vector, Purpose::Final, &[budget], 0..games))
    }

    fn row(&self, state: &State, budget: u64, tally: &Tally) -> ComparisonRow {
        let figures = Figures::of(tally);
        ComparisonRow {
            variant: self.variant.label.clone(),
            seed: self.config.seed.number(),
            budget,
            games: state.games,
            generation: state.generation,
            measured_games: figures.games,
            measured_different: figures.different,
            measured_unfinished: figures.unfinished,
            measured_win_rate: figures.win_rate,
            measured_win_rate_low: figures.win_rate_low,
            measured_win_rate_high: figures.win_rate_high,
            measured_fitness: figures.fitness,
            measured_fitness_error: figures.fitness_error,
        }
    }

    fn timing(&self, budget: u64) -> ComparisonTiming {
        ComparisonTiming {
            variant: self.variant.label.clone(),
            seed: self.config.seed.number(),
            budget,
            seconds: self.seconds,
            threads: self.job.threads.count_of_all_ranks(),
        }
    }
}
