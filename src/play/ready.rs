//! Vectors made ready to play, each once, when it is first needed.

use crate::backend::lock;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

/// A list of vectors with what they become when they are made ready.
pub struct Ready<P> {
    vectors: Vec<Vec<f64>>,
    prepared: Vec<OnceLock<P>>,
}

impl<P> Ready<P> {
    fn new(vectors: &[Vec<f64>]) -> Ready<P> {
        let prepared = vectors.iter().map(|_| OnceLock::new()).collect();
        Ready { vectors: vectors.to_vec(), prepared }
    }

    /// The vector of that index made ready, by `make` where nobody asked for it before.
    pub fn prepared(&self, index: usize, make: impl FnOnce(&[f64]) -> P) -> &P {
        self.prepared[index].get_or_init(|| make(&self.vectors[index]))
    }
}

/// Keeps the lists of the last batch, since the next one often has the same, and what the vectors of the
/// batch before became, since that can be written over.
pub struct Shelf<P> {
    kept: Mutex<Vec<Arc<Ready<P>>>>,
    rooms: Mutex<Vec<P>>,
}

impl<P> fmt::Debug for Shelf<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shelf").finish_non_exhaustive()
    }
}

impl<P> Default for Shelf<P> {
    fn default() -> Self {
        Shelf { kept: Mutex::default(), rooms: Mutex::default() }
    }
}

impl<P> Shelf<P> {
    /// These lists, in their order; they are what is kept from now on.
    pub fn take<'a>(&self, lists: impl Iterator<Item = &'a [Vec<f64>]>) -> Vec<Arc<Ready<P>>> {
        let mut kept = lock(&self.kept);
        let known = |vectors: &[Vec<f64>]| kept.iter().find(|it| it.vectors == vectors).cloned();
        let lists = lists.map(|it| known(it).unwrap_or_else(|| Arc::new(Ready::new(it))));
        let lists: Vec<_> = lists.collect();
        let before = std::mem::replace(&mut *kept, lists.clone());
        // Nothing is free of a list that somebody still has.
        let free = before.into_iter().filter_map(Arc::into_inner).flat_map(|it| it.prepared);
        *lock(&self.rooms) = free.filter_map(OnceLock::into_inner).collect();
        lists
    }

    /// What a vector became that no batch names any more, where one is left; nobody else gets it.
    pub fn room(&self) -> Option<P> {
        lock(&self.rooms).pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_vector_is_made_ready_once_while_batches_name_its_list() {
        let (shelf, made) = (Shelf::default(), Cell::new(0));
        let make = |values: &[f64]| {
            made.set(made.get() + 1);
            values[0] as u32
        };
        let fixed = [vec![7.0]];
        for (generation, expected) in [([1.0, 2.0], 2), ([1.0, 2.0], 2), ([1.0, 3.0], 3)] {
            let generation = generation.map(|value| vec![value]);
            let lists = shelf.take([&generation[..], &fixed].into_iter());
            assert_eq!(*lists[0].prepared(1, make), generation[1][0] as u32);
            assert_eq!(*lists[1].prepared(0, make), 7);
            assert_eq!(made.get(), expected);
        }
    }

    #[test]
    fn the_room_of_lists_that_nobody_has_is_given_away_once() {
        let shelf = Shelf::default();
        let batch = |first: f64| [vec![first], vec![first + 1.0], vec![first + 2.0]];
        let make = |values: &[f64]| values[0] as u32;
        let one = shelf.take([&batch(1.0)[..]].into_iter());
        assert_eq!([0, 2].map(|index| *one[0].prepared(index, make)), [1, 3]);
        assert_eq!(shelf.room(), None);
        drop(one);
        let two = shelf.take([&batch(11.0)[..]].into_iter());
        let mut rooms = [shelf.room(), shelf.room()];
        rooms.sort_unstable();
        assert_eq!((rooms, shelf.room()), ([Some(1), Some(3)], None));
        two[0].prepared(0, make);
        shelf.take([&batch(21.0)[..]].into_iter());
        assert_eq!(shelf.room(), None, "somebody still has the second");
        assert_eq!(*two[0].prepared(0, make), 11);
    }
}
