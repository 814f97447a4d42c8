//! The folders of a run: `results/<name>` for what a person reads, `populations/<name>` for
//! what the program needs to go on.

use super::arena;
use super::atomic::write_atomic;
use super::checkpoint::{self, Checkpoint, Found};
use super::comparison;
use super::error::RecordError;
use super::population::PopulationFile;
use super::rows::{GenerationRow, Row, RowFile, TimingRow, read_rows};
use super::weights::WeightsFile;
use crate::parameter::Parameter;
use crate::tune::config::Config;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

pub(super) const CONFIG: &str = "config.toml";
const GENERATIONS: &str = "generations.csv";
const TIMING: &str = "timing.csv";
const CHAMPION: &str = "champion.json";
const OPPONENT: &str = "opponent.json";
const FROM: &str = "from.json";
const LOCK: &str = "lock";

/// The folder that holds `results` and `populations`.
#[derive(Clone, Debug)]
pub struct Home {
    root: PathBuf,
}

/// A run's folders, for reading.
#[derive(Clone, Debug)]
pub struct Run {
    name: String,
    results: PathBuf,
    populations: PathBuf,
}

/// A run that this process alone works on, until it is dropped.
#[derive(Debug)]
pub struct OpenRun {
    run: Run,
    _lock: File,
}

/// The files that grow while a run goes on.
#[derive(Debug)]
pub struct Journal {
    generations: RowFile,
    timing: RowFile,
    populations: PathBuf,
}

impl Home {
    /// Runs live below `root`.
    pub fn new(root: &Path) -> Home {
        Home { root: root.to_path_buf() }
    }

    /// The run of that name.
    ///
    /// # Errors
    /// Where there is none.
    pub fn run(&self, name: &str) -> Result<Run, RecordError> {
        let run = self.place(name)?;
        if run.results.join(CONFIG).is_file() {
            return Ok(run);
        }
        Err(RecordError::Missing { name: name.to_string(), root: self.root.clone() })
    }

    /// All runs, by name.
    pub fn runs(&self) -> Result<Vec<Run>, RecordError> {
        let folder = self.root.join("results");
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(why) => return Err(RecordError::io("read", &folder)(why)),
        };
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        names.sort();
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
        let run = self.place(name)?;
        for folder in [&run.results, &run.populations] {
            fs::create_dir_all(folder).map_err(RecordError::io("create", folder))?;
        }
        let open = run.lock()?;
        if open.run.results.join(CONFIG).exists() {
            return Err(RecordError::Exists { name: name.to_string() });
        }
        if open.run.results.join(comparison::SETTINGS).exists() {
            return Err(RecordError::IsComparison { name: name.to_string() });
        }
        if open.run.results.join(arena::SETTINGS).exists() {
            return Err(RecordError::IsArena { name: name.to_string() });
        }
        checkpoint::clear(&open.run.populations)?;
        for (index, opponent) in opponents.iter().enumerate() {
            write_atomic(&open.run.opponent_path(index), opponent.to_json().as_bytes())?;
        }
        if let Some(from) = from {
            write_atomic(&open.run.from_path(), from.as_bytes())?;
        }
        open.write_config(config)?;
        Ok(open)
    }

    pub(super) fn place(&self, name: &str) -> Result<Run, RecordError> {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        let fits = !name.is_empty() && name.len() <= 100 && !name.starts_with(['.', '-']);
        if !fits || !name.chars().all(plain) {
            return Err(RecordError::BadName(name.to_string()));
        }
        Ok(Run {
            name: name.to_string(),
            results: self.root.join("results").join(name),
            populations: self.root.join("populations").join(name),
        })
    }
}

impl Run {
    /// The run's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The folder with configuration, curves and champion.
    pub fn results(&self) -> &Path {
        &self.results
    }

    /// The folder with checkpoints and populations.
    pub fn populations(&self) -> &Path {
        &self.populations
    }

    /// The champion's file.
    pub fn champion_path(&self) -> PathBuf {
        self.results.join(CHAMPION)
    }

    /// The file of what evolution begins from, where the configuration says so.
    pub fn from_path(&self) -> PathBuf {
        self.results.join(FROM)
    }

    /// The file of the fixed opponent of that index.
    pub fn opponent_path(&self, index: usize) -> PathBuf {
        match index {
            0 => self.results.join(OPPONENT),
            _ => self.results.join(format!("opponent-{}.json", index + 1)),
        }
    }

