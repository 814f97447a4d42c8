//! Weights of several arrays on one scale: in rows of the way home to goal.
//!
//! Play doesn't change where all weights of an array are multiplied, or something is added to all, so
//! the numbers of two arrays can't be compared as they are.

use crate::game::layout::{Cell, CellLayout, GOAL, HOME};

/// How far each cell is from the goal: 0 at the middle of the goal corner, in cells, along the line
/// from there to the middle of the home corner. `None` where the board hasn't both corners.
fn ways(layout: &CellLayout) -> Option<Vec<f64>> {
    let middle = |corner: usize| {
        let cells: Vec<&Cell> = layout.cells.iter().filter(|cell| cell.corner == corner).collect();
        let count = cells.len() as f64;
        let mean =
            |part: fn(&Cell) -> f64| cells.iter().map(|cell| part(cell)).sum::<f64>() / count;
        (count > 0.0).then(|| (mean(|cell| cell.x), mean(|cell| cell.y)))
    };
    let ((home_x, home_y), (x, y)) = (middle(HOME)?, middle(GOAL)?);
    let (across, down) = (home_x - x, home_y - y);
    let length = (across * across + down * down).sqrt();
    let way = |cell: &Cell| ((cell.x - x) * across + (cell.y - y) * down) / length;
    (length > 0.0).then(|| layout.cells.iter().map(way).collect())
}

/// An array's weights less the one that a straight line through them has in the goal, in units of what
/// the line gains with a row: (w − a) / b, with w ≈ a + b d by least squares over the stops and d the
/// rows from the goal. `None` where the board has no way home to goal, or the line doesn't rise.
pub(super) fn in_rows(layout: &CellLayout, weights: &[f64]) -> Option<Vec<f64>> {
    let ways = ways(layout)?;
    let cells = layout.cells.iter().zip(weights).zip(&ways);
    let stops: Vec<(f64, f64)> = cells
        .filter(|((cell, _), _)| cell.stop)
        .map(|((_, &weight), &way)| (way, weight))
        .collect();
    let mean =
        |part: fn(&(f64, f64)) -> f64| stops.iter().map(part).sum::<f64>() / stops.len() as f64;
    let (way, weight) = (mean(|it| it.0), mean(|it| it.1));
    let spread: f64 = stops.iter().map(|it| (it.0 - way).powi(2)).sum();
    let slope = stops.iter().map(|it| (it.0 - way) * (it.1 - weight)).sum::<f64>() / spread;
    let goal = weight - slope * way;
    let rows: Vec<f64> = weights.iter().map(|weight| (weight - goal) / slope).collect();
    (slope > 0.0 && rows.iter().all(|row| row.is_finite())).then_some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(corners: [usize; 4]) -> CellLayout {
        let cell = |(row, &corner): (usize, &usize)| Cell {
            name: row.to_string(),
            row,
            column: 0,
            x: 0.0,
            y: row as f64,
            corner,
            stop: true,
        };
        let cells = corners.iter().enumerate().map(cell).collect();
        CellLayout::one(cells, (4, 1), vec![vec![0, 1, 2, 3]])
    }

    #[test]
    fn arrays_that_play_alike_are_alike() {
        let board = line([1, 0, 0, 2]);
        let rows = in_rows(&board, &[3.0, 2.0, 1.0, 0.0]).unwrap();
        assert_eq!(rows, [3.0, 2.0, 1.0, 0.0]);
        let array = [90.0, 30.0, 20.0, -10.0];
        let twice = array.map(|weight| 2.0 * weight + 500.0);
        let (one, other) = (in_rows(&board, &array).unwrap(), in_rows(&board, &twice).unwrap());
        assert!(one.iter().zip(&other).all(|(a, b)| (a - b).abs() < 1e-9), "{one:?} {other:?}");
    }

    #[test]
    fn where_nothing_rises_there_are_no_rows() {
        assert_eq!(in_rows(&line([1, 0, 0, 2]), &[1.0; 4]), None);
        assert_eq!(in_rows(&line([1, 0, 0, 2]), &[0.0, 1.0, 2.0, 3.0]), None);
        assert_eq!(in_rows(&line([1, 0, 0, 0]), &[3.0, 2.0, 1.0, 0.0]), None);
        assert_eq!(in_rows(&line([1, 0, 0, 2]), &[f64::MAX, 0.0, 0.0, f64::MIN]), None);
    }
}
