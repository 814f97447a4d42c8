//! The root of a search: the order of its moves, which of equal ones is played, and one search
//! after another, each a ply deeper.

use super::budget::Budget;
use super::lines::{Line, Step, Wanted, best_lines, follow};
use super::spec::{Limit, Search};
use super::view::{View, is_proven};
use super::{Engine, Found, NO_NUMBERS};
use crate::game::NO_MOVES;
use crate::game::hints::SearchHints;
use crate::rng::Rng;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The moves at the root and where they lead, those first that are best at once.
pub(super) struct Root<G: SearchHints> {
    pub moves: Vec<G::Move>,
    pub positions: Vec<G::Position>,
    /// Whether they don't count as plies.
    are_free: Vec<bool>,
}

impl<G: SearchHints> Root<G> {
    /// All moves in the order that decides between equal values: by what each is worth at once, then
    /// by the move generator.
    pub fn ordered(view: &View<'_, G>, position: &G::Position) -> Root<G> {
        let ordered = view.ordered(position);
        Root::of(view, position, ordered.into_iter().map(|(mv, _)| mv).collect())
    }

    /// These moves in this order.
    pub fn of(view: &View<'_, G>, position: &G::Position, moves: Vec<G::Move>) -> Root<G> {
        let positions = moves.iter().map(|&mv| view.after(position, mv)).collect();
        let are_free = moves.iter().map(|&mv| view.left_after(position, mv, 1) > 0).collect();
        Root { moves, positions, are_free }
    }

    /// How many plies are left after a move in a search to a depth, those beyond it among them.
    pub fn left(&self, view: &View<'_, G>, index: usize, depth: u32) -> u32 {
        depth + view.quiescence - u32::from(!self.are_free[index])
    }
}

/// The best move so far: its value and its index in the root's order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Best {
    pub value: f64,
    pub index: usize,
}

impl Best {
    /// Before any move.
    pub const NONE: Best = Best { value: f64::NEG_INFINITY, index: usize::MAX };

    /// The number that the value of the move of that index has to exceed to take this one's place;
    /// an earlier move only has to be as good.
    pub fn bar(self, index: usize) -> f64 {
        if index < self.index { self.value.next_down() } else { self.value }
    }

    /// This one or the move of that index, whichever is better, or earlier where both are as good.
    pub fn or(self, value: f64, index: usize) -> Best {
        if value > self.bar(index) { Best { value, index } } else { self }
    }
}

/// How far a search goes, and who hears of every depth that is done.
pub(super) struct Deepening<'a, M> {
    /// When it has to answer.
    pub limit: Limit,
    /// The depth that deepening comes to after its first.
    pub base: u32,
    /// Stops it at any moment.
    pub halt: Option<Arc<AtomicBool>>,
    /// Gets what a depth that is done has found, and what is left of the budget.
    pub done: &'a mut dyn FnMut(&Found<M>, &Budget),
}

/// Searches to the limit, deeper and deeper from `depth` on; the last search that was done counts.
///
/// `iterate` searches to a depth, given the best move of the search before. The first search is
/// always done unless it is halted; the depth of what was found is 0 then. The second has the
/// deepening's base depth or one ply more than the first, whichever is deeper, and each further one
/// a ply more. With one move there is nothing to choose, and one ply is enough.
pub(super) fn deepen<G: SearchHints>(
    root: &Root<G>,
    deepening: Deepening<'_, G::Move>,
    depth: u32,
    mut iterate: impl FnMut(usize, u32, &mut Budget) -> Option<Best>,
) -> Found<G::Move> {
    let Deepening { limit, base, halt, done } = deepening;
    let mut budget = Budget::new(limit, halt);
    let last = if let Limit::Depth(depth) = limit { depth } else { Search::MOST_DEPTH };
    let (mut depth, last) = if root.moves.len() == 1 { (1, 1) } else { (depth, last) };
    assert!(!root.moves.is_empty(), "{NO_MOVES}");
    let mut found = Found { mv: root.moves[0], value: 0.0, depth: 0, nodes: 0 };
    let mut first = 0;
    while let Some(best) = iterate(first, depth, &mut budget) {
        first = best.index;
        assert!(first < root.moves.len(), "{NO_NUMBERS}");
        found = Found { mv: root.moves[first], value: best.value, depth, nodes: budget.nodes };
        done(&found, &budget);
        if is_proven(best.value, depth) || depth >= last {
            break;
        }
        depth = base.max(depth + 1);
        budget.arm();
    }
    Found { nodes: budget.nodes, ..found }
}

/// A way to look ahead from a position below the root.
pub(super) trait Lookahead<G: SearchHints> {
    /// Whether a shallow search makes a deeper one cheaper.
    const DEEPENS: bool;

