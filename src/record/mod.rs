//! What runs, arenas, comparisons, measurements and games leave on disk, and files that people name. Only
//! this room writes files.

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
pub mod hash;
pub mod home;
pub mod ledger;
mod lines;
pub mod measurement;
pub mod parameters;
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
