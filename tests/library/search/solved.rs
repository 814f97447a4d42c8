//! Exact values: against a plain minimax to the end, and where they are known.

use super::{legal_moves, stream, table};
use crate::take_away::{Remainders, TakeAway};
use rand::RngExt;
use starhop::eval::threats::ThreatsFamily;
use starhop::eval::{Evaluator, Parametric};
use starhop::game::connect_four::{Board, ConnectFour};
use starhop::game::{Game, Outcome};
use starhop::search::exact::{Exact, Worth};
use std::collections::HashMap;

const MOST: u64 = 100_000_000;

fn published() -> Box<dyn Evaluator<ConnectFour>> {
    let values = ThreatsFamily.built_in(&ConnectFour, "published").unwrap();
    ThreatsFamily.evaluator(&ConnectFour, &values)
}

fn worths(board: &Board, evaluator: &dyn Evaluator<ConnectFour>) -> Vec<(u8, Worth)> {
    Exact::new(&ConnectFour, evaluator, MOST).unwrap().worths(board).unwrap()
}

/// 1, 0 or -1 for whoever has just moved, by looking at every line.
fn plain<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> i32 {
    let player = game.turn(position);
    let mut next = position.clone();
    game.play(&mut next, mv);
    match game.outcome(&next) {
        Some(Outcome::Won(winner)) if winner == player => 1,
        Some(Outcome::Won(_)) => -1,
        Some(Outcome::Unfinished) => 0,
        None => {
            -legal_moves(game, &next).into_iter().map(|it| plain(game, &next, it)).max().unwrap()
        }
    }
}

fn number(worth: Worth) -> i32 {
    match worth {
        Worth::Won => 1,
        Worth::Drawn => 0,
        Worth::Lost => -1,
    }
}

/// A random position with that many discs where the game goes on.
fn random(discs: u32, number: u64) -> Board {
    let mut rng = stream(number);
    loop {
        let mut board = ConnectFour.start();
        while board.ply() < discs && ConnectFour.outcome(&board).is_none() {
            let columns = legal_moves(&ConnectFour, &board);
            ConnectFour.play(&mut board, columns[rng.random_range(0..columns.len())]);
        }
        if board.ply() == discs && ConnectFour.outcome(&board).is_none() {
            return board;
        }
    }
}

fn after(columns: &str) -> Board {
    let mut board = ConnectFour.start();
    for index in 0..columns.len() {
        let mv = ConnectFour.parse_move(&board, &columns[index..=index]).unwrap();
        assert_eq!(ConnectFour.outcome(&board), None, "{columns}");
        ConnectFour.play(&mut board, mv);
    }
    board
}

#[test]
fn late_positions_are_worth_what_a_plain_minimax_says() {
    let evaluator = published();
    let mut seen = HashMap::new();
    for index in 0..300 {
        let board = random(30 + index as u32 % 12, index);
        for (column, worth) in worths(&board, evaluator.as_ref()) {
            assert_eq!(number(worth), plain(&ConnectFour, &board, column), "{board:?} {column}");
            *seen.entry(number(worth)).or_insert(0) += 1;
        }
    }
    assert!([1, 0, -1].iter().all(|worth| seen[worth] > 20), "{seen:?}");
}

#[test]
fn what_is_tried_first_changes_no_value() {
    let one = published();
    let other = ThreatsFamily.evaluator(&ConnectFour, &[0.0, 0.0, -1.0, 2.0, 0.5, -3.0]);
    for number in 0..40 {
        let board = random(16 + number as u32 % 8, number);
        assert_eq!(worths(&board, one.as_ref()), worths(&board, other.as_ref()), "{board:?}");
    }
}

#[test]
fn mirrored_positions_are_worth_the_same() {
    let evaluator = published();
    for number in 0..20 {
        let board = random(18, number);
        let drawing = ConnectFour.draw(&board);
        let mirrored = drawing.lines().enumerate().map(|(line, text)| match line {
            0 => text.to_string(),
            _ => text.chars().rev().collect(),
        });
        let mirrored = mirrored.collect::<Vec<_>>().join("\n");
        let (_, mirrored) = ConnectFour::parse_position(&mirrored).unwrap();
        let mut there = worths(&mirrored, evaluator.as_ref());
        there.iter_mut().for_each(|(column, _)| *column = 6 - *column);
        there.reverse();
        assert_eq!(worths(&board, evaluator.as_ref()), there, "{board:?}");
    }
}

/// The first positions of Pons's set of easy ends (blog.gamesolver.org, Solving Connect Four, part
/// 2), with the sign of their score.
#[test]
fn positions_of_known_value_have_it() {
    let evaluator = published();
    for (columns, expected) in [
        ("2252576253462244111563365343671351441", Worth::Lost),
        ("7422341735647741166133573473242566", Worth::Won),
        ("23163416124767223154467471272416755633", Worth::Drawn),
    ] {
        let board = after(columns);
        let found = worths(&board, evaluator.as_ref());
        assert_eq!(found.iter().map(|&(_, worth)| worth).max(), Some(expected), "{columns}");
        for (column, worth) in found {
            assert_eq!(number(worth), plain(&ConnectFour, &board, column), "{columns}");
        }
    }
}

#[test]
fn a_game_that_no_room_knows_is_solved() {
    // Whoever takes the last of 10 stones wins; a heap that four divides is lost.
    for stones in 1..=20 {
        let game = TakeAway { stones };
        let evaluator = Remainders.evaluator(&game, &[0.0; 4]);
        let exact = Exact::new(&game, evaluator.as_ref(), MOST).unwrap();
        for (mv, worth) in exact.worths(&game.start()).unwrap() {
            assert_eq!(number(worth), plain(&game, &game.start(), mv), "{mv:?} of {stones}");
        }
    }
}

#[test]
fn a_budget_ends_a_solution_and_more_than_two_are_refused() {
    let evaluator = published();
    let board = random(14, 1);
    let within = |most| Exact::new(&ConnectFour, evaluator.as_ref(), most).unwrap().worths(&board);
    assert_eq!(within(3), None);
    assert!(within(MOST).is_some());
    let three = table(3);
    let distances = super::array(&three, "hand-tuned-v4");
    let why = Exact::new(&three, distances.as_ref(), MOST).err().unwrap().to_string();
    assert!(why.contains("3 players"), "{why}");
}
