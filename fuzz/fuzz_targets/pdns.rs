//! Fuzzes what `tests/library/readers/targets/pdns` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::pdns::check(bytes);
});
