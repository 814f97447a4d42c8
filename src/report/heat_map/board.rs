//! The cells of a board as hexagons.

use plotters::element::{PathElement, Polygon, Text};
use plotters::style::Color;
use plotters::style::text_anchor::HPos;

use super::of_stops;
use crate::game::layout::{Cell, CellLayout};
use crate::report::colour::{GREY, OUTLINE, ink_on};
use crate::report::number::{decimals, text};
use crate::report::picture::{DrawError, Sheet, fine, length, width_of, words};
use crate::report::scale::Scale;

/// Pixels from the middle of a cell to that of its neighbour.
const CELL: f64 = 44.0;
/// Pixels from the middle of a filled hexagon to its sides; what is left is a white gap.
const INNER: f64 = 20.75;
const LARGEST_VALUE: f64 = 15.0;
const CORNER_LABEL: f64 = 14.0;
/// Corner 1 is where the pegs of an array's owner set out, corner 2 where they go.
const CORNER_NAMES: [(usize, &str); 2] = [(1, "home"), (2, "goal")];

/// The board's place and size, in pixels.
pub(super) struct Board {
    left: f64,
    top: f64,
    pub width: f64,
    pub height: f64,
    /// Words, and where they end, seen from the board's top left.
    labels: Vec<(&'static str, (f64, f64))>,
}

impl Board {
    pub fn of(layout: &CellLayout) -> Board {
        let (left, right) = limits(layout.cells.iter().map(|cell| cell.x * CELL));
        let (top, bottom) = limits(layout.cells.iter().map(|cell| cell.y * CELL));
        let (left, top) = (left - CELL / 2.0, top - CELL / 3f64.sqrt());
        let size = (right + CELL / 2.0 - left, bottom + CELL / 3f64.sqrt() - top);
        let labels = CORNER_NAMES.iter().filter_map(|&(corner, name)| {
            let cells = layout.cells.iter().filter(|cell| cell.corner == corner);
            let (first, _) = limits(cells.clone().map(|cell| cell.x * CELL));
            let (above, below) = limits(cells.map(|cell| cell.y * CELL));
            let place = (first - CELL / 2.0 - left, (above + below) / 2.0 - top);
            place.0.is_finite().then_some((name, place))
        });
        Board { left, top, width: size.0, height: size.1, labels: labels.collect() }
    }

    /// Draws the cells with the board's top left at a place of the sheet.
    pub fn draw(
        &self,
        sheet: &Sheet,
        cells: &[(&Cell, f64)],
        scale: &Scale,
        values: bool,
        (left, top): (f64, f64),
    ) -> Result<(), DrawError> {
        let shown = of_stops(cells);
        let decimals = decimals(&shown);
        let size = value_size(&shown, decimals);
        let middle =
            |cell: &Cell| (left + cell.x * CELL - self.left, top + cell.y * CELL - self.top);
        for (cell, _) in cells.iter().filter(|(cell, _)| !cell.stop) {
            let corners = hexagon(middle(cell), CELL / 2.0);
            let outline: Vec<_> = corners.iter().chain(corners.first()).copied().collect();
            sheet.draw(&PathElement::new(outline, OUTLINE.stroke_width(length(1.0))))?;
        }
        for &(cell, weight) in cells.iter().filter(|(cell, _)| cell.stop) {
            let colour = scale.colour(weight);
            sheet.draw(&Polygon::new(hexagon(middle(cell), INNER), colour.filled()))?;
            if values {
                let (x, y) = middle(cell);
                let style = words(size, ink_on(colour), HPos::Center);
                sheet.draw(&Text::new(text(weight, decimals), (fine(x), fine(y)), style))?;
            }
        }
        self.labels.iter().try_for_each(|&(name, (x, y))| {
            let place = (fine(left + x), fine(top + y));
            Ok(sheet.draw(&Text::new(name, place, words(CORNER_LABEL, GREY, HPos::Right)))?)
        })
    }
}

/// The least and the greatest.
fn limits(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

/// The corners of the hexagon around a place, that many pixels away from its sides; one points up.
fn hexagon((x, y): (f64, f64), inner: f64) -> [(i32, i32); 6] {
    let outer = inner * 2.0 / 3f64.sqrt();
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|sixths: f64| {
        let (sine, cosine) = (sixths * std::f64::consts::FRAC_PI_3).sin_cos();
        (fine(x + outer * sine), fine(y - outer * cosine))
    })
}

/// The size at which the longest value fits its hexagon.
fn value_size(weights: &[f64], decimals: usize) -> f64 {
    let widths = weights.iter().map(|&weight| width_of(&text(weight, decimals), LARGEST_VALUE));
    let widest = widths.fold(1.0, f64::max);
    LARGEST_VALUE * (1.7 * INNER / widest).min(1.0)
}
