//! Figures with their intervals, one a row: ratings of bots, or win rates against opponents.

use plotters::element::{Circle, PathElement, Text};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor, WHITE};
use std::ops::Range;

use super::chart::{DOT, RIM, WIDTH, limits};
use super::colour::{FAINT, GREY, INK, RUNS};
use super::heading::Heading;
use super::picture::{self, DrawError, Sheet, fine, length, stacked, width_of, words, wrapped};
use super::ticks::{at, ticks};

const EDGE: f64 = 20.0;
const WORDS: f64 = 14.0;
/// Pixels of a row with one line, of a further line, and between words and the plot.
const ROW: f64 = 30.0;
const LINE: f64 = 18.0;
const GAP: f64 = 16.0;
/// Pixels that names take at most.
const MOST_NAME: f64 = 330.0;
/// Pixels below the rows for the numbers and a line of words of the axis.
const FOOT: f64 = 62.0;
const MOST_TICKS: usize = 8;
const PEN: f64 = 2.0;

/// A figure of a name. What isn't finite is left out of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it is a figure of.
    pub name: String,
    /// The figure.
    pub value: f64,
    /// The limits of its interval of 95 %, where there is one.
    pub interval: Option<(f64, f64)>,
    /// The words beside it, such as the number with its interval.
    pub words: String,
}

/// What a picture of figures says beside them.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// The title.
    pub title: String,
    /// Lines below it.
    pub lines: Vec<String>,
    /// The words below the axis, with its unit.
    pub axis: String,
    /// The ends of the axis; those of the figures with their intervals where there are none.
    pub range: Option<(f64, f64)>,
    /// Where an upright line stands: at the figure of an equal.
    pub equal: Option<f64>,
    /// From top to bottom.
    pub rows: Vec<Figure>,
}

/// Draws a row for each figure, with a dot on its interval, as SVG.
///
/// # Errors
/// If there is no figure to draw.
pub fn intervals(figures: &Figures) -> Result<String, DrawError> {
    let page = Page::of(figures).ok_or(DrawError::Empty)?;
    let heading = Heading::of(&figures.title, &figures.lines, WIDTH);
    let height = heading.height() + page.height() + page.foot();
    picture::svg(&figures.title, (WIDTH, height), |sheet| {
        let (above, below) = sheet.split_vertically(length(heading.height()));
        heading.draw(&above)?;
        page.draw(&below)
    })
}

/// A figure with its name in lines.
struct Row<'a> {
    figure: &'a Figure,
    name: Vec<String>,
}

impl Row<'_> {
    fn height(&self) -> f64 {
        ROW + LINE * (self.name.len().saturating_sub(1)) as f64
    }
}

/// Where everything stands.
struct Page<'a> {
    figures: &'a Figures,
    rows: Vec<Row<'a>>,
    values: Range<f64>,
    /// Pixels from the left between which values stand.
    plot: Range<f64>,
    /// The words of the axis in lines.
    axis: Vec<String>,
}

impl<'a> Page<'a> {
    fn of(figures: &'a Figures) -> Option<Page<'a>> {
        let drawable = |it: &&Figure| it.value.is_finite();
        let row =
            |figure: &'a Figure| Row { figure, name: wrapped(&figure.name, WORDS, MOST_NAME) };
        let rows: Vec<Row> = figures.rows.iter().filter(drawable).map(row).collect();
        let ends = rows.iter().flat_map(|row| {
            let (low, high) = interval(row.figure).unwrap_or((row.figure.value, row.figure.value));
            [low, high]
        });
        let values = limits(ends.chain(figures.equal), 0.06)?;
        let values = figures.range.map_or(values, |(low, high)| low..high);
        let widest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|it| width_of(it, WORDS)).fold(0.0, f64::max)
        };
        let names = widest(&mut rows.iter().flat_map(|row| &row.name).map(String::as_str));
        let said = widest(&mut rows.iter().map(|row| row.figure.words.as_str()));
        let plot = EDGE + names + GAP..(WIDTH - EDGE - said - GAP).max(WIDTH / 2.0);
        let middle = (plot.start + plot.end) / 2.0;
        let room = 2.0 * (middle.min(WIDTH - middle) - EDGE);
        let axis = wrapped(&figures.axis, WORDS, room);
        (!rows.is_empty()).then_some(Page { figures, rows, values, plot, axis })
    }

    fn height(&self) -> f64 {
        self.rows.iter().map(Row::height).sum()
    }

    /// Pixels below the rows.
    fn foot(&self) -> f64 {
        FOOT + LINE * self.axis.len().saturating_sub(1) as f64
    }

    /// Pixels from the left at which a value stands.
    fn x(&self, value: f64) -> f64 {
        let share = (value - self.values.start) / (self.values.end - self.values.start);
        self.plot.start + share.clamp(0.0, 1.0) * (self.plot.end - self.plot.start)
    }

    fn draw(&self, sheet: &Sheet) -> Result<(), DrawError> {
        self.draw_axis(sheet)?;
        if let Some(equal) = self.figures.equal {
            self.upright(sheet, equal, GREY, 1.5)?;
        }
        let mut top = 0.0;
        for row in &self.rows {
            self.draw_row(sheet, row, top)?;
            top += row.height();
        }
        Ok(())
    }

    fn upright(
        &self,
        sheet: &Sheet,
        value: f64,
        colour: RGBColor,
        pen: f64,
    ) -> Result<(), DrawError> {
        let x = fine(self.x(value));
        let ends = [(x, fine(0.0)), (x, fine(self.height()))];
        Ok(sheet.draw(&PathElement::new(ends, colour.stroke_width(length(pen))))?)
    }

    fn draw_axis(&self, sheet: &Sheet) -> Result<(), DrawError> {
        let bottom = self.height();
        let (ticks, decimals) = ticks(self.values.start, self.values.end, MOST_TICKS);
        for tick in ticks {
            self.upright(sheet, tick, FAINT, 1.0)?;
            let place = (fine(self.x(tick)), fine(bottom + 14.0));
            let number = at(tick, decimals);
            sheet.draw(&Text::new(number, place, words(WORDS, INK, HPos::Center)))?;
        }
        let line = [self.plot.start, self.plot.end].map(|x| (fine(x), fine(bottom)));
        sheet.draw(&PathElement::new(line, GREY.stroke_width(length(1.0))))?;
        let middle = fine((self.plot.start + self.plot.end) / 2.0);
        for (row, axis) in self.axis.iter().enumerate() {
            let place = (middle, fine(bottom + 40.0 + LINE * row as f64));
            sheet.draw(&Text::new(axis.as_str(), place, words(WORDS, INK, HPos::Center)))?;
        }
        Ok(())
    }

    fn draw_row(&self, sheet: &Sheet, row: &Row, top: f64) -> Result<(), DrawError> {
        let middle = top + row.height() / 2.0;
        let place = (self.plot.start - GAP, middle);
        stacked(sheet, &row.name, place, LINE, &words(WORDS, INK, HPos::Right))?;
        if let Some((low, high)) = interval(row.figure) {
            let line = [low, high].map(|value| (fine(self.x(value)), fine(middle)));
            sheet.draw(&PathElement::new(line, RUNS[0].stroke_width(length(PEN))))?;
        }
        let dot = (fine(self.x(row.figure.value)), fine(middle));
        sheet.draw(&Circle::new(dot, length(RIM), WHITE.filled()))?;
        sheet.draw(&Circle::new(dot, length(DOT), RUNS[0].filled()))?;
        let place = (fine(self.plot.end + GAP), fine(middle));
        let said = row.figure.words.as_str();
        Ok(sheet.draw(&Text::new(said, place, words(WORDS, INK, HPos::Left)))?)
    }
}

