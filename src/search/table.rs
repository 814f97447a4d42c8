//! The transposition table: what was found out about positions that several lines lead to.

/// Entries, as a power of two.
const BITS: u32 = 16;

/// What an entry's value says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bound {
    /// The position is worth that.
    Exact,
    /// That or more.
    Lower,
    /// That or less.
    Upper,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    pub key: u64,
    pub value: f64,
    /// Plies looked ahead.
    pub depth: u32,
    /// The best move.
    pub best: Option<M>,
    pub bound: Bound,
}

impl<M> Entry<M> {
    /// The entry of nothing: no search looks ahead 0 plies.
    const NOTHING: Entry<M> =
        Entry { key: 0, value: 0.0, depth: 0, best: None, bound: Bound::Exact };

    /// The value, where it is all that a search to that depth wants to know between those bounds.
    pub fn settles(&self, depth: u32, (alpha, beta): (f64, f64)) -> Option<f64> {
        let settled = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        (self.depth == depth && settled).then_some(self.value)
    }
}

/// A table of bounded size, in which the latest entry stays.
pub(super) struct Table<M> {
    /// Empty before the first entry, so that agents that never search cost nothing.
    entries: Vec<Entry<M>>,
}

impl<M: Copy> Table<M> {
    /// A table without entries.
    pub fn new() -> Table<M> {
        Table { entries: Vec::new() }
    }

    /// What is known of the position of that key.
    pub fn get(&self, key: u64) -> Option<&Entry<M>> {
        self.entries.get(slot(key)).filter(|entry| entry.key == key)
    }

    /// Remembers an entry.
    pub fn put(&mut self, entry: Entry<M>) {
        if self.entries.is_empty() {
            self.entries = vec![Entry::NOTHING; 1 << BITS];
        }
        self.entries[slot(entry.key)] = entry;
    }
}

/// A game's keys may differ in any bits.
fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - BITS)) as usize
}
