//! A game as clients are told of it.

use super::super::protocol::{CellOf, SeatKind, SeatOf, What};
use crate::game::layout::{Cell, CellLayout, Piece};
use crate::record::games::GameRecord;
use crate::record::underway::{SeatLine, Terms};
use crate::registry::{BotSpec, LiveGame};
use crate::session::play::Seat;

/// What stands on the cells: a letter each, `.` for nothing, digits for the pieces of seats from 1,
/// letters from `A` for their kings.
pub fn pieces(live: &dyn LiveGame) -> String {
    let letter = |piece: Option<Piece>| match piece {
        None => '.',
        Some(it) if it.kind == "king" => char::from(b'A' + it.player.0),
        Some(it) => char::from(b'1' + it.player.0),
    };
    live.pieces().into_iter().map(letter).collect()
}

/// The cells of a board.
pub fn board(live: &dyn LiveGame) -> Option<Vec<CellOf>> {
    let cell = |it: Cell| CellOf { name: it.name, x: it.x, y: it.y, corner: it.corner };
    Some(live.layout()?.cells.into_iter().map(cell).collect())
}

/// The first event of a table; `live` is the game where it begins.
pub fn start(record: &GameRecord, live: &dyn LiveGame, seats: Vec<SeatOf>, terms: Terms) -> What {
    What::Start {
        game: record.game.clone(),
        players: record.players,
        rules: record.rules.clone(),
        aim: live.aim(),
        seed: record.seed.number(),
        board: board(live),
        pieces: pieces(live),
        seats,
        turn: live.turn().index() + 1,
        terms,
    }
}

/// The event of a move by that seat, from 0; `live` is the game after it.
pub fn moved(live: &dyn LiveGame, seat: usize, mv: &str, left: Option<Vec<u64>>) -> What {
    What::Move {
        seat: seat + 1,
        mv: mv.to_string(),
        cells: live.layout().map_or(Vec::new(), |it| it.cells_in(mv)),
        pieces: pieces(live),
        turn: live.turn().index() + 1,
        left,
    }
}

/// Who sits where.
pub fn people(seats: &[Seat], lines: &[SeatLine]) -> Vec<SeatOf> {
    let person = |(seat, line): (&Seat, &SeatLine)| match seat.spec() {
        Some(_) => SeatOf { kind: SeatKind::Bot, name: Some(seat.to_string()) },
        None if line.token.is_some() => SeatOf { kind: SeatKind::Person, name: line.name.clone() },
        None => SeatOf { kind: SeatKind::Open, name: None },
    };
    seats.iter().zip(lines).map(person).collect()
}

/// The weights that a bot has for the cells, for each seat as it sees the board, `None` where it can't end
/// a move. Empty where the bot goes by something else. `start` has what stands on the cells at the
/// beginning.
pub fn weights(
    layout: &CellLayout,
    bot: &BotSpec,
    start: &[Option<Piece>],
    seats: usize,
) -> Vec<Vec<Option<f64>>> {
    let Some(values) = bot.evaluation().map(|it| &it.values) else { return Vec::new() };
    if values.len() != layout.cells.len() {
        return Vec::new();
    }
    let cells = layout.cells.iter().zip(values);
    let own: Vec<Option<f64>> = cells.map(|(cell, &value)| cell.stop.then_some(value)).collect();
    if layout.turned.is_empty() {
        return vec![own; seats];
    }
    let turned = |seat: usize| layout.turn(&own, home(layout, start, seat)?);
    (0..seats).map(turned).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// The corner where a seat's pieces stand at the start.
fn home(layout: &CellLayout, start: &[Option<Piece>], seat: usize) -> Option<usize> {
    let cells = layout.cells.iter().zip(start);
    let own = cells.filter(|(_, piece)| piece.is_some_and(|it| it.player.index() == seat));
    own.map(|(cell, _)| cell.corner).max()
}
