//! A game as an SVG that moves by CSS, so that it moves in a page and as an image; where reduced motion
//! is asked for, it shows the end.

use super::Film;
use super::board::Board;
use super::tracks::{Track, tracks};
use crate::report::picture::DrawError;
use std::fmt::Write as _;

/// Pixels from cell to cell.
const CELL: f64 = 30.0;
/// Seconds a ply, of which a piece moves for a share; and plies that the end stays.
const PLY: f64 = 0.8;
const MOVING: f64 = 0.6;
const REST: f64 = 4.0;
/// What is not there yet, or no more, as a share of the whole time before it changes.
const AT_ONCE: f64 = 0.0001;

/// The game with pieces that move, again and again.
///
/// # Errors
/// Where there is no frame.
pub fn moving(film: &Film) -> Result<String, DrawError> {
    if film.frames.is_empty() {
        return Err(DrawError::Empty);
    }
    let board = Board::new(&film.layout, CELL);
    let plies = film.frames.len() as f64 - 1.0 + REST;
    let seconds = plies * PLY;
    let (mut style, mut body) = (String::new(), board.cells(&[]));
    for (number, track) in tracks(&film.frames).iter().enumerate() {
        let keys = keys(&board, track, plies);
        if !keys.is_empty() {
            let _ = write!(style, "@keyframes m{number}{{{keys}}}");
            let _ =
                write!(style, ".m{number}{{animation:m{number} {seconds:.1}s linear infinite}}");
        }
        let (x, y) = board.place(track.last());
        let there = if track.until.is_some() { r#" opacity="0""# } else { "" };
        let _ = write!(
            body,
            r#"<g class="m{number}" style="transform:translate({x:.1}px,{y:.1}px)"{there}>{}</g>"#,
            board.piece(track.piece, (0.0, 0.0))
        );
    }
    let still = "@media(prefers-reduced-motion:reduce){[class^=m]{animation:none!important}}";
    board.picture(film, &format!("<style>{style}{still}</style>{body}"), &film.end)
}

/// The key frames of a piece; none for one that stays where it was from the start.
fn keys(board: &Board<'_>, track: &Track, plies: f64) -> String {
    let (first, cell) = track.from;
    if first == 0 && track.moves.is_empty() && track.until.is_none() {
        return String::new();
    }
    let mut keys = String::new();
    let mut key = |share: f64, cell: usize, is_there: bool| {
        let (x, y) = board.place(cell);
        let opacity = u8::from(is_there);
        let percent = (share * 100.0).clamp(0.0, 100.0);
        let _ = write!(
            keys,
            "{percent:.3}%{{transform:translate({x:.1}px,{y:.1}px);opacity:{opacity}}}"
        );
    };
    let share = |frame: f64| frame / plies;
    key(0.0, cell, first == 0);
    if first > 0 {
        key(share(first as f64) - AT_ONCE, cell, false);
        key(share(first as f64), cell, true);
    }
    for (frame, path) in &track.moves {
        let (end, steps) = (*frame as f64, path.len().saturating_sub(1).max(1) as f64);
        for (step, &cell) in path.iter().enumerate() {
            key(share(end - MOVING * (1.0 - step as f64 / steps)), cell, true);
        }
    }
    let last = track.last();
    if let Some(until) = track.until {
        key(share(until as f64) - AT_ONCE, last, true);
        key(share(until as f64), last, false);
    }
    key(1.0, last, track.until.is_none());
    keys
}
