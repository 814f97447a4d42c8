//! Rows of `generations.csv` and `timing.csv` of a run: what is written reads back, and what comes
//! after a generation is dropped.

#![no_main]

use starhop::record::rows::{GenerationRow, Row, RowFile, TimingRow, read_rows};
use starhop_fuzz::folder;
use std::fmt::Debug;
use std::fs;

fn check<T: Row + Debug>(bytes: &[u8]) {
    let path = folder().join("rows.csv");
    fs::write(&path, bytes).unwrap();
    let Ok(rows) = read_rows::<T>(&path) else { return };
    let texts = |rows: &[T]| -> Vec<String> { rows.iter().map(|it| format!("{it:?}")).collect() };
    if let Some(row) = rows.get(rows.len() / 2) {
        RowFile::open::<T>(&path, Some(row.generation())).unwrap();
        let kept = read_rows::<T>(&path).unwrap();
        assert_eq!(texts(&kept), texts(&rows[..=rows.len() / 2]));
    }
    let mut file = RowFile::open::<T>(&path, None).unwrap();
    rows.iter().for_each(|row| file.append(row).unwrap());
    assert_eq!(texts(&read_rows::<T>(&path).unwrap()), texts(&rows));
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check::<GenerationRow>(bytes);
    check::<TimingRow>(bytes);
});
