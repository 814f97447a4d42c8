//! Folders by name: what each holds, and which process works on it.

mod hold;

use super::disk;
use super::error::RecordError;
pub(super) use hold::{Claim, Hold, NewFile, make_folder};
use std::fs::TryLockError;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

const LOCK: &str = "lock";
/// The name under which the games of people are kept.
pub const PLAYED: &str = "play";
/// The name under which the games under way on a server are kept.
pub const SERVED: &str = "serve";
/// How often it is looked whether another process has written what it begins, and how many times.
const LOOK_EVERY: Duration = Duration::from_millis(20);
const LOOKS: u32 = 250;
/// Letters that a folder's name takes of another name.
const LONGEST: usize = 40;

/// The folder that holds `results` and `populations`.
#[derive(Clone, Debug)]
pub struct Home {
    root: PathBuf,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderKind {
    /// A run.
    Run,
    /// A comparison.
    Comparison,
    /// An arena.
    Arena,
    /// A measurement.
    Measurement,
}

/// The folders of a name: `results/<name>` and `populations/<name>`.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    pub name: String,
    pub results: PathBuf,
    pub populations: PathBuf,
}

impl FolderKind {
    const ALL: [FolderKind; 4] =
        [FolderKind::Run, FolderKind::Comparison, FolderKind::Arena, FolderKind::Measurement];

    /// The file in `results` that makes a folder one of this kind.
    pub(super) fn settings(self) -> &'static str {
        match self {
            FolderKind::Run => "config.toml",
            FolderKind::Comparison => "compare.toml",
            FolderKind::Arena => "arena.toml",
            FolderKind::Measurement => "measurement.toml",
        }
    }

    /// What a person calls it.
    pub(super) fn words(self) -> &'static str {
        match self {
            FolderKind::Run => "a run",
            FolderKind::Comparison => "a comparison",
            FolderKind::Arena => "an arena",
            FolderKind::Measurement => "a measurement",
        }
    }

    /// The same without its article.
    pub(super) fn noun(self) -> &'static str {
        let words = self.words();
        words.split_once(' ').map_or(words, |(_, noun)| noun)
    }

    /// The settings in a folder, where it is one of this kind.
    ///
    /// # Errors
    /// Where the file `beside` them is there without any settings.
    pub(super) fn settings_in(
        self,
        folder: &Folder,
        beside: &str,
    ) -> Result<Option<PathBuf>, RecordError> {
        let is_there = |name: &str| disk::kind(&folder.results.join(name)).map(|it| it.is_some());
        let path = folder.results.join(self.settings());
        if is_there(self.settings())? {
            return Ok(Some(path));
        }
        if folder.kind()?.is_some() {
            return Ok(None);
        }
        // The games of people have no settings.
        match is_there(beside)? && !folder.name.eq_ignore_ascii_case(PLAYED) {
            false => Ok(None),
            true => {
                let why = format!("is missing beside {beside}, which nobody can read without it");
                Err(RecordError::damaged(&path, why))
            }
        }
    }

    /// That a name stands for one of this kind already.
    pub(super) fn taken(self, name: &str) -> RecordError {
        let name = name.to_string();
        match self {
            FolderKind::Run => RecordError::Exists { name },
            kind => RecordError::IsOther { kind, name },
        }
    }
}

impl Home {
    /// Runs, comparisons, arenas and measurements live below `root`.
    pub fn new(root: &Path) -> Home {
        Home { root: root.to_path_buf() }
    }

