//! The words above a chart: a title and lines below it.

use plotters::element::Text;
use plotters::style::text_anchor::HPos;

use super::colour::{GREY, INK};
use super::picture::{DrawError, Sheet, fine, words, wrapped};

const LEFT: f64 = 20.0;
const TITLE: f64 = 19.0;
const LINE: f64 = 14.0;
/// Pixels from the middle of a line to that of the next.
const STEP: f64 = 20.0;
/// Pixels from the top to the middle of the title, and from the last line to the chart.
const ROOM: (f64, f64) = (24.0, 14.0);

/// A title with lines below it, none of them cut.
pub(super) struct Heading {
    title: Vec<String>,
    lines: Vec<String>,
}

impl Heading {
    /// The heading of a chart that many pixels wide. Empty lines are left out.
    pub fn of(title: &str, lines: &[String], width: f64) -> Heading {
        let most = width - 2.0 * LEFT;
        let lines = lines.iter().filter(|line| !line.is_empty());
        let lines = lines.flat_map(|line| wrapped(line, LINE, most)).collect();
        Heading { title: wrapped(title, TITLE, most), lines }
    }

    /// How many pixels high it is.
    pub fn height(&self) -> f64 {
        ROOM.0 + (self.title.len() + self.lines.len()) as f64 * STEP - STEP + ROOM.1
    }

    /// Draws it at the top left of a sheet.
    pub fn draw(&self, sheet: &Sheet) -> Result<(), DrawError> {
        let titles = self.title.iter().map(|line| (line, words(TITLE, INK, HPos::Left)));
        let lines = self.lines.iter().map(|line| (line, words(LINE, GREY, HPos::Left)));
        for (row, (line, style)) in titles.chain(lines).enumerate() {
            let place = (fine(LEFT), fine(ROOM.0 + row as f64 * STEP));
            sheet.draw(&Text::new(line.as_str(), place, style))?;
        }
        Ok(())
    }
}
