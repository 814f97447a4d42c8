//! Folders that one process works on: held, claimed, and put together all at once.

use super::{Folder, FolderKind, LOCK, PLAYED, SERVED, is_temporary};
use crate::record::disk::{self, Kind};
use crate::record::error::RecordError;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Folders that no other process works on, as they were found: nothing is changed yet, so that a
/// refusal leaves them as they are.
#[derive(Debug)]
pub(in crate::record) struct Hold {
    pub folder: Folder,
    /// `None` where there is no lock file yet.
    lock: Option<File>,
}

/// Folders that this process alone works on, until it is dropped.
#[derive(Debug)]
pub(in crate::record) struct Claim {
    pub folder: Folder,
    _lock: File,
}

/// A file of a folder that is made, and its bytes.
pub(in crate::record) type NewFile = (String, Vec<u8>);

impl Folder {
    /// Keeps other processes from the folders, and changes nothing there.
    ///
    /// # Errors
    /// Where another process has them.
    pub fn hold(self) -> Result<Hold, RecordError> {
        let path = self.populations.join(LOCK);
        let lock = match disk::own_is_there(&path)? {
            true => {
                let file = disk::open_own(&path).or_else(|why| only_read(&path, why))?;
                let result = try_lock(&file);
                Some(self.locked(file, result)?)
            }
            false => None,
        };
        Ok(Hold { folder: self, lock })
    }

    /// Makes a lock file and locks it without waiting. A process that locked it in between may have
    /// changed what was found before; its mark in the file tells.
    fn new_lock(&self) -> Result<File, RecordError> {
        let path = self.populations.join(LOCK);
        let file = disk::make_unsynced(&path).map_err(|why| match why.kind() {
            ErrorKind::AlreadyExists => RecordError::InUse { name: self.name.clone() },
            _ => RecordError::io("open", &path)(why),
        })?;
        let result = file.try_lock();
        let file = self.locked(file, result)?;
        match self.mark(&file)? {
            true => Ok(file),
            false => Err(RecordError::InUse { name: self.name.clone() }),
        }
    }

    /// Marks a lock file as one that was locked to write; `false` where it was marked already.
    fn mark(&self, lock: &File) -> Result<bool, RecordError> {
        let path = self.populations.join(LOCK);
        let length = lock.metadata().map_err(RecordError::io("read", &path))?.len();
        if length == 0 {
            disk::append(&path, lock, b"\n").map_err(RecordError::io("write to", &path))?;
        }
        Ok(length == 0)
    }

    fn locked(&self, file: File, result: Result<(), TryLockError>) -> Result<File, RecordError> {
        match result {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(RecordError::InUse { name: self.name.clone() }),
            Err(TryLockError::Error(why)) => {
                Err(RecordError::io("lock", &self.populations.join(LOCK))(why))
            }
        }
    }

    /// Where a new folder of results is put together.
    fn stage(&self) -> PathBuf {
        self.results.with_file_name(format!(".{}.tmp", self.name))
    }
}

/// Opens a lock that can't be written, for who only reads what it keeps; whoever writes fails later.
fn only_read(path: &Path, why: RecordError) -> Result<File, RecordError> {
    let is_read_only =
        |kind| [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem].contains(&kind);
    match &why {
        RecordError::Io { reason, .. } if is_read_only(reason.kind()) => {
            disk::open_if_there(path)?.ok_or(why)
        }
        _ => Err(why),
    }
}

impl Hold {
    /// Whether the folders hold one of that kind; otherwise nothing lies there, and one can begin.
    ///
    /// # Errors
    /// Where they hold one of another kind, or anything of which the settings are missing.
    pub fn holds(&self, kind: FolderKind) -> Result<bool, RecordError> {
        if self.has(kind)? {
            return Ok(true);
        }
        // On some disks names that differ in capitals alone are one.
        let is_own = |name: &&str| self.folder.name.eq_ignore_ascii_case(name);
        if let Some(name) = [PLAYED, SERVED].into_iter().find(is_own) {
            return Err(RecordError::PlayedName(name.to_string()));
        }
        let others = self.folder.others()?;
        // Another process may have made the folder since the first look.
        if others.is_empty() || self.has(kind)? {
            return Ok(!others.is_empty());
        }
        Err(RecordError::NoSettings {
            name: self.folder.name.clone(),
            settings: self.folder.results.join(kind.settings()),
            others,
        })
    }

    /// Whether the folders hold one of that kind.
    ///
    /// # Errors
    /// Where they hold one of another kind.
    fn has(&self, kind: FolderKind) -> Result<bool, RecordError> {
        match self.folder.kind()? {
            None => Ok(false),
            Some(there) if there == kind => Ok(true),
            Some(other) => Err(other.taken(&self.folder.name)),
        }
    }

