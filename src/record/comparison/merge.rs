//! The shards of a comparison, and the comparison that is made of them.

use super::{
    Comparison, ComparisonRow, ComparisonTiming, OpenComparison, ROWS, Rows, TIMING, read_settings,
    read_tables,
};
use crate::play::shard::Shard;
use crate::record::difference::difference;
use crate::record::error::RecordError;
use crate::record::home::{FolderKind, Hold, Home};
use crate::record::shards::{Progress, Unready, Whole, merge, read_all};
use crate::record::table;
use std::path::{Path, PathBuf};

/// All shards of a comparison that are there.
#[derive(Debug)]
pub struct ComparisonShards {
    name: String,
    /// The whole.
    comparison: Comparison,
    rows: Rows<ComparisonRow>,
    timing: Rows<ComparisonTiming>,
    untimed: Vec<PathBuf>,
    unready: Vec<(Shard, Unready)>,
}

impl Whole for Comparison {
    const KIND: FolderKind = FolderKind::Comparison;

    fn read(path: &Path) -> Result<Comparison, RecordError> {
        read_settings(path)
    }

    fn part(&self) -> Option<Shard> {
        self.shard
    }

    fn whole(self) -> Comparison {
        self.sharded(None)
    }

    fn differ(&self, there: &Comparison) -> String {
        self.other_part(there).unwrap_or_else(|| difference(self, there))
    }
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
        let (mut rows, mut timing, mut untimed) = (Rows::new(), Rows::new(), Vec::new());
        let read = &mut |own: Comparison, folder: &Path| {
            let (its_rows, its_timing) = read_tables(folder, &own)?;
            let done = (its_rows.len() / own.budgets.len().max(1)) as u64;
            if its_timing.len() < its_rows.len() {
                untimed.push(folder.join(TIMING));
            }
            rows.extend(its_rows);
            timing.extend(its_timing);
            Ok(Progress { done, all: own.count() })
        };
        let (settled, unready) = read_all(home, name, first, read)?;
        let (name, comparison) = (name.to_string(), settled.whole());
        Ok(ComparisonShards { name, comparison, rows, timing, untimed, unready })
    }

    /// The shards that are missing or have runs left.
    pub fn unready(&self) -> &[(Shard, Unready)] {
        &self.unready
    }

    /// The files that lack times of some runs.
    pub fn untimed(&self) -> &[PathBuf] {
        &self.untimed
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
        let ComparisonShards { name, comparison, rows, timing, unready, .. } = self;
        let make = |hold: Hold| {
            let folder = &hold.folder.results;
            let files = [
                comparison.file(&hold.folder)?,
                (TIMING.to_string(), table::bytes(&folder.join(TIMING), timing.values())?),
                (ROWS.to_string(), table::bytes(&folder.join(ROWS), rows.values())?),
            ];
            hold.begin_with(&files, |_| Ok(()))
        };
        let look = |results: &Path| {
            let (there, _) = read_tables(results, &comparison)?;
            Ok((there == rows).then_some(()))
        };
        let (claim, ()) = merge((home, name.as_str()), &comparison, &unready, make, look)?;
        Ok(OpenComparison { comparison, rows, timing, claim })
    }
}
