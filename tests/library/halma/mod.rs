//! Halma: its rules against a second, plain implementation, its notation, its fast games, and the
//! agent of the COMP 424 report.

mod agent;
mod kernel;
mod notation;
mod perft;
mod plain;
mod rules;

use crate::play::{legal_moves, random_line};
use starhop::game::halma::{Halma, Position, Rules, Win, parse_hole, standard_rules};
use starhop::game::pegs::{PegGame as _, PegMove};
use starhop::game::{Game as _, Player};

fn game(players: usize, ply_cap: u32) -> Halma {
    Halma::new(players, Rules { ply_cap, ..standard_rules(players) }).unwrap()
}

/// The same where a full goal wins, and from that ply on with pegs left at home in it.
fn filled_game(players: usize, ply_cap: u32, leave_by: u32) -> Halma {
    Halma::new(players, Rules { ply_cap, win: Win::Filled { leave_by } }).unwrap()
}

fn hole(name: &str) -> u8 {
    parse_hole(name).unwrap()
}

/// The pegs of each player on the holes of those names, after that many plies.
fn set_up<const N: usize>(pegs: [&str; N], ply: u32) -> (Halma, Position) {
    set_up_in(game(N, 300), pegs, ply)
}

fn set_up_in<const N: usize>(game: Halma, pegs: [&str; N], ply: u32) -> (Halma, Position) {
    let holes = pegs.map(|names| {
        let holes: Vec<u8> = names.split_whitespace().map(hole).collect();
        <[u8; 13]>::try_from(holes).unwrap()
    });
    let position = game.position_at(&holes, ply, 0);
    (game, position)
}

/// A random game, in which of so many moves drawn the one is played that goes furthest.
fn random_game(game: &Halma, number: u64) -> impl Iterator<Item = (Position, Option<PegMove>)> {
    random_line(game, number, 1 + number % 4 * 3, move |position: &Position, mv: PegMove| {
        let way = |hole: u8| {
            let (row, column) = game.seen_from(game.turn(position), hole);
            i32::from(row + column)
        };
        way(mv.to) - way(mv.from)
    })
}

fn seats(game: &Halma) -> impl Iterator<Item = Player> {
    (0..game.players() as u8).map(Player)
}