    /// Takes the folders to write in them.
    ///
    /// # Errors
    /// Where another process was faster, or they can't be written.
    pub fn claim(self) -> Result<Claim, RecordError> {
        let Hold { folder, lock } = self;
        let lock = match lock {
            Some(lock) => {
                folder.mark(&lock)?;
                lock
            }
            None => {
                make_folder(&folder.populations)?;
                folder.new_lock()?
            }
        };
        for place in [&folder.results, &folder.populations] {
            remove_temporaries(place)?;
        }
        Ok(Claim { folder, _lock: lock })
    }

    /// Makes the folder of results with these files, all at once, and takes it.
    ///
    /// # Errors
    /// Where another process was faster, or it can't be written.
    pub fn begin(self, files: &[NewFile]) -> Result<Claim, RecordError> {
        self.begin_with(files, |_| Ok(())).map(|(claim, ())| claim)
    }

    /// The same with whatever else `fill` puts into the folder that it is given.
    ///
    /// # Errors
    /// As [`Hold::begin`], or as `fill`; nothing of it is then left.
    pub fn begin_with<T>(
        self,
        files: &[NewFile],
        fill: impl FnOnce(&Path) -> Result<T, RecordError>,
    ) -> Result<(Claim, T), RecordError> {
        let claim = self.claim()?;
        let (stage, results) = (claim.folder.stage(), &claim.folder.results);
        let made = put_together(&stage, files, fill).and_then(|filled| {
            // A folder in its place is empty.
            disk::remove_folder(results).map_err(RecordError::io("replace", results))?;
            disk::rename(&stage, results).map_err(RecordError::io("make", results))?;
            Ok(filled)
        });
        if made.is_err() {
            let _ = clear(&stage);
        }
        made.map(|filled| (claim, filled))
    }
}

fn put_together<T>(
    stage: &Path,
    files: &[NewFile],
    fill: impl FnOnce(&Path) -> Result<T, RecordError>,
) -> Result<T, RecordError> {
    clear(stage)?;
    make_folder(stage)?;
    for (name, bytes) in files {
        let path = stage.join(name);
        disk::write_new(&path, bytes).map_err(RecordError::io("write", &path))?;
    }
    let filled = fill(stage)?;
    disk::sync_folder(stage).map_err(RecordError::io("write", stage))?;
    Ok(filled)
}

pub(in crate::record) fn make_folder(path: &Path) -> Result<(), RecordError> {
    disk::make_folder(path).map_err(RecordError::io("create", path))
}

/// Removes a folder that was put together in part.
fn clear(stage: &Path) -> Result<(), RecordError> {
    if disk::own_kind(stage)? != Some(Kind::Folder) {
        return Ok(());
    }
    for name in disk::names(stage)? {
        let path = stage.join(name);
        disk::remove(&path).map_err(RecordError::io("remove", &path))?;
    }
    disk::remove_folder(stage).map_err(RecordError::io("remove", stage))
}

/// Removes the temporary files of a process that was killed while it wrote.
fn remove_temporaries(folder: &Path) -> Result<(), RecordError> {
    for name in disk::names(folder)? {
        if is_temporary(&name.to_string_lossy()) {
            let path = folder.join(name);
            disk::remove(&path).map_err(RecordError::io("remove", &path))?;
        }
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::home::Home;
    use std::sync::Barrier;

    /// Begins something under that name, as one of several processes at once.
    fn begin(home: &Home) -> Result<(), RecordError> {
        let hold = home.hold("name")?;
        match hold.holds(FolderKind::Run)? {
            true => Err(FolderKind::Run.taken("name")),
            false => hold.begin(&[("config.toml".to_string(), Vec::new())]).map(drop),
        }
    }

    #[test]
    fn where_games_are_kept_no_run_begins_however_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::new(folder.path());
        for (name, of) in [("play", "play"), ("Play", "play"), ("SERVE", "serve")] {
            let refused = home.hold(name).unwrap().holds(FolderKind::Run);
            assert!(matches!(refused, Err(RecordError::PlayedName(it)) if it == of), "{name}");
        }
    }

    #[test]
    fn of_several_that_begin_at_once_one_does_and_others_are_told_so() {
        const AT_ONCE: usize = 4;
        for _ in 0..100 {
            let folder = tempfile::tempdir().unwrap();
            let home = Home::new(folder.path());
            let barrier = Barrier::new(AT_ONCE);
            let try_it = || {
                barrier.wait();
                begin(&home)
            };
            let results: Vec<_> = thread::scope(|scope| {
                let threads: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(try_it)).collect();
                threads.into_iter().map(|it| it.join().unwrap()).collect()
            });
            let refused = results.iter().filter_map(|it| it.as_ref().err());
            let told = refused
                .clone()
                .filter(|it| matches!(it, RecordError::InUse { .. } | RecordError::Exists { .. }));
            assert_eq!((refused.count(), told.count()), (AT_ONCE - 1, AT_ONCE - 1), "{results:?}");
        }
    }
}
