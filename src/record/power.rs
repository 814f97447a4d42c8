//! What a power cut takes away: changes since a file, or the folder that its name stands in, was last
//! synced. Names, and lengths that files were cut to, are lost as a journal loses them, the last ones
//! first; bytes are lost whether the name of their file stays or not.

// Power is cut in builds with debug assertions only.
#![cfg_attr(not(debug_assertions), allow(dead_code))]

use super::disk::folder_of;
use super::fault;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

/// What is lost of that which wasn't synced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// All of it.
    All,
    /// Bytes, but no names: a renamed file may be empty.
    Bytes,
    /// Names, but no bytes.
    Names,
    /// The later half of either.
    Half,
    /// Bytes, of which zeros stay.
    Zeros,
}

/// A change that isn't synced.
pub enum Change {
    /// A file grew from that many bytes on.
    Grew(PathBuf, u64),
    /// A file was cut to that many bytes, which these had followed.
    Shrank(PathBuf, u64, Vec<u8>),
    /// A file is new.
    Made(PathBuf),
    /// A folder is new.
    MadeFolder(PathBuf),
    /// The first path became the second, in place of a file with these bytes.
    Renamed(PathBuf, PathBuf, Option<Vec<u8>>),
    /// A file with these bytes is gone.
    Removed(PathBuf, Vec<u8>),
    /// An empty folder is gone.
    RemovedFolder(PathBuf),
}

/// What may be lost, in its order.
struct Unsynced {
    bytes: Vec<Change>,
    names: Vec<Change>,
}

static UNSYNCED: Mutex<Unsynced> = Mutex::new(Unsynced { bytes: Vec::new(), names: Vec::new() });

fn unsynced() -> MutexGuard<'static, Unsynced> {
    UNSYNCED.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The bytes of a file that is about to be changed, where power will be cut; else none.
pub fn content(path: &Path) -> Option<Vec<u8>> {
    fault::cuts_power().then(|| fs::read(path).ok()).flatten()
}

/// Notes that a file is about to grow.
pub fn grows(path: &Path, file: &File) {
    if fault::cuts_power()
        && let Ok(found) = file.metadata()
    {
        unsynced().bytes.push(Change::Grew(path.to_path_buf(), found.len()));
    }
}

/// Notes a change of names or lengths.
pub fn note(change: impl FnOnce() -> Change) {
    if !fault::cuts_power() {
        return;
    }
    let (change, mut unsynced) = (change(), unsynced());
    match &change {
        Change::Renamed(from, to, _) => {
            unsynced.forget_bytes(to);
            unsynced.all().for_each(|it| it.follow(from, to));
        }
        Change::Removed(path, _) => unsynced.forget_bytes(path),
        _ => {}
    }
    unsynced.names.push(change);
}

/// Notes that a file's bytes, and its length, are on the disk.
pub fn synced(path: &Path) {
    if fault::cuts_power() {
        unsynced().forget_bytes(path);
    }
}

/// Notes that the names in a folder are on the disk.
#[cfg(unix)]
pub fn synced_folder(folder: &Path) {
    if fault::cuts_power() {
        let stays = |it: &Change| it.is_of_bytes() || folder_of(it.path()) != folder;
        unsynced().names.retain(stays);
    }
}

/// Takes away what a power cut might take now. The process has to end with it: other threads wait for
/// ever where they would change something.
pub fn cut(loss: Loss) {
    let unsynced = unsynced();
    let Unsynced { bytes, names } = &*unsynced;
    // Where something can't be undone, such as in a folder that is gone, it is lost already.
    if loss != Loss::Names {
        bytes.iter().rev().for_each(|it| drop(it.undo(loss)));
    }
    let kept = match loss {
        Loss::All | Loss::Names => 0,
        Loss::Half => names.len() / 2,
        Loss::Bytes | Loss::Zeros => names.len(),
    };
    names[kept..].iter().rev().for_each(|it| drop(it.undo(loss)));
    std::mem::forget(unsynced);
}

impl Unsynced {
    fn forget_bytes(&mut self, path: &Path) {
        self.bytes.retain(|it| it.path() != path);
        self.names.retain(|it| !it.is_of_bytes() || it.path() != path);
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Change> {
        self.bytes.iter_mut().chain(&mut self.names)
    }
}

impl Change {
    /// Whether a sync of the file keeps it, and none of the folder.
    fn is_of_bytes(&self) -> bool {
        matches!(self, Change::Grew(..) | Change::Shrank(..))
    }

    /// The file or folder that it concerns, by its name now.
    fn path(&self) -> &Path {
        match self {
            Change::Grew(path, _)
            | Change::Shrank(path, ..)
            | Change::Made(path)
            | Change::MadeFolder(path)
            | Change::Renamed(_, path, _)
            | Change::Removed(path, _)
            | Change::RemovedFolder(path) => path,
        }
    }

    /// Keeps to a file whose name, or whose folder's name, was changed.
    fn follow(&mut self, from: &Path, to: &Path) {
        if let Change::Grew(path, _) | Change::Shrank(path, ..) = self
            && let Ok(below) = path.strip_prefix(from)
        {
            *path = if below.as_os_str().is_empty() { to.to_path_buf() } else { to.join(below) };
        }
    }

    fn undo(&self, loss: Loss) -> io::Result<()> {
        match self {
            Change::Grew(path, from) => lose_growth(path, *from, loss),
            Change::Shrank(path, length, bytes) => {
                let mut file = OpenOptions::new().append(true).open(path)?;
                file.set_len(*length)?;
                file.write_all(bytes)
            }
            Change::Made(path) => fs::remove_file(path),
            Change::MadeFolder(path) => fs::remove_dir_all(path),
            Change::Renamed(from, to, replaced) => {
                fs::rename(to, from)?;
                replaced.iter().try_for_each(|bytes| fs::write(to, bytes))
            }
            Change::Removed(path, bytes) => fs::write(path, bytes),
            Change::RemovedFolder(path) => fs::create_dir(path),
        }
    }
}

fn lose_growth(path: &Path, from: u64, loss: Loss) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    let grown = file.metadata()?.len().saturating_sub(from);
    match loss {
        Loss::Half => file.set_len(from + grown / 2),
        Loss::Zeros => {
            file.seek(SeekFrom::Start(from))?;
            file.write_all(&vec![0; grown as usize])
        }
        _ => file.set_len(from),
    }
}
