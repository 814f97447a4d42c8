//! The library as programs use it: one test program, since each links the library anew.

mod conformance;
mod draughts;
mod halma;
mod kernel;
mod laws;
mod perft;
mod plain;
mod play;
mod readers;
mod rhombus;
mod rooms;
mod rules;
mod search;
#[path = "../second_game/take_away.rs"]
mod take_away;
