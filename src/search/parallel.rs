//! Alpha-beta on all threads, which share a table: at the root and along the first line the younger
//! brothers wait for the first (Feldmann, Monien, Mysliwietz and Vornberger, Distributed Game Tree
//! Search, 1989).

use super::alphabeta::{AlphaBeta, Begun, Node, SoFar};
use super::budget::Budget;
use super::lines::{Line, Wanted, add, bar, follow, order};
use super::root::{Best, Deepening, Lookahead, Root, deepen};
use super::table::Table;
use super::view::View;
use super::{Engine, Found};
use crate::backend::{Threads, lock};
use crate::game::hints::SearchHints;
use crate::rng::Rng;
use std::sync::{Arc, Mutex};

/// The depth from which on a search has more than one thread: before they are all awake, a shallower
/// one is done.
const THREADS_FROM: u32 = 4;
/// Plies ahead from which on a node's moves are shared out: below that, threads would wait for each
/// other longer than they search.
const SPLIT_FROM: u32 = 3;

/// Finds the same as alpha-beta on one thread. A thread that hears late of a better move looks at
/// more positions, and finds no other move.
pub(super) struct Parallel<G: SearchHints> {
    threads: Threads,
    table: Arc<Table<G::Move>>,
    /// Searches that no thread works with.
    idle: Mutex<Vec<AlphaBeta<G>>>,
}

impl<G: SearchHints> Parallel<G> {
    pub fn new(threads: Threads) -> Parallel<G> {
        Parallel { threads, table: Arc::new(Table::new()), idle: Mutex::new(Vec::new()) }
    }

    /// A new root is about to be searched.
    fn begin(&self) {
        self.table.begin();
        lock(&self.idle).iter_mut().for_each(AlphaBeta::age);
    }

    /// What `work` returns, with a search that no other thread works with.
    fn with<T>(&self, work: impl FnOnce(&mut AlphaBeta<G>) -> T) -> T {
        let idle = lock(&self.idle).pop();
        let mut searcher = idle.unwrap_or_else(|| AlphaBeta::sharing(self.table.clone()));
        let result = work(&mut searcher);
        lock(&self.idle).push(searcher);
        result
    }

    /// Does `work` of every index below `count` on these threads, and counts what they look at; `None`
    /// where one of them has to stop.
    fn share_out(
        &self,
        threads: &Threads,
        count: usize,
        budget: &mut Budget,
        work: impl Fn(usize, &mut AlphaBeta<G>, &mut Budget) -> Option<()> + Sync,
    ) -> Option<()> {
        let fork = &*budget;
        let done = threads.map(count, |index| {
            let mut budget = fork.fork();
            let is_done = self.with(|searcher| work(index, searcher, &mut budget)).is_some();
            (is_done, budget.nodes)
        });
        budget.nodes += done.iter().map(|(_, nodes)| nodes).sum::<u64>();
        done.iter().all(|&(is_done, _)| is_done).then_some(())
    }

    /// The best moves at the root by looking `depth` plies ahead, at most that many; the moves are
    /// looked at in that order.
    fn best(
        &self,
        threads: &Threads,
        view: &View<'_, G>,
        (root, order): (&Root<G>, &[usize]),
        (depth, most): (u32, usize),
        budget: &mut Budget,
    ) -> Option<Vec<Best>> {
        let (&first, rest) = order.split_first()?;
        let (next, left) = (&root.positions[first], root.left(view, first, depth));
        let node = Node::above(view, next, (left, 1), f64::NEG_INFINITY);
        let value = self.split(threads, view, next, node, budget)?;
        let mut best = Vec::new();
        add(&mut best, Best { value, index: first }, most);
        let best = Mutex::new(best);
        self.share_out(threads, rest.len(), budget, |at, searcher, budget| {
            let index = rest[at];
            let bar = bar(&lock(&best), most, index);
            let (next, left) = (&root.positions[index], root.left(view, index, depth));
            let value = searcher.value(view, next, left, 1, bar, budget)?;
            add(&mut lock(&best), Best { value, index }, most);
            Some(())
        })?;
        best.into_inner().ok()
    }

    /// The same on all threads, where that is worth it.
    fn best_by_all(
        &self,
        view: &View<'_, G>,
        moves: (&Root<G>, &[usize]),
        (depth, most): (u32, usize),
        budget: &mut Budget,
    ) -> Option<Vec<Best>> {
        if depth < THREADS_FROM {
            return self.best(&Threads::alone(), view, moves, (depth, most), budget);
        }
        self.threads.inside(|| self.best(&self.threads, view, moves, (depth, most), budget))
    }

    /// The value of a position on the first line of a search, as [`AlphaBeta::search`] has it. There
    /// the moves after the first are shared out at every node, since until the first line has a
    /// value nothing else can be left out (Marsland and Campbell, Parallel Search of Strongly Ordered
    /// Game Trees, 1982).
    fn split(
        &self,
        threads: &Threads,
        view: &View<'_, G>,
        position: &G::Position,
        node: Node,
        budget: &mut Budget,
    ) -> Option<f64> {
        if node.depth < SPLIT_FROM {
            return self.with(|searcher| searcher.search(view, position, node, budget));
        }
        let begun = self.with(|searcher| searcher.begin_node(view, position, node, budget))?;
        let (key, first) = match begun {
            Begun::Done(value) => return Some(value),
            Begun::Open { key, first } => (key, first),
        };
        let moves = self.with(|searcher| searcher.ranked(view, position, node, first));
        let mut so_far = SoFar::new(view, position, node);
        let below = |mv, worth, node: Node| {
            let depth = view.left_after(position, mv, node.depth);
            Node { depth, ply: node.ply + 1, worth, ..node }
        };
        let (&(mv, worth), rest) = moves.split_first()?;
        let next = view.after(position, mv);
        let value = self.split(threads, view, &next, below(mv, worth, node), budget)?;
        so_far.take(mv, value);
        let so_far = Mutex::new(so_far);
        self.share_out(threads, rest.len(), budget, |at, searcher, budget| {
            let (mv, worth) = rest[at];
            let node = lock(&so_far).node;
            if !node.is_refuted() {
                let next = view.after(position, mv);
                let value = searcher.search(view, &next, below(mv, worth, node), budget)?;
                lock(&so_far).take(mv, value);
            }
            Some(())
        })?;
        let found = lock(&so_far).found()?;
        self.with(|searcher| searcher.keep(key, node, found));
        Some(found.0)
    }
}

impl<G: SearchHints> Engine<G> for Parallel<G> {
    fn find(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        deepening: Deepening<'_, G::Move>,
        _: &mut Rng,
    ) -> Found<G::Move> {
        let root = Root::ordered(view, position);
        self.begin();
        let mut order: Vec<usize> = (0..root.moves.len()).collect();
        deepen(&root, deepening, 1, |first, depth, budget| {
            order.sort_by_key(|&index| (index != first, index));
            self.best_by_all(view, (&root, &order), (depth, 1), budget)?.first().copied()
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
        self.begin();
        let order = order(&root, &wanted);
        let how = (wanted.depth, wanted.most);
        let best = self.best_by_all(view, (&root, &order), how, budget)?;
        let line = |&best: &Best| {
            let left = root.left(view, best.index, wanted.depth);
            self.with(|it| follow(it, view, position, (&root, best, left), budget))
        };
        best.iter().map(line).collect()
    }
}
