//! Pictures of runs and arrays: plain data in; SVG, PNG and text for a terminal out.

pub mod arena;
mod chart;
mod colour;
pub mod comparison;
pub mod curves;
pub mod export;
pub mod heat_map;
mod legend;
pub mod markdown;
pub mod number;
pub mod picture;
mod scale;
pub mod terminal;
