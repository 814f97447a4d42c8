//! Positions from all parts of a game.

use super::{after, array, legal_moves, stream};
use rand::RngExt;
use starhop::game::Game;
use starhop::game::chinese_checkers::{ChineseCheckers, PegMove, Position};
use starhop::search::Agent;
use starhop::search::greedy::Greedy;

/// A game in which some moves are random and the others greedy, every position of it in which
/// someone has to move.
pub fn game(game: &ChineseCheckers, number: u64, random: f64) -> Vec<Position> {
    let mut rng = stream(number);
    let evaluator = array(game, "hand-tuned-v4");
    let mut greedy = Greedy::new(evaluator.as_ref());
    let mut positions = vec![game.start()];
    let mut moves: Vec<PegMove> = Vec::new();
    loop {
        let mut position = positions[positions.len() - 1].clone();
        game.moves(&position, &mut moves);
        let mv = match rng.random_bool(random) {
            true => moves[rng.random_range(0..moves.len())],
            false => greedy.choose(game, &position, &mut rng).unwrap(),
        };
        game.play(&mut position, mv);
        if game.outcome(&position).is_some() {
            return positions;
        }
        positions.push(position);
    }
}

/// That many positions: from random games, from greedy ones, and from between, early and late.
pub fn mixed(table: &ChineseCheckers, count: usize) -> Vec<Position> {
    let games = (0u64..).map(|number| game(table, number, [1.0, 0.0, 0.3][number as usize % 3]));
    let mut number = 0;
    let some = games.flat_map(|positions| {
        number += 1;
        positions.into_iter().skip(number % 7).step_by(7)
    });
    some.take(count).collect()
}

/// Positions in which the player to move can win at once.
pub fn won_in_one(table: &ChineseCheckers) -> Vec<Position> {
    let last = |number| game(table, number, 0.05).pop().unwrap();
    let can_win = |position: &Position| {
        let mut next =
            legal_moves(table, position).into_iter().map(|mv| after(table, position, mv));
        next.any(|next| table.reason(&next) == Some("goal"))
    };
    (0..12).map(last).filter(can_win).collect()
}
