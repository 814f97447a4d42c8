//! The root of a search: the order of its moves, which of equal ones is played, and one search
//! after another, each a ply deeper.

use super::budget::Budget;
use super::spec::{Limit, Search};
use super::view::{View, is_proven};
use super::{Engine, Found};
use crate::game::Game;
use crate::rng::Rng;

/// The moves at the root and where they lead, those first that are best at once.
pub(super) struct Root<G: Game> {
    pub moves: Vec<G::Move>,
    pub positions: Vec<G::Position>,
    /// Whether they don't count as plies.
    are_free: Vec<bool>,
}

impl<G: Game> Root<G> {
    /// In the order that decides between moves of equal value: by what each is worth at once, then
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

    /// What the move of that index has to be worth more than: an earlier move needs no more than
    /// to be as good.
    pub fn bar(self, index: usize) -> f64 {
        if index < self.index { self.value.next_down() } else { self.value }
    }

    /// This one or the move of that index, whichever is better, or earlier where both are as good.
    pub fn or(self, value: f64, index: usize) -> Best {
        if value > self.bar(index) { Best { value, index } } else { self }
    }
}

/// Searches to the limit, deeper and deeper from `depth` on; the last search that was done counts.
///
/// `iterate` searches to a depth, given the best move of the search before. The first search is
/// always done. With one move there is nothing to choose, and one ply is enough.
pub(super) fn deepen<G: Game>(
    root: &Root<G>,
    limit: Limit,
    depth: u32,
    mut iterate: impl FnMut(usize, u32, &mut Budget) -> Option<Best>,
) -> Found<G::Move> {
    let mut budget = Budget::new(limit);
    let last = if let Limit::Depth(depth) = limit { depth } else { Search::MOST_DEPTH };
    let (mut depth, last) = if root.moves.len() == 1 { (1, 1) } else { (depth, last) };
    let mut found = Found { mv: root.moves[0], value: 0.0, depth: 0, nodes: 0 };
    let mut first = 0;
    while let Some(best) = iterate(first, depth, &mut budget) {
        first = best.index;
        found = Found { mv: root.moves[first], value: best.value, depth, nodes: 0 };
        if is_proven(best.value, depth) || depth >= last {
            break;
        }
        depth += 1;
        budget.arm();
    }
    Found { nodes: budget.nodes, ..found }
}

/// A way to look ahead from a position below the root.
pub(super) trait Lookahead<G: Game> {
    /// Whether a shallow search makes a deeper one cheaper.
    const DEEPENS: bool;

    /// A new root is about to be searched.
    fn begin(&mut self) {}

    /// What a position `ply` plies from the root is worth by looking `depth` plies ahead, those
    /// beyond the depth of the search among them. Where that isn't above `bar`, any number that isn't will do. `None` where the search has to stop.
    fn value(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        depth: u32,
        ply: u32,
        bar: f64,
        budget: &mut Budget,
    ) -> Option<f64>;
}

/// One move at the root after the other.
pub(super) struct Serial<L>(pub L);

impl<G: Game, L: Lookahead<G>> Engine<G> for Serial<L> {
    fn find(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        limit: Limit,
        _: &mut Rng,
    ) -> Found<G::Move> {
        let root = Root::ordered(view, position);
        self.0.begin();
        deepen(&root, limit, first_depth(limit, L::DEEPENS), |first, depth, budget| {
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
}

/// The depth of the first search.
pub(super) fn first_depth(limit: Limit, deepens: bool) -> u32 {
    match limit {
        Limit::Depth(depth) if !deepens => depth,
        _ => 1,
    }
}
