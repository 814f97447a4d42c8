//! A comparison: what the champions of several settings are worth after how many games. The whole stands
//! to the left, and beside it each budget in a panel that shows what lies near the best.

mod whole;
mod zoom;

use super::colour::{RUNS, pale};
use super::heading::Heading;
use super::picture::{self, DrawError, Sheet, fine, length};
use plotters::element::PathElement;
use plotters::style::{Color, RGBColor, ShapeStyle};
use whole::Whole;
use zoom::Zoom;

/// As many series as can be told apart: each colour twice, whole and dashed.
pub const MOST_SERIES: usize = 2 * RUNS.len();
/// Pixels across the picture, and of the whole to the left.
const WIDTH: f64 = 1000.0;
const LEFT: f64 = 400.0;
/// Pixels that the whole is high, at least and at most.
const HEIGHTS: (f64, f64) = (380.0, 560.0);
/// What is further from 0 is left out like what isn't finite; axes couldn't name it.
const MOST: f64 = 1e12;
/// How thick lines are through means.
const THICK: f64 = 2.0;
/// The share of white in what belongs to seeds.
const SEED_WHITE: f64 = 0.45;
/// How to read the panels of several numbers of games, and that of one, with intervals and without.
const LEGENDS: [&str; 2] = [
    "Left: means over the seeds. Right: means with 95 % intervals, and each seed that lies within as a small dot, to a \
     scale of its own at each number of games. Lines without an end go on; a triangle stands for what \
     lies beyond.",
    "Means with 95 % intervals, and each seed that lies within as a small dot. Lines without an end go on; a triangle \
     stands for what lies beyond.",
];
const LEGENDS_WITHOUT: [&str; 2] = [
    "Right: the same to a scale of its own at each number of games; a triangle stands for what lies beyond.",
    "A triangle stands for what lies beyond the axis.",
];

/// Settings beside each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The title.
    pub title: String,
    /// Lines below it.
    pub lines: Vec<String>,
    /// What champions are worth, with its unit.
    pub unit: String,
    /// What a number of games counts, such as games.
    pub counted: &'static str,
    /// Whether it is a number of any size, of which four digits are told, in place of one decimal.
    pub is_number: bool,
    /// The settings.
    pub series: Vec<Series>,
}

/// What came out for one of the settings that are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The words for it.
    pub label: String,
    /// In ascending order of games.
    pub points: Vec<Point>,
}

/// What came out after some games. What isn't finite is left out of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Games of selection.
    pub games: u64,
    /// What the champion of each seed is worth.
    pub seeds: Vec<f64>,
    /// The mean of these.
    pub mean: f64,
    /// The 95 % interval of that mean, where there is one.
    pub interval: Option<(f64, f64)>,
}

/// Draws each series as a line through its means, with games on a logarithmic axis, and beside it the
/// means at each number of games with their intervals, as SVG. One number of games has no line.
///
/// # Errors
/// If no point can be drawn, or there are more than [`MOST_SERIES`].
pub fn comparison(comparison: &Comparison) -> Result<String, DrawError> {
    let Comparison { title, lines, unit, counted, is_number, series } = comparison;
    if series.len() > MOST_SERIES {
        return Err(DrawError::TooMany { what: "curves", found: series.len(), most: MOST_SERIES });
    }
    let whole = Whole::of(series).ok_or(DrawError::Empty)?;
    let zoom = Zoom::of(series, *is_number);
    let is_one = zoom.count() == 1;
    let legends = if zoom.has_intervals() { LEGENDS } else { LEGENDS_WITHOUT };
    let [several, one] = legends.map(|it| it.replace("games", counted));
    let lines: Vec<String> =
        lines.iter().cloned().chain([if is_one { one } else { several }]).collect();
    let heading = Heading::of(title, &lines, WIDTH);
    let said = (unit.as_str(), *counted);
    let height = zoom.height().clamp(HEIGHTS.0, HEIGHTS.1);
    let below = if is_one { zoom.height() } else { height.max(zoom.height()) };
    picture::svg(title, (WIDTH, heading.height() + below), |sheet| {
        let (above, below) = sheet.split_vertically(length(heading.height()));
        heading.draw(&above)?;
        if is_one {
            return zoom.draw(&below, said, WIDTH);
        }
        let (left, right) = below.split_horizontally(length(LEFT));
        let (left, _) = left.split_vertically(length(height));
        whole.draw(&left, said)?;
        zoom.draw(&right, said, WIDTH - LEFT)
    })
}

