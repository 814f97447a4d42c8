//! The folder of a measurement: `measurement.toml` says what is measured and how, `games.csv` has a row a
//! game, and `measurement.json` what they came to.

mod counted;
mod games;
mod merge;
mod settings;

pub use counted::{Counted, Met, Taker};
pub use games::MeasuredGames;
pub use merge::{MeasurementShards, Part};
pub use settings::{MOST_GAMES, MeasurementSettings, OpponentSettings, Place, VERSION};

use super::atomic::write_atomic;
use super::disk;
use super::error::RecordError;
use super::growing::Growing;
use super::home::{Claim, FolderKind, Home};
use super::lines;
use super::shards::Whole as _;
use crate::play::batch::GameScore;
use crate::rng::Seed;
use std::path::{Path, PathBuf};

const GAMES: &str = "games.csv";
const FIGURES: &str = "measurement.json";

/// A measurement that this process alone works on, until it is dropped.
#[derive(Debug)]
pub struct OpenMeasurement {
    counted: Counted,
    games: Growing,
    claim: Claim,
}

/// What is on record of a measurement, for reading.
#[derive(Debug)]
pub struct MeasurementRecord {
    /// Its games so far.
    pub counted: Counted,
    /// The folder with all files.
    pub folder: PathBuf,
}

impl Home {
    /// A new measurement, or the one of that name as far as it has come.
    ///
    /// # Errors
    /// Where the name is that of something else or of a measurement with other settings, is in use, or
    /// a file is damaged or can't be written.
    pub fn measurement(
        &self,
        name: &str,
        settings: MeasurementSettings,
    ) -> Result<OpenMeasurement, RecordError> {
        let hold = self.hold(name)?;
        let folder = hold.folder.results.clone();
        let Some(there) = settings.there(&hold)? else {
            self.check_division(name, settings.shard)?;
            let games = (GAMES.to_string(), games::HEADER.as_bytes().to_vec());
            let files = [settings.file(&hold.folder)?, games];
            let claim = hold.begin(&files)?;
            let bytes = games::HEADER.len() as u64;
            return OpenMeasurement::open((Counted::new(settings), bytes), claim);
        };
        let read = read_games(&folder, &there)?;
        OpenMeasurement::open(read, hold.claim()?)
    }

    /// The settings of the measurement of that name, where there is one, and how many games are on record.
    ///
    /// # Errors
    /// Where its settings are damaged, or a file can't be read, or isn't as long as it can be.
    pub fn measurement_so_far(
        &self,
        name: &str,
    ) -> Result<Option<(MeasurementSettings, u64)>, RecordError> {
        let Some((settings, folder)) = self.settings_of::<MeasurementSettings>(name)? else {
            return Ok(None);
        };
        let games = folder.join(GAMES);
        games::check_there(&games)?;
        let (lines, all) = (lines::count(&games)?, settings.all_games());
        // The first line is the heading.
        match lines.checked_sub(1).filter(|&played| played <= all) {
            Some(played) => Ok(Some((settings, played))),
            None => {
                let why =
                    format!("has {lines} lines, not a heading and a row for each of {all} games");
                Err(RecordError::damaged(&games, why))
            }
        }
    }

    /// What is on record of the measurement of that name, where there is one.
    ///
    /// # Errors
    /// Where a file is damaged or can't be read.
    pub fn measurement_record(&self, name: &str) -> Result<Option<MeasurementRecord>, RecordError> {
        let there = self.settings_beside::<MeasurementSettings>(name, GAMES)?;
        let Some((settings, folder)) = there else { return Ok(None) };
        let (counted, _) = read_games(&folder, &settings)?;
        Ok(Some(MeasurementRecord { counted, folder }))
    }

    /// The seed of the measurement of that name, where there is one.
    ///
    /// # Errors
    /// Where its settings are damaged, or can't be read.
    pub fn measurement_seed(&self, name: &str) -> Result<Option<Seed>, RecordError> {
        Ok(self.settings_of::<MeasurementSettings>(name)?.map(|(settings, _)| settings.seed))
    }
}

impl OpenMeasurement {
    fn open(
        (counted, bytes): (Counted, u64),
        claim: Claim,
    ) -> Result<OpenMeasurement, RecordError> {
        let games = Growing::open(&claim.folder.results.join(GAMES), bytes)?;
        Ok(OpenMeasurement { counted, games, claim })
    }

    /// The folder with all files.
    pub fn folder(&self) -> &Path {
        &self.claim.folder.results
    }

    /// Writes what all games came to.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn conclude(&self, figures: &str) -> Result<(), RecordError> {
        write_atomic(&figures_path(self.folder()), figures.as_bytes())
    }
}

impl Taker for OpenMeasurement {
    fn counted(&self) -> &Counted {
        &self.counted
    }

    fn take(&mut self, games: &[GameScore]) -> Result<(), RecordError> {
        let mut rows = String::new();
        count_with_rows(&mut self.counted, games, &mut rows);
        self.games.append(rows.as_bytes())
    }

    fn sync(&self) -> Result<(), RecordError> {
        self.games.sync()
    }
}

impl MeasurementRecord {
    /// Something that is wrong in its settings.
    pub fn damaged(&self, why: impl ToString) -> RecordError {
        let path = self.folder.join(FolderKind::Measurement.settings());
        RecordError::damaged(&path, why)
    }

    /// Its games, one after another.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn games(&self) -> Result<MeasuredGames, RecordError> {
        MeasuredGames::open(&self.folder, self.counted.settings())
    }
}

/// The file of the figures in the folder of a measurement.
pub fn figures_path(folder: &Path) -> PathBuf {
    folder.join(FIGURES)
}

/// The figures that are on record in the folder of a measurement; `None` where it hasn't come to its end.
///
/// # Errors
/// Where the file can't be read.
pub fn figures(folder: &Path) -> Result<Option<String>, RecordError> {
    let path = figures_path(folder);
    match disk::is_there(&path)? {
        true => disk::read_text(&path).map(Some),
        false => Ok(None),
    }
}

/// Counts the next games, and adds their rows to a text.
fn count_with_rows(counted: &mut Counted, games: &[GameScore], rows: &mut String) {
    for game in games {
        if let Some(place) = counted.next() {
            games::write(place, game, rows);
            counted.count(game);
        }
    }
}

/// The games of a folder with these settings, and the bytes of all whole rows.
fn read_games(
    folder: &Path,
    settings: &MeasurementSettings,
) -> Result<(Counted, u64), RecordError> {
    let mut reader = MeasuredGames::open(folder, settings)?;
    while reader.next_whole()?.is_some() {}
    Ok(reader.into_counted())
}
