//! The folders of a run: `results/<name>` for what a person reads, `populations/<name>` for
//! what the program needs to go on.

use super::atomic::write_atomic;
use super::checkpoint::{self, Checkpoint, FoundCheckpoint};
use super::error::RecordError;
use super::home::{Claim, Folder, FolderKind, Home};
use super::population::PopulationFile;
use super::rows::{GenerationRow, Row, RowFile, TimingRow, read_rows};
use super::strength::{self, StrengthRow};
use super::weights::WeightsFile;
use crate::parameter::Parameter;
use crate::tune::config::Config;
use std::fs;
use std::path::{Path, PathBuf};

const GENERATIONS: &str = "generations.csv";
const TIMING: &str = "timing.csv";
const CHAMPION: &str = "champion.json";
const STRENGTH: &str = "strength.csv";
const OPPONENT: &str = "opponent.json";
const FROM: &str = "from.json";

/// A run's folders, for reading.
#[derive(Clone, Debug)]
pub struct Run {
    folder: Folder,
}

/// A run that this process alone works on, until it is dropped.
#[derive(Debug)]
pub struct OpenRun {
    run: Run,
    _claim: Claim,
}

/// The files that grow while a run goes on.
#[derive(Debug)]
pub struct Journal {
    generations: RowFile,
    timing: RowFile,
    populations: PathBuf,
}

impl Home {
    /// The run of that name.
    ///
    /// # Errors
    /// Where there is none.
    pub fn run(&self, name: &str) -> Result<Run, RecordError> {
        let run = Run { folder: self.folder(name)? };
        match run.config_path().is_file() {
            true => Ok(run),
            false => {
                let root = self.root().to_path_buf();
                Err(RecordError::Missing { name: name.to_string(), root })
            }
        }
    }

    /// All runs, by name.
    pub fn runs(&self) -> Result<Vec<Run>, RecordError> {
        let names = self.names()?;
        Ok(names.iter().filter_map(|name| self.run(name).ok()).collect())
    }

    /// A new run on disk with its configuration, its fixed opponents, and the text of the weights or
    /// population file that it begins from.
    ///
    /// # Errors
    /// Where a run, a comparison or an arena of that name exists, is being made, or its folders can't be
    /// written.
    pub fn create(
        &self,
        name: &str,
        config: &Config,
        opponents: &[WeightsFile],
        from: Option<&str>,
    ) -> Result<OpenRun, RecordError> {
        let open = OpenRun::new(self.claim(name, FolderKind::Run)?);
        if open.run.config_path().exists() {
            return Err(FolderKind::Run.is_there(name));
        }
        checkpoint::clear(open.run.populations())?;
        for (index, opponent) in opponents.iter().enumerate() {
            write_atomic(&open.run.opponent_path(index), opponent.to_json().as_bytes())?;
        }
        if let Some(from) = from {
            write_atomic(&open.run.from_path(), from.as_bytes())?;
        }
        open.write_config(config)?;
        Ok(open)
    }
}

impl Run {
    /// The run's name.
    pub fn name(&self) -> &str {
        &self.folder.name
    }

    /// The folder with configuration, curves and champion.
    pub fn results(&self) -> &Path {
        &self.folder.results
    }

    /// The folder with checkpoints and populations.
    pub fn populations(&self) -> &Path {
        &self.folder.populations
    }

    /// The file of its configuration.
    pub fn config_path(&self) -> PathBuf {
        self.folder.results.join(FolderKind::Run.settings())
    }

    /// The champion's file.
    pub fn champion_path(&self) -> PathBuf {
        self.folder.results.join(CHAMPION)
    }

    /// The file of what evolution begins from, where the configuration says so.
    pub fn from_path(&self) -> PathBuf {
        self.folder.results.join(FROM)
    }

    /// The file of the fixed opponent of that index.
    pub fn opponent_path(&self, index: usize) -> PathBuf {
        match index {
            0 => self.folder.results.join(OPPONENT),
            _ => self.folder.results.join(format!("opponent-{}.json", index + 1)),
        }
    }

    /// The run's configuration.
    ///
    /// # Errors
    /// Names the line or key that is damaged.
    pub fn config(&self) -> Result<Config, RecordError> {
        let path = self.config_path();
        let text = fs::read_to_string(&path).map_err(RecordError::io("read", &path))?;
        let config: Config =
            toml::from_str(&text).map_err(|why| RecordError::damaged(&path, why))?;
        config.check().map_err(|why| RecordError::damaged(&path, why))?;
        Ok(config)
    }

    /// All rows of `generations.csv`; none where the file isn't there yet.
    pub fn generations(&self) -> Result<Vec<GenerationRow>, RecordError> {
        let path = self.folder.results.join(GENERATIONS);
        if path.exists() { read_rows(&path) } else { Ok(Vec::new()) }
    }

    /// What the champion is worth against one opponent after another; none where that isn't known.
    ///
    /// # Errors
    /// Names the line that is damaged.
    pub fn strength(&self) -> Result<Vec<StrengthRow>, RecordError> {
        let path = self.folder.results.join(STRENGTH);
        if path.exists() { strength::read(&path) } else { Ok(Vec::new()) }
    }

