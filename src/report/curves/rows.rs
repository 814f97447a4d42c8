//! Rows of `generations.csv` as points of curves.

use super::{CurvePoint, MeasuredPoint, WinRate};
use crate::record::rows::GenerationRow;

impl CurvePoint {
    /// A row of a run whose champion was measured with that mean fitness, if it was, and its interval, if that is
    /// known.
    pub fn of(
        row: &GenerationRow,
        measured_fitness: Option<f64>,
        fitness_interval: Option<(f64, f64)>,
    ) -> CurvePoint {
        CurvePoint {
            generation: row.generation,
            best: row.fitness_best,
            mean: row.fitness_mean,
            win_rate: row.win_rate,
            measured: measured_fitness.map(|fitness| MeasuredPoint {
                fitness,
                fitness_interval,
                win_rate: win_rate(row),
            }),
        }
    }

    /// The same with all fitness times a factor.
    pub fn times(mut self, factor: f64) -> CurvePoint {
        self.best *= factor;
        self.mean *= factor;
        if let Some(measured) = &mut self.measured {
            measured.fitness *= factor;
            let interval = measured.fitness_interval;
            measured.fitness_interval = interval.map(|(low, high)| (factor * low, factor * high));
        }
        self
    }
}

fn win_rate(row: &GenerationRow) -> Option<WinRate> {
    let rate = row.measured_win_rate?;
    let low = row.measured_win_rate_low.unwrap_or(rate);
    Some(WinRate { rate, low, high: row.measured_win_rate_high.unwrap_or(rate) })
}
