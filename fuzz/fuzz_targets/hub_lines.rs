//! Fuzzes what `tests/library/readers/targets/hub_lines` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::hub_lines::check(bytes);
});
