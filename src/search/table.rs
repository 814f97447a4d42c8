//! The transposition table: what was found out about positions that several lines lead to, by one
//! search or by several threads of one.

use crate::backend::lock;
use std::any::Any;
use std::array::from_fn;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

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

/// The memory of one table after another, since making it anew can take longer than a short game.
struct Entries<M> {
    buckets: Vec<Bucket<M>>,
    /// Tables that have had them.
    used: u64,
}

impl<M: Copy + 'static> Entries<M> {
    /// Memory that no table has had.
    fn new() -> Entries<M> {
        let bucket = |_| Mutex::new(from_fn(|_| Entry::NOTHING));
        Entries { buckets: (0..(1 << BITS) / TOGETHER).map(bucket).collect(), used: 0 }
    }

    /// A key as this table keeps it, so that it finds nothing that another one left.
    fn own(&self, key: u64) -> u64 {
        key ^ self.used.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(32)
    }

    fn at(&self, bucket: usize) -> MutexGuard<'_, [Entry<M>; TOGETHER]> {
        lock(&self.buckets[bucket])
    }
}

/// The most tables whose memory a thread keeps, some 2 MB each.
const MOST_SPARE: usize = 8;

thread_local! {
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Memory that this thread has to spare, or new.
fn take<M: Copy + 'static>() -> Entries<M> {
    // A thread that is about to end has none.
    let spare = SPARE.try_with(|spare| {
        let mut spare = spare.borrow_mut();
        let known = spare.iter().position(|it| it.is::<Entries<M>>())?;
        spare.swap_remove(known).downcast::<Entries<M>>().ok()
    });
    spare.ok().flatten().map_or_else(Entries::new, |entries| *entries)
}

/// Keeps a table's memory for the next one.
fn spare<M: Copy + 'static>(entries: Entries<M>) {
    let entries = Entries { used: entries.used + 1, ..entries };
    let keep = |spare: &RefCell<Vec<Box<dyn Any>>>| {
        let mut spare = spare.borrow_mut();
        if spare.len() < MOST_SPARE {
            spare.push(Box::new(entries));
        }
    };
    // A thread that is about to end keeps none.
    _ = SPARE.try_with(keep);
}

/// A table of bounded size, in which the latest entry stays.
pub(super) struct Table<M: Copy + 'static> {
    /// Taken for the first entry, so that agents that never search cost nothing.
    entries: OnceLock<Entries<M>>,
    /// Roots so far.
    roots: AtomicU64,
}

impl<M: Copy + 'static> Table<M> {
    /// A table without entries.
    pub fn new() -> Table<M> {
        Table { entries: OnceLock::new(), roots: AtomicU64::new(0) }
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
        let entries = self.entries.get()?;
        let (bucket, at) = place(key);
        let entry = entries.at(bucket)[at];
        (entry.key == entries.own(key)).then_some(entry)
    }

    /// Remembers an entry.
    pub fn put(&self, entry: Entry<M>) {
        let entries = self.entries.get_or_init(take);
        let (bucket, at) = place(entry.key);
        entries.at(bucket)[at] = Entry { key: entries.own(entry.key), ..entry };
    }
}

impl<M: Copy + 'static> Drop for Table<M> {
    fn drop(&mut self) {
        self.entries.take().into_iter().for_each(spare);
    }
}

/// The bucket of a key and its place in there. A game's keys may differ in any bits.
fn place(key: u64) -> (usize, usize) {
    let slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - BITS)) as usize;
    (slot / TOGETHER, slot % TOGETHER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64) -> Entry<u8> {
        Entry { key, value: 1.5, depth: 3, best: Some(7), bound: Bound::Exact }
    }

    #[test]
    fn a_table_finds_what_it_keeps_and_nothing_that_another_one_left() {
        for round in 0..20 {
            let table = Table::new();
            for key in 0..2000 {
                assert!(table.get(key).is_none_or(|it| it.depth == 0), "{key} in round {round}");
                table.put(entry(key));
                assert_eq!(table.get(key).map(|it| it.best), Some(Some(7)));
            }
        }
        let many: Vec<Table<u8>> = (0..2 * MOST_SPARE).map(|_| Table::new()).collect();
        many.iter().for_each(|it| it.put(entry(1)));
        drop(many);
        let kept = SPARE.with_borrow(|spare| spare.len());
        assert_eq!(kept, MOST_SPARE);
        assert!(Table::<u16>::new().get(1).is_none());
    }
}
