//! Games played out to reward the players: greedy with some chance of a random move, for some
//! plies, and then decided by the evaluation.

use super::greedy::draw_best;
use super::spec::MonteCarlo;
use super::view::View;
use crate::game::hints::SearchHints;
use crate::game::{Outcome, Player};
use crate::rng::Rng;
use rand::RngExt;

/// Plays games out, with the buffers of the game before.
pub(super) struct Playouts<M> {
    moves: Vec<M>,
    scores: Vec<f64>,
    /// Margins first, then what they come to.
    rewards: Vec<f64>,
}

impl<M> Playouts<M> {
    pub fn new() -> Playouts<M> {
        Playouts { moves: Vec::new(), scores: Vec::new(), rewards: Vec::new() }
    }
}

impl<M: Copy> Playouts<M> {
    /// Plays one. Returns a reward for each player, 1 in all: to the winner, or shared by those whose margin
    /// is the best, or by everyone where the game stays unfinished.
    pub fn play<G: SearchHints<Move = M>>(
        &mut self,
        view: &View<'_, G>,
        mut position: G::Position,
        options: &MonteCarlo,
        rng: &mut Rng,
    ) -> &[f64] {
        for _ in 0..options.plies {
            if view.game.outcome(&position).is_some() {
                break;
            }
            let mv = match rng.random_bool(options.epsilon) {
                true => view.random_move(&position, &mut self.moves, rng),
                false => self.best_move(view, &position, rng),
            };
            view.game.play(&mut position, mv);
        }
        let players = (0..view.game.players() as u8).map(Player);
        let view = view.at(&position);
        let margin = |player: Player| match view.game.outcome(&position) {
            Some(Outcome::Won(winner)) => f64::from(u8::from(player == winner)),
            Some(Outcome::Unfinished) => 0.0,
            None => view.of(player).leaf(&position),
        };
        self.rewards.clear();
        self.rewards.extend(players.map(margin));
        let best = self.rewards.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let share = 1.0 / self.rewards.iter().filter(|&&margin| margin == best).count() as f64;
        for reward in &mut self.rewards {
            *reward = if *reward == best { share } else { 0.0 };
        }
        &self.rewards
    }

    fn best_move<G: SearchHints<Move = M>>(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        rng: &mut Rng,
    ) -> M {
        let view = view.at(position);
        view.best_move(position, &mut self.moves, rng).unwrap_or_else(|| {
            view.moves(position, &mut self.moves);
            view.evaluator.score_moves(view.game, position, &self.moves, &mut self.scores);
            self.moves[draw_best(&self.scores, rng)]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Parametric;
    use crate::eval::cell_weights::CellWeightFamily;
    use crate::game::Game as _;
    use crate::game::chinese_checkers::{ChineseCheckers, Rules};
    use crate::rng::{Purpose, Seed};

    #[test]
    fn rewards_are_parts_of_one() {
        let game = ChineseCheckers::new(3, Rules::standard(3)).unwrap();
        let values = CellWeightFamily.built_in(&game, "hand-tuned-v4").unwrap();
        let evaluator = CellWeightFamily.evaluator(&game, &values);
        let start = game.start();
        let view = View::new(&game, evaluator.as_ref(), &start);
        let mut rng = Seed::new(3).unwrap().stream(Purpose::Bench, &[2]);
        let mut playouts = Playouts::new();
        let mut rewards = |plies| {
            let options = MonteCarlo { plies, epsilon: 0.0, ..MonteCarlo::USUAL };
            playouts.play(&view, start.clone(), &options, &mut rng).to_vec()
        };
        assert_eq!(rewards(0), [1.0 / 3.0; 3], "nobody is ahead");
        assert_eq!(rewards(1), [1.0, 0.0, 0.0], "who moved is");
        for plies in [2, 3, 10, 50, 1000] {
            let found = rewards(plies);
            assert!(found.iter().all(|it| (0.0..=1.0).contains(it)), "{plies}: {found:?}");
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{plies}: {found:?}");
        }
    }
}
