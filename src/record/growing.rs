//! Files that grow at their end.

use super::disk;
use super::error::RecordError;
use std::fs::File;
use std::io::{Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// A file that grows.
#[derive(Debug)]
pub struct Growing {
    path: PathBuf,
    file: File,
}

impl Growing {
    /// Opens a file of which that many bytes stay, or makes it. No link is followed.
    ///
    /// # Errors
    /// Where it is no regular file, or can't be written.
    pub fn open(path: &Path, bytes: u64) -> Result<Growing, RecordError> {
        let mut file = disk::open_own(path)?;
        disk::shorten(path, &file, bytes).map_err(RecordError::io("shorten", path))?;
        file.seek(SeekFrom::End(0)).map_err(RecordError::io("open", path))?;
        Ok(Growing { path: path.to_path_buf(), file })
    }

    /// Appends whole lines.
    pub fn append(&mut self, lines: &[u8]) -> Result<(), RecordError> {
        disk::append(&self.path, &self.file, lines).map_err(self.failed())
    }

    /// That the file can't be written to.
    pub fn failed(&self) -> impl FnOnce(std::io::Error) -> RecordError + use<> {
        RecordError::io("write to", &self.path)
    }

    /// Waits until all of it is on the disk.
    pub fn sync(&self) -> Result<(), RecordError> {
        disk::sync(&self.path, &self.file).map_err(self.failed())
    }
}
