//! What the colours and lines mean.

use plotters::element::{Circle, PathElement};
use plotters::style::{Color, RGBColor};

use super::plot::{CurveKind, Plot};
use crate::report::chart::DOT;
use crate::report::colour::{GREY, pale};
use crate::report::legend::{self, Legend, block};
use crate::report::number::text;
use crate::report::picture::{DrawError, Sheet, fine, length};

const MEASURED: &str = "measured champion, 95 % interval";

/// What stands before the words.
#[derive(Clone, Copy)]
pub(super) enum Sample {
    Run(RGBColor),
    Line(CurveKind),
    Band,
}

/// The runs' colours in one group of rows, the kinds of lines in another.
pub(super) fn legend(plot: &Plot, width: f64) -> Legend<Sample> {
    let runs = plot.labels.iter().map(|&(label, colour)| (Sample::Run(colour), label.into()));
    Legend::of([runs.collect(), kinds(plot)], width)
}

/// The kinds of lines that the plot has.
fn kinds(plot: &Plot) -> Vec<(Sample, String)> {
    let named = [
        (CurveKind::Best, "best"),
        (CurveKind::Mean, "population mean"),
        (CurveKind::Population, "population"),
        (CurveKind::Measured, MEASURED),
        (CurveKind::OftenMeasured, MEASURED),
    ];
    let drawn =
        |kind| plot.strands.iter().any(|strand| strand.kind == kind && !strand.marks.is_empty());
    let present = named.into_iter().filter(|&(kind, _)| drawn(kind));
    let mut kinds: Vec<_> =
        present.map(|(kind, words)| (Sample::Line(kind), words.to_string())).collect();
    if plot.span > 1.0 {
        kinds.push((Sample::Band, format!("range over {} generations", text(plot.span, 0))));
    }
    kinds
}

impl legend::Sample for Sample {
    fn draw(&self, sheet: &Sheet, ends: (f64, f64), middle: f64) -> Result<(), DrawError> {
        match *self {
            Sample::Run(colour) => block(sheet, ends, middle, 5.0, colour),
            Sample::Band => block(sheet, ends, middle, 7.0, pale(GREY, 0.7)),
            Sample::Line(kind) => line(sheet, ends, middle, kind),
        }
    }
}

fn line(
    sheet: &Sheet,
    (left, right): (f64, f64),
    middle: f64,
    kind: CurveKind,
) -> Result<(), DrawError> {
    let (width, white) = kind.pen();
    let style = pale(GREY, white).stroke_width(length(width));
    if kind == CurveKind::OftenMeasured {
        block(sheet, (left, right), middle, 7.0, pale(GREY, 0.7))?;
    }
    if kind != CurveKind::Measured {
        let ends = [(fine(left), fine(middle)), (fine(right), fine(middle))];
        return Ok(sheet.draw(&PathElement::new(ends, style))?);
    }
    let x = fine((left + right) / 2.0);
    let whisker = [(x, fine(middle - 9.0)), (x, fine(middle + 9.0))];
    sheet.draw(&PathElement::new(whisker, style))?;
    Ok(sheet.draw(&Circle::new((x, fine(middle)), length(DOT), style.filled()))?)
}
