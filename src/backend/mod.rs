//! Work on many cores, with results that don't show how many.

mod threads;

pub use threads::Threads;
