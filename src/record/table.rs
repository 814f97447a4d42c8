//! CSV tables that are written whole: rows with their header, in cells that no spreadsheet runs.

use super::atomic::write_atomic;
use super::error::RecordError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

/// Writes rows with their header, in place of an earlier file.
///
/// # Errors
/// Where the file can't be written.
pub fn write<T: Serialize>(
    path: &Path,
    rows: impl IntoIterator<Item = T>,
) -> Result<(), RecordError> {
    write_atomic(path, &bytes(path, rows)?)
}

/// The bytes of such a file, which is to have that path.
pub fn bytes<T: Serialize>(
    path: &Path,
    rows: impl IntoIterator<Item = T>,
) -> Result<Vec<u8>, RecordError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = rows.into_iter().try_for_each(|row| writer.serialize(row));
    let bytes = written
        .map_err(std::io::Error::from)
        .and_then(|()| writer.into_inner().map_err(|why| why.into_error()))
        .and_then(|bytes| Ok(with_cells(&bytes, harmless)?));
    bytes.map_err(RecordError::io("write to", path))
}

pub(super) const NO_HEADING: &str = "line 1: isn't the heading of this table";

/// The first line of such a file, which is made of a row.
pub(super) fn heading<T: Serialize + Default>(path: &Path) -> Result<Vec<u8>, RecordError> {
    let mut first = bytes(path, [T::default()])?;
    let length = first.split_inclusive(|&byte| byte == b'\n').next().map_or(0, <[u8]>::len);
    first.truncate(length);
    Ok(first)
}

/// The rows of such a file.
///
/// # Errors
/// Names the line that is damaged.
pub fn read<T: Serialize + DeserializeOwned + Default>(
    path: &Path,
    bytes: &[u8],
) -> Result<Vec<T>, RecordError> {
    let damaged = |why: csv::Error| RecordError::damaged(path, why);
    let bytes = with_cells(bytes, plain).map_err(damaged)?;
    let rows = csv::Reader::from_reader(&bytes[..]).into_deserialize();
    let rows: Vec<T> = rows.collect::<Result<_, _>>().map_err(damaged)?;
    // Rows are read by their heading; without any nothing has looked at it.
    match rows.is_empty() && !bytes.is_empty() && bytes != heading::<T>(path)? {
        true => Err(RecordError::damaged(path, NO_HEADING)),
        false => Ok(rows),
    }
}

/// What spreadsheets take for the beginning of a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A cell that no spreadsheet runs: an apostrophe stands before what would be a formula, and before what
/// [`plain`] would take for one with it.
fn harmless(cell: &str) -> String {
    let would_be = cell.starts_with(FORMULA) && cell.parse::<f64>().is_err();
    match would_be || plain(cell) != cell {
        true => format!("'{cell}"),
        false => cell.to_string(),
    }
}

/// The cell without that.
fn plain(cell: &str) -> String {
    let is_formula = |rest: &&str| rest.trim_start_matches('\'').starts_with(FORMULA);
    cell.strip_prefix('\'').filter(is_formula).unwrap_or(cell).to_string()
}

/// Words of a row that stand in such a cell.
pub(super) mod cell {
    use super::{harmless, plain};
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(words: &str, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&harmless(words))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        String::deserialize(deserializer).map(|cell| plain(&cell))
    }
}

/// A table in which each cell is replaced.
fn with_cells(bytes: &[u8], replaced: fn(&str) -> String) -> Result<Vec<u8>, csv::Error> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in reader.records() {
        writer.write_record(record?.iter().map(replaced))?;
    }
    writer.into_inner().map_err(|why| csv::Error::from(why.into_error()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[test]
    fn cells_come_back_that_begin_as_those_that_are_made_harmless() {
        for cell in ["=a", "'=a", "''=a", "'a", "", "-1", "-a", "+a", "@a", "'-1", "\ta"] {
            let kept = harmless(cell);
            assert_eq!(plain(&kept), cell);
            assert!(!kept.starts_with(FORMULA) || kept.parse::<f64>().is_ok(), "{kept}");
        }
    }

    #[test]
    fn no_cell_is_a_formula_and_all_read_back() {
        #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
        struct Cells(String, f64, Option<f64>);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        let cells = |text: &str| Cells(text.to_string(), -1.5, None);
        let rows = || ["=1+1", "@x", "-x", "'quoted'", "plain,\n\"cell\"", "-3"].map(cells);
        write(&path, rows()).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.starts_with("'=1+1,-1.5,\n'@x,-1.5,\n'-x,-1.5,\n"), "{text}");
        let headed = [b"a,b,c\n".to_vec(), bytes].concat();
        assert_eq!(read::<Cells>(&path, &headed).unwrap(), rows());
    }

    #[test]
    fn a_table_without_rows_has_its_heading_or_nothing() {
        #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
        struct Row {
            seed: u64,
            name: String,
        }
        let path = Path::new("table.csv");
        let read = |text: &str| read::<Row>(path, text.as_bytes());
        for text in ["", "seed,name\n", "seed,name", "seed,name\r\n"] {
            assert!(read(text).unwrap().is_empty(), "{text}");
        }
        assert_eq!(read("seed,name\n1,a\n").unwrap().len(), 1);
        for text in ["word", "seed,na\n", "seed,name,more\n"] {
            let why = read(text).unwrap_err().to_string();
            assert!(why.contains("line 1: isn't the heading"), "{why}");
        }
    }
}
