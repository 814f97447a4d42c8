//! `parameters.csv`: where a run's population stands in each parameter, generation by generation.

use super::disk;
use super::error::RecordError;
use super::rows::{Row, read_rows};
use super::table;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A parameter in a generation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParameterRow {
    /// From 0.
    pub generation: u64,
    /// Its name; where values have names, such as those of a choice, its name and a value's: `method: slow`.
    #[serde(with = "table::cell")]
    pub parameter: String,
    /// The mean over the individuals' values; of a value with a name the share of the individuals that have it.
    pub mean: f64,
    /// The standard deviation of the same among the individuals.
    pub deviation: f64,
}

impl Row for ParameterRow {
    fn generation(&self) -> u64 {
        self.generation
    }

    /// A generation has a row a parameter; one that was played by an earlier version has none.
    fn may_follow(&self, before: Option<u64>) -> bool {
        before.is_none_or(|before| self.generation >= before)
    }
}

/// All rows of a file; none where it isn't there.
///
/// # Errors
/// Names the line that is damaged or out of order.
pub fn read(path: &Path) -> Result<Vec<ParameterRow>, RecordError> {
    match disk::is_there(path)? {
        true => read_rows(path),
        false => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::rows::{Kept, RowFile, kept_up_to};

    fn row(generation: u64, name: &str) -> ParameterRow {
        let parameter = name.to_string();
        ParameterRow { generation, parameter, mean: -0.5 + generation as f64, deviation: 0.25 }
    }

    #[test]
    fn rows_come_back_and_later_and_torn_ones_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("parameters.csv");
        assert_eq!(read(&path).unwrap(), []);
        assert!(kept_up_to::<ParameterRow>(&path, 9).unwrap().is_none());
        let rows = [row(0, "x"), row(0, "-y"), row(1, "x"), row(1, "-y"), row(4, "x")];
        let mut file = RowFile::open(&path, Kept::default()).unwrap();
        rows.chunks(2).for_each(|rows| file.append_all(rows).unwrap());
        let text = std::fs::read_to_string(&path).unwrap();
        let head = "generation,parameter,mean,deviation\n0,x,-0.5,0.25\n0,'-y,-0.5,0.25\n1,x,";
        assert!(text.starts_with(head), "{text}");
        assert_eq!(read(&path).unwrap(), rows);
        std::fs::write(&path, format!("{text}4,to")).unwrap();
        assert_eq!(read(&path).unwrap(), rows);
        let bytes =
            |lines: usize| text.split_inclusive('\n').take(lines).map(str::len).sum::<usize>();
        for (last, lines) in [(0, 3), (1, 5), (4, 6)] {
            let kept = kept_up_to::<ParameterRow>(&path, last).unwrap().unwrap();
            assert_eq!(kept.bytes, bytes(lines) as u64, "{last}");
        }
        for last in [2, 9] {
            let why = kept_up_to::<ParameterRow>(&path, last).unwrap_err().to_string();
            assert!(why.contains(&format!("has no row for generation {last}")), "{why}");
        }
        std::fs::write(&path, "generation,parameter,mean,deviation\n").unwrap();
        assert_eq!(kept_up_to::<ParameterRow>(&path, 9).unwrap().unwrap().bytes, 0);
    }

    #[test]
    fn what_is_no_row_is_named_by_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("parameters.csv");
        for (second, said) in [
            ("0,x,0,0", "generation 0 is out of order"),
            ("1,x,much,0", "invalid float"),
            ("1,x,0", "3 fields"),
        ] {
            let text = format!("generation,parameter,mean,deviation\n1,x,0,0\n{second}\n");
            std::fs::write(&path, text).unwrap();
            let why = read(&path).unwrap_err().to_string();
            assert!(why.contains("line") && why.contains(said), "{why}");
        }
        std::fs::write(&path, "x\n").unwrap();
        let found = [read(&path).map(drop), kept_up_to::<ParameterRow>(&path, 0).map(drop)];
        for found in found {
            assert!(found.unwrap_err().to_string().contains("line 1: isn't the heading"));
        }
    }
}
