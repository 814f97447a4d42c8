//! Fuzzes what `tests/library/readers/targets/checkpoints` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::checkpoints::check(bytes);
});
