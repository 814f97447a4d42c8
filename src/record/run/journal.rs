//! The files of a run that grow while it goes on.

use crate::record::champions::Crowned;
use crate::record::checkpoint::{self, Checkpoint};
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::growing::Growing;
use crate::record::lines;
use crate::record::rows::{GenerationRow, RowFile, TimingRow};
use std::path::PathBuf;

/// What a run's program says on standard error.
#[derive(Debug)]
pub struct ProgramLog {
    pub(super) path: PathBuf,
    pub(super) file: Option<Growing>,
}

/// The files that grow while a run goes on.
#[derive(Debug)]
pub struct Journal {
    pub(super) generations: RowFile,
    pub(super) timing: RowFile,
    pub(super) champions: Growing,
    pub(super) populations: PathBuf,
}

impl ProgramLog {
    /// Appends what it said.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), RecordError> {
        if self.file.is_none() {
            let length = disk::length(&self.path)?;
            self.file = Some(Growing::open(&self.path, length)?);
        }
        self.file.iter_mut().try_for_each(|file| file.append(bytes))
    }
}

impl Journal {
    /// Appends what a generation left.
    pub fn append(&mut self, row: &GenerationRow, timing: &TimingRow) -> Result<(), RecordError> {
        self.generations.append(row)?;
        self.timing.append(timing)
    }

    /// Appends a champion that took the place of the one before.
    pub fn crown(&mut self, champion: &Crowned) -> Result<(), RecordError> {
        self.champions.append(lines::of(champion).as_bytes())
    }

    /// Writes a checkpoint, which gets to know the rows, after all of them are safe.
    pub fn checkpoint(&self, checkpoint: Checkpoint) -> Result<(), RecordError> {
        self.generations.sync()?;
        self.timing.sync()?;
        self.champions.sync()?;
        let rows = Some(self.generations.sum());
        checkpoint::write(&self.populations, &Checkpoint { rows, ..checkpoint })
    }
}
