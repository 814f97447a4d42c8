//! A game as a strip of boards, from its start to its end.

use super::board::{Board, LINE, MARGIN, WORDS, header, label};
use super::{Film, root};
use crate::report::colour::{GREY, INK};
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
    let shown = shown(film.frames.len());
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

/// The frames that are shown of that many.
fn shown(frames: usize) -> Vec<usize> {
    let count = frames.min(MOST);
    let last = frames.saturating_sub(1);
    (0..count).map(|place| last * place / count.saturating_sub(1).max(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_are_shown() {
        assert_eq!(shown(0), [0; 0]);
        assert_eq!(shown(1), [0]);
        assert_eq!(shown(3), [0, 1, 2]);
        let many = shown(100);
        assert_eq!((many.len(), many[0], many[11]), (12, 0, 99));
    }
}
