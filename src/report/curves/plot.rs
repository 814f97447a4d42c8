//! Axes and lines.

use plotters::coord::types::RangedCoordf64;
use plotters::element::{Circle, PathElement, Polygon};
use plotters::style::{Color, RGBAColor, RGBColor, WHITE};
use std::ops::Range;

use super::Measure;
use super::floor::{above, floor_of};
use super::legend::legend;
use super::thinning::Mark;
use crate::report::chart::{Axes, DOT, PLOT_HEIGHT, RIM, WIDTH, chart, decimals, limits};
use crate::report::colour::GREY;
use crate::report::heading::Heading;
use crate::report::number::{grouped, thousands};
use crate::report::picture::{self, DrawError, length};
use crate::report::ticks::at;

/// What the values are.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Axis<'a> {
    Fitness(Measure<'a>),
    /// With a sentence on its values, or none.
    WinRate(&'a str),
}

/// What a line shows.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum CurveKind {
    Best,
    /// The mean over the population.
    Population,
    /// Dots on their intervals.
    Measured,
    /// A line on the band of intervals: more measurements than there is room for as dots.
    OftenMeasured,
    /// A parameter's mean, on a band of its standard deviation.
    Spread,
}

impl CurveKind {
    /// How thick its line is, in pixels, and how opaque, from 0 to 1.
    pub fn pen(self) -> (f64, f64) {
        match self {
            CurveKind::Best => (1.0, 0.45),
            CurveKind::Population => (1.5, 0.6),
            CurveKind::Measured | CurveKind::Spread => (1.75, 1.0),
            CurveKind::OftenMeasured => (3.0, 1.0),
        }
    }

    pub fn is_measured(self) -> bool {
        matches!(self, CurveKind::Measured | CurveKind::OftenMeasured)
    }
}

/// How opaque bands are.
pub(super) const BAND: f64 = 0.2;

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
    pub axis: Axis<'a>,
    pub labels: Vec<(&'a str, RGBColor)>,
    pub strands: Vec<Strand>,
    /// How many generations a point of a line stands for.
    pub span: f64,
}

type Chart<'a, 'b> = crate::report::chart::Chart<'a, 'b, RangedCoordf64>;

impl Plot<'_> {
    /// The whole picture.
    pub fn svg(&self) -> Result<String, DrawError> {
        let floor = floor_of(&self.strands);
        let (generations, values) = self.ranges(floor).ok_or(DrawError::Empty)?;
        let heading = self.heading(floor, decimals(&values));
        let legend = legend(self, WIDTH);
        let height = heading.height() + PLOT_HEIGHT + legend.height();
        picture::svg(&self.title(), (WIDTH, height), |sheet| {
            let (head, rest) = sheet.split_vertically(length(heading.height()));
            heading.draw(&head)?;
            let (above, below) = rest.split_vertically(length(PLOT_HEIGHT));
            let mut chart = chart(&above, generations.clone(), values.clone())?;
            self.draw_axes(&mut chart, &generations)?;
            for strand in &self.strands {
                strand.draw(&mut chart, self.colour(strand), self.has_band(strand))?;
            }
            legend.draw(&below)
        })
    }

    fn title(&self) -> String {
        match self.axis {
            Axis::Fitness(Measure { name, .. }) => {
                let mut letters = name.chars();
                let first = letters.next().map(|it| it.to_uppercase().to_string());
                format!("{}{} over generations", first.unwrap_or_default(), letters.as_str())
            }
            Axis::WinRate(_) => "Decided games won over generations".to_string(),
        }
    }

    /// The title, what a single run is about, what its values mean, and what isn't shown, with that many
    /// decimals.
    fn heading(&self, floor: Option<f64>, decimals: usize) -> Heading {
        let about = match self.labels[..] {
            [(label, _)] => label.to_string(),
            _ => String::new(),
        };
        let meaning = match self.axis {
            Axis::Fitness(Measure { meaning, .. }) | Axis::WinRate(meaning) => meaning.to_string(),
        };
        let unit = if matches!(self.axis, Axis::WinRate(_)) { " %" } else { "" };
        let hidden = floor.and_then(|floor| self.hidden(floor)).map_or(String::new(), |(least, last)| {
            let least = at(least, decimals);
            let last = thousands(last as u64);
            format!("Not shown: what lies below the axis, from {least}{unit}, up to generation {last}.")
        });
        Heading::of(&self.title(), &[about, meaning, hidden], WIDTH)
    }

    /// The least that lies below the floor, bands and intervals included, and the last generation with
    /// such.
    fn hidden(&self, floor: f64) -> Option<(f64, f64)> {
        let marks = self.strands.iter().flat_map(|strand| &strand.marks);
        let below = marks.filter(|mark| mark.low < floor);
        let pairs = below.map(|mark| (mark.low, mark.generation));
        pairs.reduce(|(least, last), (value, generation)| (least.min(value), last.max(generation)))
    }

    /// What is measured has the run's colour; what a generation estimates is grey, unless there are
    /// several runs to be told apart.
    pub fn colour(&self, strand: &Strand) -> RGBColor {
        match strand.kind.is_measured() || self.labels.len() > 1 {
            true => strand.colour,
            false => GREY,
        }
    }

    /// Bands of several populations would hide each other.
    pub fn has_band(&self, strand: &Strand) -> bool {
        strand.kind == CurveKind::OftenMeasured
            || strand.kind == CurveKind::Population && self.labels.len() == 1
    }

    /// The generations and values to show; `None` where there is nothing to show.
    fn ranges(&self, floor: Option<f64>) -> Option<(Range<f64>, Range<f64>)> {
        let marks = || self.strands.iter().flat_map(|strand| &strand.marks);
        let generations = limits(marks().map(|mark| mark.generation), 0.015)?;
        let ends = marks().flat_map(|mark| [mark.low, mark.high]);
        let ends = ends.filter(|end| floor.is_none_or(|floor| *end >= floor)).chain(floor);
        let values = limits(ends, 0.05)?;
        let low = floor.unwrap_or(values.start);
        let values = match self.axis {
            Axis::Fitness(_) => low..values.end,
            // Dots at 0 % and at 100 % lie within the frame.
            Axis::WinRate(_) => match floor {
                Some(low) => low..100.0 + 0.03 * (100.0 - low).max(1.0),
                None => -2.0..102.0,
            },
        };
        Some((generations, values))
    }

    fn draw_axes(&self, chart: &mut Chart, generations: &Range<f64>) -> Result<(), DrawError> {
        let up = match self.axis {
            Axis::Fitness(Measure { axis, .. }) => axis,
            Axis::WinRate(_) => "won of the decided games (%)",
        };
        let most = 9.min((generations.end - generations.start) as usize + 1);
        let whole = |value: &f64| {
            if value.fract() == 0.0 && *value >= 0.0 { grouped(*value, 0) } else { String::new() }
        };
        Axes { across: "generation", up, most, text: &whole }.draw(chart)
    }
}

