//! Moves and positions of games of pegs as text, and back: what their notations have in common.
//!
//! A step is `b1-c2`, a chain of hops `b1>d1>f4`, a pass `pass`. A drawn board has a line a row,
//! which begins with the row's letter; pegs are the numbers of their seats, from 1.

use super::peg_status::Status;
use super::pegs::{PegGame, PegMove, hop_path, winners};
use super::{Player, TextError};

const PASS: &str = "pass";

pub(super) fn row_letter(row: u8) -> char {
    char::from(b'a' + row)
}

pub(super) fn move_text<G: PegGame>(game: &G, position: &G::Position, mv: PegMove) -> String {
    if mv == PegMove::PASS {
        return PASS.to_string();
    }
    if G::is_step(mv.from, mv.to) {
        return format!("{}-{}", G::name_of(mv.from), G::name_of(mv.to));
    }
    let path = hop_path(game, position, mv).unwrap_or_else(|| vec![mv.from, mv.to]);
    path.into_iter().map(G::name_of).collect::<Vec<_>>().join(">")
}

pub(super) fn parse_move<G: PegGame>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<PegMove, TextError> {
    let mut legal = Vec::new();
    game.moves(position, &mut legal);
    let mv = match text.split_once('-') {
        Some((from, to)) => PegMove { from: G::hole_of(from)?, to: G::hole_of(to)? },
        None if text == PASS => PegMove::PASS,
        None => parse_hops(game, position, text)?,
    };
    if legal.contains(&mv) && (G::is_step(mv.from, mv.to) || !text.contains('-')) {
        Ok(mv)
    } else {
        Err(TextError(format!("'{text}' is not a legal move here")))
    }
}

/// A chain written out hop by hop, each hop checked.
fn parse_hops<G: PegGame>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<PegMove, TextError> {
    let path = text.split('>').map(G::hole_of).collect::<Result<Vec<_>, _>>()?;
    let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
        return Err(TextError(format!("'{text}' is no move")));
    };
    if from == to {
        return Err(TextError(format!("'{text}' leads nowhere")));
    }
    for pair in path.windows(2) {
        if !game.hops(position, from, pair[0]).any(|landing| landing == pair[1]) {
            let (this, next) = (G::name_of(pair[0]), G::name_of(pair[1]));
            return Err(TextError(format!("'{text}': no hop leads from {this} to {next}")));
        }
    }
    Ok(PegMove { from, to })
}

/// The line above a drawing, which says after some opening words whose turn it is and under which rules.
pub(super) fn header<G: PegGame>(opening: &str, game: &G, position: &G::Position) -> String {
    let Status { turn, passes, ply, .. } = G::status(position);
    let (players, rules, seat) = (game.players(), game.rules_text(), turn.0 + 1);
    format!("{opening} players={players} rules={rules} ply={ply} passes={passes} turn={seat}\n")
}

/// Who has won in a position that was read.
pub(super) fn winner<G: PegGame>(
    game: &G,
    position: &G::Position,
) -> Result<Option<Player>, TextError> {
    let mut winners = winners(game, position);
    match (winners.next(), winners.next()) {
        (winner, None) => Ok(winner),
        _ => Err(TextError("two seats have won".to_string())),
    }
}

/// A row of a drawing after its letter, from the players whose pegs stand there.
pub(super) fn row_text(pegs: impl Iterator<Item = Option<Player>>) -> String {
    let peg = |peg: Option<Player>| peg.map_or('.', |player| char::from(b'1' + player.0));
    pegs.flat_map(|it| [' ', peg(it)]).collect::<String>() + "\n"
}

/// Reads rows with those holes, the first of them in line 2, up to the end of the text. Gives each
/// peg's hole and player to `put`.
pub(super) fn parse_rows<'a>(
    mut lines: impl Iterator<Item = &'a str>,
    rows: impl Iterator<Item = impl Iterator<Item = u8>>,
    players: usize,
    mut put: impl FnMut(u8, Player),
) -> Result<(), TextError> {
    let mut last = 'a';
    for (row, holes) in (0u8..).zip(rows) {
        let line = lines.next().unwrap_or_default();
        let bad = |why: &str| TextError(format!("line {}: {why}: '{line}'", row + 2));
        let mut words = line.split_whitespace();
        last = row_letter(row);
        if words.next() != Some(last.to_string().as_str()) {
            return Err(bad(&format!("row {last} is missing")));
        }
        for hole in holes {
            let word = words.next().ok_or_else(|| bad("too few holes"))?;
            if let Some(player) = parse_peg(word, players).map_err(|why| bad(&why))? {
                put(hole, player);
            }
        }
        if words.next().is_some() {
            return Err(bad("too many holes"));
        }
    }
    match lines.find(|line| !line.trim().is_empty()) {
        Some(line) => Err(TextError(format!("nothing may follow row {last}: '{line}'"))),
        None => Ok(()),
    }
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

/// The first line of a drawing: after some opening words, fields such as `ply=8`.
#[derive(Clone, Copy)]
pub(super) struct Header<'a> {
    line: &'a str,
    fields: &'a str,
}

impl<'a> Header<'a> {
    /// Players, rules, plies, passes and the seat to move, in this order.
    const FIELDS: usize = 5;

    pub fn parse(line: &'a str, opening: &str) -> Result<Header<'a>, TextError> {
        let fields = line.strip_prefix(opening).unwrap_or_default();
        let header = Header { line, fields };
        if !line.starts_with(opening) {
            return Err(header.bad(&format!("a position begins with '{opening}'")));
        }
        match fields.split_whitespace().count() > Header::FIELDS {
            true => Err(header.bad("a position has five fields")),
            false => Ok(header),
        }
    }

    fn bad(&self, why: &str) -> TextError {
        TextError(format!("line 1: {why}: '{}'", self.line))
    }

    pub fn text(&self, key: &str) -> Result<&'a str, TextError> {
        let mut words = self.fields.split_whitespace();
        words
            .find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
            .ok_or_else(|| self.bad(&format!("{key}=… is missing")))
    }

    pub fn number(&self, key: &str, least: u32, most: u32) -> Result<u32, TextError> {
        let value = self.text(key)?.parse::<u32>().ok();
        let value = value.filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| self.bad(&format!("{key} is a number from {least} to {most}")))
    }

    pub fn status(&self, players: u32, ply_cap: u32) -> Result<Status, TextError> {
        let ply = self.number("ply", 0, ply_cap)?;
        let passes = self.number("passes", 0, players.min(ply))? as u8;
        let turn = Player(self.number("turn", 1, players)? as u8 - 1);
        Ok(Status { turn, passes, ply, winner: None })
    }
}
