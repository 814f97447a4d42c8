//! Rows of `generations.csv` as points of curves.

use super::{CurvePoint, MeasuredPoint, WinRate};
use crate::record::rows::GenerationRow;

impl From<&GenerationRow> for CurvePoint {
    fn from(row: &GenerationRow) -> CurvePoint {
        CurvePoint {
            generation: row.generation,
            best: row.fitness_best,
            mean: row.fitness_mean,
            win_rate: row.win_rate,
            measured: row.measured_fitness.map(|fitness| MeasuredPoint {
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
