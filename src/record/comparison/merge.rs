//! The shards of a comparison, and the comparison that is made of them.

use super::{
    Comparison, ComparisonRow, ComparisonTiming, OpenComparison, ROWS, Rows, TIMING, read_settings,
    read_tables,
};
use crate::play::shard::Shard;
use crate::record::difference::difference;
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::home::{Folder, FolderKind, Home};
use crate::record::rows::table;
use crate::record::shards::{Unready, check_part, check_ready, foreign, is_other};
use std::collections::BTreeMap;

/// All shards of a comparison that are there.
#[derive(Debug)]
pub struct ComparisonShards {
    name: String,
    /// The whole.
    comparison: Comparison,
    rows: Rows<ComparisonRow>,
    timing: Rows<ComparisonTiming>,
    unready: Vec<(Shard, Unready)>,
}

impl ComparisonShards {
    /// Reads all shards of a comparison of that name, of which `first` is there.
    ///
    /// # Errors
    /// Where one is damaged or has other settings.
    pub(in crate::record) fn read(
        home: &Home,
        name: &str,
        first: Shard,
    ) -> Result<ComparisonShards, RecordError> {
        let folder = |shard: Shard| home.folder(&shard.name_of(name));
        let settings = |folder: &Folder| folder.results.join(FolderKind::Comparison.settings());
        let begun = settings(&folder(first)?);
        let mut shards = ComparisonShards {
            name: name.to_string(),
            comparison: read_settings(&begun)?.sharded(None),
            rows: BTreeMap::new(),
            timing: BTreeMap::new(),
            unready: Vec::new(),
        };
        for shard in first.all() {
            let folder = folder(shard)?;
            let path = settings(&folder);
            if disk::kind(&path)?.is_none() {
                shards.unready.push((shard, Unready::Missing));
                continue;
            }
            let comparison = read_settings(&path)?;
            check_part(&path, shard, comparison.shard)?;
            let whole = comparison.clone().sharded(None);
            if whole != shards.comparison {
                let differ = difference(&whole, &shards.comparison);
                return Err(foreign(&path, &begun, &differ));
            }
            let is_in_use = folder.is_in_use()?;
            let (rows, timing) = read_tables(&folder.results, &comparison)?;
            let all = comparison.count();
            let done = (rows.len() / comparison.budgets.len().max(1)) as u64;
            if done < all {
                shards.unready.push((shard, Unready::Unfinished { done, all, is_in_use }));
            }
            shards.rows.extend(rows);
            shards.timing.extend(timing);
        }
        Ok(shards)
    }

    /// The shards that are missing or have runs left.
    pub fn unready(&self) -> &[(Shard, Unready)] {
        &self.unready
    }

    /// The settings of the whole comparison.
    pub fn comparison(&self) -> &Comparison {
        &self.comparison
    }

    /// Makes the comparison of its shards, or finds that it is there already.
    ///
    /// # Errors
    /// Where a shard is unready, something else has the name, or a file can't be read or written. Nothing is then changed.
    pub fn merge(self, home: &Home) -> Result<OpenComparison, RecordError> {
        let hold = home.hold(&self.name)?;
        check_ready(&hold.folder.results, &self.unready)?;
        let ComparisonShards { name, comparison, rows, timing, .. } = self;
        let results = hold.folder.results.clone();
        let path = results.join(FolderKind::Comparison.settings());
        let claim = match hold.kind()? {
            None => {
                // Whatever lies there without settings is refused.
                hold.holds(FolderKind::Comparison)?;
                let text = toml::to_string(&comparison);
                let text = text.map_err(|why| RecordError::damaged(&path, why))?;
                let files = [
                    (FolderKind::Comparison.settings().to_string(), text.into_bytes()),
                    (TIMING.to_string(), table(&results.join(TIMING), timing.values())?),
                    (ROWS.to_string(), table(&results.join(ROWS), rows.values())?),
                ];
                hold.begin(&files)?
            }
            Some(FolderKind::Comparison) if read_settings(&path)? == comparison => {
                let (there, _) = read_tables(&results, &comparison)?;
                match there == rows {
                    true => hold.claim()?,
                    false => return Err(is_other(&results, &name)),
                }
            }
            Some(_) => return Err(is_other(&results, &name)),
        };
        Ok(OpenComparison { comparison, rows, timing, claim })
    }
}
