//! The whole of a comparison: a line through the means of each series.

use plotters::coord::combinators::{
    BindKeyPoints as _, IntoLogRange as _, LogCoord, WithKeyPoints,
};
use plotters::element::{Circle, PathElement};
use plotters::series::DashedLineSeries;
use plotters::style::{Color, WHITE};
use std::ops::Range;

use super::{LEFT, Pen, Series, is_drawable};
use crate::report::chart::{self, Axes, DOT, RIM, TICK_WORDS, chart, limits};
use crate::report::number::thousands;
use crate::report::picture::{DrawError, Sheet, length, width_of};

/// Pixels of a dash and of the gap after it.
const DASH: (f64, f64) = (7.0, 5.0);
/// Free space at either end of the axis, in lengths of what is between.
const MARGIN: f64 = 0.1;
/// Pixels beside the axis, and between the words at two ticks at least.
const BESIDE: f64 = 120.0;
const TICK_GAP: f64 = 12.0;

type Chart<'a, 'b> = chart::Chart<'a, 'b, WithKeyPoints<LogCoord<f64>>>;

/// Where lines and axes are.
pub(super) struct Whole {
    strands: Vec<(Pen, Vec<(f64, f64)>)>,
    decades: Range<f64>,
    values: Range<f64>,
    ticks: Vec<u64>,
}

impl Whole {
    /// The lines of some series; `None` where they have no point.
    pub fn of(series: &[Series]) -> Option<Whole> {
        let points = series.iter().flat_map(|one| &one.points).filter(|it| is_drawable(it));
        let mut games: Vec<u64> = points.map(|point| point.games.max(1)).collect();
        games.sort_unstable();
        games.dedup();
        let decades = limits(games.iter().map(|&it| decade(it)), MARGIN)?;
        let strand = |(index, one): (usize, &Series)| {
            let points = one.points.iter().filter(|it| is_drawable(it));
            (Pen::of(index), points.map(|it| (it.games.max(1) as f64, it.mean)).collect())
        };
        let strands: Vec<(Pen, Vec<(f64, f64)>)> = series.iter().enumerate().map(strand).collect();
        let means = strands.iter().flat_map(|(_, points)| points).map(|&(_, mean)| mean);
        let values = limits(means, 0.05)?;
        let ticks = ticks(&games, &decades);
        Some(Whole { strands, decades, values, ticks })
    }

    /// Draws them.
    pub fn draw(&self, sheet: &Sheet, (unit, counted): (&str, &str)) -> Result<(), DrawError> {
        let Range { start, end } = self.decades;
        let across = (libm::pow(10.0, start)..libm::pow(10.0, end)).log_scale();
        let at = self.ticks.iter().map(|&games| games as f64).collect();
        let mut chart = chart(sheet, across.with_key_points(at), self.values.clone())?;
        let text = |games: &f64| thousands(*games as u64);
        let across = format!("{counted} of selection");
        Axes { across: &across, up: unit, most: self.ticks.len(), text: &text }.draw(&mut chart)?;
        for (pen, points) in &self.strands {
            draw_line(&mut chart, *pen, points)?;
        }
        for (pen, points) in &self.strands {
            for &mean in points {
                let area = chart.plotting_area();
                area.draw(&Circle::new(mean, length(RIM), WHITE.filled()))?;
                area.draw(&Circle::new(mean, length(DOT), pen.colour.filled()))?;
            }
        }
        Ok(())
    }
}

fn draw_line(chart: &mut Chart, pen: Pen, points: &[(f64, f64)]) -> Result<(), DrawError> {
    match pen.is_dashed {
        true => {
            let (dash, gap) = (length(DASH.0), length(DASH.1));
            let points = points.iter().copied();
            chart.draw_series(DashedLineSeries::new(points, dash, gap, pen.style()))?;
        }
        false => chart.plotting_area().draw(&PathElement::new(points.to_vec(), pen.style()))?,
    }
    Ok(())
}

fn decade(games: u64) -> f64 {
    libm::log10(games as f64)
}

/// Those games whose words have room at the axis, the greatest first.
fn ticks(games: &[u64], decades: &Range<f64>) -> Vec<u64> {
    let middle = |games: u64| decade(games) / (decades.end - decades.start) * (LEFT - BESIDE);
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
    use crate::report::comparison::Point;

    #[test]
    fn the_axis_has_room_for_what_is_drawn_alone() {
        let point = |games, mean| Point { games, seeds: vec![-900.0, mean], mean, interval: None };
        let points = vec![point(100, 400.0), point(1000, 420.0)];
        let whole = Whole::of(&[Series { label: String::new(), points }]).unwrap();
        assert_eq!(whole.values, 399.0..421.0);
    }

    #[test]
    fn ticks_have_room_for_their_words() {
        assert_eq!(ticks(&[100_000, 1_000_000], &(4.9..6.1)), [1_000_000, 100_000]);
        assert_eq!(ticks(&[100_000, 110_000, 1_000_000], &(4.9..6.1)), [1_000_000, 110_000]);
    }
}
