//! Folders by name: what each holds, and which process works on it.

use super::error::RecordError;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

const LOCK: &str = "lock";
/// Letters that a folder's name takes of another name.
const LONGEST: usize = 40;

/// The folder that holds `results` and `populations`.
#[derive(Clone, Debug)]
pub struct Home {
    root: PathBuf,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FolderKind {
    Run,
    Comparison,
    Arena,
}

/// The folders of a name: `results/<name>` and `populations/<name>`.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    pub name: String,
    pub results: PathBuf,
    pub populations: PathBuf,
}

/// Folders that this process alone works on, until it is dropped.
#[derive(Debug)]
pub(super) struct Claim {
    pub folder: Folder,
    _lock: File,
}

impl FolderKind {
    const ALL: [FolderKind; 3] = [FolderKind::Run, FolderKind::Comparison, FolderKind::Arena];

    /// The file in `results` that makes a folder one of this kind.
    pub fn settings(self) -> &'static str {
        match self {
            FolderKind::Run => "config.toml",
            FolderKind::Comparison => "compare.toml",
            FolderKind::Arena => "arena.toml",
        }
    }

    /// That a name stands for one of this kind already.
    pub fn is_there(self, name: &str) -> RecordError {
        let name = name.to_string();
        match self {
            FolderKind::Run => RecordError::Exists { name },
            FolderKind::Comparison => RecordError::IsComparison { name },
            FolderKind::Arena => RecordError::IsArena { name },
        }
    }
}

impl Home {
    /// Runs, comparisons and arenas live below `root`.
    pub fn new(root: &Path) -> Home {
        Home { root: root.to_path_buf() }
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// The folders of a name, whether they are there or not.
    ///
    /// # Errors
    /// Where no folder should have that name.
    pub(super) fn folder(&self, name: &str) -> Result<Folder, RecordError> {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        let fits = !name.is_empty() && name.len() <= 100 && !name.starts_with(['.', '-']);
        if !fits || !name.chars().all(plain) {
            return Err(RecordError::BadName(name.to_string()));
        }
        Ok(Folder {
            name: name.to_string(),
            results: self.root.join("results").join(name),
            populations: self.root.join("populations").join(name),
        })
    }

    /// The names of all folders in `results`, sorted.
    ///
    /// # Errors
    /// Where the system doesn't list them.
    pub fn names(&self) -> Result<Vec<String>, RecordError> {
        let folder = self.root.join("results");
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(why) => return Err(RecordError::io("read", &folder)(why)),
        };
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        names.sort();
        Ok(names)
    }

    /// Whether a process works on what has that name now.
    pub fn is_in_use(&self, name: &str) -> bool {
        self.folder(name).is_ok_and(|folder| folder.is_in_use())
    }

    /// Opens the first of NAME, NAME-2, NAME-3 and so on that doesn't hold something else. `is_same`
    /// says whether a name in use holds the same.
    ///
    /// # Errors
    /// As `open`, where that isn't because of something else of that name.
    pub(super) fn first_own<T>(
        name: &str,
        open: impl Fn(&str) -> Result<T, RecordError>,
        is_same: impl Fn(&str) -> bool,
    ) -> Result<(String, T), RecordError> {
        let mut tried = name.to_string();
        for number in 2.. {
            match open(&tried) {
                Err(RecordError::InUse { .. }) if !is_same(&tried) => {}
                Err(
                    RecordError::OtherArena { .. }
                    | RecordError::OtherComparison { .. }
                    | RecordError::IsArena { .. }
                    | RecordError::IsComparison { .. }
                    | RecordError::Exists { .. },
                ) => {}
                opened => return opened.map(|it| (tried, it)),
            }
            tried = format!("{name}-{number}");
        }
        unreachable!("numbers have no end")
    }

    /// Takes the folders of a name for this process alone, to hold one of that kind.
    ///
    /// # Errors
    /// Where they hold one of another kind, are in use, or can't be written.
    pub(super) fn claim(&self, name: &str, kind: FolderKind) -> Result<Claim, RecordError> {
        let folder = self.folder(name)?;
        fs::create_dir_all(&folder.results).map_err(RecordError::io("create", &folder.results))?;
        let claim = folder.claim()?;
        let holds = |other: &FolderKind| claim.folder.results.join(other.settings()).exists();
        match FolderKind::ALL.into_iter().filter(|&other| other != kind).find(holds) {
            Some(other) => Err(other.is_there(name)),
            None => Ok(claim),
        }
    }
}

/// Some names as one that a folder can have: the first, and the second or how many others there are.
pub(super) fn joined(kind: &str, names: &[&str]) -> String {
    let plain = |name: &str| {
        let letters =
            name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' });
        let words: String = letters.take(LONGEST).collect();
        words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
    };
    match names {
        [] => kind.to_string(),
        [only] => format!("{kind}-{}", plain(only)),
        [first, second] => format!("{kind}-{}-and-{}", plain(first), plain(second)),
        [first, others @ ..] => format!("{kind}-{}-and-{}-others", plain(first), others.len()),
    }
}

impl Folder {
    /// Whether a process works on it now.
    pub fn is_in_use(&self) -> bool {
        let file = File::open(self.populations.join(LOCK));
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Takes the folders for this process alone.
    ///
    /// # Errors
    /// Where another process has them.
    pub fn claim(self) -> Result<Claim, RecordError> {
        let path = self.populations.join(LOCK);
        fs::create_dir_all(&self.populations)
            .map_err(RecordError::io("create", &self.populations))?;
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(RecordError::io("open", &path))?;
        match try_lock(&file) {
            Ok(()) => {
                self.remove_leftovers();
                Ok(Claim { folder: self, _lock: file })
            }
            Err(TryLockError::WouldBlock) => Err(RecordError::InUse { name: self.name }),
            Err(TryLockError::Error(why)) => Err(RecordError::io("lock", &path)(why)),
        }
    }

    /// Temporary files of a process that was killed while it wrote.
    fn remove_leftovers(&self) {
        for folder in [&self.results, &self.populations] {
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
