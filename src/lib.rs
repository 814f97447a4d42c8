//! Evolves the evaluation weights of board-game programs, and measures what they are worth.
//!
//! The rooms and what each may use are described in `ARCHITECTURE.md`.

pub mod game;
pub mod parameter;
pub mod rng;
