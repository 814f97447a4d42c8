//! Fuzzes what `tests/library/readers/targets/moves` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::moves::check(bytes);
});
