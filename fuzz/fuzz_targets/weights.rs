//! Fuzzes what `tests/library/readers/targets/weights` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::weights::check(bytes);
});
