//! Generations that the islands of a run have evolved on several ranks, ahead of what is on record.

use super::RunJob;
use crate::evolve::Sample;
use crate::evolve::evolution::{Plan, State};
use crate::evolve::stretch::Known;
use std::collections::VecDeque;
use std::time::Instant;

/// Seconds that ranks evolve without a word at most: so much is lost where one of them is.
const LONGEST: f64 = 10.0;

/// What is known of generations to come.
#[derive(Default)]
pub struct Ahead {
    /// What their individuals came to.
    samples: VecDeque<Vec<Sample>>,
    /// Seconds that each of them took.
    each: f64,
    /// Seconds that the last generation took; 0 where that isn't known yet.
    pace: f64,
}

impl Ahead {
    /// The generation after `state`, and how many seconds more it took than are seen to pass here: those of a
    /// stretch are shared among its generations. Where the threads are stopped, it means nothing.
    pub fn next(&mut self, job: &RunJob<'_>, plan: &Plan, state: &State) -> (State, f64) {
        let began = Instant::now();
        if self.samples.is_empty() {
            self.play(job, plan, state);
        }
        let spent = began.elapsed().as_secs_f64();
        let Some(samples) = self.samples.pop_front() else {
            let next = plan.next(state, job.tuner);
            self.pace = began.elapsed().as_secs_f64();
            return (next, 0.0);
        };
        let known = Known { objective: job.tuner, samples };
        (plan.next(state, &known), self.each - spent)
    }

    /// Lets the ranks evolve a stretch.
    fn play(&mut self, job: &RunJob<'_>, plan: &Plan, state: &State) {
        let Some(stretches) = &job.stretches else { return };
        let generations = self.generations(job, plan, state);
        if generations < 2 {
            return;
        }
        let began = Instant::now();
        let played = stretches.play(plan, state, job.tuner, generations);
        if job.threads.is_stopped() {
            return;
        }
        self.samples = played.into();
        self.each = began.elapsed().as_secs_f64() / generations as f64;
        self.pace = self.each;
    }

    /// How many generations need nothing but their islands, until the next whose champion is measured.
    fn generations(&self, job: &RunJob<'_>, plan: &Plan, state: &State) -> u64 {
        let due = match job.config.measure_every {
            0 => u64::MAX,
            every => every - state.generation % every,
        };
        let last = job.config.generations.unwrap_or(u64::MAX);
        // Without a pace there is none, and one generation is played to learn it.
        let most = (LONGEST / self.pace.max(1e-6)) as u64 * u64::from(self.pace > 0.0);
        plan.stretch(state).min(due).min(last.saturating_sub(state.generation)).min(most)
    }
}
