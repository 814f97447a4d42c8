//! A legend: samples with words, in rows below a chart.

use plotters::element::{Rectangle, Text};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};

use super::colour::INK;
use super::picture::{DrawError, Sheet, fine, width_of, words, wrapped};

const LEFT: f64 = 84.0;
const RIGHT: f64 = 36.0;
const WORDS: f64 = 14.0;
const ROW: f64 = 26.0;
const SAMPLE: f64 = 28.0;
/// Between a sample and its words, and between words and the next sample.
const GAPS: (f64, f64) = (8.0, 24.0);

/// What stands before the words.
pub(super) trait Sample {
    /// Draws it between two ends and around the middle of its height, all in pixels.
    fn draw(&self, sheet: &Sheet, ends: (f64, f64), middle: f64) -> Result<(), DrawError>;
}

struct Entry<S> {
    /// None on the further lines of words that need several.
    sample: Option<S>,
    words: String,
    /// Its left end and the middle of its height, in pixels from the legend's top left.
    place: (f64, f64),
}

/// Samples with their words, each group in rows of its own.
pub(super) struct Legend<S> {
    entries: Vec<Entry<S>>,
    rows: usize,
}

impl<S: Sample> Legend<S> {
    /// A legend that many pixels wide.
    pub fn of(groups: impl IntoIterator<Item = Vec<(S, String)>>, width: f64) -> Legend<S> {
        let mut legend = Legend { entries: Vec::new(), rows: 0 };
        groups.into_iter().for_each(|group| legend.add_group(group, width));
        legend
    }

    fn add_group(&mut self, group: Vec<(S, String)>, width: f64) {
        let most = width - LEFT - RIGHT;
        let (mut left, mut row) = (0.0, self.rows);
        for (sample, label) in group {
            let lines = wrapped(&label, WORDS, most - SAMPLE - GAPS.0);
            let widest = lines.iter().map(|line| width_of(line, WORDS)).fold(0.0, f64::max);
            let end = left + SAMPLE + GAPS.0 + widest;
            if left > 0.0 && (end > most || lines.len() > 1) {
                (left, row) = (0.0, row + 1);
            }
            let mut sample = Some(sample);
            for (line, words) in lines.iter().enumerate() {
                let place = (LEFT + left, ((row + line) as f64 + 0.5) * ROW);
                self.entries.push(Entry { sample: sample.take(), words: words.clone(), place });
            }
            (left, row) = match lines.len() {
                1 => (end + GAPS.1, row),
                count => (most, row + count - 1),
            };
            self.rows = row + 1;
        }
    }

    /// How many pixels high it is, with a margin below.
    pub fn height(&self) -> f64 {
        self.rows as f64 * ROW + 16.0
    }

    /// Draws it at the top left of a sheet.
    pub fn draw(&self, sheet: &Sheet) -> Result<(), DrawError> {
        for Entry { sample, words: label, place: (left, middle) } in &self.entries {
            if let Some(sample) = sample {
                sample.draw(sheet, (*left, left + SAMPLE), *middle)?;
            }
            let place = (fine(left + SAMPLE + GAPS.0), fine(*middle));
            sheet.draw(&Text::new(label.as_str(), place, words(WORDS, INK, HPos::Left)))?;
        }
        Ok(())
    }
}

/// A block of colour, that far up and down from the middle.
pub(super) fn block(
    sheet: &Sheet,
    (left, right): (f64, f64),
    middle: f64,
    half: f64,
    colour: RGBColor,
) -> Result<(), DrawError> {
    let corners = [(fine(left), fine(middle - half)), (fine(right), fine(middle + half))];
    Ok(sheet.draw(&Rectangle::new(corners, colour.filled()))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nothing;

    impl Sample for Nothing {
        fn draw(&self, _: &Sheet, _: (f64, f64), _: f64) -> Result<(), DrawError> {
            Ok(())
        }
    }

    #[test]
    fn entries_stand_in_rows_without_touching() {
        let labels = ["one", "a run with a longer name", "third"].map(String::from);
        let endless = "endless ".repeat(40);
        let group = labels.into_iter().chain([endless]).map(|label| (Nothing, label));
        let legend = Legend::of([group.collect()], 450.0);
        let end = |entry: &Entry<Nothing>| {
            entry.place.0 + SAMPLE + GAPS.0 + width_of(&entry.words, WORDS)
        };
        assert!(legend.entries.iter().all(|entry| end(entry) <= 450.0 - RIGHT));
        let rows: Vec<f64> = legend.entries.iter().map(|entry| entry.place.1).collect();
        assert_eq!(rows[..4], [13.0, 13.0, 39.0, 65.0]);
        let words = |row: usize| legend.entries[row].words.as_str();
        let lost: Vec<&str> = (3..legend.entries.len()).map(words).collect();
        assert_eq!(lost.join(" "), "endless ".repeat(40).trim(), "wrapped, not cut");
        assert!(legend.entries[3].sample.is_some() && legend.entries[4].sample.is_none());
        assert_eq!(legend.height(), 26.0 * legend.rows as f64 + 16.0);
        assert_eq!(legend.rows, legend.entries.len() - 1);
    }
}
