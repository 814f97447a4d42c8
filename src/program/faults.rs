//! How often a program failed.

/// How often a program failed, and how it did the first time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// How often.
    pub count: u64,
    /// What it did the first time; empty where it never failed.
    pub first: String,
}

impl Faults {
    /// Counts one more, and returns whether it is the first.
    pub fn add(&mut self, why: &str) -> bool {
        let is_first = self.count == 0;
        if is_first {
            self.first = why.to_string();
        }
        self.count += 1;
        is_first
    }

    /// Counts those that came later.
    pub fn extend(&mut self, later: &Faults) {
        if self.count == 0 {
            self.first.clone_from(&later.first);
        }
        self.count += later.count;
    }
}
