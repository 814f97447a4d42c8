//! Max-Prob: every player goes for its own chance to win, and by each of equally good moves with the
//! same probability (Hashavit and Markovitch, Max-Prob: An Unbiased Rational Decision Making
//! Procedure for Multiple-Adversary Environments, 2011).
//!
//! Where the search ends, chances are estimated by the scores: a player's is in proportion to
//! exp(score / scale) (Luce, Individual Choice Behavior, 1959). The paper leaves the estimate open.

use super::budget::Budget;
use super::root::ForEach;
use super::view::View;
use crate::game::hints::SearchHints;
use crate::game::{Game, Outcome, Player};

/// The sum of all chances that are estimated: less than that of a win within any depth.
const UNSURE: f64 = 0.999;
/// What each ply on the way takes off a certain win, so that the sooner is the better.
const PLY: f64 = 1e-6;

/// Looks at every line; a chance for each player comes back.
pub(super) struct MaxProb {
    /// Points of score that multiply a player's odds by e.
    pub scale: f64,
}

impl<G: SearchHints> ForEach<G> for MaxProb {
    fn values(
        &self,
        view: &View<'_, G>,
        position: &G::Position,
        (depth, ply): (u32, u32),
        budget: &mut Budget,
    ) -> Option<Vec<f64>> {
        budget.spend()?;
        if let Some(outcome) = view.game.outcome(position) {
            return Some(ended(view.game, outcome, ply));
        }
        if depth == 0 {
            return Some(self.estimate(view, position));
        }
        let turn = view.game.turn(position).index();
        let mut moves = Vec::new();
        view.moves(position, &mut moves);
        let (mut best, mut most, mut equals) = (Vec::new(), f64::NEG_INFINITY, 0u32);
        for mv in moves {
            let next = view.after(position, mv);
            let chances = self.values(view, &next, (depth - 1, ply + 1), budget)?;
            if chances[turn] > most {
                (most, equals) = (chances[turn], 1);
                best = chances;
            } else if chances[turn] == most {
                best.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += chance);
                equals += 1;
            }
        }
        best.iter_mut().for_each(|sum| *sum /= f64::from(equals));
        Some(best)
    }
}

impl MaxProb {
    fn estimate<G: SearchHints>(&self, view: &View<'_, G>, position: &G::Position) -> Vec<f64> {
        let score = |player| view.evaluator.score(view.game, position, Player(player));
        let scores: Vec<f64> = (0..view.game.players() as u8).map(score).collect();
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let odds: Vec<f64> =
            scores.iter().map(|score| libm::exp((score - most) / self.scale)).collect();
        let sum: f64 = odds.iter().sum();
        odds.into_iter().map(|odds| UNSURE * odds / sum).collect()
    }
}

/// All of it to the winner; nothing to anyone where nobody won.
fn ended<G: Game>(game: &G, outcome: Outcome, ply: u32) -> Vec<f64> {
    let chance = |player| match outcome {
        Outcome::Won(winner) if winner == Player(player) => 1.0 - PLY * f64::from(ply),
        _ => 0.0,
    };
    (0..game.players() as u8).map(chance).collect()
}
