//! Islands on several ranks: each evolves by itself for a stretch of generations, with no word between ranks.
//! Rank 0 then makes the same generations of what their individuals came to.

use super::Tuner;
use super::config::Config;
use super::fitness::Racing;
use crate::backend::Threads;
use crate::backend::bytes::{Reader, put, read_json, told_json};
use crate::backend::ranks::{Job, Opened, Opening, Task};
use crate::evolve::evolution::{Plan, State};
use crate::evolve::pooled::Pooled;
use crate::evolve::stretch::Played;
use crate::evolve::{Sample, Score};
use crate::play::batch::Conditions;
use crate::tune::against::OpponentKind;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;

/// Bytes of a sample.
const SAMPLE: usize = 40;

/// Whether what an individual comes to depends on its own island alone: nobody meets the generation, who plays
/// more isn't decided among all, and neither shares of opponents nor luck in games are of all.
pub fn is_alone(config: &Config) -> bool {
    let Config { against, conditions, racing, .. } = config;
    let follow = config.share_rate > 0.0 && against.fixed().nth(1).is_some();
    let common_luck = config.pools() && *conditions == Conditions::Common;
    config.islands > 1
        && *conditions != Conditions::Permutation
        && *racing == Racing::Sum
        && against.share(OpponentKind::Population) == 0
        && !(follow || common_luck)
}

/// Plays stretches on all ranks, which have opened the same run.
#[derive(Debug)]
pub struct Stretches {
    opening: Opening,
    threads: Threads,
}

/// Some islands and what they are to do.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Share {
    generations: u64,
    /// Where the islands stand, each with its index.
    islands: Vec<(usize, State)>,
}

impl Stretches {
    /// Stretches on the ranks of these threads, of which this is rank 0.
    pub fn new(opening: Opening, threads: Threads) -> Stretches {
        Stretches { opening, threads }
    }

    /// What the individuals of all islands come to in that many generations after `state`, generation by
    /// generation. Where the threads are stopped, some are missing, and all mean nothing.
    pub fn play(&self, plan: &Plan, state: &State, tuner: &dyn Tuner, generations: u64) -> Played {
        let share = |units: Range<u64>| Share {
            generations,
            islands: units.map(|it| (it as usize, plan.island(state, it as usize))).collect(),
        };
        let size = plan.islands.size(plan.population);
        let games = state.games / (state.generation + 1) * generations;
        let task = Task {
            units: plan.islands.count as u64,
            games,
            told: &Vec::new,
            share: &|units| told_json(&share(units)),
            play: &|units| told(&play(plan, &share(units), tuner, &self.threads)),
        };
        let mut whole = vec![Vec::with_capacity(plan.population); generations as usize];
        self.opening.play(&task, &self.threads, &mut |units, bytes| {
            let islands = (units.end - units.start) as usize;
            let Some(read) = read(&bytes).filter(|it| it.len() == islands * size * whole.len())
            else {
                return self.opening.unreadable(&self.threads);
            };
            for island in read.chunks(size * whole.len()) {
                let parts = island.chunks(size).zip(&mut whole);
                parts.for_each(|(part, generation)| generation.extend_from_slice(part));
            }
            true
        });
        whole
    }
}

/// What the individuals of some islands come to, island by island and in each generation by generation.
fn play(plan: &Plan, share: &Share, tuner: &dyn Tuner, threads: &Threads) -> Vec<Sample> {
    let island = |(index, state): &(usize, State)| {
        let goes_on = || !threads.is_stopped();
        plan.alone(*index).play(state, share.generations, tuner, &goes_on).concat()
    };
    share.islands.iter().flat_map(island).collect()
}

/// A run that a rank beside rank 0 has opened.
#[derive(Clone, Debug)]
pub struct StretchesThere {
    /// How it evolves.
    pub plan: Plan,
    /// Scores generations.
    pub tuner: Arc<dyn Tuner>,
    /// What plays.
    pub threads: Threads,
}

impl Opened for StretchesThere {
    fn begin(&self, told: &[u8]) -> Option<Arc<dyn Job>> {
        told.is_empty().then(|| Arc::new(self.clone()) as Arc<dyn Job>)
    }
}

impl Job for StretchesThere {
    fn play(&self, share: &[u8]) -> Option<Vec<u8>> {
        let share: Share = read_json(share)?;
        let size = self.plan.islands.size(self.plan.population);
        let count = self.tuner.parameters().len();
        let fits = |(index, state): &(usize, State)| {
            let individuals = &state.population;
            let whole = individuals.iter().all(|it| it.genes.len() == count);
            *index < self.plan.islands.count && individuals.len() == size && whole
        };
        let share = share.islands.iter().all(fits).then_some(share)?;
        Some(told(&play(&self.plan, &share, self.tuner.as_ref(), &self.threads)))
    }
}

fn told(samples: &[Sample]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(samples.len() * SAMPLE);
    for Sample { score, pooled } in samples {
        put(&mut bytes, score.fitness.to_bits());
        for count in [score.wins, score.losses, score.unfinished, score.evaluations] {
            bytes.extend(count.to_le_bytes());
        }
        put(&mut bytes, pooled.mean.to_bits());
        put(&mut bytes, pooled.games.to_bits());
    }
    bytes
}

fn read(bytes: &[u8]) -> Option<Vec<Sample>> {
    let parts = bytes.chunks_exact(SAMPLE);
    parts.remainder().is_empty().then(|| parts.map(read_sample).collect())?
}

fn read_sample(bytes: &[u8]) -> Option<Sample> {
    let mut reader = Reader(bytes);
    let score = Score {
        fitness: reader.fraction()?,
        wins: reader.half()?,
        losses: reader.half()?,
        unfinished: reader.half()?,
        evaluations: reader.half()?,
    };
    let pooled = Pooled { mean: reader.fraction()?, games: reader.fraction()? };
    Some(Sample { score, pooled })
}

#[cfg(test)]
mod tests;
