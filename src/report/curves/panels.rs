//! The parameters of one or several runs over their generations, a panel each.

use plotters::chart::ChartBuilder;
use plotters::element::{DashedPathElement, Text};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};
use std::ops::Range;

use super::legend::Sample;
use super::plot::{CurveKind, Strand};
use super::thinning::{Mark, one_a_span, span_of};
use super::{MOST, MOST_CURVES};
use crate::report::chart::{Chart, WIDTH, limits};
use crate::report::colour::{FAINT, GREY, INK, RUNS};
use crate::report::heading::Heading;
use crate::report::legend::Legend;
use crate::report::number::grouped;
use crate::report::picture::{self, DrawError, Sheet, fine, fitted, length, width_of, words};
use crate::report::ticks::{at, ticks};
use plotters::coord::types::RangedCoordf64;

/// Panels side by side, and in a picture.
const ACROSS: usize = 3;
const MOST_PANELS: usize = 24;
/// Pixels of a panel's height, and of the part of it that its name has.
const HEIGHT: f64 = 190.0;
const NAME: f64 = 26.0;
const WORDS: f64 = 14.0;
const TICK_WORDS: f64 = 12.0;
const MOST_TICKS: usize = 4;
/// Pixels below the values, and beside them without their words.
const BELOW: f64 = 24.0;
const BESIDE: f64 = 20.0;
const MARGIN: f64 = 14.0;
/// The values of an axis of shares: lines at 0 and at 1 lie within the frame.
const SHARES: Range<f64> = -0.05..1.05;

/// The parameters of a run over its generations.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterCurves {
    /// The words for the run.
    pub label: String,
    /// Its parameters in their order.
    pub parameters: Vec<ParameterCurve>,
}

/// A parameter over the generations of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterCurve {
    /// Its name.
    pub name: String,
    /// Whether the mean is the share of the individuals that have a value, from 0 to 1.
    pub is_share: bool,
    /// What people set it to, where that is known.
    pub hand_set: Option<f64>,
    /// Its generations in ascending order.
    pub points: Vec<ParameterPoint>,
}

/// Where a generation stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParameterPoint {
    /// Its number.
    pub generation: u64,
    /// The mean over its individuals.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
}

/// Draws each parameter's mean over the individuals of a generation, as SVG; of a single run on a band of one
/// standard deviation up and down, but for shares. A parameter that is the same everywhere is left out. Of more than 24 parameters there are those whose mean moved the most, in their
/// greatest standard deviations. `hand_set` is what the vector is called that people set, which is dashed.
///
/// All runs have the parameters of the first.
///
/// # Errors
/// If no point can be drawn, or there are more runs than colours that can be told apart.
pub fn parameter_curves(runs: &[ParameterCurves], hand_set: &str) -> Result<String, DrawError> {
    if runs.len() > MOST_CURVES {
        return Err(DrawError::TooMany { what: "curves", found: runs.len(), most: MOST_CURVES });
    }
    let first = runs.first().ok_or(DrawError::Empty)?;
    let all: Vec<Panel> = first.parameters.iter().filter_map(|it| Panel::of(it, runs)).collect();
    let shown = most_moved(&all);
    let panels: Vec<&Panel> = shown.iter().filter_map(|&index| all.get(index)).collect();
    if panels.is_empty() {
        return Err(DrawError::Empty);
    }
    let heading = heading(runs, (panels.len(), all.len()), hand_set);
    let legend = legend(runs);
    let across = panels.len().min(ACROSS);
    let below = panels.len().div_ceil(across) as f64 * HEIGHT;
    let height = heading.height() + below + legend.height();
    picture::svg(TITLE, (WIDTH, height), |sheet| {
        let (head, rest) = sheet.split_vertically(length(heading.height()));
        heading.draw(&head)?;
        let (above, foot) = rest.split_vertically(length(below));
        let sheets = above.split_evenly((panels.len().div_ceil(across), across));
        panels.iter().zip(&sheets).try_for_each(|(panel, sheet)| panel.draw(sheet))?;
        legend.draw(&foot)
    })
}

const TITLE: &str = "Parameters over generations";

/// The title, what a single run is about, and what the lines are.
fn heading(runs: &[ParameterCurves], (shown, all): (usize, usize), hand_set: &str) -> Heading {
    let about = match runs {
        [only] => only.label.clone(),
        _ => String::new(),
    };
    let band = match runs.len() {
        1 => ", on a band of one standard deviation up and down",
        _ => "",
    };
    let has_hand_set = runs.iter().flat_map(|it| &it.parameters).any(|it| it.hand_set.is_some());
    let dashed = if has_hand_set { format!(" Dashed: {hand_set}.") } else { String::new() };
    let has_share = runs.iter().flat_map(|it| &it.parameters).any(|it| it.is_share);
    let share =
        if has_share { "; of a value with a name, the share of them that have it" } else { "" };
    let meaning = format!("Lines: the mean over a generation's individuals{band}{share}.{dashed}");
    let fewer = match shown < all {
        true => format!(
            "Shown: the {shown} of {all} parameters whose mean moved the most, in standard deviations."
        ),
        false => String::new(),
    };
    Heading::of(TITLE, &[about, meaning, fewer], WIDTH)
}

