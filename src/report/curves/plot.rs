//! Axes and lines.

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{Circle, PathElement, Polygon};
use plotters::prelude::SVGBackend;
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor, ShapeStyle, WHITE};
use std::ops::Range;

use super::legend::Legend;
use super::thinning::Mark;
use crate::report::colour::{FAINT, GREY, INK, pale};
use crate::report::number::{text, ticks};
use crate::report::picture::{self, DrawError, Sheet, fine, length, words};

const WIDTH: f64 = 900.0;
const PLOT_HEIGHT: f64 = 500.0;
const TICK_WORDS: f64 = 14.0;
const AXIS_WORDS: f64 = 15.0;
/// Pixels from a dot's middle to its edge, and to that of its white rim.
pub(super) const DOT: f64 = 3.75;
const RIM: f64 = 5.0;

/// What the values are.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Axis {
    Fitness,
    WinRate,
}

/// What a line shows.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Best,
    Mean,
    Population,
    /// Dots on their intervals.
    Measured,
    /// A line on the band of intervals: more measurements than there is room for as dots.
    OftenMeasured,
}

impl Kind {
    /// How thick its line is, in pixels, and the share of white in its colour.
    pub fn pen(self) -> (f64, f64) {
        match self {
            Kind::Best | Kind::Population => (1.5, 0.0),
            Kind::Mean => (1.5, 0.5),
            Kind::Measured => (1.75, 0.0),
            Kind::OftenMeasured => (3.0, 0.0),
        }
    }
}

/// One line of a run.
pub(super) struct Strand {
    pub kind: Kind,
    pub colour: RGBColor,
    /// How far to the right its dots stand, in axis lengths, so that runs measured in the same
    /// generation stand side by side.
    pub shift: f64,
    /// In ascending order of generations.
    pub marks: Vec<Mark>,
}

/// A chart of lines, with its legend below.
pub(super) struct Plot<'a> {
    pub title: &'a str,
    pub axis: Axis,
    pub labels: Vec<(&'a str, RGBColor)>,
    pub strands: Vec<Strand>,
    /// How many generations a point of a line stands for.
    pub span: f64,
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

impl Plot<'_> {
    /// The whole picture.
    pub fn svg(&self) -> Result<String, DrawError> {
        let (generations, values) = self.ranges().ok_or(DrawError::Empty)?;
        let legend = Legend::of(self, WIDTH);
        picture::svg(self.title, (WIDTH, PLOT_HEIGHT + legend.height()), |sheet| {
            let (above, below) = sheet.split_vertically(length(PLOT_HEIGHT));
            let mut chart = chart(&above, generations.clone(), values.clone())?;
            self.draw_axes(&mut chart, &generations, &values)?;
            for strand in &self.strands {
                strand.draw(&mut chart)?;
            }
            legend.draw(&below)
        })
    }

    /// The generations and values to show; `None` where there is nothing to show.
    fn ranges(&self) -> Option<(Range<f64>, Range<f64>)> {
        let marks = || self.strands.iter().flat_map(|strand| &strand.marks);
        let generations = limits(marks().map(|mark| mark.generation), 0.015)?;
        let values = limits(marks().flat_map(|mark| [mark.low, mark.high]), 0.05)?;
        Some((generations, if self.axis == Axis::WinRate { -2.0..102.0 } else { values }))
    }

    fn draw_axes(
        &self,
        chart: &mut Chart,
        generations: &Range<f64>,
        values: &Range<f64>,
    ) -> Result<(), DrawError> {
        let decimals = ticks(values.start, values.end, 10).1;
        let whole = |value: &f64| {
            if value.fract() == 0.0 && *value >= 0.0 { text(*value, 0) } else { String::new() }
        };
        chart
            .configure_mesh()
            .max_light_lines(0)
            .bold_line_style(FAINT.stroke_width(length(1.0)))
            .axis_style(GREY.stroke_width(length(1.0)))
            .set_all_tick_mark_size(fine(5.0))
            .x_labels(9.min((generations.end - generations.start) as usize + 1))
            .y_labels(10)
            .x_label_formatter(&whole)
            .y_label_formatter(&|value| text(*value, decimals))
            .label_style(words(TICK_WORDS, INK, HPos::Center))
            .axis_desc_style(words(AXIS_WORDS, INK, HPos::Center))
            .x_desc("generation")
            .y_desc(if self.axis == Axis::Fitness { "fitness" } else { "games won (%)" })
            .draw()?;
        Ok(())
    }
}

fn chart<'a, 'b>(
    sheet: &'a Sheet<'b>,
    generations: Range<f64>,
    values: Range<f64>,
) -> Result<Chart<'a, 'b>, DrawError> {
    let chart = ChartBuilder::on(sheet)
        .margin(fine(12.0))
        .margin_top(fine(20.0))
        .margin_right(fine(36.0))
        .x_label_area_size(fine(52.0))
        .y_label_area_size(fine(72.0))
        .build_cartesian_2d(generations, values)?;
    Ok(chart)
}

/// The range of some values with a share of it as margin on both sides; wider than nothing.
fn limits(values: impl Iterator<Item = f64>, margin: f64) -> Option<Range<f64>> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let least = low.abs().max(high.abs()).max(100.0) / 100.0;
    let margin = if high - low < 1e-6 * least { least } else { margin * (high - low) };
    (low <= high).then_some(low - margin..high + margin)
}

impl Strand {
    fn draw(&self, chart: &mut Chart) -> Result<(), DrawError> {
        // A line of one point wouldn't be seen.
        if self.kind == Kind::Measured || self.marks.len() == 1 {
            return self.draw_dots(chart);
        }
        self.draw_band(chart)?;
        let line: Vec<_> = self.marks.iter().map(|mark| (mark.generation, mark.value)).collect();
        Ok(chart.plotting_area().draw(&PathElement::new(line, self.style()))?)
    }

    fn style(&self) -> ShapeStyle {
        let (width, white) = self.kind.pen();
        pale(self.colour, white).stroke_width(length(width))
    }

    /// From the least to the greatest value, where they differ.
    fn draw_band(&self, chart: &mut Chart) -> Result<(), DrawError> {
        if self.marks.iter().all(|mark| mark.low == mark.high) {
            return Ok(());
        }
        let highs = self.marks.iter().map(|mark| (mark.generation, mark.high));
        let lows = self.marks.iter().rev().map(|mark| (mark.generation, mark.low));
        let outline: Vec<_> = highs.chain(lows).collect();
        let colour = self.colour.mix(0.2);
        Ok(chart.plotting_area().draw(&Polygon::new(outline, colour.filled()))?)
    }

    /// Every value as a dot on its interval.
    fn draw_dots(&self, chart: &mut Chart) -> Result<(), DrawError> {
        let area = chart.plotting_area();
        let Range { start, end } = area.get_x_range();
        for &Mark { generation, value, low, high } in &self.marks {
            let generation = generation + self.shift * (end - start);
            let place = (generation, value);
            let interval = [(generation, low), (generation, high)];
            area.draw(&Circle::new(place, length(RIM), WHITE.filled()))?;
            area.draw(&PathElement::new(interval, self.style()))?;
            area.draw(&Circle::new(place, length(DOT), self.style().filled()))?;
        }
        Ok(())
    }
}
