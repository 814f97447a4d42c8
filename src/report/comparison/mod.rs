//! A comparison: what the champions of several settings are worth after how many games.

mod legend;
mod strand;

use plotters::coord::combinators::{BindKeyPoints as _, IntoLogRange as _};
use std::ops::Range;

use super::chart::{Axes, PLOT_HEIGHT, TICK_WORDS, WIDTH, chart, limits};
use super::colour::RUNS;
use super::legend::Legend;
use super::number::thousands;
use super::picture::{self, DrawError, length, width_of};
use legend::{Sample, kinds};
use strand::{Pen, Strand, is_drawable};

/// As many series as can be told apart: each colour twice, whole and dashed.
pub const MOST_SERIES: usize = 2 * RUNS.len();
/// Between the dots of two lines at the same games, and of all lines at most, in lengths of the
/// axis.
const ASIDE: (f64, f64) = (0.016, 0.12);
/// Free space at either end of the axis, in lengths of what is between.
const MARGIN: f64 = 0.1;
/// Pixels along the axis, and between the words at two ticks at least.
const AXIS: f64 = 770.0;
const TICK_GAP: f64 = 16.0;

/// What came out for one of the settings that are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The words for it in the legend.
    pub label: String,
    /// In ascending order of games.
    pub points: Vec<Point>,
}

/// What came out after some games. What isn't finite is left out of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Games of selection.
    pub games: u64,
    /// The measured fitness of the champion of each seed.
    pub fitness: Vec<f64>,
    /// The mean of these.
    pub mean: f64,
}

/// Draws each series as a line through its means, and a dot for each seed, as SVG. Games are on a
/// logarithmic axis; lines stand a little aside of one another there.
///
/// # Errors
/// If no point can be drawn, or there are more than [`MOST_SERIES`].
pub fn comparison(series: &[Series]) -> Result<String, DrawError> {
    if series.len() > MOST_SERIES {
        return Err(DrawError::TooManyCurves { found: series.len(), most: MOST_SERIES });
    }
    let points = series.iter().flat_map(|one| &one.points).filter(|point| is_drawable(point));
    let mut games: Vec<u64> = points.map(|point| point.games.max(1)).collect();
    games.sort_unstable();
    games.dedup();
    let decades = limits(games.iter().map(|&it| decade(it)), MARGIN).ok_or(DrawError::Empty)?;
    let strands = strands(series, &decades);
    let values = limits(strands.iter().flat_map(Strand::values), 0.05).ok_or(DrawError::Empty)?;
    let ticks = ticks(&games, &decades);
    let labels = strands.iter().zip(series);
    let labels = labels.map(|(strand, one)| (Sample::Line(strand.pen), one.label.clone()));
    let legend = Legend::of([labels.collect(), kinds()], WIDTH);
    picture::svg("Fitness after games", (WIDTH, PLOT_HEIGHT + legend.height()), |sheet| {
        let (above, below) = sheet.split_vertically(length(PLOT_HEIGHT));
        let across = (libm::pow(10.0, decades.start)..libm::pow(10.0, decades.end)).log_scale();
        let at = ticks.iter().map(|&games| games as f64).collect();
        let mut chart = chart(&above, across.with_key_points(at), values.clone())?;
        let (across, up) = ("games of selection", "measured fitness");
        let text = |games: &f64| thousands(*games as u64);
        Axes { across, up, most: ticks.len(), text: &text }.draw(&mut chart)?;
        for draw in [Strand::draw_seeds, Strand::draw_line, Strand::draw_means] {
            strands.iter().try_for_each(|strand| draw(strand, &mut chart))?;
        }
        legend.draw(&below)
    })
}

fn decade(games: u64) -> f64 {
    libm::log10(games as f64)
}

/// The lines of the series, side by side.
fn strands(series: &[Series], decades: &Range<f64>) -> Vec<Strand> {
    let count = series.len() as f64;
    let step = ASIDE.0.min(ASIDE.1 / count) * (decades.end - decades.start);
    let aside = |index: usize| libm::pow(10.0, step * (index as f64 - (count - 1.0) / 2.0));
    let strand = |(index, one)| Strand::of(one, Pen::of(index), aside(index));
    series.iter().enumerate().map(strand).collect()
}

/// Those games whose words have room at the axis, the greatest first.
fn ticks(games: &[u64], decades: &Range<f64>) -> Vec<u64> {
    let middle = |games: u64| decade(games) / (decades.end - decades.start) * AXIS;
    let half = |games: u64| width_of(&thousands(games), TICK_WORDS) / 2.0;
    let mut ticks: Vec<u64> = Vec::new();
    for &games in games.iter().rev() {
        let end = middle(games) + half(games) + TICK_GAP;
        if ticks.last().is_none_or(|&next| end <= middle(next) - half(next)) {
            ticks.push(games);
        }
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::picture::png;

    fn series(points: &[(u64, f64)]) -> Series {
        let point = |&(games, mean): &(u64, f64)| Point {
            games,
            fitness: vec![mean - 2.0, mean, mean + 2.0],
            mean,
        };
        Series { label: "a <b>".to_string(), points: points.iter().map(point).collect() }
    }

    #[test]
    fn lines_get_their_colours_and_then_dashes() {
        let all = vec![series(&[(100, 1.0), (1000, 3.0)]); 8];
        let seven = comparison(&all[..7]).unwrap();
        assert!(seven.contains("#0072B2") && seven.contains("#56B4E9"));
        let eight = comparison(&all).unwrap();
        let paths = |svg: &str| svg.matches("#0072B2").count();
        assert!(paths(&eight) > paths(&seven) + 10, "dashes are paths of their own");
        assert_eq!(eight, comparison(&all).unwrap());
        assert!(png(&eight, 450).is_ok());
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        let nowhere = series(&[(100, f64::NAN)]);
        for empty in [vec![], vec![series(&[])], vec![nowhere]] {
            assert!(matches!(comparison(&empty), Err(DrawError::Empty)));
        }
        let error = comparison(&vec![series(&[(1, 1.0)]); 15]).unwrap_err().to_string();
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
            assert!(comparison(&[series(points)]).is_ok(), "{points:?}");
        }
    }

    #[test]
    fn ticks_have_room_for_their_words() {
        assert_eq!(ticks(&[100_000, 1_000_000], &(4.9..6.1)), [1_000_000, 100_000]);
        assert_eq!(ticks(&[100_000, 110_000, 1_000_000], &(4.9..6.1)), [1_000_000, 110_000]);
    }
}
