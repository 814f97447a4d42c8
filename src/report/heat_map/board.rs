//! The cells of a board as hexagons or squares.

use plotters::element::{PathElement, Polygon, Text};
use plotters::style::Color;
use plotters::style::text_anchor::HPos;

use super::of_stops;
use crate::game::layout::{Cell, CellLayout, GOAL, HOME};
use crate::report::colour::{INK, OUTLINE, ink_on};
use crate::report::ends;
use crate::report::number::text;
use crate::report::picture::{DrawError, Sheet, fine, length, width_of, words};
use crate::report::scale::Scale;
use crate::report::ticks::decimals;

/// Pixels from the middle of a cell to that of its neighbour.
const CELL: f64 = 44.0;
/// Pixels from the middle of a filled cell to its sides; what is left is a white gap.
const INNER: f64 = 20.75;
const LARGEST_VALUE: f64 = 15.0;
const CORNER_LABEL: f64 = 14.0;
/// Pixels above and below a board of squares, whose corners leave no room for words beside them.
const LABEL_HEIGHT: f64 = 22.0;
/// How thick the outline of a corner with a name is.
const EDGE: f64 = 2.5;
const CORNER_NAMES: [(usize, &str); 2] = [(HOME, "home"), (GOAL, "goal")];

/// The shape of all cells.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Tile {
    /// Where neighbouring rows are less than a cell apart.
    Hexagon,
    Square,
}

impl Tile {
    fn of(layout: &CellLayout) -> Tile {
        let mut rows: Vec<f64> = layout.cells.iter().map(|cell| cell.y).collect();
        rows.sort_by(f64::total_cmp);
        rows.dedup();
        let apart = rows.windows(2).all(|pair| pair[1] - pair[0] >= 1.0);
        if apart && rows.len() > 1 { Tile::Square } else { Tile::Hexagon }
    }

    /// Pixels from a middle to the top, where it is that many to the sides.
    fn above(self, inner: f64) -> f64 {
        match self {
            Tile::Hexagon => inner * 2.0 / 3f64.sqrt(),
            Tile::Square => inner,
        }
    }

    /// The corners of the tile around a place, that many pixels away from its sides, in pixels.
    fn places(self, (x, y): (f64, f64), inner: f64) -> Vec<(f64, f64)> {
        match self {
            Tile::Hexagon => hexagon((x, y), inner).to_vec(),
            Tile::Square => {
                let (left, top, right, bottom) = (x - inner, y - inner, x + inner, y + inner);
                vec![(left, top), (right, top), (right, bottom), (left, bottom)]
            }
        }
    }

    /// The same in steps of the sheet.
    fn corners(self, place: (f64, f64), inner: f64) -> Vec<(i32, i32)> {
        self.places(place, inner).into_iter().map(|(x, y)| (fine(x), fine(y))).collect()
    }
}

/// The board's place and size, in pixels.
pub(super) struct Board {
    tile: Tile,
    left: f64,
    top: f64,
    pub width: f64,
    pub height: f64,
    /// Words, and where they stand, seen from the board's top left.
    labels: Vec<(String, (f64, f64, HPos))>,
    /// The sides of the corners that have a name, seen from there.
    sides: Vec<[(f64, f64); 2]>,
    /// How many times as large as usual words are.
    size: f64,
}

impl Board {
    /// The board with words that many times as large as usual.
    pub fn of(layout: &CellLayout, size: f64) -> Board {
        let tile = Tile::of(layout);
        let (left, right) = ends(layout.cells.iter().map(|cell| cell.x * CELL));
        let (top, bottom) = ends(layout.cells.iter().map(|cell| cell.y * CELL));
        let room = if tile == Tile::Square { size * LABEL_HEIGHT } else { 0.0 };
        let above = tile.above(CELL / 2.0) + room;
        let (left, top) = (left - CELL / 2.0, top - above);
        let (width, height) = (right + CELL / 2.0 - left, bottom + above - top);
        let labels = CORNER_NAMES.iter().filter_map(|&(corner, name)| {
            let cells = layout.cells.iter().filter(|cell| cell.corner == corner);
            let (first, last) = ends(cells.clone().map(|cell| cell.x * CELL));
            let (above, below) = ends(cells.map(|cell| cell.y * CELL));
            let middle = (above + below) / 2.0 - top;
            let place = match tile {
                Tile::Hexagon => (first - CELL / 2.0 - left, middle, HPos::Right),
                Tile::Square => {
                    let is_high = middle < height / 2.0;
                    let y = if is_high { room / 2.0 } else { height - room / 2.0 };
                    ((first + last) / 2.0 - left, y, HPos::Center)
                }
            };
            first.is_finite().then_some((name.to_string(), place))
        });
        let labels = labels.chain(names(layout, left, top)).collect();
        let sides = CORNER_NAMES.iter().flat_map(|&(corner, _)| {
            let cells = layout.cells.iter().filter(|cell| cell.corner == corner);
            let middles = cells.map(|cell| (cell.x * CELL - left, cell.y * CELL - top));
            outline(tile, &middles.collect::<Vec<_>>())
        });
        let sides = sides.collect();
        Board { tile, left, top, width, height, labels, sides, size }
    }

