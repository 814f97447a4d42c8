//! The shards of an arena, a comparison or a measurement: folders beside each other, each named after the
//! whole.

use super::arena::ArenaShards;
use super::comparison::ComparisonShards;
use super::disk;
use super::error::RecordError;
use super::home::{Claim, Folder, FolderKind, Hold, Home, NewFile};
use super::measurement::MeasurementShards;
use crate::play::shard::Shard;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What lies under the names of the shards of a name.
#[derive(Debug)]
pub enum Sharded {
    /// Shards of an arena.
    Arena(ArenaShards),
    /// Shards of a comparison.
    Comparison(ComparisonShards),
    /// Shards of a measurement.
    Measurement(MeasurementShards),
}

/// Settings of something that can be done in shards.
pub(super) trait Whole: Clone + PartialEq + Serialize {
    /// What they are the settings of.
    const KIND: FolderKind;

    /// Reads their file.
    fn read(path: &Path) -> Result<Self, RecordError>;

    /// Which shard they are of; `None` where that is the whole.
    fn part(&self) -> Option<Shard>;

    /// Those of the whole.
    fn whole(self) -> Self;

    /// What is set otherwise here than there, in words.
    fn differ(&self, there: &Self) -> String;

    /// Whether what is on record with the settings there is what these ask for.
    fn is_like(&self, there: &Self) -> bool {
        self == there
    }

    /// That the settings there are of another shard, in words, where they are.
    fn other_part(&self, there: &Self) -> Option<String> {
        let [old, new] = [there, self].map(|it| match it.part() {
            Some(part) => format!("shard {part}"),
            None => format!("the whole {}", Self::KIND.noun()),
        });
        (old != new).then(|| format!("{old} there, {new} here"))
    }

    /// The settings of what has a name already; `None` where nothing has.
    ///
    /// # Errors
    /// Where that is something else, or has other settings.
    fn there(&self, hold: &Hold) -> Result<Option<Self>, RecordError> {
        let there = Self::found(hold)?;
        there.map(|there| self.checked(there, &hold.folder)).transpose()
    }

    /// The same, whatever these settings are.
    fn found(hold: &Hold) -> Result<Option<Self>, RecordError> {
        match hold.holds(Self::KIND)? {
            true => Self::read(&hold.folder.results.join(Self::KIND.settings())).map(Some),
            false => Ok(None),
        }
    }

    /// The settings of what lies in that folder, where they aren't other ones.
    fn checked(&self, there: Self, folder: &Folder) -> Result<Self, RecordError> {
        if self.is_like(&there) {
            return Ok(there);
        }
        let (kind, name, differ) = (Self::KIND, folder.name.clone(), self.differ(&there));
        let path = folder.results.join(kind.settings());
        Err(RecordError::OtherSettings { kind, name, path, differ })
    }

    /// Their file in that folder.
    fn file(&self, folder: &Folder) -> Result<NewFile, RecordError> {
        let name = Self::KIND.settings();
        let text = toml::to_string(self);
        let text = text.map_err(|why| RecordError::damaged(&folder.results.join(name), why))?;
        Ok((name.to_string(), text.into_bytes()))
    }
}

/// What is done of a shard, and what there is to do.
pub(super) struct Progress {
    pub done: u64,
    pub all: u64,
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
        for shard in self.shards_named(name)? {
            if let Some(kind) = self.folder(&shard.name_of(name))?.kind()? {
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
                let why = format!(
                    "is a part of {}, but {} is one of {}; move away what doesn't belong",
                    shard.of(),
                    place(first).display(),
                    first.of()
                );
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
            FolderKind::Measurement => {
                MeasurementShards::read(self, name, first).map(Sharded::Measurement)
            }
            FolderKind::Run => {
                Err(RecordError::damaged(&place(first), "is a run, of which there are no shards"))
            }
        }
    }

    /// Which shards of that name have a folder.
    pub(super) fn shards_named(&self, name: &str) -> Result<Vec<Shard>, RecordError> {
        let names = self.names()?;
        Ok(names.iter().filter_map(|folder| Shard::named(folder, name)).collect())
    }

    /// That beside a new shard, in a folder of that name, lie none with which it could never be merged.
    pub(super) fn check_division(
        &self,
        folder: &str,
        shard: Option<Shard>,
    ) -> Result<(), RecordError> {
        let Some(shard) = shard else { return Ok(()) };
        let name = shard.work_of(folder);
        let others = self.shards_named(name)?;
        match others.into_iter().find(|it| it.of() != shard.of()) {
            None => Ok(()),
            Some(other) => {
                let there = self.root().join("results").join(other.name_of(name));
                Err(RecordError::OtherShards { there, of: other.of(), asked: shard.of() })
            }
        }
    }