    /// The run's configuration.
    ///
    /// # Errors
    /// Names the line or key that is damaged.
    pub fn config(&self) -> Result<Config, RecordError> {
        let path = self.results.join(CONFIG);
        let text = fs::read_to_string(&path).map_err(RecordError::io("read", &path))?;
        let config: Config =
            toml::from_str(&text).map_err(|why| RecordError::damaged(&path, why))?;
        config.check().map_err(|why| RecordError::damaged(&path, why))?;
        Ok(config)
    }

    /// All rows of `generations.csv`; none where the file isn't there yet.
    pub fn generations(&self) -> Result<Vec<GenerationRow>, RecordError> {
        let path = self.results.join(GENERATIONS);
        if path.exists() { read_rows(&path) } else { Ok(Vec::new()) }
    }

    /// Seconds of evolving so far.
    pub fn seconds(&self) -> Result<f64, RecordError> {
        let path = self.results.join(TIMING);
        let rows: Vec<TimingRow> = if path.exists() { read_rows(&path)? } else { Vec::new() };
        Ok(rows.iter().map(|row| row.seconds).sum())
    }

    /// The newest whole checkpoint, if there is any.
    ///
    /// # Errors
    /// Where there are checkpoints but none is whole.
    pub fn checkpoint(&self) -> Result<Option<Found>, RecordError> {
        checkpoint::read(&self.populations)
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
        let file = File::open(self.populations.join(LOCK));
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Takes the run for this process alone.
    ///
    /// # Errors
    /// Where another process has it.
    pub fn lock(self) -> Result<OpenRun, RecordError> {
        let path = self.populations.join(LOCK);
        fs::create_dir_all(&self.populations)
            .map_err(RecordError::io("create", &self.populations))?;
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(RecordError::io("open", &path))?;
        match try_lock(&file) {
            Ok(()) => {
                let open = OpenRun { run: self, _lock: file };
                open.remove_leftovers();
                Ok(open)
            }
            Err(TryLockError::WouldBlock) => Err(RecordError::InUse { name: self.name }),
            Err(TryLockError::Error(why)) => Err(RecordError::io("lock", &path)(why)),
        }
    }

    fn population_path(&self, generation: u64) -> PathBuf {
        self.populations.join(format!("generation-{generation:06}.json"))
    }
}

/// Whoever only looks whether a run is in use has its lock for a moment; whoever works on it
/// keeps it.
fn try_lock(file: &File) -> Result<(), TryLockError> {
    for _ in 0..30 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
            result => return result,
        }
    }
    file.try_lock()
}

impl OpenRun {
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
        let damaged = |why| RecordError::damaged(&self.run.populations, why);
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
                Err(RecordError::damaged(&self.run.results, why))
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
        let path = self.run.results.join(CONFIG);
        let text = toml::to_string(config).map_err(|why| RecordError::damaged(&path, why))?;
        write_atomic(&path, text.as_bytes())?;
        Ok(())
    }

    /// Replaces the champion.
    pub fn write_champion(&self, champion: &WeightsFile) -> Result<(), RecordError> {
        write_atomic(&self.run.champion_path(), champion.to_json().as_bytes())?;
        Ok(())
    }

    /// Opens the growing files for what comes after generation `last`; `None` begins anew.
    ///
    /// # Errors
    /// Where a file is damaged up to there, or ends before it. `timing.csv` may be missing.
    pub fn journal(&self, last: Option<u64>) -> Result<Journal, RecordError> {
        let path = self.run.results.join(GENERATIONS);
        let generations = RowFile::open::<GenerationRow>(&path, last)?;
        check_end::<GenerationRow>(&path, last)?;
        let path = self.run.results.join(TIMING);
        let is_missing = !path.exists();
        let timing = RowFile::open::<TimingRow>(&path, last)?;
        if !is_missing {
            check_end::<TimingRow>(&path, last)?;
        }
        Ok(Journal { generations, timing, populations: self.run.populations.clone() })
    }

    /// Keeps a whole generation.
    pub fn keep_population(&self, file: &PopulationFile) -> Result<(), RecordError> {
        let path = self.run.population_path(file.generation);
        write_atomic(&path, file.to_json().as_bytes())?;
        Ok(())
    }

    /// Temporary files of a process that was killed while it wrote.
    fn remove_leftovers(&self) {
        for folder in [&self.run.results, &self.run.populations] {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            for entry in entries {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                if name.starts_with('.') && name.ends_with(".tmp") {
                    let _ = fs::remove_file(entry.path());
                }
            }
        }
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
