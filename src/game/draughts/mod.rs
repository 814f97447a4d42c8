//! International draughts on a hundred squares, by the rules of the world federation (FMJD).
//!
//! Fields have the numbers 1 to 50, from the left to the right and from the top down. White, seat 1,
//! begins on 31 to 50 and moves up.

pub mod board;
mod drawing;
mod draws;
pub mod fen;
mod moves;
mod notation;
mod path;
pub mod pdn;

pub use moves::Move;

use super::hints::SearchHints;
use super::layout::{Cell, CellLayout, Piece};
use super::zobrist::mixed;
use super::{Game, Outcome, Player, TextError};
use board::{BOARD, DIRECTIONS, Fields, SIDE, column, number, places, row, row_fields};
use draws::{KING_PLIES, Left, Past, REPEATS, THREE_PLIES, TIMES, TWO_PLIES, limit};

/// Pieces that a player has at the start, and at most.
pub const PIECES: u32 = 20;
/// The rows where men become kings, white's first.
pub const FAR_ROWS: [Fields; 2] = [row_fields(0), row_fields(SIDE - 1)];

const STANDARD: &str = "standard";

/// The rules, which have no settings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Draughts;

/// Where all pieces stand, whose turn it is, and what the draw rules look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: [Fields; 2],
    kings: Fields,
    turn: Player,
    /// What a rule that limits the endgame leaves of it.
    left: Option<Left>,
    past: Past,
}

impl Position {
    /// Those pieces, of which some are kings, as if the game began there.
    fn new(pieces: [Fields; 2], kings: Fields, turn: Player) -> Position {
        let left = limit(pieces, kings).map(Left::all);
        Position { pieces, kings, turn, left, past: Past::default() }
    }

    /// The same, as if the game began there: what its draw rules remember is forgotten.
    pub fn begun_here(&self) -> Position {
        Position::new(self.pieces, self.kings, self.turn)
    }

    /// The fields of a player's pieces.
    pub fn pieces(&self, player: Player) -> Fields {
        self.pieces.get(player.index()).copied().unwrap_or(0)
    }

    /// The fields of all kings.
    pub fn kings(&self) -> Fields {
        self.kings
    }

    /// The fields without a piece.
    pub fn empty(&self) -> Fields {
        BOARD & !(self.pieces[0] | self.pieces[1])
    }

    fn own(&self) -> Fields {
        self.pieces[self.turn.index()]
    }

    fn theirs(&self) -> Fields {
        self.pieces[1 - self.turn.index()]
    }

    /// The directions of a man of the player to move.
    fn forward(&self) -> &'static [i32] {
        forward(self.turn)
    }

    fn draw_reason(&self) -> Option<&'static str> {
        match self.left {
            _ if self.past.is_full() => Some("25-king-moves"),
            _ if self.past.is_third_time() => Some("repetition"),
            Some(Left { plies: 0, of: TWO_PLIES }) => Some("5-moves"),
            Some(Left { plies: 0, .. }) => Some("16-moves"),
            _ => None,
        }
    }
}

/// The directions of a player's men.
pub fn forward(player: Player) -> &'static [i32] {
    let (up, down) = DIRECTIONS.split_at(2);
    if player == Player(0) { up } else { down }
}

impl Draughts {
    /// The game under the rules of that name.
    ///
    /// # Errors
    /// Where there are no such rules, or not for that many players.
    pub fn new(players: usize, rules: &str) -> Result<Draughts, TextError> {
        match (players, rules) {
            (2, STANDARD) => Ok(Draughts),
            (2, _) => Err(TextError(format!("unknown rule set '{rules}'; known: {STANDARD}"))),
            _ => Err(TextError(format!("{players} players: draughts is for 2"))),
        }
    }
}

impl Game for Draughts {
    type Position = Position;
    type Move = Move;

