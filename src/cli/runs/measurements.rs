//! Measurements in the list of what there is.

use super::with_heading;
use crate::record::measurement::{MeasurementSettings, OpponentSettings};
use serde::Serialize;

/// A measurement in a line.
#[derive(Serialize)]
pub struct MeasurementOverview {
    name: String,
    state: &'static str,
    game: String,
    players: usize,
    rules: String,
    weights: String,
    opponents: Vec<String>,
    seed: u64,
    /// Games on record, and all.
    games_played: u64,
    games_scheduled: u64,
}

impl MeasurementOverview {
    /// One with these settings that has so many games on record.
    pub fn of(
        name: &str,
        state: &'static str,
        settings: MeasurementSettings,
        games_played: u64,
    ) -> MeasurementOverview {
        MeasurementOverview {
            name: name.to_string(),
            state,
            opponents: settings.opponents.iter().map(OpponentSettings::name).collect(),
            seed: settings.seed.number(),
            games_scheduled: settings.all_games(),
            games_played,
            game: settings.game,
            players: settings.players,
            rules: settings.rules,
            weights: settings.weights,
        }
    }
}

/// A row a measurement, below a heading.
pub fn table(measurements: &[MeasurementOverview]) -> Vec<Vec<String>> {
    let heading = ["measurement", "state", "games", "game", "weights", "against"];
    let row = |it: &MeasurementOverview| {
        vec![
            it.name.clone(),
            it.state.to_string(),
            format!("{}/{}", it.games_played, it.games_scheduled),
            format!("{}, {} players", it.game, it.players),
            it.weights.clone(),
            it.opponents.join(", "),
        ]
    };
    with_heading(&heading, measurements.iter().map(row))
}
