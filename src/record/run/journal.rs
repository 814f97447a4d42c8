//! The files of a run that grow while it goes on.

use crate::record::champions::Crowned;
use crate::record::checkpoint::{self, Checkpoint};
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::growing::Growing;
use crate::record::lines;
use crate::record::parameters::ParameterRow;
use crate::record::rows::{GenerationRow, Kept, RowFile, TimingRow};
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
    pub(super) parameters: ParameterLog,
    pub(super) populations: PathBuf,
}

/// `parameters.csv`, which is made once a generation has rows for it.
#[derive(Debug)]
pub(super) struct ParameterLog {
    pub path: PathBuf,
    pub file: Option<RowFile>,
}

impl ParameterLog {
    fn append(&mut self, rows: &[ParameterRow]) -> Result<(), RecordError> {
        if self.file.is_none() && !rows.is_empty() {
            self.file = Some(RowFile::open(&self.path, Kept::default())?);
        }
        self.file.iter_mut().try_for_each(|file| file.append_all(rows))
    }
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
    /// Appends what a generation left, with its parameters where the run has them on record.
    pub fn append(
        &mut self,
        row: &GenerationRow,
        timing: &TimingRow,
        parameters: &[ParameterRow],
    ) -> Result<(), RecordError> {
        self.parameters.append(parameters)?;
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
        self.parameters.file.iter().try_for_each(RowFile::sync)?;
        let rows = Some(self.generations.sum());
        checkpoint::write(&self.populations, &Checkpoint { rows, ..checkpoint })
    }
}
