//! What the colours and lines mean, below the plot.

use plotters::element::{Circle, PathElement, Rectangle, Text};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};

use super::plot::{DOT, Kind, Plot};
use crate::report::colour::{GREY, INK, pale};
use crate::report::number::text;
use crate::report::picture::{DrawError, Sheet, fine, fitted, length, width_of, words};

const LEFT: f64 = 84.0;
const RIGHT: f64 = 36.0;
const WORDS: f64 = 14.0;
const ROW: f64 = 26.0;
const SAMPLE: f64 = 28.0;
/// Between a sample and its words, and between words and the next sample.
const GAPS: (f64, f64) = (8.0, 24.0);

const MEASURED: &str = "measured champion, 95 % interval";

/// What stands before the words.
#[derive(Clone, Copy)]
enum Sample {
    Run(RGBColor),
    Line(Kind),
    Band,
}

struct Entry {
    sample: Sample,
    words: String,
    /// Its left end and the middle of its height, in pixels from the legend's top left.
    place: (f64, f64),
}

/// The runs' colours in one group of rows, the kinds of lines in another.
pub(super) struct Legend {
    entries: Vec<Entry>,
    rows: usize,
}

impl Legend {
    /// The legend of a plot, that many pixels wide.
    pub fn of(plot: &Plot, width: f64) -> Legend {
        let mut legend = Legend { entries: Vec::new(), rows: 0 };
        let runs = plot.labels.iter().map(|&(label, colour)| (Sample::Run(colour), label.into()));
        legend.add_group(runs.collect(), width);
        legend.add_group(kinds(plot), width);
        legend
    }

    fn add_group(&mut self, group: Vec<(Sample, String)>, width: f64) {
        let most = width - LEFT - RIGHT;
        let (mut left, mut row) = (0.0, self.rows);
        for (sample, label) in group {
            let label = fitted(&label, WORDS, most - SAMPLE - GAPS.0);
            let end = left + SAMPLE + GAPS.0 + width_of(&label, WORDS);
            if left > 0.0 && end > most {
                (left, row) = (0.0, row + 1);
            }
            let place = (LEFT + left, (row as f64 + 0.5) * ROW);
            left += SAMPLE + GAPS.0 + width_of(&label, WORDS) + GAPS.1;
            self.entries.push(Entry { sample, words: label, place });
        }
        self.rows = row + 1;
    }

    /// How many pixels high it is, with a margin below.
    pub fn height(&self) -> f64 {
        self.rows as f64 * ROW + 16.0
    }

    /// Draws it at the top left of a sheet.
    pub fn draw(&self, sheet: &Sheet) -> Result<(), DrawError> {
        for Entry { sample, words: label, place: (left, middle) } in &self.entries {
            sample.draw(sheet, *left, *middle)?;
            let place = (fine(left + SAMPLE + GAPS.0), fine(*middle));
            sheet.draw(&Text::new(label.as_str(), place, words(WORDS, INK, HPos::Left)))?;
        }
        Ok(())
    }
}

/// The kinds of lines that the plot has.
fn kinds(plot: &Plot) -> Vec<(Sample, String)> {
    let named = [
        (Kind::Best, "best"),
        (Kind::Mean, "population mean"),
        (Kind::Population, "population"),
        (Kind::Measured, MEASURED),
        (Kind::OftenMeasured, MEASURED),
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

impl Sample {
    fn draw(self, sheet: &Sheet, left: f64, middle: f64) -> Result<(), DrawError> {
        let right = left + SAMPLE;
        match self {
            Sample::Run(colour) => block(sheet, (left, right), middle, 5.0, colour),
            Sample::Band => block(sheet, (left, right), middle, 7.0, pale(GREY, 0.7)),
            Sample::Line(kind) => line(sheet, (left, right), middle, kind),
        }
    }
}

fn block(
    sheet: &Sheet,
    (left, right): (f64, f64),
    middle: f64,
    half: f64,
    colour: RGBColor,
) -> Result<(), DrawError> {
    let corners = [(fine(left), fine(middle - half)), (fine(right), fine(middle + half))];
    Ok(sheet.draw(&Rectangle::new(corners, colour.filled()))?)
}

fn line(
    sheet: &Sheet,
    (left, right): (f64, f64),
    middle: f64,
    kind: Kind,
) -> Result<(), DrawError> {
    let (width, white) = kind.pen();
    let style = pale(GREY, white).stroke_width(length(width));
    if kind == Kind::OftenMeasured {
        block(sheet, (left, right), middle, 7.0, pale(GREY, 0.7))?;
    }
    if kind != Kind::Measured {
        let ends = [(fine(left), fine(middle)), (fine(right), fine(middle))];
        return Ok(sheet.draw(&PathElement::new(ends, style))?);
    }
    let x = fine((left + right) / 2.0);
    let whisker = [(x, fine(middle - 9.0)), (x, fine(middle + 9.0))];
    sheet.draw(&PathElement::new(whisker, style))?;
    Ok(sheet.draw(&Circle::new((x, fine(middle)), length(DOT), style.filled()))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stand_in_rows_without_touching() {
        let mut legend = Legend { entries: Vec::new(), rows: 0 };
        let labels = ["one", "a run with a longer name", "third"].map(String::from);
        let endless = "endless ".repeat(40);
        let group = labels.into_iter().chain([endless]).map(|label| (Sample::Band, label));
        legend.add_group(group.collect(), 450.0);
        let end = |entry: &Entry| entry.place.0 + SAMPLE + GAPS.0 + width_of(&entry.words, WORDS);
        assert!(legend.entries.iter().all(|entry| end(entry) <= 450.0 - RIGHT));
        let rows: Vec<f64> = legend.entries.iter().map(|entry| entry.place.1).collect();
        assert_eq!(rows, [13.0, 13.0, 39.0, 65.0]);
        assert_eq!((legend.rows, legend.height()), (3, 94.0));
    }
}
