//! Fuzzes what `tests/library/readers/targets/strengths` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::strengths::check(bytes);
});
