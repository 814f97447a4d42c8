//! Opponents with their shares: what is written reads back as the same.

#![no_main]

use starhop::tune::against::Against;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(against) = text.parse::<Against>() {
        assert_eq!(String::from(against.clone()).parse(), Ok(against.clone()));
        assert!(against.measured().fixed().count() > 0);
        let _ = against.only();
    }
});
