//! Positions in the Forsyth–Edwards notation of draughts: `W:W31,32,K40:B1-15,K20`.
//!
//! It says whose turn it is, then where the men and the kings (K) of both colours stand. Two numbers
//! with a dash stand for all fields from the one to the other. What the draw rules remember isn't
//! said.

use super::board::{Fields, number, place, places};
use super::drawing::check;
use super::notation::plain_number;
use super::{Draughts, Position};
use crate::game::{Game, Player, TextError};

const COLOURS: [&str; 2] = ["W", "B"];

/// The position as text, every field by itself.
pub fn text(position: &Position) -> String {
    let piece = |place: u8| {
        let king = if position.kings() & 1 << place != 0 { "K" } else { "" };
        format!("{king}{}", number(place))
    };
    let side = |player: u8| {
        let pieces: Vec<String> = places(position.pieces(Player(player))).map(piece).collect();
        format!("{}{}", COLOURS[usize::from(player)], pieces.join(","))
    };
    let turn = COLOURS[Draughts.turn(position).index()];
    format!("{turn}:{}:{}", side(0), side(1))
}

/// The position that `text` says, as if the game began there.
///
/// # Errors
/// Where it is no position, or none of this game.
pub fn parse(text: &str) -> Result<Position, TextError> {
    let bad = |why: &str| TextError(format!("{why}: '{}'", text.trim()));
    let trimmed = text.trim();
    let parts: Vec<&str> = trimmed.strip_suffix('.').unwrap_or(trimmed).split(':').collect();
    let [turn, sides @ ..] = parts.as_slice() else { return Err(bad("no position")) };
    let colour = |text: &str| COLOURS.iter().position(|it| *it == text);
    let turn = colour(turn.trim()).ok_or_else(|| bad("the turn is W or B"))?;
    if sides.len() != 2 {
        return Err(bad("after the turn stand the pieces of both colours"));
    }
    let (mut pieces, mut kings) = ([None; 2], 0);
    for side in sides {
        let side = side.trim();
        let first = side.get(..1).and_then(colour).ok_or_else(|| bad("a colour is W or B"))?;
        let (men, own_kings) = side_fields(&side[1..]).map_err(|why| bad(&why))?;
        if pieces[first].replace(men | own_kings).is_some() {
            return Err(bad("a colour stands there twice"));
        }
        kings |= own_kings;
    }
    let pieces = pieces.map(Option::unwrap_or_default);
    if pieces[0] & pieces[1] != 0 {
        return Err(bad("two pieces on a field"));
    }
    let position = Position::new(pieces, kings, Player(turn as u8));
    check(&position).map_err(|why| bad(&why.0))?;
    Ok(position)
}

/// The fields of men, and those of kings.
fn side_fields(text: &str) -> Result<(Fields, Fields), String> {
    let (mut men, mut kings) = (0, 0);
    for item in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
        let king = item.strip_prefix('K');
        let fields = range(king.unwrap_or(item)).ok_or_else(|| format!("'{item}' is no field"))?;
        if fields & (men | kings) != 0 {
            return Err(format!("two pieces on a field, one of '{item}'"));
        }
        *if king.is_some() { &mut kings } else { &mut men } |= fields;
    }
    Ok((men, kings))
}

/// The fields from the one number to the other.
fn range(text: &str) -> Option<Fields> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let [first, last] = [first, last].map(|it| plain_number(it.trim()));
    let (first, last) = (first?, last?);
    let fields = (first..=last).map(|it| Some(1 << place(it)?));
    let fields: Option<Fields> = fields.sum();
    fields.filter(|_| first <= last)
}
