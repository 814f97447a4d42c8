//! Minimax search without any cut: with more than two players, all others against the one.

use super::budget::Budget;
use super::root::Lookahead;
use super::view::View;
use crate::game::hints::SearchHints;

/// Looks at every line.
pub(super) struct Minimax;

impl<G: SearchHints> Lookahead<G> for Minimax {
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
        budget.spend()?;
        if let Some(outcome) = view.game.outcome(position) {
            return Some(view.worth(outcome, ply));
        }
        if view.is_leaf(position, depth) {
            return Some(view.leaf(position));
        }
        let (mut moves, mut values) = (Vec::new(), Vec::new());
        if depth == 1 && !view.extend {
            view.leaves(position, ply + 1, &mut moves, &mut values);
            moves.iter().try_for_each(|_| budget.spend())?;
        } else {
            view.moves(position, &mut moves);
            for &mv in &moves {
                let next = view.after(position, mv);
                let left = view.left_after(position, mv, depth);
                values.push(self.value(view, &next, left, ply + 1, f64::NEG_INFINITY, budget)?);
            }
        }
        let values = values.into_iter();
        Some(match view.game.turn(position) == view.player {
            true => values.fold(f64::NEG_INFINITY, f64::max),
            false => values.fold(f64::INFINITY, f64::min),
        })
    }
}
