//! Fuzzes what `tests/library/readers/targets/rules` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::rules::check(bytes);
});