    /// Seconds of evolving so far.
    pub fn seconds(&self) -> Result<f64, RecordError> {
        let path = self.folder.results.join(TIMING);
        let rows: Vec<TimingRow> = if path.exists() { read_rows(&path)? } else { Vec::new() };
        Ok(rows.iter().map(|row| row.seconds).sum())
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

    /// Whether a process works on the run now.
    pub fn is_in_use(&self) -> bool {
        self.folder.is_in_use()
    }

    /// Takes the run for this process alone.
    ///
    /// # Errors
    /// Where another process has it.
    pub fn lock(self) -> Result<OpenRun, RecordError> {
        Ok(OpenRun::new(self.folder.claim()?))
    }

    fn population_path(&self, generation: u64) -> PathBuf {
        self.folder.populations.join(format!("generation-{generation:06}.json"))
    }
}

impl OpenRun {
    fn new(claim: Claim) -> OpenRun {
        OpenRun { run: Run { folder: claim.folder.clone() }, _claim: claim }
    }

    /// The run's folders.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Whether a checkpoint can be gone on from with those parameters.
    ///
    /// # Errors
    /// Where one of its vectors does not fit them, or an opponent or what it began from is
    /// another than it was.
    pub fn check(
        &self,
        checkpoint: &Checkpoint,
        parameters: &[Parameter],
    ) -> Result<(), RecordError> {
        let damaged = |why| RecordError::damaged(self.run.populations(), why);
        checkpoint.check(parameters).map_err(damaged)?;
        let config = &checkpoint.config;
        match (&config.from, config.against.only()) {
            _ if checkpoint.opponent == self.arrays_hash(config)? => Ok(()),
            (None, Some(_)) => {
                let why = "is not the opponent that the run began with; put that one back";
                Err(RecordError::damaged(&self.run.opponent_path(0), why))
            }
            (from, _) => {
                let from = if from.is_some() { " or from.json" } else { "" };
                let why = format!(
                    "opponent.json and its like{from} are not those that the run began with; \
                     put those back"
                );
                Err(RecordError::damaged(self.run.results(), why))
            }
        }
    }

    /// The hash of the files of the fixed opponents and of what evolution begins from, one after
    /// the other, by which a checkpoint knows them again.
    pub fn arrays_hash(&self, config: &Config) -> Result<String, RecordError> {
        let mut all = Vec::new();
        let opponents = (0..config.against.fixed().count()).map(|it| self.run.opponent_path(it));
        for path in opponents.chain(config.from.iter().map(|_| self.run.from_path())) {
            all.extend(fs::read(&path).map_err(RecordError::io("read", &path))?);
        }
        Ok(checkpoint::hash(&all))
    }

    /// Replaces the configuration.
    pub fn write_config(&self, config: &Config) -> Result<(), RecordError> {
        let path = self.run.config_path();
        let text = toml::to_string(config).map_err(|why| RecordError::damaged(&path, why))?;
        write_atomic(&path, text.as_bytes())?;
        Ok(())
    }

    /// Replaces the champion.
    pub fn write_champion(&self, champion: &WeightsFile) -> Result<(), RecordError> {
        write_atomic(&self.run.champion_path(), champion.to_json().as_bytes())?;
        Ok(())
    }

    /// Replaces the table of what the champion is worth.
    pub fn write_strength(&self, rows: &[StrengthRow]) -> Result<(), RecordError> {
        strength::write(&self.run.results().join(STRENGTH), rows)
    }

    /// Opens the growing files for what comes after generation `last`; `None` begins anew.
    ///
    /// # Errors
    /// Where a file is damaged up to there, or ends before it. `timing.csv` may be missing.
    pub fn journal(&self, last: Option<u64>) -> Result<Journal, RecordError> {
        let path = self.run.results().join(GENERATIONS);
        let generations = RowFile::open::<GenerationRow>(&path, last)?;
        check_end::<GenerationRow>(&path, last)?;
        let path = self.run.results().join(TIMING);
        let is_missing = !path.exists();
        let timing = RowFile::open::<TimingRow>(&path, last)?;
        if !is_missing {
            check_end::<TimingRow>(&path, last)?;
        }
        Ok(Journal { generations, timing, populations: self.run.populations().to_path_buf() })
    }

    /// Keeps a whole generation.
    pub fn keep_population(&self, file: &PopulationFile) -> Result<(), RecordError> {
        let path = self.run.population_path(file.generation);
        write_atomic(&path, file.to_json().as_bytes())?;
        Ok(())
    }
}

/// What is appended must follow on the last row, or nobody could read the file again.
fn check_end<T: Row>(path: &Path, last: Option<u64>) -> Result<(), RecordError> {
    let Some(last) = last else { return Ok(()) };
    match read_rows::<T>(path)?.last().map(Row::generation) {
        Some(end) if end == last => Ok(()),
        _ => {
            let why = format!("has no row for generation {last}, which the checkpoint is at");
            Err(RecordError::damaged(path, why))
        }
    }
}

impl Journal {
    /// Appends what a generation left.
    pub fn append(&mut self, row: &GenerationRow, timing: &TimingRow) -> Result<(), RecordError> {
        self.generations.append(row)?;
        self.timing.append(timing)
    }

    /// Writes a checkpoint, after all rows up to it are safe.
    pub fn checkpoint(&self, checkpoint: &Checkpoint) -> Result<(), RecordError> {
        self.generations.sync()?;
        self.timing.sync()?;
        checkpoint::write(&self.populations, checkpoint)
    }
}
