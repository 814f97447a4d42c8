//! A game for a person who plays it: the board, whose turn it is, moves, and how it ended.

use super::typed;
use crate::cli::analyse::words;
use crate::cli::figures::plies;
use crate::cli::output::{self, Piece};
use crate::cli::screen;
use crate::play::bots::Thought;
use crate::report::position::{View, coloured, symbol};
use crate::search::analysis::Analysis;
use crate::session::play::PlayedGame;
use std::collections::BTreeSet;

/// Columns of a terminal that doesn't say how many it has.
const USUAL: usize = 80;

/// The board, with the cells that the last move changed marked, and those that the player to move can
/// name in a move named.
pub fn board(game: &PlayedGame, flipped: bool) -> Piece {
    let live = game.live();
    let Some(layout) = live.layout() else { return Piece::Text(live.draw()) };
    let ends = |mv: &String| {
        let cells = layout.cells_in(mv);
        [cells.first().copied(), cells.last().copied()].into_iter().flatten()
    };
    let named: BTreeSet<usize> = live.moves().iter().flat_map(ends).collect();
    let named: Vec<usize> = named.into_iter().collect();
    let last = game.moves().last().map_or(Vec::new(), |mv| layout.cells_in(mv));
    let columns = columns(game);
    let board = View {
        layout: &layout,
        pieces: &live.pieces(),
        marked: &last,
        named: &named,
        flipped: flipped && columns.is_none(),
        colour: output::shows_colour(),
        width: screen::width(),
    };
    let below = match (columns, board.names_need()) {
        (Some(columns), _) => columns + "\n",
        (None, Some(needed)) => format!("Names of cells need {needed} columns.\n"),
        (None, None) => String::new(),
    };
    Piece::Drawing(board.draw() + &below)
}

/// The numbers of the columns, where moves are these numbers. Such a board is never turned round: they would
/// stand below other columns, and what falls down would lie above.
pub fn columns(game: &PlayedGame) -> Option<String> {
    let count = game.live().layout()?.grid.1;
    // Once the game is over, there are none but those that were played.
    let moves: Vec<String> = game.live().moves().into_iter().chain(game.moves().to_vec()).collect();
    let is_column = |mv: &String| mv.parse().is_ok_and(|column| (1..=count).contains(&column));
    let numbers: Vec<String> = (1..=count).map(|column| column.to_string()).collect();
    (!moves.is_empty() && moves.iter().all(is_column)).then(|| numbers.join(" "))
}

/// Who plays with which pieces, a line a seat.
pub fn seats(game: &PlayedGame) -> Vec<Piece> {
    let line = |seat: usize| [sign(game, seat), Piece::Text(who(game, seat) + "\n")];
    (0..game.seats().len()).flat_map(line).collect()
}

/// What the game is about and how it ends; nothing where it doesn't say so.
pub fn aim(game: &PlayedGame) -> String {
    wrapped(&game.live().aim())
}

/// What the player to move should know before it is too late; nothing at most turns.
pub fn warning(game: &PlayedGame) -> String {
    wrapped(&game.live().warning().unwrap_or_default())
}

/// That the game ends when the position comes once more, where it does.
pub fn repeated(game: &PlayedGame) -> &'static str {
    match game.live().is_nearly_repeated() {
        true => "This position was there before; if it comes once more, nobody wins.\n",
        false => "",
    }
}

/// Text as wide as is read with ease.
fn wrapped(text: &str) -> String {
    screen::wrap(text, screen::width().min(USUAL))
}

/// What stands for the pieces of a seat when the game begins, and a space.
fn sign(game: &PlayedGame, seat: usize) -> Piece {
    let pieces = game.start().map_or(Vec::new(), |start| start.pieces());
    let own = pieces.into_iter().flatten().find(|it| it.player.index() == seat);
    let player = crate::game::Player(seat as u8);
    let piece = own.unwrap_or(crate::game::layout::Piece { player, kind: "" });
    let sign = symbol(piece).to_string();
    let sign = if output::shows_colour() { coloured(&sign, seat) } else { sign };
    Piece::Drawing(sign + " ")
}

/// A seat by its number and who has it.
pub fn who(game: &PlayedGame, seat: usize) -> String {
    let name = game.seats().get(seat).map_or(String::new(), ToString::to_string);
    format!("seat {}, {name}", seat + 1)
}

/// What a bot played, with its value.
pub fn played(game: &PlayedGame, seat: usize, thought: &Thought) -> [Piece; 2] {
    let mv = &thought.mv;
    let line = thought.analysis.as_ref().and_then(|it| Some((it, it.lines.first()?)));
    let worth =
        line.map_or(String::new(), |(found, line)| format!(" ({})", words::value(found, line)));
    let text = format!("{} plays {mv}{worth}.\n", who(game, seat));
    [sign(game, seat), Piece::Text(text)]
}

/// The legal moves with their numbers, or those that begin with a cell.
pub fn moves(legal: &[String], cell: Option<&str>) -> String {
    let all: Vec<usize> = (0..legal.len()).collect();
    let places = cell.map_or(all, |cell| typed::from(cell, legal));
    let Some(last) = places.last() else {
        return format!("No move begins with {}.\n", cell.unwrap_or_default());
    };
    let digits = (last + 1).to_string().len();
    let entry = |&place: &usize| {
        let mv = legal.get(place).map_or("", String::as_str);
        format!("#{:<digits$} {mv}", place + 1)
    };
    let entries: Vec<String> = places.iter().map(entry).collect();
    let wide = entries.iter().map(|it| it.chars().count()).max().unwrap_or(0) + 2;
    let columns = (screen::width().min(USUAL) / wide).max(1);
    let row = |row: &[String]| {
        let cells: String = row.iter().map(|it| format!("{it:wide$}")).collect();
        cells.trim_end().to_string() + "\n"
    };
    entries.chunks(columns).map(row).collect()
}

/// The move that a bot would play, with its value and its line.
pub fn hint(bot: &str, thought: &Thought) -> String {
    let found = thought.analysis.as_ref().and_then(|it| Some((it, it.lines.first()?)));
    match found {
        None => format!("{bot} would play {}.\n", thought.mv),
        Some((found, line)) => format!(
            "{bot} would play {}: {}, by the line {}. Values are {}.\n",
            thought.mv,
            words::value(found, line),
            words::text(&line.moves),
            words::meaning(found.unit),
        ),
    }
}

/// A bot's best moves side by side.
pub fn why(bot: &str, found: Option<&Analysis>) -> String {
    match found {
        Some(found) => format!(
            "{}\nBy {bot}; values are {}, from the view of the player to move.\n",
            words::side_by_side(found),
            words::meaning(found.unit)
        ),
        None => format!("{bot} prefers no move.\n"),
    }
}

/// How the game ended, in a sentence.
pub fn end(game: &PlayedGame) -> Vec<Piece> {
    let Some(end) = game.end() else { return Vec::new() };
    let plies = plies(game.moves().len() as u64);
    match end.winner {
        Some(seat) => {
            let text = format!("{} wins after {plies}: {}.\n", who(game, seat), end.words);
            vec![sign(game, seat), Piece::Text(text)]
        }
        None => vec![Piece::Text(format!("Nobody wins after {plies}: {}.\n", end.words))],
    }
}
