//! Evaluations: margins are what they are said to be.

use super::subject::{Evaluation, Subject};
use starhop::game::{Game, Player};

/// Families that are not said to be antisymmetric have to show that they aren't.
pub fn margins<G: Game>(subject: &Subject<G>) {
    let game = &subject.game;
    if game.players() != 2 {
        return;
    }
    let positions = subject.lines().concat();
    for of in &subject.families {
        let evaluations = subject.evaluations_of(of);
        let is_negated = |evaluation: &Evaluation<'_, G>| {
            let [one, other] = [0, 1].map(Player);
            positions.iter().all(|it| {
                let margin = |player| evaluation.evaluator.margin(game, it, player);
                margin(one) == -margin(other)
            })
        };
        assert_eq!(evaluations.iter().all(is_negated), of.is_antisymmetric, "{}", of.kind);
    }
}
