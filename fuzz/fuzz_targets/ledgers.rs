//! Fuzzes what `tests/library/readers/targets/ledgers` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::ledgers::check(bytes);
});
