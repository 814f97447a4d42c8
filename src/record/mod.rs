//! What a run leaves on disk. No other room writes run files.

pub mod arena;
pub mod atomic;
pub mod book;
pub mod champions;
pub mod checkpoint;
pub mod comparison;
mod difference;
pub mod disk;
pub mod error;
mod fault;
pub mod games;
mod growing;
pub mod home;
pub mod ledger;
mod lines;
pub mod measurement;
pub mod played;
pub mod population;
mod power;
pub mod rows;
pub mod run;
pub mod shards;
pub mod strength;
mod table;
pub mod underway;
mod versioned;
pub mod weights;
