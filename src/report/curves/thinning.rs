//! Fewer points for long runs, without hiding how far values scatter.

use crate::report::ends;
use crate::report::scale::quantile;
use crate::report::ticks::round_up;

/// How many points a line has at most; a few pixels each.
const MOST_POINTS: f64 = 300.0;
/// The share of the values of a span that lies below its band, and above it.
const OUTER: f64 = 0.1;

/// A point of a line, with the interval around it or the range of what it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mark {
    pub generation: f64,
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// How many generations one point has to stand for: 1, 2, 5, 10, 20, …
pub(super) fn span_of<'a>(marks: impl Iterator<Item = &'a Mark>) -> f64 {
    let (first, last) = ends(marks.map(|mark| mark.generation));
    let least = (last - first + 1.0) / MOST_POINTS;
    if least > 1.0 { round_up(least) } else { 1.0 }
}

/// One mark a span of generations: the means of generations and values, and the range of the middle
/// 80 % of the values. A last span that is not half full counts with the one before.
/// The marks are in ascending order of generations.
pub(super) fn thin(marks: &[Mark], span: f64) -> Vec<Mark> {
    let mut parts: Vec<&[Mark]> = spans(marks, span).collect();
    // So few marks would look like a sudden change.
    if let [.., before, last] = parts[..]
        && (last.len() as f64) < span / 2.0
    {
        parts.truncate(parts.len() - 2);
        parts.push(&marks[marks.len() - before.len() - last.len()..]);
    }
    parts.into_iter().map(together).collect()
}

/// The first mark of each span, as it is: a mean would have a smaller interval than any of them.
pub(super) fn one_a_span(marks: &[Mark], span: f64) -> Vec<Mark> {
    spans(marks, span).filter_map(|marks| marks.first()).copied().collect()
}

fn spans(marks: &[Mark], span: f64) -> impl Iterator<Item = &[Mark]> {
    let number = move |mark: &Mark| (mark.generation / span).floor();
    marks.chunk_by(move |one, other| number(one) == number(other))
}

fn together(marks: &[Mark]) -> Mark {
    let mean = |part: fn(&Mark) -> f64| marks.iter().map(part).sum::<f64>() / marks.len() as f64;
    let mut values: Vec<f64> = marks.iter().map(|mark| mark.value).collect();
    values.sort_by(f64::total_cmp);
    Mark {
        generation: mean(|mark| mark.generation),
        value: mean(|mark| mark.value),
        low: quantile(&values, OUTER),
        high: quantile(&values, 1.0 - OUTER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(generation: u32, value: f64) -> Mark {
        Mark { generation: generation.into(), value, low: value, high: value }
    }

    fn ramp(count: u32) -> Vec<Mark> {
        (0..count).map(|generation| exact(generation, generation.into())).collect()
    }

    #[test]
    fn spans_grow_with_the_run() {
        let span = |count| span_of(ramp(count).iter());
        assert_eq!(
            [span(0), span(1), span(300), span(301), span(3000), span(7822)],
            [1.0, 1.0, 1.0, 2.0, 10.0, 50.0]
        );
    }

    #[test]
    fn short_runs_are_left_alone() {
        assert_eq!(thin(&ramp(5), 1.0), ramp(5));
        assert_eq!(thin(&[], 1.0), []);
    }

    #[test]
    fn a_span_becomes_its_means_and_the_range_of_most() {
        let marks = [exact(3, 1.0), exact(4, 2.0), exact(5, 30.0), exact(9, 4.0), exact(10, 6.0)];
        let expected = [
            Mark { generation: 3.5, value: 1.5, low: 1.1, high: 1.9 },
            Mark { generation: 8.0, value: 40.0 / 3.0, low: 4.4, high: 25.2 },
        ];
        let numbers = |it: &Mark| [it.generation, it.value, it.low, it.high];
        for (found, expected) in thin(&marks, 5.0).iter().zip(&expected) {
            let pairs = numbers(found).into_iter().zip(numbers(expected));
            assert!(pairs.clone().all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
        }
        assert_eq!(thin(&marks, 5.0).len(), 2);
        assert_eq!(thin(&marks, 2.0).len(), 4);
    }

    #[test]
    fn measurements_keep_their_intervals() {
        let marks = [
            Mark { generation: 1.0, value: 5.0, low: 4.0, high: 6.0 },
            Mark { generation: 2.0, value: 9.0, low: 8.0, high: 10.0 },
        ];
        assert_eq!(one_a_span(&marks, 10.0), marks[..1]);
    }
}
