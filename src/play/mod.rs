//! One game between agents, the fast way and the general one, and what many games add up to.

pub mod greedy;
pub mod kernel;
pub mod opening;
pub mod runner;
pub mod tally;
