//! Rows of `generations.csv` and `timing.csv` of a run: what is written reads back, and what comes
//! after a generation is dropped.

use super::folder;
use starhop::record::rows::{GenerationRow, Kept, Row, RowFile, TimingRow, kept, read_rows};
use std::fmt::Debug;
use std::fs;

fn check_rows<T: Row + Debug>(bytes: &[u8]) -> bool {
    let path = folder("rows").join("rows.csv");
    fs::write(&path, bytes).unwrap();
    let Ok(rows) = read_rows::<T>(&path) else { return false };
    let texts = |rows: &[T]| -> Vec<String> { rows.iter().map(|it| format!("{it:?}")).collect() };
    if let Some(row) = rows.get(rows.len() / 2) {
        let last = row.generation();
        let begin = kept::<T>(&path, last).unwrap().unwrap();
        let sum = RowFile::open(&path, begin).unwrap().sum();
        assert_eq!(texts(&read_rows::<T>(&path).unwrap()), texts(&rows[..=rows.len() / 2]));
        assert_eq!(kept::<T>(&path, last).unwrap().unwrap().sum.text(), sum);
    }
    let mut file = RowFile::open(&path, Kept::default()).unwrap();
    rows.iter().for_each(|row| file.append(row).unwrap());
    assert_eq!(texts(&read_rows::<T>(&path).unwrap()), texts(&rows));
    true
}

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    [check_rows::<GenerationRow>(bytes), check_rows::<TimingRow>(bytes)].contains(&true)
}
