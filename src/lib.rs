//! Evolves the evaluation weights of board-game programs, and measures what they are worth.
//!
//! The rooms and what each may use are described in `ARCHITECTURE.md`.

pub mod backend;
pub mod cli;
pub mod eval;
pub mod evolve;
pub mod game;
pub mod parameter;
pub mod play;
pub mod record;
pub mod registry;
pub mod report;
pub mod rng;
pub mod search;
pub mod session;
pub mod tune;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
