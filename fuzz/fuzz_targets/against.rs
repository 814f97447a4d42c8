//! Fuzzes what `tests/library/readers/targets/against` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::against::check(bytes);
});
