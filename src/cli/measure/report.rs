//! What was measured, for machines.

use super::words::worst;
use crate::cli::told::Told;
use crate::play::shard::Shard;
use crate::play::tally::Tally;
use crate::record::measurement::{MeasurementSettings, Met};
use crate::rng::Seed;
use crate::tune::fitness::Scoring;
use serde::Serialize;

/// The result. Against a single opponent its figures stand beside the rest, too.
#[derive(Serialize)]
pub struct Report<'a> {
    weights: &'a str,
    game: &'a str,
    players: usize,
    rules: &'a str,
    opening_plies: u32,
    seed: Seed,
    /// What fitness is.
    scoring: Scoring,
    /// Which part of how many, where these are not all games.
    shard: Option<Shard>,
    /// Those of the only opponent; null where there are several.
    distance: Option<String>,
    all: Option<Told>,
    by_seat: Option<Vec<SeatReport>>,
    opponents: Vec<OpponentReport>,
    worst: Option<String>,
    /// Whether games are missing.
    interrupted: bool,
}

/// The games against one opponent.
#[derive(Clone, Serialize)]
struct OpponentReport {
    distance: String,
    all: Told,
    by_seat: Vec<SeatReport>,
    /// Those from the start and those from random openings; null where all begin at the start.
    by_opening: Option<[Told; 2]>,
}

/// The games of one seat.
#[derive(Clone, Serialize)]
struct SeatReport {
    seat: usize,
    #[serde(flatten)]
    measured: Told,
}

/// All figures of a measurement.
pub fn report<'a>(
    settings: &'a MeasurementSettings,
    met: &'a [Met],
    interrupted: bool,
) -> Report<'a> {
    let opponents: Vec<_> = met.iter().map(|met| opponent(settings, met)).collect();
    let only = opponents.first().filter(|_| settings.opponents.len() == 1).cloned();
    Report {
        weights: &settings.weights,
        game: &settings.game,
        players: settings.players,
        rules: &settings.rules,
        opening_plies: settings.opening_plies,
        seed: settings.seed,
        scoring: settings.scoring,
        shard: settings.shard,
        distance: only.as_ref().map(|it| it.distance.clone()),
        all: only.as_ref().map(|it| it.all.clone()),
        by_seat: only.map(|it| it.by_seat),
        opponents,
        worst: worst(settings, met),
        interrupted,
    }
}

fn opponent(settings: &MeasurementSettings, met: &Met) -> OpponentReport {
    let figures = |tally: &Tally| Told::from(settings.figures(&met.name, tally));
    let seat =
        |(seat, tally): (usize, &Tally)| SeatReport { seat, measured: figures(&tally.of_seat()) };
    OpponentReport {
        distance: met.distance.clone(),
        all: figures(&met.all()),
        by_seat: (1..).zip(&met.by_seat).map(seat).collect(),
        by_opening: by_opening(settings, met),
    }
}

/// The games from the start, and those from random openings.
pub fn by_opening(settings: &MeasurementSettings, met: &Met) -> Option<[Told; 2]> {
    let figures = |tally: &Tally| Told::from(settings.figures(&met.name, tally));
    met.by_opening.map(|[start, random]| {
        let mut from_start = figures(&start);
        from_start.opening_plies = Some(0);
        [from_start, figures(&random)]
    })
}
