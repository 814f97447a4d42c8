//! Files that are replaced whole or not at all, whenever the program or the machine stops.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A file that could not be written, and why. Its earlier content still stands.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {reason}", path.display())]
pub struct WriteError {
    /// The file that was to be written.
    pub path: PathBuf,
    /// What the system answered.
    pub reason: io::Error,
}

/// Writes a file so that a reader finds either its earlier content or all of `bytes`, after a
/// power cut too. A file that is already there is replaced.
///
/// # Errors
/// Where the folder can't be written to, the disk is full, or `path` is a folder. The earlier
/// content then still stands, and nothing is left beside it.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    replace(path, bytes).map_err(|reason| WriteError { path: path.to_path_buf(), reason })
}

/// Gives a file in the same folder another name, in place of what had it.
pub(super) fn move_file(from: &Path, to: &Path) -> Result<(), WriteError> {
    let moved = fs::rename(from, to).and_then(|()| sync_folder(folder_of(to)));
    moved.map_err(|reason| WriteError { path: to.to_path_buf(), reason })
}

/// Writes a file that a person named. A link's target is replaced, not the link, and what is no
/// file, such as a pipe or `/dev/null`, is written to rather than replaced.
///
/// # Errors
/// As [`write_atomic`].
pub fn write_named(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    match path.metadata() {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            let file = File::options().write(true).open(path);
            let written = file.and_then(|mut file| file.write_all(bytes));
            written.map_err(|reason| WriteError { path: path.to_path_buf(), reason })
        }
        _ => {
            let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
            write_atomic(&target, bytes)
        }
    }
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = temporary_beside(path)?;
    let written = write_synced(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if let Err(error) = written {
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    sync_folder(folder_of(path))
}

fn temporary_beside(path: &Path) -> io::Result<PathBuf> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().ok_or_else(|| {
        io::Error::new(io::ErrorKind::InvalidInput, "the path does not end in a file name")
    })?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    hidden.push(format!(".{}-{number}.tmp", std::process::id()));
    Ok(path.with_file_name(hidden))
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Without this the new name may be lost in a power cut, though the file's bytes are not.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some network file systems can't sync a folder; the file itself is safely in place.
        Err(error)
            if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) =>
        {
            Ok(())
        }
        result => result,
    }
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn a_file_is_created_and_replaced_with_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("champion.json");
        for content in ["first", "a longer second", ""] {
            write_atomic(&path, content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(names(folder.path()), ["champion.json"]);
    }

    #[test]
    fn a_folder_in_the_way_is_left_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("champion.json");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("inside"), "old").unwrap();
        let error = write_atomic(&path, b"new").unwrap_err();
        assert!(error.to_string().contains("champion.json"), "{error}");
        assert_eq!(fs::read_to_string(path.join("inside")).unwrap(), "old");
        assert_eq!(names(folder.path()), ["champion.json"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_may_not_be_written_keeps_the_old_content() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("champion.json");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
        let may_write_anywhere = File::create(folder.path().join("probe")).is_ok();
        if !may_write_anywhere {
            assert!(write_atomic(&path, b"new").is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), "old");
            assert_eq!(names(folder.path()), ["champion.json"]);
        }
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn a_path_that_names_no_file_is_refused() {
        for path in ["", "..", "missing-folder/champion.json"] {
            assert!(write_atomic(Path::new(path), b"new").is_err(), "{path}");
        }
    }
}
