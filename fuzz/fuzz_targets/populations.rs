//! Fuzzes what `tests/library/readers/targets/populations` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::populations::check(bytes);
});
