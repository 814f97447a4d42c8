//! Axes and lines.

use plotters::coord::types::RangedCoordf64;
use plotters::element::{Circle, PathElement, Polygon};
use plotters::style::{Color, RGBColor, ShapeStyle, WHITE};
use std::ops::Range;

use super::legend::legend;
use super::thinning::Mark;
use crate::report::chart::{Axes, DOT, PLOT_HEIGHT, RIM, WIDTH, chart, limits};
use crate::report::colour::pale;
use crate::report::number::text;
use crate::report::picture::{self, DrawError, length};

/// What the values are.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Axis {
    Fitness,
    WinRate,
}

/// What a line shows.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum CurveKind {
    Best,
    Mean,
    Population,
    /// Dots on their intervals.
    Measured,
    /// A line on the band of intervals: more measurements than there is room for as dots.
    OftenMeasured,
}

impl CurveKind {
    /// How thick its line is, in pixels, and the share of white in its colour.
    pub fn pen(self) -> (f64, f64) {
        match self {
            CurveKind::Best | CurveKind::Population => (1.5, 0.0),
            CurveKind::Mean => (1.5, 0.5),
            CurveKind::Measured => (1.75, 0.0),
            CurveKind::OftenMeasured => (3.0, 0.0),
        }
    }
}

/// One line of a run.
pub(super) struct Strand {
    pub kind: CurveKind,
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

type Chart<'a, 'b> = crate::report::chart::Chart<'a, 'b, RangedCoordf64>;

impl Plot<'_> {
    /// The whole picture.
    pub fn svg(&self) -> Result<String, DrawError> {
        let (generations, values) = self.ranges().ok_or(DrawError::Empty)?;
        let legend = legend(self, WIDTH);
        picture::svg(self.title, (WIDTH, PLOT_HEIGHT + legend.height()), |sheet| {
            let (above, below) = sheet.split_vertically(length(PLOT_HEIGHT));
            let mut chart = chart(&above, generations.clone(), values.clone())?;
            self.draw_axes(&mut chart, &generations)?;
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

    fn draw_axes(&self, chart: &mut Chart, generations: &Range<f64>) -> Result<(), DrawError> {
        let up = if self.axis == Axis::Fitness { "fitness" } else { "games won (%)" };
        let most = 9.min((generations.end - generations.start) as usize + 1);
        let whole = |value: &f64| {
            if value.fract() == 0.0 && *value >= 0.0 { text(*value, 0) } else { String::new() }
        };
        Axes { across: "generation", up, most, text: &whole }.draw(chart)
    }
}

impl Strand {
    fn draw(&self, chart: &mut Chart) -> Result<(), DrawError> {
        // A line of one point wouldn't be seen.
        if self.kind == CurveKind::Measured || self.marks.len() == 1 {
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
