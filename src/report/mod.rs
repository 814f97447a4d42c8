//! Pictures of runs and arrays: plain data in; SVG, PNG and text for a terminal out.

mod colour;
pub mod curves;
pub mod export;
pub mod heat_map;
mod number;
pub mod picture;
mod scale;
pub mod terminal;
