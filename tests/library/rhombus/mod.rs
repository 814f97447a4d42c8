//! The game on the rhombus: its rules against a second, plain implementation, its notation, its
//! fast games, and the player of the paper that it comes from.

mod kernel;
mod notation;
mod paper;
mod perft;
mod plain;
mod rules;

use rand::RngExt as _;
use starhop::game::Game as _;
use starhop::game::pegs::{PegGame as _, PegMove};
use starhop::game::rhombus::{Position, Rhombus, parse_hole, parse_rules};
use starhop::rng::{Purpose, Seed};

fn game(rules: &str) -> Rhombus {
    Rhombus::new(2, parse_rules(rules).unwrap()).unwrap()
}

fn hole(name: &str) -> u8 {
    parse_hole(name).unwrap()
}

/// The pegs of both players on the holes of those names, after that many plies.
fn set_up(rules: &str, pegs: [&str; 2], ply: u32) -> (Rhombus, Position) {
    let game = game(rules);
    let holes = pegs.map(|names| {
        let holes: Vec<u8> = names.split_whitespace().map(hole).collect();
        <[u8; 10]>::try_from(holes).unwrap()
    });
    let position = game.position_at(&holes, ply, 0);
    (game, position)
}

fn legal_moves(game: &Rhombus, position: &Position) -> Vec<PegMove> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// The positions of a random game in order, each with the move played there, the last with none.
/// Of so many moves drawn the one is played that goes furthest; with one draw games wander.
fn random_game(
    game: &Rhombus,
    number: u64,
) -> impl Iterator<Item = (Position, Option<PegMove>)> + '_ {
    let mut rng = Seed::new(1).unwrap().stream(Purpose::Bench, &[number]);
    let mut next = Some(game.start());
    std::iter::from_fn(move || {
        let position = next.take()?;
        if game.outcome(&position).is_some() {
            return Some((position, None));
        }
        let moves = legal_moves(game, &position);
        let row = |hole: u8| i32::from(game.row_to_goal(game.turn(&position), hole));
        let drawn = (0..1 + number % 4 * 3).map(|_| moves[rng.random_range(0..moves.len())]);
        let mv = drawn.max_by_key(|mv| row(mv.from) - row(mv.to)).unwrap();
        let mut after = position.clone();
        game.play(&mut after, mv);
        next = Some(after);
        Some((position, Some(mv)))
    })
}
