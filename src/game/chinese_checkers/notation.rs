//! Holes, moves and positions as text, and back.
//!
//! A hole is its row's letter (a at the top, q at the bottom) and its number in the row from
//! the left, `a1` to `q1`. A step is `b1-c2`, a chain of hops `b1>d2>f4`, a pass `pass`.

use super::geometry::{CORNERS, GRID, HOLES, STAR, holes_of};
use super::hops::{hop_path, is_hop};
use super::rules::Rules;
use super::{ChineseCheckers, PEGS, PegMove, Player, Position};
use crate::game::{Game, TextError};
use std::fmt::Write as _;

const PASS: &str = "pass";
const HEADER: &str = "starhop position 1:";

/// A hole's name; the empty string for a number that is no hole.
pub fn hole_name(hole: u8) -> String {
    let Some(&(row, _)) = STAR.place.get(usize::from(hole)) else {
        return String::new();
    };
    let number = row_holes(row).position(|other| other == hole).map_or(0, |index| index + 1);
    format!("{}{number}", row_letter(row))
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

fn row_letter(row: i8) -> char {
    char::from(b'a' + row as u8)
}

fn row_holes(row: i8) -> impl Iterator<Item = u8> {
    (0..HOLES as u8).filter(move |&hole| STAR.place[usize::from(hole)].0 == row)
}

pub(super) fn move_text(game: &ChineseCheckers, position: &Position, mv: PegMove) -> String {
    if mv == PegMove::PASS {
        return PASS.to_string();
    }
    if STAR.neighbours[usize::from(mv.from)] & (1 << mv.to) != 0 {
        return format!("{}-{}", hole_name(mv.from), hole_name(mv.to));
    }
    let land = game.seats[usize::from(position.turn)].land;
    let path = hop_path(&position.holes, mv.from, mv.to, land);
    let path = path.unwrap_or_else(|| vec![mv.from, mv.to]);
    path.into_iter().map(hole_name).collect::<Vec<_>>().join(">")
}

pub(super) fn parse_move(
    game: &ChineseCheckers,
    position: &Position,
    text: &str,
) -> Result<PegMove, TextError> {
    let mut legal = Vec::new();
    game.moves(position, &mut legal);
    let mv = match text.split_once('-') {
        Some((from, to)) => PegMove { from: parse_hole(from)?, to: parse_hole(to)? },
        None if text == PASS => PegMove::PASS,
        None => parse_hops(game, position, text)?,
    };
    let step = STAR.neighbours[usize::from(mv.from)] & (1 << mv.to) != 0;
    if legal.contains(&mv) && (step || !text.contains('-')) {
        Ok(mv)
    } else {
        Err(TextError(format!("'{text}' is not a legal move here")))
    }
}

/// A chain written out hop by hop, each hop checked.
fn parse_hops(
    game: &ChineseCheckers,
    position: &Position,
    text: &str,
) -> Result<PegMove, TextError> {
    let path = text.split('>').map(parse_hole).collect::<Result<Vec<_>, _>>()?;
    let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
        return Err(TextError(format!("'{text}' is no move")));
    };
    if from == to {
        return Err(TextError(format!("'{text}' leads nowhere")));
    }
    let land = game.seats[usize::from(position.turn)].land;
    let mut holes = position.holes;
    holes[usize::from(from)] = 0;
    for pair in path.windows(2) {
        if !is_hop(&holes, pair[0], pair[1], land) {
            let (this, next) = (hole_name(pair[0]), hole_name(pair[1]));
            return Err(TextError(format!("'{text}': no hop leads from {this} to {next}")));
        }
    }
    Ok(PegMove { from, to })
}

/// The position drawn as a star, with a line above it that says whose turn it is and under
/// which rules; pegs are the numbers of their seats, from 1. [`parse_position`] reads it back.
pub fn draw(game: &ChineseCheckers, position: &Position) -> String {
    let mut text = format!(
        "{HEADER} players={} rules={} ply={} passes={} turn={}\n",
        game.players(),
        game.rules(),
        position.ply,
        position.passes,
        position.turn + 1,
    );
    for row in 0..GRID as i8 {
        let column = row_holes(row).next().map_or(0, |hole| STAR.place[usize::from(hole)].1);
        let indent = (2 * column - row + 4).max(0) as usize;
        let _ = write!(text, "{} {:indent$}", row_letter(row), "");
        for hole in row_holes(row) {
            let peg = position.peg_at(hole).map_or('.', |player| char::from(b'1' + player.0));
            let _ = write!(text, " {peg}");
        }
        text.push('\n');
    }
    text
}

