//! Positions made by hand, from the names of the holes in which each seat's pegs stand.

use starhop::game::chinese_checkers::{
    ChineseCheckers, Position, draw, hole_name, parse_hole, parse_position,
};
use starhop::game::{Game as _, Player};
use std::collections::BTreeSet;
use std::fmt::Write as _;

const ROW_LENGTHS: [usize; 17] = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];

/// A position's text, from the rest of its first line and the holes of each seat.
pub fn position_text(header: &str, seats: &[impl AsRef<str>]) -> String {
    let mut text = format!("starhop position 1: {header}\n");
    for (row, length) in ('a'..='q').zip(ROW_LENGTHS) {
        let _ = write!(text, "{row}");
        for number in 1..=length {
            let hole = format!("{row}{number}");
            let stands = |pegs: &&str| pegs.split_whitespace().any(|peg| peg == hole);
            let seat = seats.iter().map(AsRef::as_ref).position(|pegs| stands(&pegs));
            let peg = seat.map_or(".".to_string(), |seat| (seat + 1).to_string());
            let _ = write!(text, " {peg}");
        }
        text.push('\n');
    }
    text
}

/// The game and position of [`position_text`].
pub fn set_up(header: &str, seats: &[impl AsRef<str>]) -> (ChineseCheckers, Position) {
    parse_position(&position_text(header, seats)).unwrap()
}

/// The number of the hole of that name.
pub fn hole(name: &str) -> u8 {
    parse_hole(name).unwrap()
}

/// The names of holes in any order, as a set.
pub fn names(holes: &str) -> BTreeSet<String> {
    holes.split_whitespace().map(str::to_string).collect()
}

/// Where a peg's move can end, by name.
pub fn ends(game: &ChineseCheckers, position: &Position, from: &str) -> BTreeSet<String> {
    let moves = crate::play::legal_moves(game, position);
    let ends = moves.iter().filter(|mv| mv.from == hole(from));
    ends.map(|mv| hole_name(mv.to)).collect()
}

/// The holes of a seat's pegs, each moved by `place`, by name.
pub fn holes_of_seat(position: &Position, seat: u8, place: impl Fn(u8) -> u8) -> String {
    let own = (0..121).filter(|&hole| position.peg_at(hole) == Some(Player(seat)));
    own.map(|hole| hole_name(place(hole))).collect::<Vec<_>>().join(" ")
}

/// What the first line of a drawing says under `key`.
pub fn header(game: &ChineseCheckers, position: &Position, key: &str) -> String {
    let text = draw(game, position);
    let first = text.lines().next().unwrap();
    let fields = first.split_whitespace().filter_map(|word| word.split_once('='));
    fields.filter(|field| field.0 == key).map(|field| field.1).collect()
}

/// The drawn position's play of a move named by its text.
pub fn played(game: &ChineseCheckers, position: &Position, text: &str) -> Position {
    let mv = game.parse_move(position, text).unwrap();
    crate::play::after(game, position, mv)
}
