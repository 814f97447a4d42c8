//! The means of a comparison at each number of games, with their intervals, best first. Each number of
//! games has a scale of its own, on which a variant that is far behind squashes no other.

use plotters::element::{Circle, PathElement, Polygon, Text};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor, WHITE};
use std::ops::Range;

use super::{MOST, Pen, Point, Series, THICK, is_drawable};
use crate::report::chart::{DOT, RIM, limits};
use crate::report::colour::{FAINT, GREY, INK};
use crate::report::number::{digits, grouped, thousands};
use crate::report::picture::{DrawError, Sheet, fine, length, stacked, width_of, words, wrapped};
use crate::report::ticks::{at, ticks};

const WORDS: f64 = 14.0;
/// Pixels of the words above a panel, of a row with one line, of a further line, and of the axis.
const HEAD: f64 = 30.0;
const ROW: f64 = 26.0;
const LINE: f64 = 17.0;
const FOOT: f64 = 40.0;
/// Pixels at the edges, and between words and the plot.
const EDGE: f64 = 12.0;
const GAP: f64 = 14.0;
/// Pixels of the line before a name, and that names take at most.
const SAMPLE: f64 = 22.0;
const MOST_NAME: f64 = 150.0;
/// Pixels from the middle of an end of an interval to its tips, of a seed's dot, and of a triangle.
const CAP: f64 = 4.5;
const SEED: f64 = 2.25;
const POINT: f64 = 7.0;
const MOST_TICKS: usize = 4;
/// How far the next mean may be from those that are shown, in what they span.
const NEAR: f64 = 2.0;
/// How far an interval is followed beyond the means that are shown, in halves of the middle one or of the best.
const FAR: f64 = 6.0;

/// A series at a number of games.
struct Row<'a> {
    pen: Pen,
    name: Vec<String>,
    point: &'a Point,
    is_number: bool,
}

/// All series at a number of games.
struct Panel<'a> {
    games: u64,
    rows: Vec<Row<'a>>,
    values: Range<f64>,
}

/// The panels, one below the other.
pub(super) struct Zoom<'a> {
    panels: Vec<Panel<'a>>,
}

/// Pixels from the left between which values stand.
struct Plot {
    left: f64,
    right: f64,
    values: Range<f64>,
}

impl Row<'_> {
    fn height(&self) -> f64 {
        ROW + LINE * self.name.len().saturating_sub(1) as f64
    }

    /// The mean with its interval, as text.
    fn words(&self) -> String {
        let text = |value: f64| match self.is_number {
            true => digits(value).replace('-', "−"),
            false => grouped(value, 1),
        };
        let mean = text(self.point.mean);
        match interval(self.point) {
            Some((low, high)) => format!("{mean} [{}, {}]", text(low), text(high)),
            None => mean,
        }
    }
}

/// The interval, where it can be drawn.
fn interval(point: &Point) -> Option<(f64, f64)> {
    point.interval.filter(|(low, high)| low.abs() <= MOST && high.abs() <= MOST && low <= high)
}

impl Panel<'_> {
    fn height(&self) -> f64 {
        HEAD + self.rows.iter().map(Row::height).sum::<f64>() + FOOT
    }
}

/// The range of values that a panel shows: the means from the best one down to where the next is far
/// behind, with the best one's interval, and the others as far as none of them is much longer than that or the middle one.
fn range(points: &[&Point]) -> Option<Range<f64>> {
    let mut sorted: Vec<&Point> = points.to_vec();
    sorted.sort_by(|one, other| other.mean.total_cmp(&one.mean));
    let first = sorted.first()?;
    let best = first.mean;
    let half = |it: &Point| interval(it).map(|(low, high)| (high - low) / 2.0);
    let halves = points.iter().filter_map(|it| half(it));
    let behind = || middle(sorted.iter().skip(1).map(|it| best - it.mean).collect());
    let typical = middle(halves.collect()).or_else(behind).unwrap_or(0.0);
    let half = typical.max(half(first).unwrap_or(0.0));
    let mut worst = best;
    for point in &sorted {
        if worst - point.mean > NEAR * half.max(best - worst) {
            break;
        }
        worst = point.mean;
    }
    let shown = sorted.iter().filter(|it| it.mean >= worst);
    let ends = shown.flat_map(|it| interval(it).map_or([it.mean; 2], |(low, high)| [low, high]));
    limits(ends.map(|it| it.clamp(worst - FAR * half, best + FAR * half)), 0.05)
}

/// The middle one of some values, or the lower of the two.
fn middle(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied()
}

