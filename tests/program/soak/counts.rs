//! What a soak has done, by name.

use std::collections::BTreeMap;
use std::fmt;

/// Rounds whose files were not those that they had to be, or in which a command failed otherwise
/// than its trouble explains.
pub const DIFFERENCES: &str = "differences";

#[derive(Default)]
pub struct Counts(BTreeMap<String, u64>);

impl Counts {
    pub fn one(&mut self, what: &str) {
        self.add(what, 1);
    }

    pub fn add(&mut self, what: &str, count: u64) {
        *self.0.entry(what.to_string()).or_default() += count;
    }

    pub fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, count) in &self.0 {
            writeln!(f, "{count:8} {what}")?;
        }
        match self.0.contains_key(DIFFERENCES) {
            true => Ok(()),
            false => writeln!(f, "{:8} {DIFFERENCES}", 0),
        }
    }
}
