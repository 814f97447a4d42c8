//! Numbers as other programs print them: one after another in any layout, or a list in source code.

use super::comment::{Header, with_header};
use super::lists::{List, Lists};
use super::numbers::parse_literal;
use super::read::ReadWeights;
use super::tokens::{Kind, Token, tokens};
use super::wanted::Wanted;
use crate::record::weights::{ArraySeats, FormatError};

/// What may stand where a board has no cell, in a text that holds nothing else but numbers.
const HOLES: [&str; 4] = [".", "_", "x", "X"];

/// Reads an array, or one for each corner. Where words other than holes stand in the text, it is
/// source code: its only list of that length is read.
pub fn read(text: &str, wanted: Wanted<'_>) -> Result<ReadWeights, FormatError> {
    let header = if Header::is_in(text) { Header::parse(text)? } else { None };
    let tokens = tokens(text)?;
    let is_code = |it: &&Token| matches!(it.kind, Kind::Word(word) if !HOLES.contains(&word));
    let list = match tokens.iter().find(is_code) {
        Some(word) => only_list(&tokens, *word, wanted)?,
        None => &tokens[..],
    };
    let numbers: Vec<f64> = list.iter().filter_map(number).collect();
    if !wanted.admits(numbers.len()) {
        return Err(miscounted(list, wanted));
    }
    if let Some(mark) = list.iter().find(|it| matches!(it.kind, Kind::Word(_))) {
        match wanted.has_rows() {
            true => check_rows(list, wanted)?,
            false => return Err(not_a_number(*mark).unwrap_or_else(|| miscounted(list, wanted))),
        }
    }
    let counted = match numbers.len() == wanted.cells() {
        true => ArraySeats::One(1),
        false => ArraySeats::All,
    };
    let seats = header.as_ref().map_or(counted, |it| it.seats);
    let arrays: Vec<_> = numbers.chunks(wanted.cells().max(1)).map(<[f64]>::to_vec).collect();
    Ok(with_header(header, seats.turn_back(&arrays, wanted.layout)?))
}

/// Refuses numbers that are drawn otherwise than in the board's rows: with marks for places without a cell, another
/// board has as many, or this one turned.
fn check_rows(list: &[Token<'_>], wanted: Wanted<'_>) -> Result<(), FormatError> {
    let numbers: Vec<_> = list.iter().filter(|it| number(it).is_some()).collect();
    let lines = numbers.chunk_by(|one, next| one.line == next.line);
    let rows = wanted.layout.cells.chunk_by(|one, next| one.row == next.row).map(<[_]>::len);
    for (line, (row, cells)) in lines.zip((1..).zip(rows).cycle()) {
        if line.len() != cells {
            return Err(FormatError::line(
                line[0].line,
                format!(
                    "{found} numbers, and the board's row {row} has {cells}; where '.' or the like stand for no hole, \
                     each line is a row",
                    found = line.len()
                ),
            ));
        }
    }
    Ok(())
}

fn number(token: &Token<'_>) -> Option<f64> {
    match token.kind {
        Kind::Number(number) => Some(number),
        _ => None,
    }
}

/// The tokens of the only list of source code that has as many numbers as are wanted.
fn only_list<'a, 't>(
    tokens: &'a [Token<'t>],
    first_word: Token<'t>,
    wanted: Wanted<'_>,
) -> Result<&'a [Token<'t>], FormatError> {
    let lists = Lists::find(tokens)?;
    let inside = |list: &List| tokens.get(list.inside.clone()).unwrap_or_default();
    let fitting: Vec<_> = lists.plain.iter().filter(|it| wanted.admits(it.numbers)).collect();
    match (&fitting[..], lists.longest) {
        ([only], _) => Ok(inside(only)),
        ([first, second, ..], _) => Err(ambiguous(inside(first), inside(second))),
        ([], Some(longest)) if longest.numbers > 1 => {
            let list = inside(&longest);
            let word = list.iter().find_map(|it| not_a_number(*it));
            Err(word.unwrap_or_else(|| miscounted(list, wanted)))
        }
        ([], _) => Err(not_a_number(first_word).unwrap_or_else(|| miscounted(tokens, wanted))),
    }
}

fn not_a_number(token: Token<'_>) -> Option<FormatError> {
    match token.kind {
        Kind::Word(word) => Some(FormatError::line(token.line, parse_literal(word).err()?)),
        _ => None,
    }
}

fn ambiguous(first: &[Token<'_>], second: &[Token<'_>]) -> FormatError {
    let line = |list: &[Token<'_>]| list.first().map_or(0, |token| token.line);
    FormatError::Whole(format!(
        "the lists in lines {} and {} both have as many numbers as are needed; leave one of them",
        line(first),
        line(second)
    ))
}

fn miscounted(list: &[Token<'_>], wanted: Wanted<'_>) -> FormatError {
    let mut numbers = list.iter().filter(|it| number(it).is_some());
    let found = match (numbers.clone().count(), numbers.next_back()) {
        (1, Some(only)) => format!("1 number, in line {}", only.line),
        (count, Some(last)) => format!("{count} numbers, the last in line {}", last.line),
        (_, None) => "no numbers".to_string(),
    };
    FormatError::Whole(format!("{found}; {wanted}"))
}
