//! The transposition table: what was found out about positions that several lines lead to, by one
//! search or by several threads of one.

use std::array::from_fn;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Entries, as a power of two.
const BITS: u32 = 16;
/// Entries behind one lock.
const TOGETHER: usize = 8;

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

type Bucket<M> = Mutex<[Entry<M>; TOGETHER]>;

/// A table of bounded size, in which the latest entry stays.
pub(super) struct Table<M> {
    /// Made for the first entry, so that agents that never search cost nothing.
    buckets: OnceLock<Vec<Bucket<M>>>,
    /// Roots so far.
    roots: AtomicU64,
}

impl<M: Copy> Table<M> {
    /// A table without entries.
    pub fn new() -> Table<M> {
        Table { buckets: OnceLock::new(), roots: AtomicU64::new(0) }
    }

    /// A new root is about to be searched.
    pub fn begin(&self) {
        self.roots.fetch_add(1, Ordering::Relaxed);
    }

    /// Roots so far.
    pub fn roots(&self) -> u64 {
        self.roots.load(Ordering::Relaxed)
    }

    /// What is known of the position of that key.
    pub fn get(&self, key: u64) -> Option<Entry<M>> {
        let (bucket, at) = place(key);
        let entry = lock(self.buckets.get()?.get(bucket)?)[at];
        (entry.key == key).then_some(entry)
    }

    /// Remembers an entry.
    pub fn put(&self, entry: Entry<M>) {
        let bucket = |_| Mutex::new(from_fn(|_| Entry::NOTHING));
        let buckets = || (0..(1 << BITS) / TOGETHER).map(bucket).collect();
        let (bucket, at) = place(entry.key);
        lock(&self.buckets.get_or_init(buckets)[bucket])[at] = entry;
    }
}

/// The bucket of a key and its place in there. A game's keys may differ in any bits.
fn place(key: u64) -> (usize, usize) {
    let slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - BITS)) as usize;
    (slot / TOGETHER, slot % TOGETHER)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
