//! International draughts: the rules against a second, plain implementation of them, and moves,
//! positions and games as text.

mod plain;
mod text;

use crate::play::legal_moves;
use proptest::prelude::*;
use starhop::game::draughts::board::places;
use starhop::game::draughts::{Draughts, Move, Position};
use starhop::game::{Game as _, Outcome};
use std::collections::BTreeSet;

/// Where random games begin: at the start, close to the far rows, and among kings.
const STARTS: [&str; 9] = [
    "W:W31-50:B1-20",
    "W:W6-10:B41-45",
    "W:WK31-50:BK1-20",
    "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46",
    "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
    "B:WK46,K47,K49,28:BK5,14,K26",
    "W:W11,K48,K50:B35,40,K4",
    "W:WK36,K37,27:B3,K6",
    "W:WK46,K47,K48:BK1",
];

/// A position to begin from, and choices among its and its followers' moves.
fn games() -> impl Strategy<Value = (Position, Vec<u8>)> {
    let start = prop::sample::select(STARTS.to_vec());
    let start = start.prop_map(|text| Draughts::parse_position(text).unwrap().1);
    (start, prop::collection::vec(any::<u8>(), 0..200))
}

/// The moves that those choices are, until the game ends. High ones take a player's last move back
/// where that can be done, so that positions stand again.
fn chosen(start: Position, choices: &[u8]) -> Vec<(Position, Move)> {
    let mut position = start;
    let mut game: Vec<(Position, Move)> = Vec::new();
    for choice in choices {
        if Draughts.outcome(&position).is_some() {
            break;
        }
        let moves = legal_moves(&Draughts, &position);
        let last = game.len().checked_sub(2).map(|index| game[index].1);
        let back = last.map(|mv| Move { from: mv.to, to: mv.from, captured: 0 });
        let mv = match back.filter(|mv| *choice >= 100 && moves.contains(mv)) {
            Some(back) => back,
            None => moves[usize::from(*choice) % moves.len()],
        };
        game.push((position, mv));
        Draughts.play(&mut position, mv);
    }
    game
}

/// The position after those choices.
fn last(start: Position, choices: &[u8]) -> Position {
    chosen(start, choices).pop().map_or(start, |(mut position, mv)| {
        Draughts.play(&mut position, mv);
        position
    })
}

fn plain_move(mv: Move) -> plain::PlainMove {
    (plain::place(mv.from), plain::place(mv.to), places(mv.captured).map(plain::place).collect())
}

fn check_alike(position: &Position, state: &plain::State) -> Option<Outcome> {
    assert_eq!(plain::pieces(position), state.pieces);
    assert_eq!(usize::from(Draughts.turn(position).0), state.turn);
    let found = legal_moves(&Draughts, position);
    let plain: BTreeSet<_> = found.iter().copied().map(plain_move).collect();
    assert_eq!(plain, state.moves(), "{}", Draughts.draw(position));
    assert_eq!(plain.len(), found.len(), "a move stands there twice");
    let outcome = Draughts.outcome(position);
    let (plain, reason) = state.outcome().unzip();
    assert_eq!(outcome, plain, "{}", Draughts.draw(position));
    assert_eq!(Draughts.reason(position), reason, "{}", Draughts.draw(position));
    outcome
}

proptest! {
    #[test]
    fn random_games_agree_with_the_plain_rules((start, choices) in games()) {
        let turn = usize::from(Draughts.turn(&start).0);
        let mut state = plain::State::new(plain::pieces(&start), turn);
        for (position, mv) in chosen(start, &choices) {
            check_alike(&position, &state);
            state.play(&plain_move(mv));
        }
        check_alike(&last(start, &choices), &state);
    }
}

#[test]
fn random_games_end_as_they_can() {
    let mut reasons = BTreeSet::new();
    let mut number = 1u64;
    let mut choice = || {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (number >> 56) as u8
    };
    for (game, start) in STARTS.iter().cycle().take(4000).enumerate() {
        // In every other game nobody takes a move back, so that it can last.
        let most = if game % 2 == 0 { u8::MAX } else { 99 };
        let choices: Vec<u8> = std::iter::repeat_with(|| choice() % most).take(1000).collect();
        let end = last(Draughts::parse_position(start).unwrap().1, &choices);
        reasons.insert(Draughts.reason(&end));
    }
    let expected = ["16-moves", "5-moves", "no-move", "repetition"].map(Some);
    assert_eq!(reasons.into_iter().collect::<Vec<_>>(), expected);
}
