//! Curves drawn from small and from damaged rows.

use super::*;
use crate::report::picture::png;

const FITNESS: Measure = Measure { name: "fitness", axis: "fitness", meaning: "Higher is better." };

fn point(generation: u64) -> CurvePoint {
    let level = generation as f64;
    CurvePoint { generation, best: level + 10.0, mean: level, win_rate: Some(0.5), measured: None }
}

fn curve(points: Vec<CurvePoint>) -> Curve {
    Curve { label: "run <1>".into(), points }
}

fn measured(fitness: f64, half: f64) -> CurvePoint {
    let win_rate = Some(WinRate { rate: 0.9, low: 0.85, high: 0.93 });
    let fitness_interval = Some((fitness - half, fitness + half));
    CurvePoint { measured: Some(MeasuredPoint { fitness, fitness_interval, win_rate }), ..point(7) }
}

#[test]
fn a_mark_is_what_can_be_drawn() {
    let at = |value, low, high| mark(&point(3), value, low, high);
    let expected = |low, high| Some(Mark { generation: 3.0, value: 5.0, low, high });
    assert_eq!(at(5.0, 4.0, 7.0), expected(4.0, 7.0));
    assert_eq!(at(5.0, f64::NAN, 7.0), expected(5.0, 5.0));
    assert_eq!(at(f64::INFINITY, 4.0, 7.0), None);
    assert_eq!(mark(&point(u64::MAX), 5.0, 4.0, 7.0), None);
}

#[test]
fn fitness_is_drawn_in_its_unit_and_shares_stay() {
    let half = measured(0.5, 0.125).times(100.0);
    assert_eq!((half.best, half.mean, half.win_rate), (1700.0, 700.0, Some(0.5)));
    let at = half.measured.unwrap();
    assert_eq!((at.fitness, at.fitness_interval), (50.0, Some((37.5, 62.5))));
    assert_eq!(at.win_rate.unwrap().rate, 0.9);
}

#[test]
fn nothing_to_draw_is_an_error() {
    let unmeasured = CurvePoint { best: f64::NAN, mean: f64::INFINITY, win_rate: None, ..point(1) };
    for curves in [vec![], vec![curve(vec![])], vec![curve(vec![unmeasured])]] {
        assert!(matches!(fitness_curves(&curves, FITNESS), Err(DrawError::Empty)));
        assert!(matches!(win_rate_curves(&curves, ""), Err(DrawError::Empty)));
    }
}

#[test]
fn more_curves_than_colours_are_an_error() {
    let curves = vec![curve(vec![point(1)]); 8];
    let error = fitness_curves(&curves, FITNESS).unwrap_err().to_string();
    assert_eq!(error, "8 curves are more than the 7 that can be told apart");
    assert!(fitness_curves(&curves[..7], FITNESS).is_ok());
}

#[test]
fn odd_points_are_drawn() {
    let huge = CurvePoint { best: 1e12, mean: -1e12, ..point(1_000_000_000_000) };
    let tiny = CurvePoint { best: 1e-300, mean: 0.0, ..point(0) };
    let broken = CurvePoint { best: f64::NAN, win_rate: Some(f64::NAN), ..point(2) };
    let far = CurvePoint { best: 1e15, mean: -1e15, ..point(7) };
    for points in [
        vec![far],
        vec![point(0)],
        vec![point(5), point(5)],
        vec![point(9), point(1)],
        vec![point(1), broken, measured(3.0, f64::NAN)],
        vec![huge.clone(), tiny.clone()],
        vec![tiny],
        vec![huge],
        vec![measured(400.0, 3.0)],
    ] {
        let curves = [curve(points)];
        assert!(fitness_curves(&curves, FITNESS).is_ok(), "{curves:?}");
        assert!(win_rate_curves(&curves, "").is_ok(), "{curves:?}");
    }
}

#[test]
fn pictures_are_the_same_each_time_and_small() {
    let noise = |generation: u64| (generation * 7919 % 101) as f64;
    let noisy = |generation| CurvePoint { best: 300.0 + noise(generation), ..point(generation) };
    let curves = vec![curve((0..10_000).map(noisy).collect()); 7];
    let svg = fitness_curves(&curves, FITNESS).unwrap();
    assert_eq!(svg, fitness_curves(&curves, FITNESS).unwrap());
    assert!(svg.len() < 300_000, "{} bytes", svg.len());
    assert!(png(&svg, 450).is_ok());
}

/// The legend's dot has a line through it where any champion has an interval.
#[test]
fn what_has_no_interval_is_told_without_one() {
    let lines = |half| {
        let svg = fitness_curves(&[curve(vec![measured(400.0, half)])], FITNESS).unwrap();
        svg.matches("stroke-width=\"7\"").count()
    };
    assert_eq!(lines(3.0), lines(0.0) + 1);
}

#[test]
fn the_legend_has_champions_with_and_without_an_interval() {
    let circles = |half| {
        let other = CurvePoint { generation: 9, ..measured(400.0, half) };
        let svg = fitness_curves(&[curve(vec![measured(400.0, 3.0), other])], FITNESS).unwrap();
        svg.matches("<circle").count()
    };
    assert_eq!(circles(0.0), circles(3.0) + 1);
}

#[test]
fn each_curve_has_its_colour() {
    let svg = win_rate_curves(&vec![curve(vec![measured(1.0, 1.0), point(9)]); 2], "").unwrap();
    assert!(svg.contains("#0072B2") && svg.contains("#D55E00") && !svg.contains("#009E73"));
}

#[test]
fn impossible_shares_are_left_out() {
    let beyond = CurvePoint { win_rate: Some(1.5), ..point(1) };
    assert!(matches!(win_rate_curves(&[curve(vec![beyond])], ""), Err(DrawError::Empty)));
}

#[test]
fn many_measurements_become_a_line() {
    let kind = |count: u64| {
        let marks =
            |from: u64| (from..count).filter_map(|g| mark(&point(g), 1.0, 0.0, 2.0)).collect();
        let strand = |from| Strand {
            kind: CurveKind::Measured,
            colour: RUNS[0],
            shift: 0.0,
            marks: marks(from),
        };
        let mut strands = [strand(0), strand(count / 2)];
        assert_eq!(thin_all(&mut strands), 1.0);
        strands.map(|strand| strand.kind)
    };
    assert!(kind(60) == [CurveKind::Measured; 2]);
    assert!(kind(61) == [CurveKind::OftenMeasured; 2]);
}
