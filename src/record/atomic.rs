//! Files that are replaced whole or not at all, whenever the program or the machine stops.

use super::disk::{self, Kind};
use super::error::RecordError;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file so that a reader finds either its earlier content or all of `bytes`, after a
/// power cut too. A file that is already there is replaced.
///
/// # Errors
/// Where the folder can't be written to, the disk is full, or `path` is a folder. The earlier
/// content then still stands, and nothing is left beside it. Where only the folder can't be synced, the new
/// content stands, but may be gone after a power cut.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    replace(path, bytes).map_err(RecordError::io("write", path))
}

/// Gives a file in the same folder another name, in place of what had it.
pub(super) fn move_file(from: &Path, to: &Path) -> Result<(), RecordError> {
    disk::rename(from, to).map_err(RecordError::io("write", to))
}

/// Writes a file that a person named. A link's target is replaced, not the link, and what is no
/// file, such as a pipe or `/dev/null`, is written to rather than replaced.
///
/// # Errors
/// As [`write_atomic`].
pub fn write_named(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    match disk::kind(path)? {
        Some(Kind::Other) => {
            let file = File::options().write(true).open(path);
            let written = file.and_then(|mut file| file.write_all(bytes));
            written.map_err(RecordError::io("write", path))
        }
        Some(Kind::File | Kind::Folder) => {
            let target = path.canonicalize().map_err(RecordError::io("write", path))?;
            write_atomic(&target, bytes)
        }
        None => write_atomic(path, bytes),
    }
}

/// Finds out whether [`write_named`] can write a file there, before there is anything to write.
///
/// # Errors
/// Where it can't.
pub fn can_write_named(path: &Path) -> Result<(), RecordError> {
    let failed = || RecordError::io("write", path);
    let target = match disk::kind(path)? {
        Some(Kind::Other) => return Ok(()),
        Some(Kind::Folder) => return Err(failed()(ErrorKind::IsADirectory.into())),
        Some(Kind::File) => path.canonicalize().map_err(failed())?,
        None => path.to_path_buf(),
    };
    write_beside(&target, &[]).and_then(|probe| disk::remove(&probe)).map_err(failed())
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = write_beside(path, bytes)?;
    disk::rename(&temporary, path).inspect_err(|_| {
        let _ = disk::remove(&temporary);
    })
}

/// Writes a new file in the same folder, under a name that nothing has yet.
fn write_beside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    loop {
        let temporary = temporary_beside(path)?;
        match disk::write_new(&temporary, bytes) {
            Ok(()) => return Ok(temporary),
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
            Err(why) => {
                let _ = disk::remove(&temporary);
                return Err(why);
            }
        }
    }
}

fn temporary_beside(path: &Path) -> io::Result<PathBuf> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().ok_or_else(|| {
        io::Error::new(ErrorKind::InvalidInput, "the path does not end in a file name")
    })?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    hidden.push(format!(".{}-{number}.tmp", std::process::id()));
    Ok(path.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

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
