//! Max-Prob: everyone for their own chance, by equally good moves with the same probability.

use super::{after, array, find, legal_moves, positions, table};
use crate::take_away::{Remainders, TakeAway};
use starhop::eval::{Evaluator, Parametric};
use starhop::game::chinese_checkers::{ChineseCheckers, Position};
use starhop::game::{Game, Outcome, Player};

/// The chances of all players by their definition, with the scale that goes without saying.
fn chances(
    game: &ChineseCheckers,
    by: &dyn Evaluator<ChineseCheckers>,
    position: &Position,
    depth: u32,
) -> Vec<f64> {
    let players = || (0..game.players() as u8).map(Player);
    if let Some(outcome) = game.outcome(position) {
        return players().map(|it| f64::from(u8::from(outcome == Outcome::Won(it)))).collect();
    }
    if depth == 0 {
        let odds: Vec<f64> =
            players().map(|it| (by.score(game, position, it) / 50.0).exp()).collect();
        return odds.iter().map(|it| 0.999 * it / odds.iter().sum::<f64>()).collect();
    }
    let own = game.turn(position).index();
    let moves = legal_moves(game, position).into_iter();
    let all: Vec<Vec<f64>> =
        moves.map(|mv| chances(game, by, &after(game, position, mv), depth - 1)).collect();
    let most = all.iter().map(|it| it[own]).fold(0.0, f64::max);
    let best: Vec<_> = all.iter().filter(|it| it[own] > most - 1e-12).collect();
    let mean = |player: usize| best.iter().map(|it| it[player]).sum::<f64>() / best.len() as f64;
    (0..game.players()).map(mean).collect()
}

#[test]
fn chances_are_those_of_the_definition() {
    for (players, depth, count) in [(2, 2, 12), (3, 2, 8), (3, 1, 20)] {
        let game = table(players);
        let evaluator = array(&game, "hand-tuned-v4");
        for position in positions::mixed(&game, count) {
            let text = format!("max-prob(depth={depth})");
            let found = find(&game, &text, evaluator.as_ref(), &position);
            if legal_moves(&game, &position).len() > 1 {
                let own = game.turn(&position).index();
                let wanted = chances(&game, evaluator.as_ref(), &position, depth)[own];
                assert!((found.value - wanted).abs() < 1e-4, "{} and {wanted}", found.value);
            }
        }
    }
}

#[test]
fn a_win_is_found_and_taken_at_once() {
    let game = table(3);
    let evaluator = array(&game, "hand-tuned-v4");
    for position in positions::won_in_one(&game) {
        let found = find(&game, "max-prob(depth=2)", evaluator.as_ref(), &position);
        assert_eq!(game.reason(&after(&game, &position, found.mv)), Some("goal"));
    }
    let game = TakeAway { stones: 10 };
    let careless = Remainders.evaluator(&game, &[0.0; 4]);
    assert_eq!(find(&game, "max-prob(depth=9)", careless.as_ref(), &game.start()).mv, 2);
}
