//! `--save`: what was measured goes into the weights file.

use crate::cli::failure::Failure;
use crate::record::atomic::write_atomic;
use crate::record::disk::{self, Kind};
use crate::record::measurement::Met;
use crate::record::weights::WeightsFile;
use crate::report::export::{self, ArraySeats, Format};
use crate::session::measure::Measurement;
use std::path::Path;

/// The file that is to say what was measured.
pub fn savable(name: &str, file: Option<WeightsFile>) -> Result<WeightsFile, Failure> {
    let is_json = Path::new(name).extension().is_some_and(|it| it == "json");
    let why = || Failure::usage(format!("--save writes JSON files of `export`; '{name}' is none"));
    let is_file = disk::kind(Path::new(name))? == Some(Kind::File);
    file.filter(|_| is_json && is_file).ok_or_else(why)
}

/// Writes the file with what was measured.
pub fn save(
    name: &str,
    measurement: &Measurement,
    file: WeightsFile,
    met: &Met,
) -> Result<(), Failure> {
    let settings = measurement.settings(name, 0);
    let file = WeightsFile { measured: Some(settings.figures(&met.name, &met.all())), ..file };
    let layout = measurement.subject.table.cells();
    let text = export::write(&file, &layout, Format::Json, ArraySeats::One(1));
    Ok(write_atomic(Path::new(name), &text.map_err(Failure::usage)?)?)
}
