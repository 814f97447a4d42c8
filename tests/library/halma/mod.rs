//! Halma: its rules against a second, plain implementation, its notation, its fast games, and the
//! agent of the COMP 424 report.

mod agent;
mod kernel;
mod notation;
mod perft;
mod plain;
mod rules;

use rand::RngExt as _;
use starhop::game::halma::{Halma, Position, Rules, Win, parse_hole, standard_rules};
use starhop::game::pegs::{PegGame as _, PegMove};
use starhop::game::{Game as _, Player};
use starhop::rng::{Purpose, Seed};

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

fn legal_moves(game: &Halma, position: &Position) -> Vec<PegMove> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// The positions of a random game in order, each with the move played there, the last with none.
/// Of so many moves drawn the one is played that goes furthest; with one draw games wander.
fn random_game(
    game: &Halma,
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
        let way = |hole: u8| {
            let (row, column) = game.seen_from(game.turn(&position), hole);
            row + column
        };
        let drawn = (0..1 + number % 4 * 3).map(|_| moves[rng.random_range(0..moves.len())]);
        let mv = drawn.max_by_key(|mv| way(mv.to) - way(mv.from)).unwrap();
        let mut after = position.clone();
        game.play(&mut after, mv);
        next = Some(after);
        Some((position, Some(mv)))
    })
}

fn seats(game: &Halma) -> impl Iterator<Item = Player> {
    (0..game.players() as u8).map(Player)
}