    /// That folder.
    pub fn root(&self) -> &Path {
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
        if name.ends_with('.') || is_reserved(name) {
            return Err(RecordError::ReservedName(name.to_string()));
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
        let names = disk::names(&self.root.join("results"))?;
        Ok(names.into_iter().filter_map(|name| name.into_string().ok()).collect())
    }

    /// Whether a process works on what has that name now.
    ///
    /// # Errors
    /// Where the system doesn't say.
    pub fn is_in_use(&self, name: &str) -> Result<bool, RecordError> {
        self.folder(name)?.is_in_use()
    }

    /// What has that name, in a word or two: a run, an arena and so on; `None` where nothing has it, or
    /// can have.
    ///
    /// # Errors
    /// Where the system doesn't say.
    pub fn what_is(&self, name: &str) -> Result<Option<&'static str>, RecordError> {
        let Ok(folder) = self.folder(name) else { return Ok(None) };
        Ok(folder.kind()?.map(FolderKind::words))
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
                    RecordError::OtherSettings { .. }
                    | RecordError::IsOther { .. }
                    | RecordError::Exists { .. },
                ) => {}
                opened => return opened.map(|it| (tried, it)),
            }
            tried = format!("{name}-{number}");
        }
        unreachable!("numbers have no end")
    }

    /// Keeps other processes from the folders of a name, and changes nothing there.
    ///
    /// # Errors
    /// Where another process has them.
    pub(super) fn hold(&self, name: &str) -> Result<Hold, RecordError> {
        self.folder(name)?.hold()
    }
}

/// What `look` finds in a folder that another process has taken, which may be about to write it. It waits five seconds
/// for that at most: a busy disk may take one.
pub(super) fn soon<T>(
    look: impl Fn() -> Result<Option<T>, RecordError>,
) -> Result<Option<T>, RecordError> {
    for _ in 0..LOOKS {
        let found = look()?;
        if found.is_some() {
            return Ok(found);
        }
        thread::sleep(LOOK_EVERY);
    }
    look()
}

/// Whether other systems keep that name for a device, with any ending.
fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let numbered = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    let is_port = numbered.is_some_and(|it| it.len() == 1 && ("1"..="9").contains(&it));
    is_port || ["con", "prn", "aux", "nul"].contains(&stem.as_str())
}

/// Some names as one that a folder can have: the first, and the second or how many others there are.
pub(super) fn joined(kind: &str, names: &[&str]) -> String {
    let plain = |name: &str| {
        let letters =
            name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' });
        let words: String = letters.take(LONGEST).collect();
        let words = words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
        // No name may end in a dot.
        words.trim_end_matches('.').to_string()
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
    ///
    /// # Errors
    /// Where the system doesn't say.
    pub fn is_in_use(&self) -> Result<bool, RecordError> {
        let path = self.populations.join(LOCK);
        let Some(file) = disk::open_if_there(&path)? else { return Ok(false) };
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(why)) => Err(RecordError::io("lock", &path)(why)),
            Ok(()) => Ok(false),
        }
    }

    /// What the folders hold, by the settings that lie there.
    ///
    /// # Errors
    /// Where the system doesn't say.
    pub fn kind(&self) -> Result<Option<FolderKind>, RecordError> {
        for kind in FolderKind::ALL {
            if disk::kind(&self.results.join(kind.settings()))?.is_some() {
                return Ok(Some(kind));
            }
        }
        Ok(None)
    }

    /// The files that lie in the folders, but for the lock and temporary ones, as a person finds them.
    pub fn others(&self) -> Result<Vec<PathBuf>, RecordError> {
        let mut others = Vec::new();
        for folder in [&self.results, &self.populations] {
            for name in disk::names(folder)? {
                if name != LOCK && !is_temporary(&name.to_string_lossy()) {
                    others.push(folder.join(name));
                }
            }
        }
        Ok(others)
    }
}

/// Whether only this program leaves such a name, where it was killed while it wrote.
fn is_temporary(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".tmp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_made_of_others_can_be_had() {
        let long = "greedy:".to_string() + &"a".repeat(LONGEST - 8) + ".json";
        let folder = tempfile::tempdir().unwrap();
        for names in [vec!["a."], vec!["b", "..."], vec![&long], vec!["c", &long]] {
            let name = joined("arena", &names);
            assert!(!name.ends_with('.'), "{name}");
            Home::new(folder.path()).folder(&name).unwrap();
        }
    }
}
