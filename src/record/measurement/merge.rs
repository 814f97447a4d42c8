//! The shards of a measurement, and the measurement that is made of them.

use super::counted::{Counted, Met};
use super::games::{self, MeasuredGames, Stretch};
use super::{GAMES, MeasurementSettings, OpenMeasurement, count_with_rows};
use crate::play::batch::GameScore;
use crate::play::shard::Shard;
use crate::record::error::RecordError;
use crate::record::growing::Growing;
use crate::record::home::{FolderKind, Hold, Home};
use crate::record::lines::Mark;
use crate::record::shards::{Progress, Unready, Whole, merge, read_all};
use std::path::{Path, PathBuf};

/// Games whose rows are written at once.
const AT_ONCE: usize = 4096;

/// All shards of a measurement that are there.
#[derive(Debug)]
pub struct MeasurementShards {
    name: String,
    /// The whole.
    settings: MeasurementSettings,
    found: Vec<Found>,
    unready: Vec<(Shard, Unready)>,
}

/// What is on record of a shard.
#[derive(Debug)]
pub struct Part {
    /// Its settings.
    pub settings: MeasurementSettings,
    /// Its folder.
    pub folder: PathBuf,
    /// What its games came to.
    pub met: Vec<Met>,
}

/// A shard that is there.
#[derive(Debug)]
struct Found {
    part: Part,
    /// Where those against each opponent begin.
    begins: Vec<Mark>,
}

impl Whole for MeasurementSettings {
    const KIND: FolderKind = FolderKind::Measurement;

    fn read(path: &Path) -> Result<MeasurementSettings, RecordError> {
        MeasurementSettings::read(path)
    }

    fn part(&self) -> Option<Shard> {
        self.shard
    }

    fn whole(self) -> MeasurementSettings {
        MeasurementSettings::whole(self)
    }

    fn differ(&self, there: &MeasurementSettings) -> String {
        self.differences(there)
    }
}

impl MeasurementShards {
    /// Reads all shards of a measurement of that name, of which `first` is there.
    ///
    /// # Errors
    /// Where one is damaged or has other settings.
    pub(in crate::record) fn read(
        home: &Home,
        name: &str,
        first: Shard,
    ) -> Result<MeasurementShards, RecordError> {
        let mut found = Vec::new();
        let read = &mut |own: MeasurementSettings, folder: &Path| {
            let (shard, done) = Found::read(folder, &own)?;
            found.push(shard);
            Ok(Progress { done, all: own.all_games() })
        };
        let (settled, unready) = read_all(home, name, first, read)?;
        let (name, settings) = (name.to_string(), settled.whole());
        Ok(MeasurementShards { name, settings, found, unready })
    }

    /// The shards that are missing or have games left to play.
    pub fn unready(&self) -> &[(Shard, Unready)] {
        &self.unready
    }

    /// The shards that are there.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.found.iter().map(|it| &it.part)
    }

    /// The settings of the whole.
    pub fn settings(&self) -> &MeasurementSettings {
        &self.settings
    }

    /// Makes the measurement of its shards, or finds that it is there already.
    ///
    /// # Errors
    /// Where a shard is unready, something else has the name, or a file can't be read or written. Nothing is then changed.
    pub fn merge(self, home: &Home) -> Result<OpenMeasurement, RecordError> {
        let make = |hold: Hold| {
            let settings = self.settings.file(&hold.folder)?;
            hold.begin_with(&[settings], |stage| self.write(stage))
        };
        let whole = (home, self.name.as_str());
        let look = |results: &Path| self.there(results);
        let (claim, merged) = merge(whole, &self.settings, &self.unready, make, look)?;
        OpenMeasurement::open(merged, claim)
    }

    /// Writes the rows of all games into a folder; gives the games, and the bytes.
    fn write(&self, folder: &Path) -> Result<(Counted, u64), RecordError> {
        let mut file = Growing::open(&folder.join(GAMES), 0)?;
        let (mut counted, mut rows, mut bytes) =
            (Counted::new(self.settings.clone()), games::HEADER.to_string(), 0);
        let mut flush = |rows: &mut String| {
            bytes += rows.len() as u64;
            file.append(rows.as_bytes()).map(|()| rows.clear())
        };
        self.each(&mut |game| {
            count_with_rows(&mut counted, &[*game], &mut rows);
            match counted.games().is_multiple_of(AT_ONCE as u64) {
                true => flush(&mut rows),
                false => Ok(()),
            }
        })?;
        flush(&mut rows)?;
        file.sync()?;
        Ok((counted, bytes))
    }

    /// What lies in that folder; `None` where it has other games.
    fn there(&self, results: &Path) -> Result<Option<(Counted, u64)>, RecordError> {
        let mut there = MeasuredGames::open(results, &self.settings)?;
        let mut is_same = true;
        self.each(&mut |game| {
            is_same = is_same && there.next_whole()?.as_ref() == Some(game);
            Ok(())
        })?;
        is_same = is_same && there.next_whole()?.is_none();
        Ok(is_same.then(|| there.into_counted()))
    }

    /// Tells of all games in the order of the whole: those of all shards against the first opponent, then
    /// those against the next.
    fn each(
        &self,
        hear: &mut dyn FnMut(&GameScore) -> Result<(), RecordError>,
    ) -> Result<(), RecordError> {
        let mut number = 0;
        for opponent in 0..self.settings.opponents.len() {
            for shard in &self.found {
                let Some(&begin) = shard.begins.get(opponent) else { continue };
                let mut games = Stretch::open(&shard.part.folder, begin)?;
                for _ in 0..shard.part.settings.own_games() {
                    hear(&games.game(self.settings.place(number))?)?;
                    number += 1;
                }
            }
        }
        Ok(())
    }
}

impl Found {
    /// Reads a shard; gives how many games it has, too.
    fn read(folder: &Path, own: &MeasurementSettings) -> Result<(Found, u64), RecordError> {
        let mut reader = MeasuredGames::open(folder, own)?;
        let mut begins = vec![reader.mark()];
        while reader.next_whole()?.is_some() {
            if reader.counted().games().is_multiple_of(own.own_games()) {
                begins.push(reader.mark());
            }
        }
        let (counted, _) = reader.into_counted();
        let part = Part { settings: own.clone(), folder: folder.to_path_buf(), met: counted.met() };
        Ok((Found { part, begins }, counted.games()))
    }
}
