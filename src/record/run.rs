//! The folders of a run: `results/<name>` for what a person reads, `populations/<name>` for
//! what the program needs to go on.

mod home;
mod journal;
mod open;
mod paths;

use super::champions::{self, Crowned};
use super::checkpoint::{self, Checkpoint, FoundCheckpoint};
use super::difference::difference;
use super::disk;
use super::error::RecordError;
use super::hash::hash;
use super::home::{Folder, FolderKind, NewFile};
use super::parameters::{self, ParameterRow};
use super::population::PopulationFile;
use super::rows::{GenerationRow, Kept, Row, TimingRow, kept, kept_up_to, read_rows};
use super::strength::{self, StrengthRow};
use super::versioned;
use super::weights::WeightsFile;
use crate::parameter::Parameter;
use crate::tune::config::{self, Config};
pub use journal::{Journal, ProgramLog};
pub use open::{HeldRun, OpenRun};
use std::path::{Path, PathBuf};

/// A run's folders, for reading.
#[derive(Clone, Debug)]
pub struct Run {
    folder: Folder,
}

/// What a run is given beside its configuration, and keeps in its folder.
#[derive(Debug)]
pub struct Given<'a> {
    /// The fixed opponents.
    pub opponents: &'a [WeightsFile],
    /// The text of the weights or population file that it begins from.
    pub from: Option<&'a str>,
    /// The text of the file of the program that it asks.
    pub tune: Option<&'a str>,
}

fn new_file(path: &Path, text: String) -> NewFile {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    (name, text.into_bytes())
}

impl Run {
    /// The run's name.
    pub fn name(&self) -> &str {
        &self.folder.name
    }

    /// The run's configuration.
    ///
    /// # Errors
    /// Names the line or key that is damaged.
    pub fn config(&self) -> Result<Config, RecordError> {
        let path = self.config_path();
        let config = versioned::read_toml::<Config>(&path, 1..=config::VERSION)?.as_read();
        config.check().map_err(|why| RecordError::damaged(&path, why))?;
        Ok(config)
    }

    /// All rows of `generations.csv`; none where the file isn't there yet.
    pub fn generations(&self) -> Result<Vec<GenerationRow>, RecordError> {
        rows_if_there(&self.generations_path())
    }

