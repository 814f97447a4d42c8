//! A game as a strip of boards, from its start to its end.

use super::board::{Board, LINE, MARGIN, WORDS, header, label};
use super::{Film, root};
use crate::report::colour::{GREY, INK};
use crate::report::evenly;
use crate::report::outlines::outlined;
use crate::report::picture::{DrawError, fitted};

/// Pixels from cell to cell, and between boards.
const CELL: f64 = 16.0;
const GAP: f64 = 24.0;
/// Boards at most, and side by side.
const MOST: usize = 12;
const ACROSS: usize = 4;

/// Up to twelve positions, evenly apart, the first and the last among them.
///
/// # Errors
/// Where there is no frame.
pub fn strip(film: &Film) -> Result<String, DrawError> {
    let shown = evenly(film.frames.len(), MOST);
    if shown.is_empty() {
        return Err(DrawError::Empty);
    }
    let board = Board::new(&film.layout, CELL);
    let (wide, high) = (board.size.0 + GAP, board.size.1 + GAP + LINE);
    let across = shown.len().min(ACROSS);
    let width = across as f64 * wide - GAP + 2.0 * MARGIN;
    let (mut content, top) = header(film, width);
    for (place, &index) in shown.iter().enumerate() {
        let Some(frame) = film.frames.get(index) else { continue };
        let x = MARGIN + (place % across) as f64 * wide;
        let y = top + GAP / 2.0 + (place / across) as f64 * high;
        let body = board.cells(&film.marked(index)) + &board.all(&frame.pieces);
        content += &format!(r#"<g transform="translate({x:.1} {y:.1})">{body}</g>"#);
        let words = fitted(&film.caption(index), WORDS, board.size.0);
        content += &label((x, y + board.size.1 + WORDS), GREY, &words);
    }
    let below = top + shown.len().div_ceil(across) as f64 * high + LINE;
    content += &label((MARGIN, below), INK, &fitted(&film.end, WORDS, width - 2.0 * MARGIN));
    Ok(outlined(&root(&film.title, (width, below + MARGIN), &content))?)
}
