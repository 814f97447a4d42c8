//! Fuzzes what `tests/library/readers/targets/suites` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::suites::check(bytes);
});
