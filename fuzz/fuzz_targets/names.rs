//! Fuzzes what `tests/library/readers/targets/names` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::names::check(bytes);
});
