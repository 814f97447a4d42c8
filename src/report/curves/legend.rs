//! What the colours and lines mean.

use plotters::element::{Circle, PathElement, Rectangle};
use plotters::style::{Color, RGBColor};

use super::plot::{BAND, CurveKind, Plot, Strand};
use crate::report::chart::DOT;
use crate::report::colour::GREY;
use crate::report::legend::{self, Legend, block};
use crate::report::number::grouped;
use crate::report::picture::{DrawError, Sheet, fine, length};

const MEASURED: &str = "measured champion, 95 % interval";
const WITHOUT_INTERVAL: &str = "measured champion, without an interval";

/// What stands before the words.
#[derive(Clone, Copy)]
pub(super) enum Sample {
    Run(RGBColor),
    /// With its interval, or without.
    Line(CurveKind, RGBColor, bool),
    Band(RGBColor),
}

/// The colours of several runs in one group of rows, the kinds of lines in another.
pub(super) fn legend(plot: &Plot, width: f64) -> Legend<Sample> {
    let runs = plot.labels.iter().map(|&(label, colour)| (Sample::Run(colour), label.into()));
    let runs = if plot.labels.len() > 1 { runs.collect() } else { Vec::new() };
    Legend::of([runs, kinds(plot)], width)
}

/// The kinds of lines that the plot has.
fn kinds(plot: &Plot) -> Vec<(Sample, String)> {
    let drawn = |kind| {
        let mut strands = plot.strands.iter();
        strands.find(|strand| strand.kind == kind && !strand.marks.is_empty())
    };
    let colour = |strand| if plot.labels.len() > 1 { GREY } else { plot.colour(strand) };
    let mut kinds: Vec<(Sample, String)> = Vec::new();
    for (has_interval, words) in [(true, MEASURED), (false, WITHOUT_INTERVAL)] {
        if let Some(strand) = measured(plot, has_interval) {
            let sample = Sample::Line(strand.kind, colour(strand), has_interval);
            kinds.push((sample, words.to_string()));
        }
    }
    if let Some(strand) = drawn(CurveKind::Population) {
        let sample = Sample::Line(strand.kind, colour(strand), false);
        kinds.push((sample, "mean of a generation".to_string()));
        if plot.has_band(strand) && plot.span > 1.0 {
            let means = grouped(plot.span, 0);
            let words = format!("middle 80 % of the means of {means} generations");
            kinds.push((Sample::Band(colour(strand)), words));
        }
    }
    if let Some(strand) = drawn(CurveKind::Best) {
        let words = "best of a generation (mostly luck)".to_string();
        kinds.push((Sample::Line(CurveKind::Best, colour(strand), false), words));
    }
    kinds
}

/// The first line of champions of which any has an interval, or has none, as those of few different games.
fn measured<'a>(plot: &'a Plot, has_interval: bool) -> Option<&'a Strand> {
    let mut measured = plot.strands.iter().filter(|strand| strand.kind.is_measured());
    measured.find(|strand| strand.marks.iter().any(|it| (it.low < it.high) == has_interval))
}

impl legend::Sample for Sample {
    fn draw(&self, sheet: &Sheet, ends: (f64, f64), middle: f64) -> Result<(), DrawError> {
        match *self {
            Sample::Run(colour) => block(sheet, ends, middle, 5.0, colour),
            Sample::Band(colour) => band(sheet, ends, middle, colour),
            Sample::Line(kind, colour, has_interval) => {
                line(sheet, ends, middle, (kind, has_interval), colour)
            }
        }
    }
}

fn band(
    sheet: &Sheet,
    (left, right): (f64, f64),
    middle: f64,
    colour: RGBColor,
) -> Result<(), DrawError> {
    let corners = [(fine(left), fine(middle - 7.0)), (fine(right), fine(middle + 7.0))];
    Ok(sheet.draw(&Rectangle::new(corners, colour.mix(BAND).filled()))?)
}

fn line(
    sheet: &Sheet,
    (left, right): (f64, f64),
    middle: f64,
    (kind, has_interval): (CurveKind, bool),
    colour: RGBColor,
) -> Result<(), DrawError> {
    let (width, opaque) = kind.pen();
    let style = colour.mix(opaque).stroke_width(length(width));
    if kind == CurveKind::OftenMeasured && has_interval {
        band(sheet, (left, right), middle, colour)?;
    }
    if kind != CurveKind::Measured {
        let ends = [(fine(left), fine(middle)), (fine(right), fine(middle))];
        return Ok(sheet.draw(&PathElement::new(ends, style))?);
    }
    let x = fine((left + right) / 2.0);
    if has_interval {
        let whisker = [(x, fine(middle - 9.0)), (x, fine(middle + 9.0))];
        sheet.draw(&PathElement::new(whisker, style))?;
    }
    Ok(sheet.draw(&Circle::new((x, fine(middle)), length(DOT), style.filled()))?)
}
