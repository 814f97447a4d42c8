//! Games in Portable Draughts Notation: what is written reads back.

use starhop::game::draughts::pdn;

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let Ok(records) = pdn::parse(text) else { return false };
    let again: String = records.iter().map(pdn::Record::text).collect();
    assert_eq!(pdn::parse(&again), Ok(records), "{again}");
    true
}
