//! Ledgers of confirmations: what is read has its attempts in order, and reads back from its lines.

use starhop::record::ledger::parse;

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Ok((attempts, end)) = parse(bytes) else { return false };
    let lines = attempts.iter().flat_map(|it| [Some(&it.begun), it.ended.as_ref()]).flatten();
    let text: String = lines.map(|line| serde_json::to_string(line).unwrap() + "\n").collect();
    let (again, whole) = parse(text.as_bytes()).unwrap();
    assert_eq!((&again, whole), (&attempts, text.len() as u64));
    assert!(end as usize <= bytes.len());
    !attempts.is_empty()
}
