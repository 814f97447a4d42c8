//! Fuzzes what `tests/library/readers/targets/measurement_files` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::measurement_files::check(bytes);
});
