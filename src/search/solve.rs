//! The fewest own moves to win while the others pass, by iterative-deepening A* (Korf,
//! Depth-First Iterative-Deepening, 1985) with the game's own lower bound.

use super::Found;
use super::own::back;
use super::root::Root;
use super::spec::Search;
use super::view::{View, WIN};
use crate::game::{Game, Outcome};
use std::collections::HashMap;

/// The first move of a shortest way to win; `None` where it isn't found within `most` positions.
/// Among equals it is the first in the root's order.
pub(super) fn solve<G: Game>(
    view: &View<'_, G>,
    position: &G::Position,
    most: u64,
) -> Option<Found<G::Move>> {
    let root = Root::ordered(view, position);
    let mut solver = Solver { view, nodes: 0, most, failed: HashMap::new() };
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

struct Solver<'a, G: Game> {
    view: &'a View<'a, G>,
    nodes: u64,
    most: u64,
    /// Positions by key, and the most further moves that didn't do.
    failed: HashMap<u64, u32>,
}

impl<G: Game> Solver<'_, G> {
    /// Whether that many further moves win, or fewer; `None` where it has to stop.
    fn wins(&mut self, position: &G::Position, moves: u32) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.most {
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
        for mv in self.promising(&position) {
            if self.wins(&self.view.after(&position, mv), moves - 1)? {
                return Some(true);
            }
        }
        self.failed.insert(key, moves);
        Some(false)
    }

    /// Own moves, the best by score first.
    fn promising(&self, position: &G::Position) -> Vec<G::Move> {
        let (game, evaluator) = (self.view.game, self.view.evaluator);
        let (mut moves, mut scores) = (Vec::new(), Vec::new());
        game.moves(position, &mut moves);
        evaluator.score_moves(game, position, &moves, &mut scores);
        let mut scored: Vec<(f64, G::Move)> = scores.into_iter().zip(moves).collect();
        scored.sort_by(|(one, _), (two, _)| two.total_cmp(one));
        scored.into_iter().map(|(_, mv)| mv).collect()
    }
}
