//! Moves as text.

use super::board::{Fields, number, place};
use super::path::{goes_by, path};
use super::{Move, Position, moves};
use crate::game::TextError;

pub(super) fn legal(position: &Position) -> Vec<Move> {
    let mut found = Vec::new();
    moves::moves(position, &mut found);
    found
}

pub(super) fn joined(places: &[u8], sign: &str) -> String {
    places.iter().map(|&it| number(it).to_string()).collect::<Vec<String>>().join(sign)
}

/// `32-28`, or `19x28`, or with all fields landed on where captures of other pieces begin and end
/// on the same fields.
pub(super) fn move_text(position: &Position, mv: Move) -> String {
    let same = |it: &&Move| (it.from, it.to) == (mv.from, mv.to);
    match mv.captured {
        0 => joined(&[mv.from, mv.to], "-"),
        _ if legal(position).iter().filter(same).count() > 1 => joined(&path(position, mv), "x"),
        _ => joined(&[mv.from, mv.to], "x"),
    }
}

/// A capture may also name, between its first and last field, fields that it jumps over or lands
/// on, in order; or after its last field all the pieces that it takes, in any order. Some programs
/// write a colon in place of its `x`.
pub(super) fn parse_move(position: &Position, text: &str) -> Result<Move, TextError> {
    let bad = || TextError(format!("'{text}' is no move; moves are like 32-28 and 19x28"));
    let sign = text.chars().find(|it| "x:".contains(*it)).unwrap_or('-');
    let field = |word: &str| place(plain_number(word)?);
    let said: Vec<u8> = text.split(sign).map(field).collect::<Option<_>>().ok_or_else(bad)?;
    let (from, rest) = said.split_first().ok_or_else(bad)?;
    let (to, between) = rest.split_last().ok_or_else(bad)?;
    if sign == '-' && !between.is_empty() {
        return Err(bad());
    }
    let fits = |it: &Move| {
        it.from == *from
            && (it.captured == 0) == (sign == '-')
            && (it.to == *to && goes_by(position, *it, between)
                || it.to == rest[0] && takes(*it, &rest[1..]))
    };
    let mut moves = legal(position);
    let must_take = moves.iter().any(|it| it.captured != 0);
    moves.retain(fits);
    match moves.as_slice() {
        [mv] => Ok(*mv),
        [] if must_take => Err(TextError(format!(
            "'{text}' is not legal here: the most pieces must be taken that can be"
        ))),
        [] => Err(TextError(format!("'{text}' is not legal here"))),
        _ => {
            let texts: Vec<String> = moves.iter().map(|it| move_text(position, *it)).collect();
            Err(TextError(format!("'{text}' may be any of {}", texts.join(", "))))
        }
    }
}

/// Whether those are the places of all pieces that the move takes.
fn takes(mv: Move, said: &[u8]) -> bool {
    mv.captured != 0
        && said.len() == mv.captured.count_ones() as usize
        && said.iter().fold(0, |fields: Fields, it| fields | 1 << it) == mv.captured
}

/// A number of digits alone.
pub(super) fn plain_number(word: &str) -> Option<u8> {
    word.bytes().all(|it| it.is_ascii_digit()).then(|| word.parse().ok())?
}
