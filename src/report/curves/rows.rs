//! Rows of `generations.csv` as points of curves.

use super::{CurvePoint, MeasuredPoint, WinRate};
use crate::record::rows::GenerationRow;
use crate::tune::fitness::Scoring;

impl CurvePoint {
    /// A row of a run with that scoring.
    pub fn of(row: &GenerationRow, scoring: Scoring) -> CurvePoint {
        CurvePoint {
            generation: row.generation,
            best: row.fitness_best,
            mean: row.fitness_mean,
            win_rate: row.win_rate,
            measured: row.fitness(scoring).map(|fitness| MeasuredPoint {
                fitness,
                fitness_error: row.measured_fitness_error,
                win_rate: win_rate(row),
            }),
        }
    }
}

fn win_rate(row: &GenerationRow) -> Option<WinRate> {
    let rate = row.measured_win_rate?;
    let low = row.measured_win_rate_low.unwrap_or(rate);
    Some(WinRate { rate, low, high: row.measured_win_rate_high.unwrap_or(rate) })
}
