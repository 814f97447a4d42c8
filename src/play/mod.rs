//! One game between agents, and what many games add up to.

pub mod runner;
pub mod tally;