/// The colours of several runs.
fn legend(runs: &[ParameterCurves]) -> Legend<Sample> {
    let labels =
        runs.iter().zip(RUNS).map(|(run, colour)| (Sample::Run(colour), run.label.clone()));
    let group = if runs.len() > 1 { labels.collect() } else { Vec::new() };
    Legend::of([group], WIDTH)
}

/// The indices of the panels that moved the most, in their order.
fn most_moved(all: &[Panel]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    let moved = |index: &usize| all.get(*index).map_or(0.0, |panel| panel.moved);
    order.sort_by(|one, other| moved(other).total_cmp(&moved(one)));
    order.truncate(MOST_PANELS);
    order.sort_unstable();
    order
}

/// One parameter of all runs.
struct Panel<'a> {
    name: &'a str,
    hand_set: Option<f64>,
    strands: Vec<Strand>,
    has_band: bool,
    is_share: bool,
    /// How far the mean of a run came from where it began, in its greatest standard deviations.
    moved: f64,
}

impl<'a> Panel<'a> {
    /// That of a parameter of the first run; `None` where no point of it can be drawn, or it is the same everywhere,
    /// as one that is fixed.
    fn of(first: &'a ParameterCurve, runs: &[ParameterCurves]) -> Option<Panel<'a>> {
        let curve = |run: &'_ ParameterCurves| {
            run.parameters.iter().find(|it| it.name == first.name).map(|it| it.points.clone())
        };
        let curves: Vec<Vec<ParameterPoint>> =
            runs.iter().map(|run| curve(run).unwrap_or_default()).collect();
        let mut strands: Vec<Strand> = curves.iter().zip(RUNS).map(strand).collect();
        let span = span_of(strands.iter().flat_map(|strand| &strand.marks));
        strands.iter_mut().for_each(|it| it.marks = one_a_span(&it.marks, span));
        let panel = Panel {
            name: &first.name,
            hand_set: first.hand_set.filter(|value| value.abs() <= MOST),
            has_band: runs.len() == 1 && !first.is_share,
            is_share: first.is_share,
            moved: curves.iter().map(|it| moved(it)).fold(0.0, f64::max),
            strands,
        };
        let marks = || panel.strands.iter().flat_map(|it| &it.marks);
        let first = marks().next()?;
        let is_same = |mark: &Mark| [mark.low, mark.high] == [first.value; 2];
        (!marks().all(is_same)).then_some(panel)
    }

    /// The generations and values to show.
    fn ranges(&self) -> Option<(Range<f64>, Range<f64>)> {
        let marks = || self.strands.iter().flat_map(|strand| &strand.marks);
        let ends = |mark: &Mark| match self.has_band {
            true => [mark.low, mark.high],
            false => [mark.value; 2],
        };
        let values = marks().flat_map(ends).chain(self.hand_set);
        let values = if self.is_share { Some(SHARES) } else { limits(values, 0.05) };
        Some((limits(marks().map(|mark| mark.generation), 0.015)?, values?))
    }

    fn draw(&self, sheet: &Sheet) -> Result<(), DrawError> {
        let (generations, values) = self.ranges().ok_or(DrawError::Empty)?;
        let (above, below) = sheet.split_vertically(length(NAME));
        let most = WIDTH / ACROSS as f64 - 2.0 * MARGIN;
        let name = fitted(self.name, WORDS, most);
        let place = (fine(MARGIN), fine(NAME / 2.0));
        above.draw(&Text::new(name, place, words(WORDS, INK, HPos::Left)))?;
        let mut chart = chart(&below, generations.clone(), values)?;
        if let Some(value) = self.hand_set {
            let ends = [(generations.start, value), (generations.end, value)];
            let style = GREY.stroke_width(length(1.0));
            let dashes = DashedPathElement::new(ends, length(5.0), length(4.0), style);
            chart.plotting_area().draw(&dashes)?;
        }
        for strand in &self.strands {
            strand.draw(&mut chart, strand.colour, self.has_band)?;
        }
        Ok(())
    }
}

/// The points of a run that can be drawn.
fn strand((points, colour): (&Vec<ParameterPoint>, RGBColor)) -> Strand {
    let mark = |point: &ParameterPoint| {
        let &ParameterPoint { generation, mean, deviation } = point;
        let (low, high) = (mean - deviation, mean + deviation);
        let is_drawn = [low, high].iter().all(|it| it.abs() <= MOST) && generation as f64 <= MOST;
        is_drawn.then_some(Mark { generation: generation as f64, value: mean, low, high })
    };
    let marks = points.iter().filter_map(mark).collect();
    Strand { kind: CurveKind::Spread, colour, shift: 0.0, marks }
}

