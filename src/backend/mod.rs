//! Work on many cores, with results that don't show how many.

pub(crate) mod bytes;
#[cfg(feature = "mpi")]
pub mod mpi;
pub mod ranks;
mod threads;

pub use threads::Threads;
