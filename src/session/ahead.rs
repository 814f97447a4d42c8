//! Generations that the islands of a run have evolved on several ranks, ahead of what is on record.

use super::RunJob;
use crate::evolve::Sample;
use crate::evolve::evolution::{Plan, State};
use crate::evolve::stretch::Known;
use std::collections::VecDeque;
use std::time::Instant;

/// Seconds that ranks evolve without a word at most: where one of them is lost, these are, too.
const LONGEST: f64 = 10.0;
/// And as long as it isn't known whether that is faster.
const FIRST: f64 = 1.0;

/// What is known of generations to come.
#[derive(Default)]
pub struct Ahead {
    /// What their individuals came to.
    samples: VecDeque<Vec<Sample>>,
    /// Seconds that each generation of the last stretch took; 0 before the first.
    each: f64,
    /// Seconds that the last generation took that all ranks played together; 0 before the first.
    together: f64,
}

impl Ahead {
    /// The generation after `state`, and how many seconds more it took than are seen to pass here: those of a
    /// stretch are shared among its generations. `seconds` are those of evolving so far. Where the threads are
    /// stopped, it means nothing.
    pub fn next(
        &mut self,
        job: &RunJob<'_>,
        plan: &Plan,
        state: &State,
        seconds: f64,
    ) -> (State, f64) {
        let began = Instant::now();
        if self.samples.is_empty() {
            self.play(job, plan, state, seconds);
        }
        let spent = began.elapsed().as_secs_f64();
        let Some(samples) = self.samples.pop_front() else {
            let next = plan.next(state, job.tuner);
            self.together = began.elapsed().as_secs_f64();
            return (next, 0.0);
        };
        let known = Known { objective: job.tuner, samples };
        (plan.next(state, &known), self.each - spent)
    }

    /// Whether what comes next is known already. Then a checkpoint can wait: all of it will be there at once.
    pub fn is_under_way(&self) -> bool {
        !self.samples.is_empty()
    }

    /// Lets the ranks evolve a stretch.
    fn play(&mut self, job: &RunJob<'_>, plan: &Plan, state: &State, seconds: f64) {
        let Some(stretches) = &job.stretches else { return };
        let generations = self.generations(job, plan, state, seconds);
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
    }

    /// How many generations need nothing but their islands, until the next whose champion is measured. None where
    /// the ranks are faster together, as where there are more of them than islands.
    fn generations(&self, job: &RunJob<'_>, plan: &Plan, state: &State, seconds: f64) -> u64 {
        if self.together == 0.0 || self.each > self.together {
            return 0;
        }
        let due = match job.config.measure_every {
            0 => u64::MAX,
            every => every - state.generation % every,
        };
        let last = job.config.generations.unwrap_or(u64::MAX);
        let (pace, longest) = match self.each > 0.0 {
            true => (self.each, LONGEST),
            false => (self.together, FIRST),
        };
        let left = job.config.minutes.map_or(longest, |minutes| minutes * 60.0 - seconds);
        let most = (longest.min(left) / pace) as u64;
        plan.stretch(state).min(due).min(last.saturating_sub(state.generation)).min(most)
    }
}
