//! Positions in the Forsyth–Edwards notation of draughts: `W:W31,32,K40:B1-15,K20`.
//!
//! It says whose turn it is, then where the men and the kings (K) of both colours stand. Two numbers
//! with a dash stand for all fields from the one to the other. What the draw rules remember isn't
//! said; what some programs count after the pieces (`:H0:F1`) says too little of it, and is passed over.

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
    let [one, other, counts @ ..] = sides else {
        return Err(bad("after the turn stand the pieces of both colours"));
    };
    if !are_counts(counts) {
        return Err(bad("after the pieces stand H and F alone, each once with a number"));
    }
    let (mut pieces, mut kings) = ([None; 2], 0);
    for side in [one, other] {
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

/// Whether these parts are plies without progress (`H0`) and the number of the move (`F1`), neither of
/// them twice.
fn are_counts(parts: &[&str]) -> bool {
    let is_of = |part: &str, letter: char| {
        let digits = part.trim().strip_prefix(letter).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
    };
    let [plies, moves] = ['H', 'F'].map(|it| parts.iter().filter(|part| is_of(part, it)).count());
    plies <= 1 && moves <= 1 && plies + moves == parts.len()
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
