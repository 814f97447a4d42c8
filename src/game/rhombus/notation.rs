//! Holes and positions as text, and back.
//!
//! A hole is its row's letter (a at the top, s at the bottom) and its number in the row from the
//! left, `a1` to `s1`.

use super::geometry::{CORNERS, HOLES, LONGEST, ROWS, holes_in, number_of, row_holes, row_of};
use super::{PEGS, Position, Rhombus, parse_rules};
use crate::game::TextError;
use crate::game::peg_text::{self, Header, parse_rows, row_letter, row_text};
use std::fmt::Write as _;

const HEADER: &str = "starhop position 1: rhombus";

/// A hole's name; the empty string for a number that is no hole.
pub fn hole_name(hole: u8) -> String {
    match usize::from(hole) < HOLES {
        true => format!("{}{}", row_letter(row_of(hole)), number_of(hole)),
        false => String::new(),
    }
}

/// The hole of that name.
///
/// # Errors
/// Where no hole has it.
pub fn parse_hole(text: &str) -> Result<u8, TextError> {
    let no_hole = || TextError(format!("'{text}' is no hole; holes are a1 to s1"));
    (0..HOLES as u8).find(|&hole| hole_name(hole) == text).ok_or_else(no_hole)
}

/// The position drawn as a rhombus, with a line above it that says whose turn it is and under which
/// rules; pegs are the numbers of their seats, from 1. [`parse_position`] reads it back.
pub fn draw(game: &Rhombus, position: &Position) -> String {
    let mut text = peg_text::header(HEADER, game, position);
    for row in 0..ROWS {
        let indent = usize::from(LONGEST - holes_in(row));
        let _ = write!(text, "{}{:indent$}", row_letter(row), "");
        text += &row_text(row_holes(row).map(|hole| position.peg_at(hole)));
    }
    text
}

/// Reads a position that [`draw`] drew.
///
/// # Errors
/// Names the line, and what is wrong with it.
pub fn parse_position(text: &str) -> Result<(Rhombus, Position), TextError> {
    let mut lines = text.lines();
    let (game, mut position) = parse_header(lines.next().unwrap_or_default())?;
    parse_rows(lines, (0..ROWS).map(row_holes), CORNERS, |hole, player| {
        position.pegs[player.index()] |= 1 << hole;
    })?;
    for (seat, pegs) in (1..).zip(position.pegs) {
        let count = pegs.count_ones() as usize;
        if count != PEGS {
            return Err(TextError(format!("seat {seat} has {count} pegs instead of {PEGS}")));
        }
    }
    position.status.winner = peg_text::winner(&game, &position)?;
    Ok((game, position))
}

fn parse_header(line: &str) -> Result<(Rhombus, Position), TextError> {
    let header = Header::parse(line, HEADER)?;
    let players = header.number("players", CORNERS as u32, CORNERS as u32)?;
    let rules = parse_rules(header.text("rules")?)?;
    let status = header.status(players, rules.ply_cap)?;
    let position = Position { pegs: [0; CORNERS], status };
    Ok((Rhombus::new(players as usize, rules)?, position))
}