impl Strand {
    /// Draws it, on its band if it has one.
    pub fn draw(&self, chart: &mut Chart, colour: RGBColor, band: bool) -> Result<(), DrawError> {
        let floor = chart.plotting_area().get_y_range().start;
        // A line of one point wouldn't be seen.
        if self.kind == CurveKind::Measured || self.marks.len() == 1 {
            return self.draw_dots(chart, colour, floor);
        }
        if band {
            self.draw_band(chart, colour, floor)?;
        }
        let line: Vec<_> = self.marks.iter().map(|mark| (mark.generation, mark.value)).collect();
        let (width, opaque) = self.kind.pen();
        let style = colour.mix(opaque).stroke_width(length(width));
        for part in above(&line, floor) {
            chart.plotting_area().draw(&PathElement::new(part, style))?;
        }
        Ok(())
    }

    /// From the lower to the upper limit, where they differ.
    fn draw_band(&self, chart: &mut Chart, colour: RGBColor, floor: f64) -> Result<(), DrawError> {
        let shown = self.shown(floor);
        if shown.iter().all(|mark| mark.low == mark.high) {
            return Ok(());
        }
        // What sinks below the floor in between lies on it; left out, the band would bridge it.
        let highs = shown.iter().map(|mark| (mark.generation, mark.high.max(floor)));
        let lows = shown.iter().rev().map(|mark| (mark.generation, mark.low.max(floor)));
        let outline: Vec<_> = highs.chain(lows).collect();
        let style = colour.mix(BAND).filled();
        Ok(chart.plotting_area().draw(&Polygon::new(outline, style))?)
    }

    /// From the first mark that isn't all below the floor to the last such one.
    fn shown(&self, floor: f64) -> &[Mark] {
        let is_shown = |mark: &Mark| mark.high >= floor;
        let first = self.marks.iter().position(is_shown);
        let last = self.marks.iter().rposition(is_shown);
        let shown = first.zip(last).and_then(|(first, last)| self.marks.get(first..=last));
        shown.unwrap_or_default()
    }

    /// Every value as a dot on its interval.
    fn draw_dots(&self, chart: &mut Chart, colour: RGBColor, floor: f64) -> Result<(), DrawError> {
        let area = chart.plotting_area();
        let Range { start, end } = area.get_x_range();
        let (width, opaque) = self.kind.pen();
        let style: RGBAColor = colour.mix(opaque);
        for &Mark { generation, value, low, high } in &self.marks {
            if value < floor {
                continue;
            }
            let generation = generation + self.shift * (end - start);
            let place = (generation, value);
            let interval = [(generation, low.max(floor)), (generation, high)];
            area.draw(&Circle::new(place, length(RIM), WHITE.filled()))?;
            area.draw(&PathElement::new(interval, style.stroke_width(length(width))))?;
            area.draw(&Circle::new(place, length(DOT), style.filled()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::colour::RUNS;

    #[test]
    fn a_band_keeps_what_sinks_below_the_floor_between_what_is_shown() {
        let highs = [-9.0, 4.0, -8.0, -7.0, 6.0, -3.0];
        let mark = |(at, &high): (usize, &f64)| {
            let generation = at as f64;
            Mark { generation, value: high - 0.5, low: high - 1.0, high }
        };
        let marks: Vec<Mark> = highs.iter().enumerate().map(mark).collect();
        let kind = CurveKind::Population;
        let strand = Strand { kind, colour: RUNS[0], shift: 0.0, marks };
        let shown: Vec<f64> = strand.shown(0.0).iter().map(|mark| mark.generation).collect();
        assert_eq!(shown, [1.0, 2.0, 3.0, 4.0]);
        assert!(strand.shown(7.0).is_empty());
    }
}
