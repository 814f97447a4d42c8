//! The rules of Chinese Checkers as a user sees them: what must hold in every game, and exact
//! cases on positions made by hand.

mod apart;
mod cases;
mod geometry;
mod hand;
mod notation;
mod properties;
mod refusals;