/// Reads a position that [`draw`] drew.
///
/// # Errors
/// Names the line, and what is wrong with it.
pub fn parse_position(text: &str) -> Result<(ChineseCheckers, Position), TextError> {
    let mut lines = text.lines();
    let (game, mut position) = parse_header(lines.next().unwrap_or_default())?;
    for row in 0..GRID as i8 {
        let line = lines.next().unwrap_or_default();
        let bad = |why: &str| TextError(format!("line {}: {why}: '{line}'", row + 2));
        let mut words = line.split_whitespace();
        if words.next() != Some(row_letter(row).to_string().as_str()) {
            return Err(bad(&format!("row {} is missing", row_letter(row))));
        }
        for hole in row_holes(row) {
            let word = words.next().ok_or_else(|| bad("too few holes"))?;
            let Some(player) = parse_peg(word, game.players()).map_err(|why| bad(&why))? else {
                continue;
            };
            position.holes[usize::from(hole)] = player.0 + 1;
            position.pegs[player.index()] |= 1 << hole;
        }
        if words.next().is_some() {
            return Err(bad("too many holes"));
        }
    }
    if let Some(line) = lines.find(|line| !line.trim().is_empty()) {
        return Err(TextError(format!("nothing may follow row q: '{line}'")));
    }
    check_pegs(&game, &mut position)?;
    Ok((game, position))
}

fn parse_peg(word: &str, players: usize) -> Result<Option<Player>, String> {
    match word.parse::<u8>() {
        _ if word == "." => Ok(None),
        Ok(seat) if word.len() == 1 && (1..=players).contains(&usize::from(seat)) => {
            Ok(Some(Player(seat - 1)))
        }
        _ => Err(format!("'{word}' is neither '.' nor a seat from 1 to {players}")),
    }
}

fn parse_header(line: &str) -> Result<(ChineseCheckers, Position), TextError> {
    let bad = |why: String| TextError(format!("line 1: {why}: '{line}'"));
    let fields = line
        .strip_prefix(HEADER)
        .ok_or_else(|| bad(format!("a position begins with '{HEADER}'")))?;
    let field = |key: &str| {
        let mut words = fields.split_whitespace();
        words
            .find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
            .ok_or_else(|| bad(format!("{key}=… is missing")))
    };
    let number = |key: &str, least: u32, most: u32| {
        let text = field(key)?;
        let value = text.parse::<u32>().ok().filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| bad(format!("{key} is a number from {least} to {most}")))
    };
    if fields.split_whitespace().count() > 5 {
        return Err(bad("a position has five fields".to_string()));
    }
    let players = number("players", 2, CORNERS as u32)?;
    let rules = Rules::parse(field("rules")?, players as usize)?;
    let ply = number("ply", 0, rules.ply_cap)?;
    let passes = number("passes", 0, players.min(ply))? as u8;
    let turn = number("turn", 1, players)? as u8 - 1;
    let game = ChineseCheckers::new(players as usize, rules)?;
    let position =
        Position { holes: [0; HOLES], pegs: [0; CORNERS], turn, passes, ply, winner: None };
    Ok((game, position))
}

fn check_pegs(game: &ChineseCheckers, position: &mut Position) -> Result<(), TextError> {
    for player in (0..game.players() as u8).map(Player) {
        let pegs = position.pegs(player);
        let seat = player.0 + 1;
        if pegs.count_ones() != PEGS {
            let count = pegs.count_ones();
            return Err(TextError(format!("seat {seat} has {count} pegs instead of {PEGS}")));
        }
        if let Some(hole) = holes_of(pegs & !game.stops(player)).next() {
            let hole = hole_name(hole);
            return Err(TextError(format!("a peg of seat {seat} can't stand on {hole}")));
        }
        if pegs == game.goal(player) && position.winner.replace(player).is_some() {
            return Err(TextError("two seats have won".to_string()));
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

    #[test]
    fn the_start_draws_and_parses_back() {
        for players in 2..=6 {
            let game = ChineseCheckers::new(players, Rules::standard(players)).unwrap();
            let (other, position) = parse_position(&draw(&game, &game.start())).unwrap();
            assert_eq!(position, game.start());
            assert_eq!(other.rules(), game.rules());
        }
    }
}
