//! Vectors made ready to play, each once, when it is first needed.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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

/// Keeps the lists of the last batch, since the next one often has the same.
pub struct Shelf<P>(Mutex<Vec<Arc<Ready<P>>>>);

impl<P> Default for Shelf<P> {
    fn default() -> Self {
        Shelf(Mutex::default())
    }
}

impl<P> Shelf<P> {
    /// These lists, in their order; they are what is kept from now on.
    pub fn take<'a>(&self, lists: impl Iterator<Item = &'a [Vec<f64>]>) -> Vec<Arc<Ready<P>>> {
        // Every list is whole, also where a thread has panicked.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |vectors: &[Vec<f64>]| kept.iter().find(|it| it.vectors == vectors).cloned();
        let lists = lists.map(|it| known(it).unwrap_or_else(|| Arc::new(Ready::new(it))));
        let lists: Vec<_> = lists.collect();
        kept.clone_from(&lists);
        lists
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
}
