//! A board with its cells and pieces as SVG.

use super::{Film, root};
use crate::game::layout::{Cell, CellLayout, Piece, Player};
use crate::report::colour::{FAINT, GREY, INK, RUNS, hex};
use crate::report::ends;
use crate::report::escape::escape;
use crate::report::outlines::outlined;
use crate::report::picture::{DrawError, fitted, wrapped};
use plotters::style::RGBColor;

/// Radii of an empty cell and of a piece, in cells.
const HOLE: f64 = 0.2;
const PIECE: f64 = 0.42;
/// Pixels of words, and of the lines that they stand in.
pub const WORDS: f64 = 13.0;
pub const LINE: f64 = 20.0;
/// Pixels around the board.
pub const MARGIN: f64 = 12.0;
/// The least pixels that words have from side to side.
const NARROW: f64 = 300.0;
const WHITE: RGBColor = RGBColor(255, 255, 255);

/// Where the cells of a board are drawn.
pub struct Board<'a> {
    layout: &'a CellLayout,
    cell: f64,
    left: f64,
    top: f64,
    /// Pixels of the board alone.
    pub size: (f64, f64),
}

impl Board<'_> {
    /// A board with that many pixels from cell to cell.
    pub fn new(layout: &CellLayout, cell: f64) -> Board<'_> {
        let extent = |of: &dyn Fn(&Cell) -> f64| {
            let (least, greatest) = ends(layout.cells.iter().map(of));
            (least, greatest - least + 1.0)
        };
        let ((left, across), (top, down)) = (extent(&|it| it.x), extent(&|it| it.y));
        Board { layout, cell, left, top, size: (across * cell, down * cell) }
    }

    /// The middle of a cell.
    pub fn place(&self, cell: usize) -> (f64, f64) {
        let at =
            |it: &Cell| ((it.x - self.left + 0.5) * self.cell, (it.y - self.top + 0.5) * self.cell);
        self.layout.cells.get(cell).map_or((0.0, 0.0), at)
    }

    /// All cells, empty, with a ring around those that are marked.
    pub fn cells(&self, marked: &[usize]) -> String {
        let cell = |index: usize| {
            let (x, y) = self.place(index);
            let hole = disc((x, y), HOLE * self.cell, FAINT);
            let ring = match marked.contains(&index) {
                true => ring((x, y), 0.47 * self.cell, 0.05 * self.cell, GREY),
                false => String::new(),
            };
            hole + &ring
        };
        (0..self.layout.cells.len()).map(cell).collect()
    }

    /// All pieces where they stand.
    pub fn all(&self, pieces: &[Option<Piece>]) -> String {
        let there = pieces.iter().enumerate().filter_map(|(cell, piece)| Some((cell, (*piece)?)));
        there.map(|(cell, piece)| self.piece(piece, self.place(cell))).collect()
    }

    /// A piece at a place: a colour a player, and a mark that tells them apart without colours.
    pub fn piece(&self, piece: Piece, place: (f64, f64)) -> String {
        let player = piece.player.index();
        let colour = RUNS.get(player).copied().unwrap_or(INK);
        let body = disc(place, PIECE * self.cell, colour);
        let inner = self.cell * PIECE;
        let mark = match player {
            0 => String::new(),
            1 => disc(place, inner * 0.4, WHITE),
            2 => bar(place, (inner * 1.1, inner * 0.3)),
            3 => bar(place, (inner * 0.3, inner * 1.1)),
            4 => bar(place, (inner * 1.1, inner * 0.3)) + &bar(place, (inner * 0.3, inner * 1.1)),
            _ => bar(place, (inner * 0.7, inner * 0.7)),
        };
        let crown = match piece.kind {
            "king" => ring(place, inner * 0.75, inner * 0.14, WHITE),
            _ => String::new(),
        };
        body + &mark + &crown
    }

    /// The board with what stands on it, below the film's words and above the frame's.
    pub fn picture(&self, film: &Film, body: &str, caption: &str) -> Result<String, DrawError> {
        let width = self.size.0.max(NARROW) + 2.0 * MARGIN;
        let (mut content, top) = header(film, width);
        let left = (width - self.size.0) / 2.0;
        content += &format!(r#"<g transform="translate({left:.1} {top:.1})">{body}</g>"#);
        let mut below = top + self.size.1;
        for line in wrapped(caption, WORDS, width - 2.0 * MARGIN) {
            below += LINE;
            content += &label((MARGIN, below), GREY, &line);
        }
        Ok(outlined(&root(&film.title, (width, below + MARGIN), &content))?)
    }
}

/// What a film is and who plays with which pieces, in a picture of that width; and the pixels that
/// this takes.
pub fn header(film: &Film, width: f64) -> (String, f64) {
    let room = width - 2.0 * MARGIN;
    let mut content = label((MARGIN, LINE), INK, &fitted(&film.title, WORDS, room));
    let mut y = LINE;
    for (seat, name) in film.seats.iter().enumerate() {
        y += LINE;
        let piece = Piece { player: Player(seat as u8), kind: "piece" };
        content += &Board::new(&film.layout, 16.0).piece(piece, (MARGIN + 7.0, y - 4.5));
        content += &label((MARGIN + 20.0, y), INK, &fitted(name, WORDS, room - 20.0));
    }
    (content, y + LINE / 2.0)
}

/// Words that begin at a place, on their baseline.
pub fn label((x, y): (f64, f64), colour: RGBColor, text: &str) -> String {
    let (fill, text) = (hex(colour), escape(text));
    format!(r#"<text x="{x:.1}" y="{y:.1}" font-size="{WORDS}" fill="{fill}">{text}</text>"#)
}

fn disc((x, y): (f64, f64), radius: f64, colour: RGBColor) -> String {
    format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{}"/>"#, hex(colour))
}

fn ring((x, y): (f64, f64), radius: f64, width: f64, colour: RGBColor) -> String {
    format!(
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="none" stroke="{}" stroke-width="{width:.1}"/>"#,
        hex(colour)
    )
}

fn bar((x, y): (f64, f64), (width, height): (f64, f64)) -> String {
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    format!(
        r#"<rect x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}" fill="{}"/>"#,
        hex(WHITE)
    )
}
