//! `--save`: what was measured goes into the weights file.

use crate::cli::failure::Failure;
use crate::record::atomic::write_atomic;
use crate::record::disk::{self, Kind};
use crate::record::measurement::Met;
use crate::record::weights::WeightsFile;
use crate::registry;
use crate::report::export::{self, ArraySeats, Format};
use crate::session::measure::Measurement;
use crate::session::subject::Subject;
use serde_json::Value;
use std::path::Path;

/// A file that is to say what was measured, and the seats whose arrays it has.
pub struct Savable {
    file: WeightsFile,
    seats: ArraySeats,
}

/// The file of that name, which has to be of the players and rules of the measurement: it says no others.
pub fn savable(name: &str, measurement: &Measurement) -> Result<Savable, Failure> {
    let Subject { weights, table, .. } = &measurement.subject;
    let is_json = Path::new(name).extension().is_some_and(|it| it == "json");
    let why = || Failure::usage(format!("--save writes JSON files of `export`; '{name}' is none"));
    let is_file = disk::kind(Path::new(name))? == Some(Kind::File);
    let file = weights.file.clone().filter(|_| is_json && is_file).ok_or_else(why)?;
    let players = file.players;
    let own = registry::find(&file.game).ok().and_then(|it| it.open(players, &file.rules).ok());
    let rules = own.map_or_else(|| file.rules.clone(), |own| own.rules());
    if (players, &rules) != (table.players(), &table.rules()) {
        return Err(Failure::usage(format!(
            "--save: '{name}' is of {players} players by {rules}; measure it by these, or without --save"
        )));
    }
    let seats = seats_in(&disk::read_named(Path::new(name), disk::MOST_MIB)?);
    Ok(Savable { file, seats })
}

/// The seats whose arrays a file of weights has, which was read before.
fn seats_in(bytes: &[u8]) -> ArraySeats {
    let document: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let seat = document["seat"].as_u64().and_then(|seat| usize::try_from(seat).ok());
    match document["seats"].is_array() {
        true => ArraySeats::All,
        false => ArraySeats::One(seat.unwrap_or(1)),
    }
}

/// Writes the file with what was measured.
pub fn save(
    name: &str,
    measurement: &Measurement,
    Savable { file, seats }: Savable,
    met: &Met,
) -> Result<(), Failure> {
    let settings = measurement.settings(name, 0);
    let file = WeightsFile { measured: Some(settings.figures(&met.name, &met.all())), ..file };
    let layout = measurement.subject.table.cells();
    let text = export::write(&file, &layout, Format::Json, seats);
    Ok(write_atomic(Path::new(name), &text.map_err(Failure::usage)?)?)
}
