//! Alpha-beta on all threads: at the root the younger brothers wait for the first (Feldmann,
//! Monien, Mysliwietz and Vornberger, Distributed Game Tree Search, 1989).

use super::alphabeta::AlphaBeta;
use super::budget::Budget;
use super::lines::{Line, Wanted, add, bar, follow, order};
use super::root::{Best, Course, Lookahead, Root, deepen};
use super::view::View;
use super::{Engine, Found};
use crate::backend::Threads;
use crate::game::hints::SearchHints;
use crate::rng::Rng;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Finds the same as alpha-beta on one thread. A thread that hears late of a better move looks at
/// more positions, and finds no other move.
pub(super) struct Parallel<G: SearchHints> {
    threads: Threads,
    /// Searches that no thread works with.
    idle: Mutex<Vec<AlphaBeta<G>>>,
}

impl<G: SearchHints> Parallel<G> {
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

impl<G: SearchHints> Engine<G> for Parallel<G> {
    fn find(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        course: Course<'_, G::Move>,
        _: &mut Rng,
    ) -> Found<G::Move> {
        let root = Root::ordered(view, position);
        lock(&self.idle).iter_mut().for_each(AlphaBeta::begin);
        deepen(&root, course, 1, |first, depth, budget| {
            self.iterate(view, &root, first, depth, budget)
        })
    }

    fn lines(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        wanted: Wanted<'_>,
        budget: &mut Budget,
    ) -> Option<Vec<Line>> {
        let root = Root::ordered(view, position);
        lock(&self.idle).iter_mut().for_each(AlphaBeta::begin);
        let best = Mutex::new(Vec::new());
        let order = order(&root, &wanted);
        let fork = &*budget;
        let search = |at: usize| {
            let (index, mut budget) = (order[at], fork.fork());
            let bar = bar(&lock(&best), wanted.most, index);
            let mut searcher = lock(&self.idle).pop().unwrap_or_else(AlphaBeta::new);
            let left = root.left(view, index, wanted.depth);
            let value = searcher.value(view, &root.positions[index], left, 1, bar, &mut budget);
            lock(&self.idle).push(searcher);
            if let Some(value) = value {
                add(&mut lock(&best), Best { value, index }, wanted.most);
            }
            (value.is_some(), budget.nodes)
        };
        let done = self.threads.map(order.len(), search);
        budget.nodes += done.iter().map(|(_, nodes)| nodes).sum::<u64>();
        if !done.iter().all(|&(is_done, _)| is_done) {
            return None;
        }
        let mut searcher = lock(&self.idle).pop().unwrap_or_else(AlphaBeta::new);
        let line = |&best: &Best| {
            let left = root.left(view, best.index, wanted.depth);
            follow(&mut searcher, view, position, (&root, best, left), budget)
        };
        lock(&best).iter().map(line).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
