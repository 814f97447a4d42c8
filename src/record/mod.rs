//! What a run leaves on disk. No other room writes run files.

pub mod atomic;
pub mod checkpoint;
pub mod error;
pub mod rows;
pub mod run;
pub mod weights;
