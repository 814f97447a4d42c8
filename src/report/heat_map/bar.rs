//! The bar that says which colour is which weight.

use plotters::element::{PathElement, Polygon, Rectangle, Text};
use plotters::style::Color;
use plotters::style::text_anchor::HPos;

use crate::report::colour::{GREY, INK, viridis};
use crate::report::number::text;
use crate::report::picture::{DrawError, Sheet, fine, length, width_of, words};
use crate::report::scale::Scale;
use crate::report::ticks::{decimals, ticks};

/// Pixels that a bar of the usual size takes with its words.
pub(super) const WIDTH: f64 = 380.0;
pub(super) const HEIGHT: f64 = 64.0;
/// Pixels from the lower to the upper limit.
const LENGTH: f64 = 320.0;
const THICK: f64 = 14.0;
const POINT: f64 = 12.0;
const SLICES: u32 = 160;
const MOST_DECIMALS: usize = 12;
pub(super) const WORDS: f64 = 13.0;

/// What the numbers beside a bar are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unit {
    /// Weights as they are.
    Weight,
    /// Rows of the way home to goal, by each array's own straight line.
    Row,
}

impl Unit {
    fn words(self) -> &'static str {
        match self {
            Unit::Weight => "weight (lower is better)",
            Unit::Row => {
                "weight in rows of the way to the goal, by each array's own mean gain a row"
            }
        }
    }
}

/// The bar of a scale.
pub(super) struct Bar<'a> {
    pub scale: &'a Scale,
    pub unit: Unit,
    /// How many times as large as usual it is.
    pub size: f64,
}

impl Bar<'_> {
    /// Draws it for some numbers, centred below a place of the sheet. An end with weights beyond it
    /// is a point and says so.
    pub fn draw(
        &self,
        sheet: &Sheet,
        weights: &[f64],
        (middle, top): (f64, f64),
    ) -> Result<(), DrawError> {
        let Bar { scale, unit, size } = self;
        let (long, thick, point) = (size * LENGTH, size * THICK, size * POINT);
        let left = middle - long / 2.0;
        gradient(sheet, (left, left + long), (top, top + thick))?;
        let ends = [(scale.under(), left, -point, 0.0), (scale.over(), left + long, point, 1.0)];
        for (_, x, point, position) in ends.into_iter().filter(|&(beyond, ..)| beyond) {
            let corners = [(x, top), (x + point, top + thick / 2.0), (x, top + thick)];
            let corners = corners.map(|(x, y)| (fine(x), fine(y)));
            sheet.draw(&Polygon::new(corners, viridis(position).filled()))?;
        }
        let style = || words(size * WORDS, INK, HPos::Center);
        for (position, label) in labels(scale, *unit, weights) {
            let x = left + long * position;
            let tick = [(fine(x), fine(top + thick)), (fine(x), fine(top + thick + size * 5.0))];
            sheet.draw(&PathElement::new(tick, GREY.stroke_width(length(*size))))?;
            let place = (fine(x), fine(top + thick + size * 14.0));
            sheet.draw(&Text::new(label, place, style()))?;
        }
        let place = (fine(middle), fine(top + thick + size * 36.0));
        Ok(sheet.draw(&Text::new(unit.words(), place, style()))?)
    }
}

/// Each slice reaches under the next, so that no seam shows.
fn gradient(
    sheet: &Sheet,
    (left, right): (f64, f64),
    (top, bottom): (f64, f64),
) -> Result<(), DrawError> {
    let share = |slice: u32| f64::from(slice.min(SLICES)) / f64::from(SLICES);
    let edge = |slice: u32| fine(left + (right - left) * share(slice));
    for slice in 0..SLICES {
        let corners = [(edge(slice), fine(top)), (edge(slice + 2), fine(bottom))];
        let colour = viridis(f64::from(slice) / f64::from(SLICES - 1));
        sheet.draw(&Rectangle::new(corners, colour.filled()))?;
    }
    Ok(())
}

/// Positions from 0 to 1 with what stands there: the limits, and round weights between them.
fn labels(scale: &Scale, unit: Unit, weights: &[f64]) -> Vec<(f64, String)> {
    let decimals = if unit == Unit::Row { 0 } else { decimals(weights) };
    let limit = |weight: f64, beyond: bool, sign: &str| {
        let sign = if beyond { sign } else { "" };
        (scale.position(weight), format!("{sign}{}", text(weight, decimals)))
    };
    let limits = [limit(scale.low, scale.under(), "≤ "), limit(scale.high, scale.over(), "≥ ")];
    let (ticks, decimals) = ticks(scale.low, scale.high, 8);
    let decimals = decimals.min(MOST_DECIMALS);
    let between = ticks.into_iter().map(|tick| (scale.position(tick), text(tick, decimals)));
    let mut labels: Vec<(f64, String)> = Vec::new();
    for label in limits.into_iter().chain(between) {
        if labels.iter().all(|other| apart(&label, other)) {
            labels.push(label);
        }
    }
    labels
}

fn apart(one: &(f64, String), other: &(f64, String)) -> bool {
    let room = (width_of(&one.1, WORDS) + width_of(&other.1, WORDS)) / 2.0 + WORDS / 2.0;
    (one.0 - other.0).abs() * LENGTH > room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clipped_ends_say_so() {
        let scale = Scale { low: -3.0, high: 222.0, least: -3.0, most: 223.0 };
        let labels = labels(&scale, Unit::Weight, &[-3.0, 222.0, 500.0]);
        let words: Vec<&str> = labels.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(words, ["−3", "≥ 222", "50", "100", "150"]);
    }

    #[test]
    fn equal_weights_have_one_label() {
        let scale = Scale { low: 4.0, high: 4.0, least: 4.0, most: 4.0 };
        assert_eq!(labels(&scale, Unit::Weight, &[4.0, 4.0]), [(0.5, "4".to_string())]);
    }
}
