//! A recorded game as a picture: moving, as SVG or GIF, or as a strip of boards.

mod board;
mod gif;
mod moving;
mod strip;
mod tracks;

pub use gif::gif;
pub use moving::moving;
pub use strip::strip;

use super::escape::escape;
use super::picture::DrawError;
use crate::game::layout::{CellLayout, Piece};
use board::Board;

/// A game, from where it began to its end.
#[derive(Clone, Debug)]
pub struct Film {
    /// What it is.
    pub title: String,
    /// Who has each seat, in order.
    pub seats: Vec<String>,
    /// How it ended, in a sentence.
    pub end: String,
    /// Where the cells of the board lie.
    pub layout: CellLayout,
    /// The start and then every ply; one at least.
    pub frames: Vec<Frame>,
}

/// A position, and the move that led to it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The move as text; `None` at the start.
    pub mv: Option<String>,
    /// The cells that the move names, in its order.
    pub path: Vec<usize>,
    /// What stands on each cell.
    pub pieces: Vec<Option<Piece>>,
}

impl Film {
    /// The cells that the move to a frame changed.
    fn marked(&self, index: usize) -> Vec<usize> {
        let both = index.checked_sub(1).and_then(|it| self.frames.get(it..=index));
        let Some([before, frame]) = both else { return Vec::new() };
        let pairs = before.pieces.iter().zip(&frame.pieces).enumerate();
        pairs.filter(|(_, (one, other))| one != other).map(|(cell, _)| cell).collect()
    }

    /// What a frame shows, in words.
    fn caption(&self, index: usize) -> String {
        match self.frames.get(index).and_then(|frame| frame.mv.as_ref()) {
            Some(mv) => format!("{index}. {mv}"),
            None => "start".to_string(),
        }
    }

    /// A frame on its own, `cell` pixels from cell to cell, with its words.
    fn still(&self, index: usize, cell: f64) -> Result<String, DrawError> {
        let frame = self.frames.get(index).ok_or(DrawError::Empty)?;
        let board = Board::new(&self.layout, cell);
        let body = board.cells(&self.marked(index)) + &board.all(&frame.pieces);
        board.picture(self, &body, &self.caption(index))
    }
}

/// A picture of that size, with its title.
fn root(title: &str, (width, height): (f64, f64), content: &str) -> String {
    format!(
        r#"<svg width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.1} {height:.1}" xmlns="http://www.w3.org/2000/svg" role="img"><title>{}</title>{}{content}</svg>"#,
        escape(title),
        super::colour::on_dark(),
    )
}
