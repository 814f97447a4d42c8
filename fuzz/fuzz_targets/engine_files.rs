//! Fuzzes what `tests/library/readers/targets/engine_files` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::engine_files::check(bytes);
});
