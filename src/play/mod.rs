//! One game between agents, the fast way and the general one; many games as batches of work
//! ([`batch`]), and what they add up to.

pub mod accuracy;
pub mod across;
pub mod anytime;
pub mod batch;
pub mod beside;
pub mod betting;
pub mod book;
pub mod bots;
pub mod clustered;
pub mod course;
pub mod effect;
pub mod games;
pub mod kernel;
pub mod late;
pub mod local;
mod matrix;
mod memo;
mod mix;
pub mod opening;
pub mod outside;
mod paired;
pub mod pdn;
pub mod ratings;
mod ready;
pub mod rounds;
pub mod runner;
pub mod schedule;
pub mod shard;
pub mod spending;
pub mod sprt;
pub mod standings;
pub mod suite;
pub mod tally;
mod timing;
pub mod transcript;
pub mod win_draw_loss;
