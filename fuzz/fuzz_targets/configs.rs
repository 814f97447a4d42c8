//! Fuzzes what `tests/library/readers/targets/configs` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::configs::check(bytes);
});
