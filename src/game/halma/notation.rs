//! Holes and positions as text, and back.
//!
//! A hole is its row's letter (a at the top, p at the bottom) and its number in the row from the
//! left, `a1` to `p16`.

use super::geometry::{CORNERS, SIDE};
use super::{Halma, PEGS, Position, parse_rules, seats};
use crate::game::peg_text::{self, Header, parse_rows, row_letter, row_text};
use crate::game::{Game, TextError};

const HEADER: &str = "starhop position 1: halma";

/// A hole's name.
pub fn hole_name(hole: u8) -> String {
    let (row, column) = (hole / SIDE as u8, hole % SIDE as u8);
    format!("{}{}", row_letter(row), column + 1)
}

/// The hole of that name.
///
/// # Errors
/// Where no hole has it.
pub fn parse_hole(text: &str) -> Result<u8, TextError> {
    let no_hole = || TextError(format!("'{text}' is no hole; holes are a1 to p16"));
    (0..=u8::MAX).find(|&hole| hole_name(hole) == text).ok_or_else(no_hole)
}

fn row_holes(row: u8) -> impl Iterator<Item = u8> {
    (0..SIDE as u8).map(move |column| row * SIDE as u8 + column)
}

/// The position drawn as a square, with a line above it that says whose turn it is and under which
/// rules; pegs are the numbers of their seats, from 1. [`parse_position`] reads it back.
pub fn draw(game: &Halma, position: &Position) -> String {
    let mut text = peg_text::header(HEADER, game, position);
    for row in 0..SIDE as u8 {
        text.push(row_letter(row));
        text += &row_text(row_holes(row).map(|hole| position.peg_at(hole)));
    }
    text
}

/// Reads a position that [`draw`] drew.
///
/// # Errors
/// Names the line, and what is wrong with it.
pub fn parse_position(text: &str) -> Result<(Halma, Position), TextError> {
    let mut lines = text.lines();
    let (game, mut position) = parse_header(lines.next().unwrap_or_default())?;
    let mut pegs = vec![Vec::new(); CORNERS];
    parse_rows(lines, (0..SIDE as u8).map(row_holes), game.players(), |hole, player| {
        position.holes[usize::from(hole)] = player.0 + 1;
        pegs[player.index()].push(hole);
    })?;
    for (seat, holes) in (1..=game.players()).zip(&pegs) {
        let count = holes.len();
        let bad = || TextError(format!("seat {seat} has {count} pegs instead of {PEGS}"));
        position.pegs[seat - 1] = holes.as_slice().try_into().map_err(|_| bad())?;
    }
    position.status.winner = peg_text::winner(&game, &position)?;
    Ok((game, position))
}

fn parse_header(line: &str) -> Result<(Halma, Position), TextError> {
    let header = Header::parse(line, HEADER)?;
    let players = header.number("players", 2, CORNERS as u32)?;
    if seats(players as usize).is_none() {
        return Err(TextError(format!("line 1: players is 2 or 4: '{line}'")));
    }
    let rules = parse_rules(header.text("rules")?, players as usize)?;
    let status = header.status(players, rules.ply_cap)?;
    Ok((Halma::new(players as usize, rules)?, Position::empty(status)))
}