/// How what belongs to a series is drawn.
#[derive(Clone, Copy)]
struct Pen {
    colour: RGBColor,
    is_dashed: bool,
}

impl Pen {
    /// That of the series of an index.
    fn of(index: usize) -> Pen {
        Pen { colour: RUNS[index % RUNS.len()], is_dashed: index >= RUNS.len() }
    }

    /// That of a line through means.
    fn style(self) -> ShapeStyle {
        self.colour.stroke_width(length(THICK))
    }

    /// The colour of what stands back.
    fn faint(self) -> RGBColor {
        pale(self.colour, SEED_WHITE)
    }

    /// A short line between two places from left to right, whole or as two dashes.
    fn sample(self, sheet: &Sheet, (start, end): (f64, f64), middle: f64) -> Result<(), DrawError> {
        let gap = if self.is_dashed { (end - start) / 4.0 } else { 0.0 };
        let half = (start + end) / 2.0;
        for (from, to) in [(start, half - gap / 2.0), (half + gap / 2.0, end)] {
            let line = [(fine(from), fine(middle)), (fine(to), fine(middle))];
            sheet.draw(&PathElement::new(line, self.style()))?;
        }
        Ok(())
    }
}

/// Whether a point has a place on the axes.
fn is_drawable(point: &Point) -> bool {
    point.mean.abs() <= MOST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::picture::png;

    fn series(points: &[(u64, f64)]) -> Series {
        let point = |&(games, mean): &(u64, f64)| Point {
            games,
            seeds: vec![mean - 2.0, mean, mean + 2.0],
            mean,
            interval: Some((mean - 3.0, mean + 3.0)),
        };
        Series { label: "a <b>".to_string(), points: points.iter().map(point).collect() }
    }

    fn all(series: &[Series]) -> Comparison {
        Comparison {
            title: "Fitness after games".to_string(),
            lines: Vec::new(),
            unit: "fitness".to_string(),
            counted: "games",
            is_number: false,
            series: series.to_vec(),
        }
    }

    #[test]
    fn lines_get_their_colours_and_then_dashes() {
        let many = vec![series(&[(100, 1.0), (1000, 3.0)]); 8];
        let seven = comparison(&all(&many[..7])).unwrap();
        assert!(seven.contains("#0072B2") && seven.contains("#56B4E9"));
        let eight = comparison(&all(&many)).unwrap();
        let paths = |svg: &str| svg.matches("#0072B2").count();
        assert!(paths(&eight) > paths(&seven) + 10, "dashes are paths of their own");
        assert_eq!(eight, comparison(&all(&many)).unwrap());
        assert!(png(&eight, 450).is_ok());
    }

    #[test]
    fn of_intervals_only_those_that_are_there_are_told() {
        let mut one = [series(&[(100, 1.0), (1000, 3.0)])];
        assert!(Zoom::of(&one, false).has_intervals());
        one[0].points.iter_mut().for_each(|it| it.interval = None);
        assert!(!Zoom::of(&one, false).has_intervals());
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        let nowhere = series(&[(100, f64::NAN)]);
        for empty in [vec![], vec![series(&[])], vec![nowhere]] {
            assert!(matches!(comparison(&all(&empty)), Err(DrawError::Empty)));
        }
        let error = comparison(&all(&vec![series(&[(1, 1.0)]); 15])).unwrap_err().to_string();
        assert_eq!(error, "15 curves are more than the 14 that can be told apart");
    }

    #[test]
    fn odd_points_are_drawn() {
        for points in [
            &[(0, 0.0)][..],
            &[(7, 400.0), (7, 410.0)],
            &[(1, 1e12), (u64::MAX, -1e12)],
            &[(5, 1.0), (6, f64::INFINITY), (8, 2.0)],
        ] {
            let mut odd = series(points);
            assert!(comparison(&all(&[odd.clone()])).is_ok(), "{points:?}");
            odd.points.iter_mut().for_each(|it| it.interval = Some((f64::NAN, f64::INFINITY)));
            assert!(comparison(&all(&[odd.clone()])).is_ok(), "{points:?}");
            odd.points.iter_mut().for_each(|it| (it.interval, it.seeds) = (None, Vec::new()));
            assert!(comparison(&all(&[odd])).is_ok(), "{points:?}");
        }
    }
}
