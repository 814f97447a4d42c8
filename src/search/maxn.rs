//! Max^n: every player goes for its own margin (Luckhart and Irani, An Algorithmic Solution of
//! N-Person Games, 1986).

use super::budget::Budget;
use super::root::ForEach;
use super::view::View;
use crate::game::Player;
use crate::game::hints::SearchHints;

/// Looks at every line; a value for each player comes back.
pub(super) struct MaxN;

impl<G: SearchHints> ForEach<G> for MaxN {
    fn values(
        &self,
        view: &View<'_, G>,
        position: &G::Position,
        (depth, ply): (u32, u32),
        budget: &mut Budget,
    ) -> Option<Vec<f64>> {
        budget.spend()?;
        let turn = view.game.turn(position);
        if depth == 0 || view.game.outcome(position).is_some() {
            return Some(now(view, position, ply));
        }
        if depth == 1 {
            return frontier(view, position, ply, budget);
        }
        let mut moves = Vec::new();
        view.moves(position, &mut moves);
        let mut best: Option<Vec<f64>> = None;
        for mv in moves {
            let next = view.after(position, mv);
            let values = self.values(view, &next, (depth - 1, ply + 1), budget)?;
            if best.as_ref().is_none_or(|best| values[turn.index()] > best[turn.index()]) {
                best = Some(values);
            }
        }
        best
    }
}

/// One ply ahead: only the move that is chosen needs the values of all.
fn frontier<G: SearchHints>(
    view: &View<'_, G>,
    position: &G::Position,
    ply: u32,
    budget: &mut Budget,
) -> Option<Vec<f64>> {
    let (mut moves, mut values) = (Vec::new(), Vec::new());
    view.of(view.game.turn(position)).leaves(position, ply + 1, &mut moves, &mut values);
    moves.iter().try_for_each(|_| budget.spend())?;
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (&mv, _) = moves.iter().zip(&values).find(|&(_, &value)| value == best)?;
    Some(now(view, &view.after(position, mv), ply + 1))
}

/// What a position is worth to each player if the search ends here.
fn now<G: SearchHints>(view: &View<'_, G>, position: &G::Position, ply: u32) -> Vec<f64> {
    let outcome = view.game.outcome(position);
    let worth = |player| {
        let view = view.of(Player(player));
        outcome.map_or_else(|| view.leaf(position), |outcome| view.worth(outcome, ply))
    };
    (0..view.game.players() as u8).map(worth).collect()
}
