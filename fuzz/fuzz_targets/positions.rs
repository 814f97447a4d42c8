//! Fuzzes what `tests/library/readers/targets/positions` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::positions::check(bytes);
});