    /// How many bytes of rows are there, by which it is seen whether a run has come further.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn rows_length(&self) -> Result<u64, RecordError> {
        disk::length(&self.generations_path())
    }

    /// What the champion is worth against one opponent after another; none where that isn't known.
    ///
    /// # Errors
    /// Names the line that is damaged.
    pub fn strength(&self) -> Result<Vec<StrengthRow>, RecordError> {
        let path = self.strength_path();
        match disk::is_there(&path)? {
            true => strength::read(&path),
            false => Ok(Vec::new()),
        }
    }

    /// The champions that it crowned on its way, the first one first; none in runs of earlier versions.
    ///
    /// # Errors
    /// Names the line that is damaged.
    pub fn champions(&self) -> Result<Vec<Crowned>, RecordError> {
        champions::read(&self.champions_path())
    }

    /// Where each generation stood in each parameter; none where that isn't on record.
    ///
    /// # Errors
    /// Names the line that is damaged.
    pub fn parameters(&self) -> Result<Vec<ParameterRow>, RecordError> {
        parameters::read(&self.parameters_path())
    }

    /// Seconds of evolving so far.
    pub fn seconds(&self) -> Result<f64, RecordError> {
        Ok(self.times()?.iter().map(|row| row.seconds).sum())
    }

    /// What each generation took; none where that isn't known.
    pub fn times(&self) -> Result<Vec<TimingRow>, RecordError> {
        rows_if_there(&self.timing_path())
    }

    /// The newest whole checkpoint, if there is any.
    ///
    /// # Errors
    /// Where there are checkpoints but none is whole.
    pub fn checkpoint(&self) -> Result<Option<FoundCheckpoint>, RecordError> {
        checkpoint::read(&self.folder.populations)
    }

    /// The whole population of a generation that was kept.
    ///
    /// # Errors
    /// Where it was not kept, or its file is damaged.
    pub fn population(&self, generation: u64) -> Result<PopulationFile, RecordError> {
        let path = self.population_path(generation);
        let file = PopulationFile::read(&path)?;
        match file.generation == generation {
            true => Ok(file),
            false => Err(RecordError::damaged(&path, "is no population of that generation")),
        }
    }

    /// The generations whose whole populations were kept, in ascending order.
    ///
    /// # Errors
    /// Where the system doesn't list them.
    pub fn kept_populations(&self) -> Result<Vec<u64>, RecordError> {
        let number = |name: std::ffi::OsString| {
            let name = name.to_str()?.strip_prefix("generation-")?.strip_suffix(".json")?;
            name.parse().ok()
        };
        let names = disk::names(self.populations())?;
        let mut kept: Vec<u64> = names.into_iter().filter_map(number).collect();
        kept.sort_unstable();
        Ok(kept)
    }

    /// Whether a process works on the run now.
    ///
    /// # Errors
    /// Where the system doesn't say.
    pub fn is_in_use(&self) -> Result<bool, RecordError> {
        self.folder.is_in_use()
    }

    /// Keeps other processes from the run, and changes nothing.
    ///
    /// # Errors
    /// Where another process has it.
    pub fn hold(self) -> Result<HeldRun, RecordError> {
        Ok(HeldRun { hold: self.folder.clone().hold()?, run: self })
    }

    /// Whether a checkpoint can be gone on from with those parameters.
    ///
    /// # Errors
    /// Where one of its vectors does not fit them, or a file that the run was given is another than it was.
    pub fn check(
        &self,
        checkpoint: &Checkpoint,
        parameters: &[Parameter],
    ) -> Result<(), RecordError> {
        let damaged = |why| RecordError::damaged(self.populations(), why);
        checkpoint.check(parameters).map_err(damaged)?;
        let config = &checkpoint.config;
        match (&config.from, config.against.only()) {
            _ if checkpoint.given == self.given_hash(config)? => Ok(()),
            (None, Some(_)) if config.program.is_none() => {
                let why = "is not the opponent that the run began with; put that one back";
                Err(RecordError::damaged(&self.opponent_path(0), why))
            }
            (from, _) => {
                let from = if from.is_some() { ", from.json" } else { "" };
                let tune = if config.program.is_some() { ", tune.toml" } else { "" };
                let why = format!(
                    "opponent.json and its like{from}{tune} are not those that the run began with; \
                     put those back"
                );
                Err(RecordError::damaged(self.results(), why))
            }
        }
    }

    /// That this is the run that [`Home::create`](super::home::Home::create) makes of these, as far as it has come.
    ///
    /// # Errors
    /// Says what differs.
    pub fn check_same(&self, config: &Config, given: &Given<'_>) -> Result<(), RecordError> {
        let other = |differ: String| {
            let (name, path) = (self.name().to_string(), self.config_path());
            Err(RecordError::OtherSettings { kind: FolderKind::Run, name, path, differ })
        };
        let there = self.config()?;
        // Of whichever version: what it says is the same.
        let asked = Config { version: there.version, ..config.clone() };
        if there != asked {
            return other(difference(&asked, &there));
        }
        self.check_given(config)?;
        for (name, bytes) in self.given_files(given) {
            let path = self.results().join(name);
            if disk::read(&path)? != bytes {
                return Err(RecordError::OtherFile { name: self.name().to_string(), path });
            }
        }
        Ok(())
    }

    fn given_files(&self, Given { opponents, from, tune }: &Given<'_>) -> Vec<NewFile> {
        let opponents = opponents.iter().enumerate();
        let opponents =
            opponents.map(|(index, it)| new_file(&self.opponent_path(index), it.to_json()));
        let from = from.map(|text| new_file(&self.from_path(), text.to_string()));
        let tune = tune.map(|text| new_file(&self.tune_path(), text.to_string()));
        opponents.chain(from).chain(tune).collect()
    }

    /// That the files of the fixed opponents, of what evolution begins from and of its program are there.
    ///
    /// # Errors
    /// Names the one that is missing or no regular file.
    pub fn check_given(&self, config: &Config) -> Result<(), RecordError> {
        for path in self.given_paths(config) {
            if !disk::is_there(&path)? {
                return Err(RecordError::damaged(&path, "is missing; put it back"));
            }
        }
        Ok(())
    }

    fn given_paths(&self, config: &Config) -> impl Iterator<Item = PathBuf> {
        let opponents = (0..config.against.fixed().count()).map(|it| self.opponent_path(it));
        let from = config.from.iter().map(|_| self.from_path());
        opponents.chain(from).chain(config.program.iter().map(|_| self.tune_path()))
    }

    /// The hash of the files of the fixed opponents, of what evolution begins from and of the program
    /// that it asks, one after the other, by which a checkpoint knows them again.
    pub fn given_hash(&self, config: &Config) -> Result<String, RecordError> {
        let mut all = Vec::new();
        for path in self.given_paths(config) {
            all.extend(disk::read(&path)?);
        }
        Ok(hash(&all))
    }

    /// That the rows up to a checkpoint are those that it knows, and that there are none without one.
    ///
    /// # Errors
    /// Where a file ends before the checkpoint, is damaged up to there, or has other rows.
    pub fn check_rows(&self, from: Option<&Checkpoint>) -> Result<(), RecordError> {
        self.kept_champions(from)?;
        self.kept_parameters(from)?;
        self.kept(from).map(drop)
    }

    /// The bytes of `champions.jsonl` that stay where a run goes on from a checkpoint.
    fn kept_champions(&self, from: Option<&Checkpoint>) -> Result<u64, RecordError> {
        from.map_or(Ok(0), |from| champions::kept(&self.champions_path(), from.state.generation))
    }

    /// What stays of `parameters.csv`; `None` where there is none.
    fn kept_parameters(&self, from: Option<&Checkpoint>) -> Result<Option<Kept>, RecordError> {
        let path = self.parameters_path();
        match from {
            Some(from) => kept_up_to::<ParameterRow>(&path, from.state.generation),
            None => Ok(disk::own_is_there(&path)?.then(Kept::default)),
        }
    }

    /// What stays of `generations.csv` and `timing.csv` where a run goes on from a checkpoint; `None`
    /// begins anew.
    ///
    /// # Errors
    /// Where a file ends before the checkpoint, is damaged up to there, or has other rows than the
    /// checkpoint knows.
    fn kept(&self, from: Option<&Checkpoint>) -> Result<[Kept; 2], RecordError> {
        let Some(from) = from else {
            self.check_unbegun()?;
            return Ok(Default::default());
        };
        let last = from.state.generation;
        let path = self.generations_path();
        let missing = || RecordError::damaged(&path, "is missing; put it back");
        let generations = kept::<GenerationRow>(&path, last)?.ok_or_else(missing)?;
        if from.rows.as_ref().is_some_and(|rows| *rows != generations.sum.text()) {
            let why = format!(
                "has other rows than the checkpoint of generation {last} knows; put those back"
            );
            return Err(RecordError::damaged(&path, why));
        }
        // Times are no result: whoever deletes them can still go on.
        let timing = kept::<TimingRow>(&self.timing_path(), last)?;
        Ok([generations, timing.unwrap_or_default()])
    }

    /// That a run without a checkpoint was stopped before its first: it has no more than its first
    /// generation.
    fn check_unbegun(&self) -> Result<(), RecordError> {
        for path in [self.generations_path(), self.timing_path(), self.champions_path()] {
            disk::own_is_there(&path)?;
        }
        let mut others = Vec::new();
        if disk::kind(&self.champion_path())?.is_some() {
            others.push(self.champion_path());
        }
        if self.generations()?.len() > 1 {
            others.push(self.generations_path());
        }
        let kept = self.folder.others()?.into_iter();
        let first = self.population_path(0);
        others.extend(kept.filter(|it| it.starts_with(self.populations()) && *it != first));
        match others.is_empty() {
            true => Ok(()),
            false => Err(RecordError::NoCheckpoint {
                name: self.name().to_string(),
                populations: self.populations().to_path_buf(),
                others,
                config: self.config_path(),
            }),
        }
    }

    fn config_text(&self, config: &Config) -> Result<String, RecordError> {
        toml::to_string(config).map_err(|why| RecordError::damaged(&self.config_path(), why))
    }
}

/// The rows of a file; none where it isn't there yet.
fn rows_if_there<T: Row>(path: &Path) -> Result<Vec<T>, RecordError> {
    match disk::is_there(path)? {
        true => read_rows(path),
        false => Ok(Vec::new()),
    }
}
