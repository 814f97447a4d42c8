//! Games in Portable Draughts Notation: what is written reads back.

#![no_main]

use starhop::game::draughts::pdn;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(records) = pdn::parse(text) {
        let again: String = records.iter().map(pdn::Record::text).collect();
        assert_eq!(pdn::parse(&again), Ok(records), "{again}");
    }
});
