//! Fuzzes what `tests/library/readers/targets/fens` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::fens::check(bytes);
});
