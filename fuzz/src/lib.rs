//! What the fuzzers feed, which the library's tests feed too.

#[path = "../../tests/library/readers/targets/mod.rs"]
pub mod targets;