/// The interval, where it can be drawn.
fn interval(figure: &Figure) -> Option<(f64, f64)> {
    figure.interval.filter(|(low, high)| low.is_finite() && high.is_finite() && low <= high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::picture::png;

    /// Name, value and ends of the interval.
    type Row<'a> = (&'a str, f64, Option<(f64, f64)>);

    fn figures(rows: &[Row<'_>]) -> Figures {
        let figure = |&(name, value, interval): &(&str, f64, Option<(f64, f64)>)| Figure {
            name: name.to_string(),
            value,
            interval,
            words: format!("{value:.1}"),
        };
        Figures {
            title: "Ratings".to_string(),
            lines: Vec::new(),
            axis: "Elo".to_string(),
            range: None,
            equal: Some(0.0),
            rows: rows.iter().map(figure).collect(),
        }
    }

    #[test]
    fn every_figure_has_a_dot_and_those_with_an_interval_a_line() {
        let marks = |svg: &str| {
            let (_, drawn) = svg.split_once("</style>").unwrap();
            (drawn.matches("<circle").count(), drawn.matches("stroke=\"#0072B2\"").count())
        };
        let all = figures(&[("a", 1.0, Some((0.0, 3.0))), ("b <c>", -9.0, None)]);
        assert_eq!(marks(&intervals(&all).unwrap()), (4, 1));
        let odd = figures(&[
            ("nan", f64::NAN, None),
            ("inf", 3.0, Some((f64::NEG_INFINITY, 4.0))),
            ("turned", 3.0, Some((4.0, 2.0))),
        ]);
        assert_eq!(marks(&intervals(&odd).unwrap()), (4, 0));
        assert!(png(&intervals(&odd).unwrap(), 400).is_ok());
    }

    #[test]
    fn long_names_take_several_lines() {
        let height = |name: &str| Page::of(&figures(&[(name, 1.0, None)])).unwrap().height();
        assert_eq!(height("short"), ROW);
        assert!(height(&"alphabeta(depth=4):champion ".repeat(6)) > ROW + 2.0 * LINE);
    }

    #[test]
    fn long_words_of_the_axis_stay_in_the_picture() {
        let short = figures(&[("a", 1.0, None)]);
        assert_eq!(Page::of(&short).unwrap().foot(), FOOT);
        let long = Figures { axis: "Elo over alphabeta(depth=4),book=b ".repeat(6), ..short };
        let page = Page::of(&long).unwrap();
        assert!(page.foot() >= FOOT + LINE && page.axis.len() > 1);
        assert!(page.axis.iter().all(|line| width_of(line, WORDS) < WIDTH - 2.0 * EDGE));
    }

    #[test]
    fn nothing_to_draw_is_an_error() {
        for empty in [figures(&[]), figures(&[("a", f64::NAN, None)])] {
            assert!(matches!(intervals(&empty), Err(DrawError::Empty)));
        }
    }

    #[test]
    fn dots_beyond_a_given_range_stand_at_its_end() {
        let page = Figures { range: Some((0.0, 100.0)), ..figures(&[("a", 120.0, None)]) };
        let page = Page::of(&page).unwrap();
        assert_eq!(page.x(120.0), page.plot.end);
        assert_eq!(page.x(-1.0), page.plot.start);
    }
}