    /// Draws the cells with the board's top left at a place of the sheet, in the colours of their
    /// shades, and on them their `values`, if there are any.
    pub fn draw(
        &self,
        sheet: &Sheet,
        shades: &[(&Cell, f64)],
        scale: &Scale,
        values: Option<&[(&Cell, f64)]>,
        (left, top): (f64, f64),
    ) -> Result<(), DrawError> {
        let shown = values.map_or(Vec::new(), of_stops);
        let decimals = decimals(&shown);
        let size = value_size(&shown, decimals);
        let middle =
            |cell: &Cell| (left + cell.x * CELL - self.left, top + cell.y * CELL - self.top);
        for (cell, _) in shades.iter().filter(|(cell, _)| !cell.stop) {
            let corners = self.tile.corners(middle(cell), CELL / 2.0);
            let outline: Vec<_> = corners.iter().chain(corners.first()).copied().collect();
            sheet.draw(&PathElement::new(outline, OUTLINE.stroke_width(length(1.0))))?;
        }
        let mut shown = shown.into_iter();
        for &(cell, shade) in shades.iter().filter(|(cell, _)| cell.stop) {
            let colour = scale.colour(shade);
            sheet.draw(&Polygon::new(self.tile.corners(middle(cell), INNER), colour.filled()))?;
            if let Some(weight) = shown.next() {
                let (x, y) = middle(cell);
                let style = words(size, ink_on(colour), HPos::Center);
                sheet.draw(&Text::new(text(weight, decimals), (fine(x), fine(y)), style))?;
            }
        }
        for side in &self.sides {
            let ends = side.map(|(x, y)| (fine(left + x), fine(top + y)));
            sheet.draw(&PathElement::new(ends, INK.stroke_width(length(self.size * EDGE))))?;
        }
        self.labels.iter().try_for_each(|(name, (x, y, side))| {
            let place = (fine(left + x), fine(top + y));
            let style = words(self.size * CORNER_LABEL, INK, *side);
            Ok(sheet.draw(&Text::new(name.clone(), place, style))?)
        })
    }
}

/// The names of several boards, each beside its top, seen from there.
fn names(
    layout: &CellLayout,
    left: f64,
    top: f64,
) -> impl Iterator<Item = (String, (f64, f64, HPos))> {
    let cells = layout.cells.len() / layout.boards.len().max(1);
    layout.boards.iter().zip(layout.cells.chunks(cells.max(1))).map(move |(board, cells)| {
        let (above, _) = ends(cells.iter().map(|it| it.y * CELL));
        let highest = cells.iter().filter(|it| it.y * CELL <= above).map(|it| it.x * CELL);
        let (_, last) = ends(highest);
        (board.name.clone(), (last + CELL - left, above - top, HPos::Left))
    })
}

/// The sides of tiles that none of the others has, too.
fn outline(tile: Tile, middles: &[(f64, f64)]) -> Vec<[(f64, f64); 2]> {
    let near = |one: (f64, f64), other: (f64, f64)| {
        (one.0 - other.0).abs() + (one.1 - other.1).abs() < CELL / 10.0
    };
    let mut sides = Vec::new();
    for &(x, y) in middles {
        let places = tile.places((x, y), CELL / 2.0);
        for (&from, &to) in places.iter().zip(places.iter().cycle().skip(1)) {
            // The tile at the other side of this side.
            let beyond = (from.0 + to.0 - x, from.1 + to.1 - y);
            if !middles.iter().any(|&other| near(other, beyond)) {
                sides.push([from, to]);
            }
        }
    }
    sides
}

/// The corners of the hexagon around a place, that many pixels away from its sides; one points up.
fn hexagon((x, y): (f64, f64), inner: f64) -> [(f64, f64); 6] {
    let outer = inner * 2.0 / 3f64.sqrt();
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|sixths: f64| {
        let (sine, cosine) = libm::sincos(sixths * std::f64::consts::FRAC_PI_3);
        (x + outer * sine, y - outer * cosine)
    })
}

/// The size at which the longest value fits its cell.
fn value_size(weights: &[f64], decimals: usize) -> f64 {
    let widths = weights.iter().map(|&weight| width_of(&text(weight, decimals), LARGEST_VALUE));
    let widest = widths.fold(1.0, f64::max);
    LARGEST_VALUE * (1.7 * INNER / widest).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outline_of_tiles_is_what_they_do_not_share() {
        let row = [(0.0, 0.0), (CELL, 0.0), (2.0 * CELL, 0.0)];
        assert_eq!(outline(Tile::Square, &row).len(), 8);
        assert_eq!(outline(Tile::Hexagon, &row[..1]).len(), 6);
        // Three hexagons around a corner share three sides.
        let below = (CELL / 2.0, CELL * 3f64.sqrt() / 2.0);
        assert_eq!(outline(Tile::Hexagon, &[row[0], row[1], below]).len(), 12);
        assert!(outline(Tile::Square, &[]).is_empty());
    }
}
