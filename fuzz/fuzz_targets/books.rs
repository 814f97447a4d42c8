//! Fuzzes what `tests/library/readers/targets/books` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::books::check(bytes);
});
