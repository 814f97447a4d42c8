//! A measurement as a picture: what was won against each opponent.

use crate::cli::figures;
use crate::report::intervals::{Figure, Figures};
use crate::session::measure::{Measurement, Met};
use crate::tune::total;

/// The win rates with their intervals.
pub fn win_rates(weights: &str, measurement: &Measurement, met: &[Met]) -> Figures {
    let table = measurement.subject.table.as_ref();
    let figure = |it: &Met| {
        let (tally, percent) = (total(&it.by_seat), |share: f64| 100.0 * share);
        let interval = tally.win_rate_interval();
        let words = [figures::percent(tally.win_rate()), figures::interval(interval)];
        Figure {
            name: it.name.clone(),
            value: tally.win_rate().map_or(f64::NAN, percent),
            interval: interval.map(|(low, high)| (percent(low), percent(high))),
            words: words.join(" ").trim().to_string(),
        }
    };
    let about = format!(
        "{} players, {}, {}, seed {}",
        table.players(),
        table.rules(),
        figures::openings(measurement.opening_plies),
        measurement.seed.number(),
    );
    Figures {
        title: format!("What {weights} wins"),
        lines: vec![about],
        axis: "won of the decided games (%), 95 % intervals; the line is an equal share"
            .to_string(),
        range: Some((0.0, 100.0)),
        equal: Some(100.0 / table.players() as f64),
        rows: met.iter().map(figure).collect(),
    }
}
