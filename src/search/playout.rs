//! Games played out to reward the players: greedy with some chance of a random move, for some
//! plies, and then decided by the evaluation.

use super::greedy::draw_best;
use super::spec::MonteCarlo;
use super::view::View;
use crate::game::hints::SearchHints;
use crate::game::{Outcome, Player};
use crate::rng::Rng;
use rand::RngExt;

/// A reward for each player, 1 in all: to the winner, or shared by those whose margin is the best,
/// or by everyone where the game stays unfinished.
pub(super) fn playout<G: SearchHints>(
    view: &View<'_, G>,
    mut position: G::Position,
    options: &MonteCarlo,
    rng: &mut Rng,
) -> Vec<f64> {
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    for _ in 0..options.plies {
        if view.game.outcome(&position).is_some() {
            break;
        }
        let mv = if rng.random_bool(options.epsilon) {
            view.random_move(&position, &mut moves, rng)
        } else {
            let best = view.best_move(&position, &mut moves, rng);
            best.unwrap_or_else(|| {
                view.moves(&position, &mut moves);
                view.evaluator.score_moves(view.game, &position, &moves, &mut scores);
                moves[draw_best(&scores, rng)]
            })
        };
        view.game.play(&mut position, mv);
    }
    let margins: Vec<f64> = match view.game.outcome(&position) {
        Some(Outcome::Won(winner)) => players(view).map(|it| won(it == winner)).collect(),
        Some(Outcome::Unfinished) => players(view).map(|_| 0.0).collect(),
        None => players(view).map(|it| view.of(it).leaf(&position)).collect(),
    };
    let best = margins.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let share = 1.0 / margins.iter().filter(|&&margin| margin == best).count() as f64;
    margins.into_iter().map(|margin| if margin == best { share } else { 0.0 }).collect()
}

fn players<G: SearchHints>(view: &View<'_, G>) -> impl Iterator<Item = Player> {
    (0..view.game.players() as u8).map(Player)
}

fn won(is_winner: bool) -> f64 {
    f64::from(u8::from(is_winner))
}
