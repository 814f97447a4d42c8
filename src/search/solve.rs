//! The fewest own moves to win while the others pass, by iterative-deepening A* (Korf,
//! Depth-First Iterative-Deepening, 1985) with the game's own lower bound.

use super::Found;
use super::lines::Line;
use super::own::{back, own_plies, promising};
use super::root::Root;
use super::spec::Search;
use super::view::{View, WIN};
use crate::backend::Threads;
use crate::game::Outcome;
use crate::game::hints::SearchHints;
use std::collections::HashMap;

/// The first move of a shortest way to win; `None` where it isn't found within `most` positions, or
/// before the threads are asked to stop.
/// Among equals it is the first in the root's order.
pub(super) fn solve<G: SearchHints>(
    view: &View<'_, G>,
    position: &G::Position,
    most: u64,
    threads: &Threads,
) -> Option<Found<G::Move>> {
    let root = Root::ordered(view, position);
    let mut solver = Solver { view, nodes: 0, most, failed: HashMap::new(), threads };
    for moves in view.game.least_moves(position, view.player).max(1)..=Search::MOST_DEPTH {
        for (&mv, next) in root.moves.iter().zip(&root.positions) {
            if solver.wins(next, moves - 1)? {
                let value = WIN - f64::from(moves);
                return Some(Found { mv, value, depth: moves, nodes: solver.nodes });
            }
        }
    }
    None
}

/// The moves with the fewest own moves to win of all that are found, `first` before the others, each
/// within `most` positions and before the threads are asked to stop; and the positions looked at.
pub(super) fn lines<G: SearchHints>(
    view: &View<'_, G>,
    position: &G::Position,
    first: &Found<G::Move>,
    most: u64,
    threads: &Threads,
) -> (Vec<Line>, u64) {
    let root = Root::ordered(view, position);
    let (mut lines, mut nodes) = (Vec::new(), 0);
    for (index, next) in root.positions.iter().enumerate() {
        let mut solver = Solver { view, nodes: 0, most, failed: HashMap::new(), threads };
        let is_first = root.moves[index] == first.mv;
        let known = is_first.then_some(first.depth);
        if let Some(moves) = known.or_else(|| solver.fewest(next)) {
            let mut line = vec![root.moves[index]];
            solver.follow(next, moves - 1, &mut line);
            let value = Some(WIN - f64::from(moves));
            let moves = (!is_first, moves);
            lines.push((
                moves,
                Line { index, value, moves: own_plies(view, position, &line), playouts: None },
            ));
        }
        nodes += solver.nodes;
    }
    lines.sort_by_key(|&(moves, _)| moves);
    (lines.into_iter().map(|(_, line)| line).collect(), nodes)
}

struct Solver<'a, G: SearchHints> {
    view: &'a View<'a, G>,
    nodes: u64,
    most: u64,
    /// Positions by key, and the most further moves that didn't do.
    failed: HashMap<u64, u32>,
    /// Whose stop ends it.
    threads: &'a Threads,
}

impl<G: SearchHints> Solver<'_, G> {
    /// Whether that many further moves win, or fewer; `None` where it has to stop.
    fn wins(&mut self, position: &G::Position, moves: u32) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.most || self.threads.is_stopped() {
            return None;
        }
        let (game, player) = (self.view.game, self.view.player);
        if game.outcome(position) == Some(Outcome::Won(player)) {
            return Some(true);
        }
        let Some(position) = back(self.view, position) else { return Some(false) };
        if moves < game.least_moves(&position, player).max(1) {
            return Some(false);
        }
        let key = game.key(&position);
        if self.failed.get(&key).is_some_and(|&failed| failed >= moves) {
            return Some(false);
        }
        for mv in promising(self.view, &position) {
            if self.wins(&self.view.after(&position, mv), moves - 1)? {
                return Some(true);
            }
        }
        self.failed.insert(key, moves);
        Some(false)
    }

    /// The fewest own moves to win with the one that led here; `None` where they aren't found.
    fn fewest(&mut self, position: &G::Position) -> Option<u32> {
        for moves in 1..=Search::MOST_DEPTH {
            if self.wins(position, moves - 1)? {
                return Some(moves);
            }
        }
        None
    }

    /// Adds the own moves that win, as far as they are found.
    fn follow(&mut self, position: &G::Position, moves: u32, line: &mut Vec<G::Move>) {
        let mut at = position.clone();
        for left in (0..moves).rev() {
            let Some(position) = back(self.view, &at) else { return };
            let mut moves = promising(self.view, &position).into_iter();
            let wins =
                |&mv: &G::Move| self.wins(&self.view.after(&position, mv), left) == Some(true);
            let Some(mv) = moves.find(wins) else { return };
            line.push(mv);
            at = self.view.after(&position, mv);
        }
    }
}
