//! The shards of an arena or a comparison: folders beside each other, each named after the whole.

use super::arena::ArenaShards;
use super::comparison::ComparisonShards;
use super::error::RecordError;
use super::home::{FolderKind, Home};
use crate::play::shard::Shard;
use std::collections::BTreeMap;
use std::path::Path;

/// What lies under the names of the shards of a name.
#[derive(Debug)]
pub enum Sharded {
    /// Shards of an arena.
    Arena(ArenaShards),
    /// Shards of a comparison.
    Comparison(ComparisonShards),
}

/// Why a shard can't be merged yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unready {
    /// There is no folder of it.
    Missing,
    /// Some of its games or runs are not on record.
    Unfinished {
        /// How many are.
        done: u64,
        /// How many there are in all.
        all: u64,
        /// Whether a process works on it now.
        is_in_use: bool,
    },
}

impl Home {
    /// The shards of that name, which all belong to the same whole, though some may be missing or not
    /// finished.
    ///
    /// # Errors
    /// Where there is none, one is damaged, or one doesn't belong to the others.
    pub fn shards(&self, name: &str) -> Result<Sharded, RecordError> {
        self.folder(name)?;
        let mut found = BTreeMap::new();
        for shard in self.names()?.iter().filter_map(|folder| Shard::named(folder, name)) {
            if let Some(kind) = self.kind(&shard.name_of(name))? {
                found.insert(shard, kind);
            }
        }
        let Some((&first, &kind)) = found.first_key_value() else {
            let (name, root) = (name.to_string(), self.root().join("results"));
            return Err(RecordError::NoShards { name, root });
        };
        let place = |shard: Shard| self.root().join("results").join(shard.name_of(name));
        for (&shard, &other) in &found {
            if shard.of() != first.of() {
                let there = place(first);
                let why = format!("is a part of {}, but {}", shard.of(), there.display());
                let why = format!("{why} is one of {}; move away what doesn't belong", first.of());
                return Err(RecordError::damaged(&place(shard), why));
            }
            if other != kind {
                let why = format!("is of another kind than {}", place(first).display());
                return Err(RecordError::damaged(&place(shard), why));
            }
        }
        match kind {
            FolderKind::Arena => ArenaShards::read(self, name, first).map(Sharded::Arena),
            FolderKind::Comparison => {
                ComparisonShards::read(self, name, first).map(Sharded::Comparison)
            }
            FolderKind::Run => {
                Err(RecordError::damaged(&place(first), "is a run, of which there are no shards"))
            }
        }
    }

    /// What lies under a name, by its settings.
    fn kind(&self, name: &str) -> Result<Option<FolderKind>, RecordError> {
        self.folder(name)?.kind()
    }
}

/// That the settings at a path are those of the shard that its folder is named after.
pub(super) fn check_part(
    path: &Path,
    named: Shard,
    found: Option<Shard>,
) -> Result<(), RecordError> {
    match found {
        Some(found) if found == named => Ok(()),
        Some(found) => {
            let why = format!("is of shard {found}, but lies in the folder of shard {named}");
            Err(RecordError::damaged(path, format!("{why}; is it there twice?")))
        }
        None => Err(RecordError::damaged(path, "is of the whole, not of a shard")),
    }
}

/// That all shards are done of what is to be merged to that folder.
pub(super) fn check_ready(folder: &Path, unready: &[(Shard, Unready)]) -> Result<(), RecordError> {
    match unready.first() {
        None => Ok(()),
        Some((shard, _)) => {
            Err(RecordError::damaged(folder, format!("shard {shard} of it is not done")))
        }
    }
}

/// That the settings of a shard differ from those of the first; `differ` says in what.
pub(super) fn foreign(path: &Path, first: &Path, differ: &str) -> RecordError {
    let why = format!("has other settings than {} ({differ})", first.display());
    RecordError::damaged(path, why)
}

/// That a name holds something else than its shards give.
pub(super) fn is_other(path: &Path, name: &str) -> RecordError {
    RecordError::NotMerged { name: name.to_string(), path: path.to_path_buf() }
}
