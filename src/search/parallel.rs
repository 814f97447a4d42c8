//! Alpha-beta on all threads: at the root the younger brothers wait for the first (Feldmann,
//! Monien, Mysliwietz and Vornberger, Distributed Game Tree Search, 1989).

use super::alphabeta::AlphaBeta;
use super::budget::Budget;
use super::root::{Best, Lookahead, Root, deepen};
use super::spec::Limit;
use super::view::View;
use super::{Engine, Found};
use crate::backend::Threads;
use crate::game::Game;
use crate::rng::Rng;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Finds the same as alpha-beta on one thread. Who hears late of a better move looks at more, and
/// finds no other.
pub(super) struct Parallel<G: Game> {
    threads: Threads,
    /// Those who have nothing to do.
    idle: Mutex<Vec<AlphaBeta<G>>>,
}

impl<G: Game> Parallel<G> {
    pub fn new(threads: Threads) -> Parallel<G> {
        Parallel { threads, idle: Mutex::new(Vec::new()) }
    }

    fn iterate(
        &self,
        view: &View<'_, G>,
        root: &Root<G>,
        first: usize,
        depth: u32,
        budget: &mut Budget,
    ) -> Option<Best> {
        let best = Mutex::new(Best::NONE);
        let search = |index: usize, mut budget: Budget| {
            let bar = lock(&best).bar(index);
            let mut searcher = lock(&self.idle).pop().unwrap_or_else(AlphaBeta::new);
            let next = &root.positions[index];
            let left = root.left(view, index, depth);
            let value = searcher.value(view, next, left, 1, bar, &mut budget);
            lock(&self.idle).push(searcher);
            if let Some(value) = value {
                let mut best = lock(&best);
                *best = best.or(value, index);
            }
            (value.is_some(), budget.nodes)
        };
        let mut done = vec![search(first, budget.fork())];
        let rest: Vec<usize> = (0..root.moves.len()).filter(|&index| index != first).collect();
        if done[0].0 {
            let fork = &*budget;
            done.extend(self.threads.map(rest.len(), |at| search(rest[at], fork.fork())));
        }
        budget.nodes += done.iter().map(|(_, nodes)| nodes).sum::<u64>();
        let best = *lock(&best);
        done.iter().all(|&(is_done, _)| is_done).then_some(best)
    }
}

impl<G: Game> Engine<G> for Parallel<G> {
    fn find(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        limit: Limit,
        _: &mut Rng,
    ) -> Found<G::Move> {
        let root = Root::ordered(view, position);
        lock(&self.idle).iter_mut().for_each(AlphaBeta::begin);
        deepen(&root, limit, 1, |first, depth, budget| {
            self.iterate(view, &root, first, depth, budget)
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
