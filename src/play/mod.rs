//! One game between agents, the fast way and the general one, and what many games add up to.

pub mod accuracy;
pub mod book;
pub mod bots;
pub mod clustered;
pub mod effect;
pub mod games;
pub mod kernel;
pub mod matrix;
pub mod memo;
pub mod opening;
pub mod paired;
pub mod pdn;
pub mod ratings;
pub mod runner;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod tally;
pub mod transcript;
