//! Fuzzes what `tests/library/readers/targets/served_games` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::served_games::check(bytes);
});