    /// A new root is about to be searched.
    fn begin(&mut self) {}

    /// The value of a position `ply` plies from the root by looking `depth` plies ahead, those beyond
    /// the depth of the search among them. Where that isn't above `bar`, it may be any other number
    /// that isn't. `None` where the search has to stop.
    fn value(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        depth: u32,
        ply: u32,
        bar: f64,
        budget: &mut Budget,
    ) -> Option<f64>;

    /// The first of the moves that keep what a position is worth by looking `depth` plies ahead; in
    /// `Some(None)` the search ends there.
    fn step(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        (depth, ply): (u32, u32),
        value: f64,
        budget: &mut Budget,
    ) -> Option<Option<Step<G>>> {
        if view.game.outcome(position).is_some() || view.is_leaf(position, depth) {
            return Some(None);
        }
        let is_own = view.game.turn(position) == view.player;
        let bar = if is_own { value.next_down() } else { value };
        let mut moves = Vec::new();
        view.moves(position, &mut moves);
        for mv in moves {
            let left = view.left_after(position, mv, depth);
            let next = view.after(position, mv);
            if is_own == (self.value(view, &next, left, ply + 1, bar, budget)? > bar) {
                return Some(Some(Step { position: position.clone(), mv, left }));
            }
        }
        Some(None)
    }
}

/// A search that finds a value for each player.
pub(super) trait ForEach<G: SearchHints> {
    /// What a position is worth to each player by looking some plies ahead, so many plies from the
    /// root. `None` where the search has to stop.
    fn values(
        &self,
        view: &View<'_, G>,
        position: &G::Position,
        depth_and_ply: (u32, u32),
        budget: &mut Budget,
    ) -> Option<Vec<f64>>;
}

/// Looks ahead by such a search, where every player goes for its own value.
pub(super) struct Each<V>(pub V);

impl<G: SearchHints, V: ForEach<G>> Lookahead<G> for Each<V> {
    const DEEPENS: bool = false;

    fn value(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        depth: u32,
        ply: u32,
        _: f64,
        budget: &mut Budget,
    ) -> Option<f64> {
        let values = self.0.values(view, position, (depth, ply), budget)?;
        Some(values[view.player.index()])
    }

    /// The player to move makes the first of the moves that are best for itself.
    fn step(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        (depth, ply): (u32, u32),
        _: f64,
        budget: &mut Budget,
    ) -> Option<Option<Step<G>>> {
        if depth == 0 || view.game.outcome(position).is_some() {
            return Some(None);
        }
        let turn = view.game.turn(position).index();
        let mut moves = Vec::new();
        view.moves(position, &mut moves);
        let mut best: Option<(f64, G::Move)> = None;
        for mv in moves {
            let next = view.after(position, mv);
            let value = self.0.values(view, &next, (depth - 1, ply + 1), budget)?[turn];
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, mv));
            }
        }
        Some(best.map(|(_, mv)| Step { position: position.clone(), mv, left: depth - 1 }))
    }
}

/// One move at the root after the other.
pub(super) struct Serial<L>(pub L);

impl<G: SearchHints, L: Lookahead<G> + Send> Engine<G> for Serial<L> {
    fn find(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        deepening: Deepening<'_, G::Move>,
        _: &mut Rng,
    ) -> Found<G::Move> {
        let root = Root::ordered(view, position);
        self.0.begin();
        let depth = first_depth(deepening.limit, L::DEEPENS);
        deepen(&root, deepening, depth, |first, depth, budget| {
            let rest = (0..root.moves.len()).filter(|&index| index != first);
            let mut best = Best::NONE;
            for index in [first].into_iter().chain(rest) {
                let (bar, next) = (best.bar(index), &root.positions[index]);
                let left = root.left(view, index, depth);
                let value = self.0.value(view, next, left, 1, bar, budget)?;
                best = best.or(value, index);
            }
            Some(best)
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
        if L::DEEPENS {
            self.0.begin();
        }
        let best = best_lines(&root, &wanted, |index, bar| {
            // Where a search goes by what it has met, each move is met as if it were the first.
            if !L::DEEPENS {
                self.0.begin();
            }
            let left = root.left(view, index, wanted.depth);
            self.0.value(view, &root.positions[index], left, 1, bar, budget)
        })?;
        let line = |best: Best| {
            let left = root.left(view, best.index, wanted.depth);
            follow(&mut self.0, view, position, (&root, best, left), budget)
        };
        best.into_iter().map(line).collect()
    }
}

/// The depth of the first search.
pub(super) fn first_depth(limit: Limit, deepens: bool) -> u32 {
    match limit {
        Limit::Depth(depth) if !deepens => depth,
        _ => 1,
    }
}