    fn rules_text(&self) -> String {
        STANDARD.to_string()
    }

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        let rows = |first: u32| (first..first + 4).fold(0, |rows, row| rows | row_fields(row));
        Position::new([rows(6), rows(0)], 0, Player(0))
    }

    fn turn(&self, position: &Position) -> Player {
        position.turn
    }

    /// Who can't move has lost, whatever the draw rules say.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match moves::can_move(position) {
            false => Some(Outcome::Won(Player(1 - position.turn.0))),
            true => position.draw_reason().map(|_| Outcome::Unfinished),
        }
    }

    fn reason(&self, position: &Position) -> Option<&'static str> {
        match moves::can_move(position) {
            false => Some("no-move"),
            true => position.draw_reason(),
        }
    }

    fn aim(&self, repetitions: u32) -> String {
        let times = if repetitions == 0 { TIMES } else { repetitions.min(TIMES) };
        format!(
            "Take all pieces of the other player, or leave them no move: a player who can't move has lost. Where you can \
             take, you must, and as many pieces as you can. Nobody wins when the same position has been there \
             {times} times, when each player's last {} moves were of kings and took nothing, or when a king alone \
             holds out against pieces with a king among them: {} moves of each player against three, {} against \
             two or one.",
            KING_PLIES / 2,
            THREE_PLIES / 2,
            TWO_PLIES / 2,
        )
    }

    /// Pieces and turn; what the draw rules remember counts plies.
    fn key(&self, position: &Position) -> u64 {
        let [white, black] = position.pieces;
        let numbers = [white, black, position.kings << 1 | u64::from(position.turn.0)];
        numbers.into_iter().fold(0, |key, number| mixed(key ^ number))
    }

    /// Captures by where they begin, where they end, and what they take; others by where they
    /// begin, then by direction (see [`DIRECTIONS`]), near fields first.
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves::moves(position, moves);
    }

    /// `None` where the player to move has a king, or a man that can jump.
    fn count_moves(&self, position: &Position) -> Option<u32> {
        moves::count(position)
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
        let own = position.turn.index();
        let is_king = position.kings & from != 0;
        position.pieces[own] = position.pieces[own] & !from | to;
        position.pieces[1 - own] &= !mv.captured;
        position.kings &= !(from | mv.captured);
        if is_king || to & FAR_ROWS[own] != 0 {
            position.kings |= to;
        }
        match is_king && mv.captured == 0 {
            true => position.past.push(mv.from, mv.to),
            false => position.past.clear(),
        }
        let limits = [
            position.left.map(Left::after_a_ply),
            limit(position.pieces, position.kings).map(Left::all),
        ];
        position.left = limits.into_iter().flatten().min();
        position.turn = Player(1 - position.turn.0);
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        notation::move_text(position, mv)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        notation::parse_move(position, text)
    }

    fn draw(&self, position: &Position) -> String {
        drawing::draw(position)
    }

    /// The fields in the order of their numbers, which are their names.
    fn layout(&self) -> Option<CellLayout> {
        let cell = |place| Cell {
            name: number(place).to_string(),
            row: row(place) as usize,
            column: column(place) as usize,
            corner: 0,
            x: column(place).into(),
            y: row(place).into(),
            stop: true,
        };
        let grid = (SIDE as usize, SIDE as usize);
        Some(CellLayout::one(places(BOARD).map(cell).collect(), grid, Vec::new()))
    }

    fn pieces(&self, position: &Position) -> Vec<Option<Piece>> {
        let piece = |place: u8| {
            let is_on = |fields: Fields| fields & 1 << place != 0;
            let player = position.pieces.iter().position(|&fields| is_on(fields))? as u8;
            let kind = if is_on(position.kings) { "king" } else { "man" };
            Some(Piece { player: Player(player), kind })
        };
        places(BOARD).map(piece).collect()
    }

    /// A drawing, or a position in [Forsyth–Edwards notation](fen).
    fn parse_position(text: &str) -> Result<(Draughts, Position), TextError> {
        let is_fen = ["W:", "B:"].iter().any(|it| text.trim_start().starts_with(it));
        let position = if is_fen { fen::parse(text) } else { drawing::parse(text) };
        Ok((Draughts, position?))
    }
}

impl SearchHints for Draughts {
    /// The plies left, and the moves of kings where the search may come to a third time or to the last of them.
    fn search_key(&self, position: &Position, depth: u32) -> u64 {
        let with = |key: u64, number: u64| mixed(key ^ number);
        let key = position
            .left
            .map_or_else(|| self.key(position), |left| with(self.key(position), left.plies.into()));
        let moves = position.past.moves();
        match moves.len() + depth as usize >= REPEATS {
            true => moves.iter().fold(key, |key, &mv| with(key, u16::from_le_bytes(mv).into())),
            false => key,
        }
    }

    fn captures(&self, _: &Position, mv: Move) -> bool {
        mv.captured != 0
    }

    fn is_quiet(&self, position: &Position) -> bool {
        !moves::can_capture(position)
    }
}

#[cfg(test)]
mod tests;
