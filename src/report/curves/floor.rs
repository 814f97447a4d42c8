//! Where the axis of values begins: a run climbs fast at first, and that climb must not take the room
//! of all that comes later.

use super::plot::Strand;
use crate::report::ends;

/// The share of the generations that counts as the climb at first.
const CLIMB: f64 = 0.1;
/// The climb is left out where the axis would be that many times as long with it.
const TOO_LONG: f64 = 2.0;
/// The room below the least value that is shown, as a share of the axis.
const ROOM: f64 = 0.08;

/// The value at which the axis begins, where values of the first tenth of the generations are left
/// out below; `None` where all values are shown.
pub(super) fn floor_of(strands: &[Strand]) -> Option<f64> {
    let marks = || strands.iter().flat_map(|strand| &strand.marks);
    let (first, last) = ends(marks().map(|mark| mark.generation));
    let climbed = first + CLIMB * (last - first);
    let (least, greatest) = ends(marks().flat_map(|mark| [mark.low, mark.high]));
    let late = marks().filter(|mark| mark.generation > climbed);
    let (low, high) = ends(late.flat_map(|mark| [mark.low, mark.high]));
    let height = greatest.max(high) - low;
    let is_hidden = height > 0.0 && greatest - least > TOO_LONG * height;
    is_hidden.then_some(low - ROOM * height)
}

/// The parts of a line that lie above a floor, cut where it crosses.
pub(super) fn above(line: &[(f64, f64)], floor: f64) -> Vec<Vec<(f64, f64)>> {
    let mut parts: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut before: Option<(f64, f64)> = None;
    for &point in line {
        let is_above = point.1 >= floor;
        let was_above = before.is_some_and(|it| it.1 >= floor);
        let crossing =
            before.filter(|_| is_above != was_above).map(|from| crossing(from, point, floor));
        if is_above && !was_above {
            parts.push(crossing.into_iter().collect());
        }
        if let Some(part) = parts.last_mut().filter(|_| is_above || was_above) {
            part.push(if is_above { point } else { crossing.unwrap_or(point) });
        }
        before = Some(point);
    }
    parts.retain(|part| part.len() > 1);
    parts
}

/// Where the line between two points has the value of the floor, which lies between theirs.
fn crossing((x, from): (f64, f64), (next, to): (f64, f64), floor: f64) -> (f64, f64) {
    let share = ((floor - from) / (to - from)).clamp(0.0, 1.0);
    (x + share * (next - x), floor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::colour::RUNS;
    use crate::report::curves::plot::CurveKind;
    use crate::report::curves::thinning::Mark;

    fn strand(values: &[f64]) -> [Strand; 1] {
        let mark = |(at, &value): (usize, &f64)| Mark {
            generation: at as f64,
            value,
            low: value,
            high: value,
        };
        let marks = values.iter().enumerate().map(mark).collect();
        [Strand { kind: CurveKind::Best, colour: RUNS[0], shift: 0.0, marks }]
    }

    #[test]
    fn a_climb_at_first_is_left_out_and_a_late_fall_is_not() {
        let mut values: Vec<f64> = (0..40).map(|it| 300.0 + f64::from(it)).collect();
        assert_eq!(floor_of(&strand(&values)), None);
        values[0] = -500.0;
        let floor = floor_of(&strand(&values)).unwrap();
        assert!((300.0 - 8.0..305.0).contains(&floor), "{floor}");
        values[0] = 290.0;
        assert_eq!(floor_of(&strand(&values)), None);
        values[39] = -500.0;
        assert_eq!(floor_of(&strand(&values)), None);
        assert_eq!(floor_of(&strand(&[])), None);
        assert_eq!(floor_of(&strand(&[1.0])), None);
    }

    #[test]
    fn lines_are_cut_where_they_cross_the_floor() {
        let line = [(0.0, -10.0), (1.0, 10.0), (2.0, 10.0), (3.0, -30.0), (4.0, -1.0), (5.0, 3.0)];
        let expected = [
            vec![(0.5, 0.0), (1.0, 10.0), (2.0, 10.0), (2.25, 0.0)],
            vec![(4.25, 0.0), (5.0, 3.0)],
        ];
        assert_eq!(above(&line, 0.0), expected);
        assert_eq!(above(&line, -100.0), [line.to_vec()]);
        assert!(above(&line, 100.0).is_empty() && above(&[], 0.0).is_empty());
    }
}