/// How far the mean came from where it began, in the greatest standard deviations; 0 where it stayed.
fn moved(points: &[ParameterPoint]) -> f64 {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return 0.0 };
    let greatest = points.iter().map(|it| it.deviation).fold(0.0, f64::max);
    let way = (last.mean - first.mean).abs();
    if way > 0.0 { way / greatest } else { 0.0 }
}

/// A panel's axes.
fn chart<'a, 'b>(
    sheet: &'a Sheet<'b>,
    generations: Range<f64>,
    values: Range<f64>,
) -> Result<Chart<'a, 'b, RangedCoordf64>, DrawError> {
    let (numbers, decimals) = ticks(values.start, values.end, MOST_TICKS);
    let widths = numbers.iter().map(|&it| width_of(&at(it, decimals), TICK_WORDS));
    let mut chart = ChartBuilder::on(sheet)
        .margin_right(fine(MARGIN))
        .x_label_area_size(fine(BELOW))
        .y_label_area_size(fine(BESIDE + widths.fold(0.0, f64::max)))
        .build_cartesian_2d(generations.clone(), values)?;
    let most = MOST_TICKS.min((generations.end - generations.start) as usize + 1);
    let whole = |value: &f64| match value.fract() == 0.0 && *value >= 0.0 {
        true => grouped(*value, 0),
        false => String::new(),
    };
    chart
        .configure_mesh()
        .max_light_lines(0)
        .bold_line_style(FAINT.stroke_width(length(1.0)))
        .axis_style(GREY.stroke_width(length(1.0)))
        .set_all_tick_mark_size(fine(4.0))
        .x_labels(most)
        .y_labels(MOST_TICKS)
        .x_label_formatter(&whole)
        .y_label_formatter(&|value| at(*value, decimals))
        .label_style(words(TICK_WORDS, INK, HPos::Center))
        .draw()?;
    Ok(chart)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(label: &str, names: &[&str], step: f64) -> ParameterCurves {
        let curve = |(at, name): (usize, &&str)| {
            let point = |generation: u32| ParameterPoint {
                generation: generation.into(),
                mean: step * at as f64 * f64::from(generation),
                deviation: 1.0,
            };
            let points = (0..20).map(point).collect();
            ParameterCurve { name: name.to_string(), is_share: false, hand_set: Some(0.0), points }
        };
        let parameters = names.iter().enumerate().map(curve).collect();
        ParameterCurves { label: label.to_string(), parameters }
    }

    #[test]
    fn the_same_runs_draw_the_same_bytes() {
        let runs = [run("one", &["x", "y"], 1.0), run("two", &["x", "y"], -1.0)];
        let drawn = parameter_curves(&runs, "start").unwrap();
        assert_eq!(drawn, parameter_curves(&runs, "start").unwrap());
        assert_ne!(drawn, parameter_curves(&runs[..1], "start").unwrap());
    }

    #[test]
    fn of_many_parameters_those_are_shown_that_moved_the_most() {
        let names: Vec<String> = (0..30).map(|it| format!("p{it}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let runs = [run("one", &names, -0.5)];
        let panels: Vec<Panel> =
            runs[0].parameters.iter().filter_map(|it| Panel::of(it, &runs)).collect();
        assert_eq!(most_moved(&panels), (6..30).collect::<Vec<_>>());
        assert_eq!(panels[4].moved, 38.0);
        let heading = heading(&runs, (24, 30), "start").height();
        assert!(heading > super::heading(&runs, (30, 30), "start").height());
    }

    #[test]
    fn what_cannot_be_drawn_is_left_out() {
        assert!(matches!(parameter_curves(&[], "start"), Err(DrawError::Empty)));
        let mut odd = run("one", &["x"], 1.0);
        odd.parameters[0].points.iter_mut().for_each(|it| it.mean = f64::NAN);
        assert!(matches!(parameter_curves(&[odd.clone()], "start"), Err(DrawError::Empty)));
        let fixed = |point: &mut ParameterPoint| (point.mean, point.deviation) = (0.5, 0.0);
        let mut same = run("one", &["x"], 1.0);
        same.parameters[0].points.iter_mut().for_each(fixed);
        assert!(matches!(parameter_curves(&[same], "start"), Err(DrawError::Empty)));
        odd.parameters[0].points[3].mean = 2.0;
        odd.parameters[0].points[4].deviation = f64::INFINITY;
        assert!(parameter_curves(&[odd], "start").is_ok(), "a single point is a dot");
        let many = vec![run("one", &["x"], 1.0); MOST_CURVES + 1];
        assert!(matches!(parameter_curves(&many, "start"), Err(DrawError::TooMany { .. })));
    }
}