impl<'a> Zoom<'a> {
    /// The panels of some series, of numbers of any size or such with a decimal.
    pub fn of(series: &'a [Series], is_number: bool) -> Zoom<'a> {
        let points = series.iter().flat_map(|one| &one.points).filter(|it| is_drawable(it));
        let mut games: Vec<u64> = points.map(|point| point.games).collect();
        games.sort_unstable();
        games.dedup();
        Zoom { panels: games.into_iter().map(|games| panel(series, games, is_number)).collect() }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.panels.len()
    }

    /// Whether any mean has an interval, which that of one seed has not.
    pub fn has_intervals(&self) -> bool {
        let mut rows = self.panels.iter().flat_map(|panel| &panel.rows);
        rows.any(|row| interval(row.point).is_some())
    }

    /// Pixels from top to bottom.
    pub fn height(&self) -> f64 {
        self.panels.iter().map(Panel::height).sum()
    }

    /// Draws them from the top of a sheet that many pixels wide, with the unit and what is counted.
    pub fn draw(&self, sheet: &Sheet, said: (&str, &str), width: f64) -> Result<(), DrawError> {
        let rows = || self.panels.iter().flat_map(|panel| &panel.rows);
        let widest = |texts: &mut dyn Iterator<Item = String>| {
            texts.map(|it| width_of(&it, WORDS)).fold(0.0, f64::max)
        };
        let names = widest(&mut rows().flat_map(|row| row.name.clone()));
        let beside = widest(&mut rows().map(Row::words));
        let left = EDGE + SAMPLE + 8.0 + names + GAP;
        let right = (width - EDGE - beside - GAP).max(left + 60.0);
        let mut top = 0.0;
        for panel in &self.panels {
            let plot = Plot { left, right, values: panel.values.clone() };
            panel.draw(sheet, &plot, said, top)?;
            top += panel.height();
        }
        Ok(())
    }
}

fn panel(series: &[Series], games: u64, is_number: bool) -> Panel<'_> {
    let mut all: Vec<Row> = Vec::new();
    for (index, one) in series.iter().enumerate() {
        let name = wrapped(&one.label, WORDS, MOST_NAME);
        let own = one.points.iter().filter(|it| it.games == games && is_drawable(it));
        let row = |point| Row { pen: Pen::of(index), name: name.clone(), point, is_number };
        all.extend(own.map(row));
    }
    all.sort_by(|one, other| other.point.mean.total_cmp(&one.point.mean));
    let values = range(&all.iter().map(|row| row.point).collect::<Vec<_>>());
    let values = values.unwrap_or_default();
    Panel { games, rows: all, values }
}

impl Plot {
    /// Pixels from the left at which a value stands, at an end where it lies beyond.
    fn x(&self, value: f64) -> f64 {
        let share = (value - self.values.start) / (self.values.end - self.values.start);
        self.left + share.clamp(0.0, 1.0) * (self.right - self.left)
    }

    fn holds(&self, value: f64) -> bool {
        value >= self.values.start && value <= self.values.end
    }
}

impl Panel<'_> {
    fn draw(
        &self,
        sheet: &Sheet,
        plot: &Plot,
        (unit, counted): (&str, &str),
        top: f64,
    ) -> Result<(), DrawError> {
        let title = format!("{unit} after {} {counted}", thousands(self.games));
        let place = (fine(plot.left), fine(top + HEAD / 2.0));
        sheet.draw(&Text::new(title, place, words(WORDS, GREY, HPos::Left)))?;
        let bottom = top + self.height() - FOOT;
        draw_axis(sheet, plot, (top + HEAD, bottom))?;
        let mut above = top + HEAD;
        for row in &self.rows {
            row.draw(sheet, plot, above)?;
            above += row.height();
        }
        Ok(())
    }
}

fn draw_axis(sheet: &Sheet, plot: &Plot, (top, bottom): (f64, f64)) -> Result<(), DrawError> {
    let (ticks, decimals) = ticks(plot.values.start, plot.values.end, MOST_TICKS);
    for tick in ticks {
        let x = fine(plot.x(tick));
        line(sheet, [(x, fine(top)), (x, fine(bottom))], FAINT, 1.0)?;
        let place = (x, fine(bottom + 13.0));
        let style = words(WORDS, INK, HPos::Center);
        sheet.draw(&Text::new(at(tick, decimals), place, style))?;
    }
    let ends = [plot.left, plot.right].map(|x| (fine(x), fine(bottom)));
    line(sheet, ends, GREY, 1.0)
}

