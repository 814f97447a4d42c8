//! Games that drew no chance, kept so that none of them is played twice.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

/// Entries at most; what comes later is played again when it is asked for.
const MOST: usize = 1 << 16;

/// What is known of games that are functions of their key. Results never depend on what is in it.
pub struct Memo<K, V>(RwLock<HashMap<K, V>>);

impl<K, V> fmt::Debug for Memo<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memo").finish_non_exhaustive()
    }
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo(RwLock::default())
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    /// What was kept under a key.
    pub fn get(&self, key: &K) -> Option<V> {
        // Every entry is whole, also where a thread has panicked.
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Keeps a value, while there is room.
    pub fn put(&self, key: K, value: V) {
        let mut map = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if map.len() < MOST {
            map.insert(key, value);
        }
    }
}
