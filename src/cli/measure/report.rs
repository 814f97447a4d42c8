//! What was measured, for machines.

use crate::cli::told::Told;
use crate::play::tally::Tally;
use crate::rng::Seed;
use crate::session::measure::{Measurement, Met, worst};
use crate::tune::total;
use serde::Serialize;

/// The result. Against a single opponent its figures stand beside the rest, too.
#[derive(Serialize)]
pub struct Report<'a> {
    weights: &'a str,
    game: &'a str,
    players: usize,
    rules: String,
    opening_plies: u32,
    seed: Seed,
    /// Those of the only opponent; null where there are several.
    distance: Option<String>,
    all: Option<Told>,
    by_seat: Option<Vec<SeatReport>>,
    opponents: Vec<OpponentReport>,
    worst: &'a str,
    /// Whether it was cut short.
    interrupted: bool,
}

/// The games against one opponent.
#[derive(Clone, Serialize)]
struct OpponentReport {
    distance: String,
    all: Told,
    by_seat: Vec<SeatReport>,
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
    weights: &'a str,
    measurement: &Measurement,
    met: &'a [Met],
    interrupted: bool,
) -> Report<'a> {
    let opponents: Vec<_> = met.iter().map(|met| opponent(measurement, met)).collect();
    let only = opponents.first().filter(|_| opponents.len() == 1).cloned();
    let table = measurement.subject.table.as_ref();
    Report {
        weights,
        game: table.name(),
        players: table.players(),
        rules: table.rules(),
        opening_plies: measurement.opening_plies,
        seed: measurement.seed,
        distance: only.as_ref().map(|it| it.distance.clone()),
        all: only.as_ref().map(|it| it.all.clone()),
        by_seat: only.map(|it| it.by_seat),
        opponents,
        worst: worst(met),
        interrupted,
    }
}

fn opponent(measurement: &Measurement, met: &Met) -> OpponentReport {
    let figures = |tally: &Tally| Told::from(measurement.figures(&met.name, tally));
    let seat = |(seat, tally)| SeatReport { seat, measured: figures(tally) };
    OpponentReport {
        distance: met.distance.clone(),
        all: figures(&total(&met.by_seat)),
        by_seat: (1..).zip(&met.by_seat).map(seat).collect(),
    }
}
