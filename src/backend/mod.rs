//! Work on many cores, with results that don't show how many.

pub(crate) mod bytes;
pub mod ranks;
mod threads;

pub use threads::Threads;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a mutex guards. Every thread leaves it whole, one that panics, too.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