fn line(sheet: &Sheet, ends: [(i32, i32); 2], colour: RGBColor, pen: f64) -> Result<(), DrawError> {
    Ok(sheet.draw(&PathElement::new(ends, colour.stroke_width(length(pen))))?)
}

impl Row<'_> {
    fn draw(&self, sheet: &Sheet, plot: &Plot, top: f64) -> Result<(), DrawError> {
        let middle = top + self.height() / 2.0;
        self.pen.sample(sheet, (EDGE, EDGE + SAMPLE), middle)?;
        let place = (EDGE + SAMPLE + 8.0, middle);
        stacked(sheet, &self.name, place, LINE, &words(WORDS, INK, HPos::Left))?;
        self.draw_interval(sheet, plot, middle)?;
        for &seed in self.point.seeds.iter().filter(|it| plot.holds(**it)) {
            let place = (fine(plot.x(seed)), fine(middle));
            sheet.draw(&Circle::new(place, length(SEED), self.pen.faint().filled()))?;
        }
        self.draw_mean(sheet, plot, middle)?;
        let place = (fine(plot.right + GAP), fine(middle));
        sheet.draw(&Text::new(self.words(), place, words(WORDS, INK, HPos::Left)))?;
        Ok(())
    }

    fn draw_interval(&self, sheet: &Sheet, plot: &Plot, middle: f64) -> Result<(), DrawError> {
        let Some((low, high)) = interval(self.point) else { return Ok(()) };
        if low > plot.values.end || high < plot.values.start {
            return Ok(());
        }
        let ends = [low, high].map(|value| (fine(plot.x(value)), fine(middle)));
        line(sheet, ends, self.pen.colour, THICK)?;
        for end in [low, high].into_iter().filter(|&it| plot.holds(it)) {
            let x = fine(plot.x(end));
            let tips = [(x, fine(middle - CAP)), (x, fine(middle + CAP))];
            line(sheet, tips, self.pen.colour, THICK)?;
        }
        Ok(())
    }

    /// A dot, or a triangle at the end beyond which the mean lies.
    fn draw_mean(&self, sheet: &Sheet, plot: &Plot, middle: f64) -> Result<(), DrawError> {
        let x = plot.x(self.point.mean);
        let colour = self.pen.colour.filled();
        if plot.holds(self.point.mean) {
            let place = (fine(x), fine(middle));
            sheet.draw(&Circle::new(place, length(RIM), WHITE.filled()))?;
            sheet.draw(&Circle::new(place, length(DOT), colour))?;
            return Ok(());
        }
        let corners =
            [(x, middle), (x + POINT, middle - POINT / 2.0), (x + POINT, middle + POINT / 2.0)];
        let corners = corners.map(|(x, y)| (fine(x), fine(y)));
        Ok(sheet.draw(&Polygon::new(corners, colour))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(mean: f64, half: f64) -> Point {
        let interval = (half > 0.0).then_some((mean - half, mean + half));
        Point { games: 100, seeds: vec![mean], mean, interval }
    }

    fn shown(points: &[(f64, f64)]) -> [String; 2] {
        let points: Vec<Point> = points.iter().map(|&(mean, half)| point(mean, half)).collect();
        let Range { start, end } = range(&points.iter().collect::<Vec<_>>()).unwrap();
        [start, end].map(|it| format!("{it:.2}"))
    }

    #[test]
    fn one_that_failed_squashes_no_other() {
        let near = [(420.0, 5.0), (410.0, 6.0), (405.0, 8.0)];
        assert_eq!(shown(&near), ["395.60", "426.40"]);
        let failed = [&near[..], &[(18.0, 200.0)]].concat();
        assert_eq!(shown(&failed), ["395.60", "426.40"]);
        let long = [&near[..], &[(406.0, 600.0)]].concat();
        assert_eq!(shown(&long), ["364.65", "460.35"]);
        assert_eq!(shown(&[(3.0, 0.0), (1.0, 0.0), (2.0, 0.0)]), ["0.90", "3.10"]);
        assert_eq!(shown(&[(50.0, 0.0)]), ["49.00", "51.00"]);
    }

    #[test]
    fn the_best_one_has_its_whole_interval() {
        assert_eq!(shown(&[(420.0, 70.0), (418.0, 1.0)]), ["343.00", "497.00"]);
        assert_eq!(shown(&[(420.0, 1.0), (418.0, 70.0)]), ["411.30", "426.70"]);
    }

    #[test]
    fn of_two_without_intervals_both_are_shown() {
        assert_eq!(shown(&[(1.0, 0.0), (3.0, 0.0)]), ["0.90", "3.10"]);
    }
}
