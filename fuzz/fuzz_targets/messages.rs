//! Fuzzes what `tests/library/readers/targets/messages` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::messages::check(bytes);
});
