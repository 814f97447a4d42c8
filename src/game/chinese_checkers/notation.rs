//! Holes, moves and positions as text, and back.
//!
//! A hole is its row's letter (a at the top, q at the bottom) and its number in the row from
//! the left, `a1` to `q1`. A step is `b1-c2`, a chain of hops `b1>d1>f4`, a pass `pass`.

use super::geometry::{CORNERS, GRID, HOLES, STAR, holes_of};
use super::rules::Rules;
use super::{ChineseCheckers, PEGS, Player, Position};
use crate::game::peg_status::Status;
use crate::game::peg_text::{self, Header, parse_rows, row_letter, row_text};
use crate::game::{Game, TextError};
use std::fmt::Write as _;

const HEADER: &str = "starhop position 1:";

/// A hole's name; the empty string for a number that is no hole.
pub fn hole_name(hole: u8) -> String {
    let Some(&(row, _)) = STAR.place.get(usize::from(hole)) else {
        return String::new();
    };
    let number = row_holes(row).position(|other| other == hole).map_or(0, |index| index + 1);
    format!("{}{number}", row_letter(row as u8))
}

/// The hole of that name.
///
/// # Errors
/// Where no hole has it.
pub fn parse_hole(text: &str) -> Result<u8, TextError> {
    let no_hole = || TextError(format!("'{text}' is no hole; holes are a1 to q1"));
    let mut letters = text.chars();
    let row = letters.next().filter(|&letter| ('a'..='q').contains(&letter));
    let number: usize = letters.as_str().parse().map_err(|_| no_hole())?;
    let row = row.ok_or_else(no_hole)? as u8 - b'a';
    let hole = number.checked_sub(1).and_then(|index| row_holes(row as i8).nth(index));
    hole.filter(|&hole| hole_name(hole) == text).ok_or_else(no_hole)
}

fn row_holes(row: i8) -> impl Iterator<Item = u8> {
    (0..HOLES as u8).filter(move |&hole| STAR.place[usize::from(hole)].0 == row)
}

/// The position drawn as a star, with a line above it that says whose turn it is and under
/// which rules; pegs are the numbers of their seats, from 1. [`parse_position`] reads it back.
pub fn draw(game: &ChineseCheckers, position: &Position) -> String {
    let mut text = peg_text::header(HEADER, game, position);
    for row in 0..GRID as i8 {
        let column = row_holes(row).next().map_or(0, |hole| STAR.place[usize::from(hole)].1);
        let indent = (2 * column - row + 4).max(0) as usize;
        let _ = write!(text, "{} {:indent$}", row_letter(row as u8), "");
        text += &row_text(row_holes(row).map(|hole| position.peg_at(hole)));
    }
    text
}

/// Reads a position that [`draw`] drew.
///
/// # Errors
/// Names the line, and what is wrong with it.
pub fn parse_position(text: &str) -> Result<(ChineseCheckers, Position), TextError> {
    let mut lines = text.lines();
    let (game, status) = parse_header(lines.next().unwrap_or_default())?;
    let mut pegs = [0; CORNERS];
    parse_rows(lines, (0..GRID as i8).map(row_holes), game.players(), |hole, player| {
        pegs[player.index()] |= 1 << hole;
    })?;
    let mut position = Position::new(pegs, status);
    check_pegs(&game, &position)?;
    position.status.winner = peg_text::winner(&game, &position)?;
    Ok((game, position))
}

fn parse_header(line: &str) -> Result<(ChineseCheckers, Status), TextError> {
    let header = Header::parse(line, HEADER)?;
    let players = header.number("players", 2, CORNERS as u32)?;
    let rules = Rules::parse(header.text("rules")?, players as usize)?;
    let status = header.status(players, rules.ply_cap)?;
    Ok((ChineseCheckers::new(players as usize, rules)?, status))
}

fn check_pegs(game: &ChineseCheckers, position: &Position) -> Result<(), TextError> {
    for player in (0..game.players() as u8).map(Player) {
        let pegs = position.pegs(player);
        let seat = player.0 + 1;
        let count = pegs.count_ones() as usize;
        if count != PEGS {
            return Err(TextError(format!("seat {seat} has {count} pegs instead of {PEGS}")));
        }
        if let Some(hole) = holes_of(pegs & !game.stops(player)).next() {
            let hole = hole_name(hole);
            return Err(TextError(format!("a peg of seat {seat} can't stand on {hole}")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hole_has_a_name_that_parses_back() {
        for hole in 0..HOLES as u8 {
            assert_eq!(parse_hole(&hole_name(hole)), Ok(hole));
        }
        assert_eq!((hole_name(0), hole_name(120)), ("a1".to_string(), "q1".to_string()));
        for text in ["", "a", "a0", "a2", "r1", "A1", "e14", "a+1", "a01", "é1", "a99999999999"] {
            assert!(parse_hole(text).is_err(), "{text}");
        }
    }
}
