//! The rules of Chinese Checkers as a user sees them: what must hold in every game, and exact
//! cases on positions made by hand.

#[path = "../plain/mod.rs"]
mod plain;
#[path = "../play/mod.rs"]
mod play;

mod apart;
mod cases;
mod geometry;
mod hand;
mod notation;
mod properties;
mod refusals;
