//! The game on the rhombus: its rules against a second, plain implementation, its notation, its
//! fast games, and the player of the paper that it comes from.

mod kernel;
mod notation;
mod paper;
mod perft;
mod plain;
mod rules;

use crate::play::{legal_moves, random_line};
use starhop::game::Game as _;
use starhop::game::pegs::{PegGame as _, PegMove};
use starhop::game::rhombus::{Position, Rhombus, parse_hole, parse_rules};

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

/// A random game, in which of so many moves drawn the one is played that goes furthest.
fn random_game(game: &Rhombus, number: u64) -> impl Iterator<Item = (Position, Option<PegMove>)> {
    random_line(game, number, 1 + number % 4 * 3, move |position: &Position, mv: PegMove| {
        let row = |hole: u8| i32::from(game.row_to_goal(game.turn(position), hole));
        row(mv.from) - row(mv.to)
    })
}
