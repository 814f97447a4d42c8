//! Evaluations: moves are worth what the positions after them are, and margins what they are said
//! to be.

use crate::subject::{BuiltIn, Subject};
use starhop::eval::Evaluator;
use starhop::game::{Game, Player};

/// Positions that all built-in evaluations score.
const POSITIONS: usize = 24;

/// The evaluation, and the one for armies that are apart.
fn phases<'a, G: Game>(built_in: &'a BuiltIn<'_, G>) -> impl Iterator<Item = &'a dyn Evaluator<G>> {
    [Some(built_in.evaluator.as_ref()), built_in.evaluator.apart()].into_iter().flatten()
}

/// Calls `check` with every built-in evaluation in every position of a sample.
fn each<G: Game>(
    subject: &Subject<G>,
    mut check: impl FnMut(&BuiltIn<'_, G>, &dyn Evaluator<G>, &G::Position),
) {
    let positions = subject.sample(POSITIONS);
    for built_in in subject.built_ins() {
        for evaluator in phases(&built_in) {
            positions.iter().for_each(|it| check(&built_in, evaluator, it));
        }
    }
}

pub fn moves<G: Game>(subject: &Subject<G>) {
    let game = &subject.game;
    each(subject, |built_in, evaluator, position| {
        let (moves, turn) = (subject.moves(position), game.turn(position));
        let next: Vec<_> = moves.iter().map(|&mv| subject.after(position, mv)).collect();
        let mut found = vec![f64::NAN; 3];
        evaluator.score_moves(game, position, &moves, &mut found);
        let scores = next.iter().map(|it| evaluator.score(game, it, turn));
        assert_eq!(found, scores.collect::<Vec<_>>(), "scores by {}", built_in.name);
        assert!(found.iter().all(|it| it.is_finite()), "scores by {}", built_in.name);
        for player in subject.seats() {
            found.push(f64::NAN);
            evaluator.margins(game, position, &moves, player, &mut found);
            let margins = next.iter().map(|it| evaluator.margin(game, it, player));
            assert_eq!(found, margins.collect::<Vec<_>>(), "margins by {}", built_in.name);
        }
    });
}

/// Families that are not said to be antisymmetric have to show that they aren't.
pub fn margins<G: Game>(subject: &Subject<G>) {
    let game = &subject.game;
    if game.players() != 2 {
        return;
    }
    let positions = subject.lines().concat();
    for of in &subject.families {
        let built_ins = subject.built_ins_of(of);
        let is_negated = |built_in: &BuiltIn<'_, G>| {
            let [one, other] = [0, 1].map(Player);
            positions.iter().all(|it| {
                let margin = |player| built_in.evaluator.margin(game, it, player);
                margin(one) == -margin(other)
            })
        };
        assert_eq!(built_ins.iter().all(is_negated), of.is_antisymmetric, "{}", of.kind);
    }
}

/// Whoever says how a game is won or lost is worth most and least to searches, so that an
/// evaluation must keep far from [`starhop::search::WIN`].
pub fn bounds<G: Game>(subject: &Subject<G>) {
    each(subject, |built_in, evaluator, position| {
        for player in subject.seats() {
            let margin = evaluator.margin(&subject.game, position, player);
            assert!(margin.abs() < starhop::search::WIN / 1e3, "{margin} by {}", built_in.name);
        }
    });
}
