//! Tables of strength, whose cells people may have changed in a spreadsheet: what is written reads
//! back.

use super::folder;
use starhop::record::strength::{read, write};
use std::fs;

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let path = folder("strengths").join("strength.csv");
    fs::write(&path, bytes).unwrap();
    let Ok(rows) = read(&path) else { return false };
    write(&path, &rows).unwrap();
    let again = read(&path).unwrap();
    assert_eq!(format!("{again:?}"), format!("{rows:?}"));
    true
}