    /// The settings of what has that name, where it is of their kind, and its folder of results.
    pub(super) fn settings_of<T: Whole>(
        &self,
        name: &str,
    ) -> Result<Option<(T, PathBuf)>, RecordError> {
        let folder = self.folder(name)?.results;
        let path = folder.join(T::KIND.settings());
        match disk::kind(&path)? {
            Some(_) => Ok(Some((T::read(&path)?, folder))),
            None => Ok(None),
        }
    }

    /// The same, where those may not be missing: what is `beside` them means nothing without. A name that no folder
    /// has is that of nothing.
    pub(super) fn settings_beside<T: Whole>(
        &self,
        name: &str,
        beside: &str,
    ) -> Result<Option<(T, PathBuf)>, RecordError> {
        let Ok(folder) = self.folder(name) else { return Ok(None) };
        match T::KIND.settings_in(&folder, beside)? {
            Some(path) => Ok(Some((T::read(&path)?, folder.results))),
            None => Ok(None),
        }
    }
}

/// Reads all shards of that name, of which `first` is there, in their order; `hear` reads what lies in the
/// folder of one with those settings. Gives the settings of the first, and the shards that aren't done.
///
/// # Errors
/// Where one is damaged, has other settings, or is what `hear` refuses.
pub(super) fn read_all<T: Whole>(
    home: &Home,
    name: &str,
    first: Shard,
    hear: &mut dyn FnMut(T, &Path) -> Result<Progress, RecordError>,
) -> Result<(T, Vec<(Shard, Unready)>), RecordError> {
    let folder = |shard: Shard| home.folder(&shard.name_of(name));
    let begun = folder(first)?.results.join(T::KIND.settings());
    let settled = T::read(&begun)?;
    let whole = settled.clone().whole();
    let mut unready = Vec::new();
    for shard in first.all() {
        let folder = folder(shard)?;
        let path = folder.results.join(T::KIND.settings());
        if disk::kind(&path)?.is_none() {
            let others = folder.others()?;
            if !others.is_empty() {
                let name = shard.name_of(name);
                return Err(RecordError::NoSettings { name, settings: path, others });
            }
            unready.push((shard, Unready::Missing));
            continue;
        }
        let own = T::read(&path)?;
        check_part(&path, shard, own.part())?;
        let found = own.clone().whole();
        if found != whole {
            return Err(foreign(&path, &begun, &found.differ(&whole)));
        }
        // Who works on it is asked first: it may come to its end meanwhile.
        let is_in_use = folder.is_in_use()?;
        let Progress { done, all } = hear(own, &folder.results)?;
        if done < all {
            unready.push((shard, Unready::Unfinished { done, all, is_in_use }));
        }
    }
    Ok((settled, unready))
}

/// That the settings at a path are those of the shard that its folder is named after.
fn check_part(path: &Path, named: Shard, found: Option<Shard>) -> Result<(), RecordError> {
    match found {
        Some(found) if found == named => Ok(()),
        Some(found) => {
            let why = format!(
                "is of shard {found}, but lies in the folder of shard {named}; is it there twice?"
            );
            Err(RecordError::damaged(path, why))
        }
        None => Err(RecordError::damaged(path, "is of the whole, not of a shard")),
    }
}

/// Takes the name of a whole whose shards are all done, and gives what is then on record, too. Where nothing has the
/// name, `make` takes it and writes all files. Where the same settings lie there, `look` reads the folder; it gives
/// `None` where its rows or games are others than those of the shards.
///
/// # Errors
/// Where a shard isn't done, something else has the name, or as `make` and `look`. Nothing is then changed.
pub(super) fn merge<T: Whole, M>(
    (home, name): (&Home, &str),
    whole: &T,
    unready: &[(Shard, Unready)],
    make: impl FnOnce(Hold) -> Result<(Claim, M), RecordError>,
    look: impl FnOnce(&Path) -> Result<Option<M>, RecordError>,
) -> Result<(Claim, M), RecordError> {
    let hold = home.hold(name)?;
    let results = hold.folder.results.clone();
    if let Some((shard, _)) = unready.first() {
        return Err(RecordError::damaged(&results, format!("shard {shard} of it is not done")));
    }
    let Some(kind) = hold.folder.kind()? else {
        // Whatever lies there without settings is refused.
        hold.holds(T::KIND)?;
        return make(hold);
    };
    let settings = results.join(T::KIND.settings());
    let is_same = kind == T::KIND && T::read(&settings)? == *whole;
    let found = if is_same { look(&results)? } else { None };
    match found {
        Some(found) => Ok((hold.claim()?, found)),
        None => Err(RecordError::NotMerged { name: name.to_string(), path: results }),
    }
}

/// That the settings of a shard differ from those of the first; `differ` says in what.
fn foreign(path: &Path, first: &Path, differ: &str) -> RecordError {
    let why = format!("has other settings than {} ({differ})", first.display());
    RecordError::damaged(path, why)
}
