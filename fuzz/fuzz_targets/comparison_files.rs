//! Fuzzes what `tests/library/readers/targets/comparison_files` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::comparison_files::check(bytes);
});
