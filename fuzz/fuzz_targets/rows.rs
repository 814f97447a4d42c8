//! Fuzzes what `tests/library/readers/targets/rows` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::rows::check(bytes);
});
