//! Fuzzes what `tests/library/readers/targets/game_records` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::game_records::check(bytes);
});
