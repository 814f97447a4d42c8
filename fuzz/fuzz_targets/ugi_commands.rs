//! Fuzzes what `tests/library/readers/targets/ugi_commands` checks.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    starhop_fuzz::targets::ugi_commands::check(bytes);
});
