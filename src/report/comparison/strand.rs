//! A line through means, with the dots of its seeds.

use plotters::coord::combinators::{LogCoord, WithKeyPoints};
use plotters::element::{Circle, PathElement};
use plotters::series::DashedLineSeries;
use plotters::style::{Color, RGBColor, ShapeStyle, WHITE};

use super::{Point, Series};
use crate::report::chart::{self, DOT, RIM};
use crate::report::colour::{RUNS, pale};
use crate::report::picture::{DrawError, length};

/// What is further from 0 is left out like what isn't finite; axes couldn't name it.
const MOST: f64 = 1e12;
/// Pixels from the middle of a seed's dot to its edge.
pub(super) const SMALL_DOT: f64 = 2.25;
/// How thick lines are through means, and along seeds.
pub(super) const THICK: f64 = 2.0;
pub(super) const THIN: f64 = 1.25;
/// The share of white in what belongs to seeds.
pub(super) const SEED_WHITE: f64 = 0.45;
/// Pixels of a dash and of the gap after it.
const DASH: (f64, f64) = (7.0, 5.0);

pub(super) type Chart<'a, 'b> = chart::Chart<'a, 'b, WithKeyPoints<LogCoord<f64>>>;

/// How a line is drawn.
#[derive(Clone, Copy)]
pub(super) struct Pen {
    colour: RGBColor,
    pub is_dashed: bool,
}

pub(super) struct Strand {
    pub pen: Pen,
    places: Vec<Place>,
}

/// A point on the axes.
struct Place {
    games: f64,
    fitness: Vec<f64>,
    mean: f64,
}

impl Pen {
    /// That of the line of an index.
    pub fn of(index: usize) -> Pen {
        Pen { colour: RUNS[index % RUNS.len()], is_dashed: index >= RUNS.len() }
    }

    /// That of a line through means.
    pub fn style(self) -> ShapeStyle {
        self.colour.stroke_width(length(THICK))
    }
}

/// Whether a point has a place on the axes.
pub(super) fn is_drawable(point: &Point) -> bool {
    point.mean.abs() <= MOST
}

impl Strand {
    /// The line of a series, whose dots stand aside: their games are multiplied by `aside`.
    pub fn of(series: &Series, pen: Pen, aside: f64) -> Strand {
        let place = |point: &Point| Place {
            games: point.games.max(1) as f64 * aside,
            fitness: point.fitness.iter().copied().filter(|it| it.abs() <= MOST).collect(),
            mean: point.mean,
        };
        let points = series.points.iter().filter(|point| is_drawable(point));
        Strand { pen, places: points.map(place).collect() }
    }

    /// All values that are drawn.
    pub fn values(&self) -> impl Iterator<Item = f64> {
        self.places.iter().flat_map(|place| place.fitness.iter().copied().chain([place.mean]))
    }

    /// The seeds, on a bar from the least to the greatest.
    pub fn draw_seeds(&self, chart: &mut Chart) -> Result<(), DrawError> {
        let (area, colour) = (chart.plotting_area(), pale(self.pen.colour, SEED_WHITE));
        for Place { games, fitness, mean } in &self.places {
            let low = fitness.iter().copied().fold(*mean, f64::min);
            let high = fitness.iter().copied().fold(*mean, f64::max);
            let bar = [(*games, low), (*games, high)];
            area.draw(&PathElement::new(bar, colour.stroke_width(length(THIN))))?;
            for &fitness in fitness {
                area.draw(&Circle::new((*games, fitness), length(SMALL_DOT), colour.filled()))?;
            }
        }
        Ok(())
    }

    /// The line.
    pub fn draw_line(&self, chart: &mut Chart) -> Result<(), DrawError> {
        let means: Vec<_> = self.means().collect();
        match self.pen.is_dashed {
            true => {
                let (dash, gap) = (length(DASH.0), length(DASH.1));
                chart.draw_series(DashedLineSeries::new(means, dash, gap, self.pen.style()))?;
            }
            false => chart.plotting_area().draw(&PathElement::new(means, self.pen.style()))?,
        }
        Ok(())
    }

    /// The dots on the line.
    pub fn draw_means(&self, chart: &mut Chart) -> Result<(), DrawError> {
        let area = chart.plotting_area();
        for mean in self.means() {
            area.draw(&Circle::new(mean, length(RIM), WHITE.filled()))?;
            area.draw(&Circle::new(mean, length(DOT), self.pen.colour.filled()))?;
        }
        Ok(())
    }

    fn means(&self) -> impl Iterator<Item = (f64, f64)> {
        self.places.iter().map(|place| (place.games, place.mean))
    }
}
