//! The frame of charts: how large they are, and their axes.

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::SVGBackend;
use plotters::style::Color;
use plotters::style::text_anchor::HPos;
use std::ops::Range;

use super::colour::{FAINT, GREY, INK};
use super::ends;
use super::picture::{DrawError, Sheet, fine, length, width_of, words};
use super::ticks::{at, ticks};

/// Pixels across a chart, and from its top to its legend.
pub(super) const WIDTH: f64 = 900.0;
pub(super) const PLOT_HEIGHT: f64 = 500.0;
/// How high the words at ticks are, in pixels.
pub(super) const TICK_WORDS: f64 = 14.0;
const AXIS_WORDS: f64 = 15.0;
/// Pixels from a dot's middle to its edge, and to that of its white rim.
pub(super) const DOT: f64 = 3.75;
pub(super) const RIM: f64 = 5.0;
/// Pixels beside the values at least, and of these for ticks and the words of the axis.
const BESIDE: f64 = 72.0;
const BEFORE: f64 = 26.0;
/// Ticks of values.
const MOST_TICKS: usize = 10;
/// Values that differ by less than this part of the greatest of them are drawn as equal.
const EQUAL: f64 = 1e-8;
/// So are those that differ by less than this, since ticks are placed with an error of 2e−16.
const LEAST: f64 = 1e-13;

/// A chart of values over something.
pub(super) type Chart<'a, 'b, X> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<X, RangedCoordf64>>;

/// A chart with these ranges, without its axes.
pub(super) fn chart<'a, 'b, X: AsRangedCoord<Value = f64>>(
    sheet: &'a Sheet<'b>,
    across: X,
    values: Range<f64>,
) -> Result<Chart<'a, 'b, X::CoordDescType>, DrawError> {
    let beside = BESIDE.max(widest(&values) + BEFORE);
    let chart = ChartBuilder::on(sheet)
        .margin(fine(12.0))
        .margin_top(fine(8.0))
        .margin_right(fine(36.0))
        .x_label_area_size(fine(52.0))
        .y_label_area_size(fine(beside))
        .build_cartesian_2d(across, values)?;
    Ok(chart)
}

/// What the axes say.
pub(super) struct Axes<'a> {
    /// The words below and beside them.
    pub across: &'a str,
    pub up: &'a str,
    /// How many ticks the lower one has at most.
    pub most: usize,
    /// What stands at a tick of the lower one.
    pub text: &'a dyn Fn(&f64) -> String,
}

impl Axes<'_> {
    /// Draws them with their grid.
    pub fn draw<X>(&self, chart: &mut Chart<'_, '_, X>) -> Result<(), DrawError>
    where
        X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let decimals = decimals(&chart.y_range());
        chart
            .configure_mesh()
            .max_light_lines(0)
            .bold_line_style(FAINT.stroke_width(length(1.0)))
            .axis_style(GREY.stroke_width(length(1.0)))
            .set_all_tick_mark_size(fine(5.0))
            .x_labels(self.most)
            .y_labels(MOST_TICKS)
            .x_label_formatter(&self.text)
            .y_label_formatter(&|value| at(*value, decimals))
            .label_style(words(TICK_WORDS, INK, HPos::Center))
            .axis_desc_style(words(AXIS_WORDS, INK, HPos::Center))
            .x_desc(self.across)
            .y_desc(self.up)
            .draw()?;
        Ok(())
    }
}

/// Pixels of the widest number at an axis of values.
fn widest(values: &Range<f64>) -> f64 {
    let (ticks, decimals) = ticks(values.start, values.end, MOST_TICKS);
    ticks.iter().map(|&tick| width_of(&at(tick, decimals), TICK_WORDS)).fold(0.0, f64::max)
}

/// The decimals of the numbers at an axis of values.
pub(super) fn decimals(values: &Range<f64>) -> usize {
    ticks(values.start, values.end, MOST_TICKS).1
}

/// The range of some values with a share of it as margin on both sides; wider than nothing.
pub(super) fn limits(values: impl Iterator<Item = f64>, margin: f64) -> Option<Range<f64>> {
    let (low, high) = ends(values);
    let size = low.abs().max(high.abs());
    let margin = match high - low <= LEAST.max(EQUAL * size) {
        true => size.max(100.0) / 100.0,
        false => margin * (high - low),
    };
    (low <= high).then_some(low - margin..high + margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_go_by_what_values_differ_in() {
        let of = |values: &[f64]| limits(values.iter().copied(), 0.05);
        assert_eq!(of(&[0.0, 0.0]), Some(-1.0..1.0));
        assert_eq!(of(&[50.0]), Some(49.0..51.0));
        assert_eq!(of(&[-1e9]), Some(-1.01e9..-0.99e9));
        assert_eq!(of(&[]), None);
        let Range { start, end } = of(&[-2e-12, -1e-13]).unwrap();
        assert!(-2.2e-12 < start && start < -2e-12 && -1e-13 < end && end < 0.0, "{start} {end}");
    }

    #[test]
    fn numbers_of_any_size_have_room_beside_the_axis() {
        assert!(widest(&(-400.0..600.0)) + BEFORE <= BESIDE);
        assert!(widest(&(-8e11..1e11)) + BEFORE > 100.0);
    }
}
