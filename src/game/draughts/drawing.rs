//! Positions as drawings.

use super::board::{SIDE, number, place, places, row_fields};
use super::draws::{KING_PLIES, Left, THREE_PLIES, TWO_PLIES, limit};
use super::notation::{joined, legal, plain_number};
use super::{FAR_ROWS, Move, PIECES, Position};
use crate::game::{Player, TextError};
use std::str::Lines;

const HEADER: &str = "starhop position 1: draughts";
const TURNS: [&str; 2] = ["white", "black"];
/// Men, then kings, of white, then of black.
const SIGNS: [(&str, usize, bool); 4] =
    [("w", 0, false), ("W", 0, true), ("b", 1, false), ("B", 1, true)];

pub(super) fn draw(position: &Position) -> String {
    let mut text = format!("{HEADER} turn={}", TURNS[position.turn.index()]);
    if let Some(left) = position.left {
        text += &format!(" left={}", left.plies);
        if left.of != own_limit(position) {
            text += &format!("/{}", left.of);
        }
    }
    let past: Vec<String> = position.past.moves().iter().map(|it| joined(it, "-")).collect();
    if !past.is_empty() {
        text += &format!(" kings={}", past.join(","));
    }
    for row in 0..SIDE {
        text += if row.is_multiple_of(2) { "\n  " } else { "\n" };
        let row: Vec<&str> = places(row_fields(row)).map(|it| sign(position, it)).collect();
        text += &row.join("   ");
    }
    text + "\n"
}

fn sign(position: &Position, place: u8) -> &'static str {
    let is_on = |fields: u64| fields & 1 << place != 0;
    let stands = |&&(_, player, is_king): &&(&str, usize, bool)| {
        is_on(position.pieces[player]) && is_on(position.kings) == is_king
    };
    SIGNS.iter().find(stands).map_or(".", |(sign, ..)| sign)
}

pub(super) fn parse(text: &str) -> Result<Position, TextError> {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let wrong = |why: &str| TextError(format!("line 1: {why}: '{first}'"));
    let header = first.strip_prefix(HEADER).filter(|it| it.is_empty() || it.starts_with(' '));
    let header = header.ok_or_else(|| wrong(&format!("a position begins with '{HEADER}'")))?;
    let mut position = board(&mut lines)?;
    if let Some(line) = lines.find(|line| !line.trim().is_empty()) {
        return Err(TextError(format!("nothing may follow the lowest row: '{line}'")));
    }
    check(&position)?;
    if !header.starts_with(" turn=") {
        return Err(wrong("the turn is missing"));
    }
    let mut known = Vec::new();
    for word in header.split_whitespace() {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        if known.contains(&key) {
            return Err(wrong(&format!("'{key}' stands there twice")));
        }
        known.push(key);
        set(&mut position, key, value).map_err(|why| wrong(&why))?;
    }
    Ok(position)
}

/// The pieces as they stand in the rows.
fn board(lines: &mut Lines) -> Result<Position, TextError> {
    let (mut pieces, mut kings) = ([0; 2], 0);
    for row in 0..SIDE {
        let line = lines.next().unwrap_or_default();
        let bad = |why: &str| TextError(format!("line {}: {why}: '{line}'", row + 2));
        let words: Vec<&str> = line.split_whitespace().collect();
        let fields: Vec<u8> = places(row_fields(row)).collect();
        if words.len() != fields.len() {
            return Err(bad("a row has five fields"));
        }
        for (word, place) in words.into_iter().zip(fields) {
            match SIGNS.iter().find(|(sign, ..)| *sign == word) {
                Some((_, player, is_king)) => {
                    pieces[*player] |= 1 << place;
                    kings |= u64::from(*is_king) << place;
                }
                None if word == "." => {}
                None => return Err(bad("a field is '.', 'w', 'W', 'b' or 'B'")),
            }
        }
    }
    Ok(Position::new(pieces, kings, Player(0)))
}

/// Sets what a word of the first line says.
fn set(position: &mut Position, key: &str, value: &str) -> Result<(), String> {
    match key {
        "turn" => position.turn = turn(value).ok_or("the turn is white or black")?,
        "left" => position.left = Some(left(position, value)?),
        "kings" => remember(position, value)?,
        _ => return Err(format!("a position has no '{key}'")),
    }
    Ok(())
}

fn turn(value: &str) -> Option<Player> {
    TURNS.iter().position(|it| *it == value).map(|it| Player(it as u8))
}

/// The plies that are left, and after a slash those that the rule allows which began to count before
/// a piece was taken, where they are others than the pieces' own.
fn left(position: &Position, value: &str) -> Result<Left, String> {
    let own = limit(position.pieces, position.kings);
    let (plies, of) = value.split_once('/').map_or((value, None), |(it, of)| (it, Some(of)));
    let of = match of {
        None => own_limit(position),
        Some(text) => plain_number(text)
            .filter(|of| [TWO_PLIES, THREE_PLIES].contains(of) && own <= Some(*of))
            .ok_or("after the slash stand the plies of a rule that counted before")?,
    };
    let most = own.unwrap_or(of);
    let plies = plain_number(plies).filter(|it| *it <= most);
    let plies = plies.ok_or_else(|| format!("left is a number of plies from 0 to {most}"))?;
    Ok(Left { plies, of })
}

/// The plies that an endgame of these pieces may last; those of three pieces where it is none any more.
fn own_limit(position: &Position) -> u8 {
    limit(position.pieces, position.kings).unwrap_or(THREE_PLIES)
}

/// Puts moves of kings into the position's past, after it has been seen that they lead here.
fn remember(position: &mut Position, value: &str) -> Result<(), String> {
    let pair = |text: &str| {
        let (from, to) = text.split_once('-')?;
        Some([place(plain_number(from)?)?, place(plain_number(to)?)?])
    };
    let past: Vec<[u8; 2]> = value
        .split(',')
        .map(|text| pair(text).ok_or_else(|| format!("'{text}' is no move of a king")))
        .collect::<Result<_, _>>()?;
    if past.len() > KING_PLIES {
        return Err(format!("{} moves of kings; the game ends at {KING_PLIES}", past.len()));
    }
    let mut before = *position;
    for &[from, to] in past.iter().rev() {
        before.turn = Player(1 - before.turn.0);
        let (own, flip) = (before.turn.index(), 1u64 << from | 1 << to);
        before.pieces[own] ^= flip;
        before.kings ^= flip;
        let is_there = before.pieces[own] & before.kings & 1 << from != 0;
        if !is_there || !legal(&before).contains(&Move { from, to, captured: 0 }) {
            return Err(format!("{} was no move of a king", joined(&[from, to], "-")));
        }
    }
    past.into_iter().for_each(|[from, to]| position.past.push(from, to));
    Ok(())
}

/// Whether pieces can stand like that.
pub(super) fn check(position: &Position) -> Result<(), TextError> {
    for (player, pieces) in position.pieces.into_iter().enumerate() {
        let count = pieces.count_ones();
        if count > PIECES {
            let name = TURNS[player];
            return Err(TextError(format!("{count} pieces of {name}; at most {PIECES}")));
        }
        if let Some(place) = places(pieces & !position.kings & FAR_ROWS[player]).next() {
            let number = number(place);
            return Err(TextError(format!("a man on {number} would be a king")));
        }
    }
    Ok(())
}
