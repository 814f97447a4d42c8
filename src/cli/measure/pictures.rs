//! A measurement as a picture: what was won against each opponent.

use crate::cli::figures;
use crate::record::measurement::{MeasurementSettings, Met};
use crate::report::intervals::{Figure, Figures};

/// The win rates with their intervals.
pub fn win_rates(settings: &MeasurementSettings, met: &[Met]) -> Figures {
    let figure = |it: &Met| {
        let (tally, percent) = (it.all(), |share: f64| 100.0 * share);
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
        settings.players,
        settings.rules,
        figures::openings(settings.opening_plies),
        settings.seed.number(),
    );
    Figures {
        title: format!("What {} wins", settings.weights),
        lines: vec![about],
        axis: "won of the decided games (%), 95 % intervals; the line is an equal share"
            .to_string(),
        range: Some((0.0, 100.0)),
        equal: Some(100.0 / settings.players as f64),
        rows: met.iter().map(figure).collect(),
    }
}
