//! Fuzzes what `tests/library/readers/targets/arena_files` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::arena_files::check(bytes);
});
