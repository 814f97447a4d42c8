//! Opponents with their shares, and parameters that are kept: what is written reads back as the same.

use starhop::tune::against::Against;
use starhop::tune::fix::Fix;

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let against = text.parse::<Against>();
    if let Ok(against) = &against {
        assert_eq!(String::from(against.clone()).parse(), Ok(against.clone()));
        assert!(against.measured().fixed().count() > 0);
        let _ = against.only();
    }
    let fix = text.parse::<Fix>();
    if let Ok(fix) = &fix {
        assert_eq!(fix.to_string().parse().as_ref(), Ok(fix));
    }
    against.is_ok() || fix.is_ok()
}
