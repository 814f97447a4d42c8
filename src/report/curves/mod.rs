//! Curves: how fitness and decided games won grow over the generations of one or several runs.

mod floor;
mod legend;
mod panels;
mod plot;
mod rows;
mod thinning;

use super::colour::RUNS;
use super::picture::DrawError;
pub use panels::{ParameterCurve, ParameterCurves, ParameterPoint, parameter_curves};
use plot::{Axis, CurveKind, Plot, Strand};
use thinning::{Mark, one_a_span, span_of, thin};

/// What is further from 0 is left out like what isn't finite; axes couldn't name it.
const MOST: f64 = 1e15;
/// The most runs that can be told apart in one picture.
pub const MOST_CURVES: usize = RUNS.len();
/// The most measurements of a run that have room as dots.
const MOST_DOTS: usize = 60;
/// Between the dots of two runs in the same generation, in lengths of the axis.
const SIDE_STEP: f64 = 0.0045;

/// One run.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The words for it in the legend.
    pub label: String,
    /// Its generations, in any order.
    pub points: Vec<CurvePoint>,
}

/// One generation of a run. What isn't finite, or isn't a share where it should be one, is left
/// out of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvePoint {
    /// Its number.
    pub generation: u64,
    /// The best fitness in the population, as its few games had it.
    pub best: f64,
    /// The population's mean fitness.
    pub mean: f64,
    /// The share of decided games that the population won, from 0 to 1.
    pub win_rate: Option<f64>,
    /// What more games said of the champion, if it was measured.
    pub measured: Option<MeasuredPoint>,
}

/// A champion's measurement.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredPoint {
    /// Its fitness.
    pub fitness: f64,
    /// The limits of its interval of 95 %, where enough games differ for one.
    pub fitness_interval: Option<(f64, f64)>,
    /// The share of decided games that it won.
    pub win_rate: Option<WinRate>,
}

/// A share of decided games won, with the limits of its interval of 95 %, all from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinRate {
    /// The share.
    pub rate: f64,
    /// The lower limit.
    pub low: f64,
    /// The upper limit.
    pub high: f64,
}

/// What the fitness of all curves is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure<'a> {
    /// Its name, such as "fitness".
    pub name: &'a str,
    /// Its name at the axis, with its unit, such as "score (%)".
    pub axis: &'a str,
    /// What a value stands for, in sentences or none.
    pub meaning: &'a str,
}

/// Draws the fitness of measured champions with intervals of 95 %, and behind it the population's
/// mean, as SVG; of a single run also the best of each generation, which is luck for the most part.
///
/// Long runs are drawn as means over spans of generations, where there is one run on a band of the
/// middle 80 % of the values; of measurements, the first in each span is drawn as it is. Where the
/// first tenth of the generations would take most of the height, the axis leaves out what lies
/// below the others, and the picture says so.
///
/// # Errors
/// If no point can be drawn, or there are more curves than colours that can be told apart.
pub fn fitness_curves(curves: &[Curve], measure: Measure<'_>) -> Result<String, DrawError> {
    let measured = |point: &CurvePoint| {
        let measured = point.measured.as_ref()?;
        let fitness = measured.fitness;
        let (low, high) = measured.fitness_interval.unwrap_or((fitness, fitness));
        mark(point, fitness, low, high)
    };
    let best = |point: &CurvePoint| mark(point, point.best, point.best, point.best);
    let mean = |point: &CurvePoint| mark(point, point.mean, point.mean, point.mean);
    let layers: [Layer; 3] = [
        (CurveKind::Best, &best),
        (CurveKind::Population, &mean),
        (CurveKind::Measured, &measured),
    ];
    let layers = if curves.len() == 1 { &layers[..] } else { &layers[1..] };
    draw(Axis::Fitness(measure), curves, layers)
}

/// Draws the share of decided games won by the population, and by measured champions with intervals of
/// 95 %, as SVG. `meaning` is what a reader must know of the values, in sentences or none. Long runs are
/// drawn as by [`fitness_curves`].
///
/// # Errors
/// If no point can be drawn, or there are more curves than colours that can be told apart.
pub fn win_rate_curves(curves: &[Curve], meaning: &str) -> Result<String, DrawError> {
    let percent = |point: &CurvePoint, rate: f64, low: f64, high: f64| {
        let [low, high] = [low, high].map(|limit| 100.0 * limit.clamp(0.0, 1.0));
        let mark = mark(point, 100.0 * rate, low, high)?;
        (0.0..=100.0).contains(&mark.value).then_some(mark)
    };
    let population = |point: &CurvePoint| {
        let rate = point.win_rate?;
        percent(point, rate, rate, rate)
    };
    let measured = |point: &CurvePoint| {
        let WinRate { rate, low, high } = point.measured.as_ref()?.win_rate?;
        percent(point, rate, low, high)
    };
    let layers: [Layer; 2] =
        [(CurveKind::Population, &population), (CurveKind::Measured, &measured)];
    draw(Axis::WinRate(meaning), curves, &layers)
}

/// What to draw of each curve, and how to find it in a point.
type Layer<'a> = (CurveKind, &'a dyn Fn(&CurvePoint) -> Option<Mark>);

/// A value with its interval, if it can be drawn. An interval that can't is left out.
fn mark(point: &CurvePoint, value: f64, low: f64, high: f64) -> Option<Mark> {
    let drawable = |value: f64| value.abs() <= MOST;
    let (low, high) = if drawable(low) && drawable(high) {
        (low.min(value), high.max(value))
    } else {
        (value, value)
    };
    let generation = point.generation as f64;
    (drawable(value) && drawable(generation)).then_some(Mark { generation, value, low, high })
}

fn draw(axis: Axis, curves: &[Curve], layers: &[Layer]) -> Result<String, DrawError> {
    if curves.len() > MOST_CURVES {
        return Err(DrawError::TooMany { what: "curves", found: curves.len(), most: MOST_CURVES });
    }
    let mut strands = Vec::new();
    for &(kind, find) in layers {
        for (run, (curve, &colour)) in curves.iter().zip(&RUNS).enumerate() {
            let shift = SIDE_STEP * (run as f64 - (curves.len() - 1) as f64 / 2.0);
            let mut marks: Vec<Mark> = curve.points.iter().filter_map(find).collect();
            marks.sort_by(|one, other| one.generation.total_cmp(&other.generation));
            strands.push(Strand { kind, colour, shift, marks });
        }
    }
    let span = thin_all(&mut strands);
    let labels = curves.iter().map(|curve| curve.label.as_str()).zip(RUNS).collect();
    Plot { axis, labels, strands, span }.svg()
}

/// Thins long strands and returns how many generations a point of a line now stands for.
fn thin_all(strands: &mut [Strand]) -> f64 {
    let span = span_of(strands.iter().flat_map(|strand| &strand.marks));
    for strand in strands.iter_mut() {
        let fewer = if strand.kind == CurveKind::Measured { one_a_span } else { thin };
        strand.marks = fewer(&strand.marks, span);
    }
    let measured = || strands.iter().filter(|strand| strand.kind == CurveKind::Measured);
    if measured().any(|strand| strand.marks.len() > MOST_DOTS) {
        let measured = strands.iter_mut().filter(|strand| strand.kind == CurveKind::Measured);
        measured.for_each(|strand| strand.kind = CurveKind::OftenMeasured);
    }
    span
}

#[cfg(test)]
mod tests;
