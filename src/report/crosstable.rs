//! A table of who did how well against whom, as a heat map.

use plotters::element::{Rectangle, Text};
use plotters::style::Color;
use plotters::style::text_anchor::HPos;

use super::colour::{GREY, INK, ink_on, viridis};
use super::heading::Heading;
use super::number::percentage;
use super::picture::{self, DrawError, Sheet, fine, stacked, width_of, words, wrapped};

const EDGE: f64 = 20.0;
const WORDS: f64 = 14.0;
const GAP: f64 = 12.0;
/// Pixels of a cell across and down, and between two cells.
const CELL: (f64, f64) = (58.0, 40.0);
const SEAM: f64 = 2.0;
const LINE: f64 = 17.0;
const MOST_NAME: f64 = 330.0;
/// Pixels across, so that the words above have room.
const LEAST_WIDTH: f64 = 640.0;
/// Pixels for the numbers above the columns.
const HEAD: f64 = 26.0;

/// Shares of points, bot by bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Crosstable {
    /// The title.
    pub title: String,
    /// Lines below it.
    pub lines: Vec<String>,
    /// The bots, best first.
    pub names: Vec<String>,
    /// The share of the points, 0 to 1, of the bot in the row against that in the column; `None` where
    /// they didn't meet.
    pub shares: Vec<Vec<Option<f64>>>,
}

/// Draws a coloured cell for each pair that met, with the share in per cent, as SVG. Columns are
/// numbered like rows.
///
/// # Errors
/// If there is no bot.
pub fn crosstable(table: &Crosstable) -> Result<String, DrawError> {
    if table.names.is_empty() {
        return Err(DrawError::Empty);
    }
    let numbered = (1..).zip(&table.names).map(|(rank, name)| format!("{rank}  {name}"));
    let names: Vec<Vec<String>> = numbered.map(|it| wrapped(&it, WORDS, MOST_NAME)).collect();
    let widest = names.iter().flatten().map(|it| width_of(it, WORDS)).fold(0.0, f64::max);
    let left = EDGE + widest + GAP;
    let width = left + table.names.len() as f64 * CELL.0 + EDGE;
    let width = width.max(LEAST_WIDTH);
    let heading = Heading::of(&table.title, &table.lines, width);
    let rows: Vec<f64> =
        names.iter().map(|name| CELL.1.max(LINE * name.len() as f64 + 6.0)).collect();
    let height = heading.height() + HEAD + rows.iter().sum::<f64>() + EDGE;
    picture::svg(&table.title, (width, height), |sheet| {
        heading.draw(sheet)?;
        for column in 0..table.names.len() {
            let x = left + (column as f64 + 0.5) * CELL.0;
            let place = (fine(x), fine(heading.height() + HEAD / 2.0));
            let rank = (column + 1).to_string();
            sheet.draw(&Text::new(rank, place, words(WORDS, GREY, HPos::Center)))?;
        }
        let mut top = heading.height() + HEAD;
        for ((name, shares), height) in names.iter().zip(&table.shares).zip(&rows) {
            let place = (EDGE, top + height / 2.0);
            stacked(sheet, name, place, LINE, &words(WORDS, INK, HPos::Left))?;
            for (column, share) in shares.iter().enumerate() {
                if let Some(share) = share {
                    let corner = (left + column as f64 * CELL.0, top);
                    draw_cell(sheet, *share, corner, *height)?;
                }
            }
            top += height;
        }
        Ok(())
    })
}

fn draw_cell(
    sheet: &Sheet,
    share: f64,
    (left, top): (f64, f64),
    height: f64,
) -> Result<(), DrawError> {
    let colour = viridis(share);
    let corners = [
        (fine(left + SEAM / 2.0), fine(top + SEAM / 2.0)),
        (fine(left + CELL.0 - SEAM / 2.0), fine(top + height - SEAM / 2.0)),
    ];
    sheet.draw(&Rectangle::new(corners, colour.filled()))?;
    let place = (fine(left + CELL.0 / 2.0), fine(top + height / 2.0));
    let style = words(WORDS, ink_on(colour), HPos::Center);
    Ok(sheet.draw(&Text::new(percentage(share, 1), place, style))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_met_have_a_cell() {
        let table = Crosstable {
            title: "Who won".to_string(),
            lines: vec!["share of points, %".to_string()],
            names: vec!["a".to_string(), "b ".repeat(90)],
            shares: vec![vec![None, Some(0.75)], vec![Some(0.25), None]],
        };
        let svg = crosstable(&table).unwrap();
        assert_eq!(svg.matches("<rect").count(), 2);
        let empty = Crosstable { names: Vec::new(), ..table };
        assert!(matches!(crosstable(&empty), Err(DrawError::Empty)));
    }
}
