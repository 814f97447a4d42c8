//! Pictures of runs and arrays: plain data in; SVG, PNG and text for a terminal out.

pub mod arena;
#[cfg(feature = "pictures")]
mod chart;
#[cfg(feature = "pictures")]
pub mod colour;
#[cfg(feature = "pictures")]
pub mod comparison;
#[cfg(feature = "pictures")]
pub mod crosstable;
#[cfg(feature = "pictures")]
pub mod curves;
pub mod export;
#[cfg(feature = "pictures")]
pub mod film;
#[cfg(feature = "pictures")]
mod heading;
#[cfg(feature = "pictures")]
pub mod heat_map;
#[cfg(feature = "pictures")]
pub mod intervals;
#[cfg(feature = "pictures")]
mod legend;
pub mod markdown;
pub mod number;
#[cfg(feature = "pictures")]
mod outlines;
#[cfg(feature = "pictures")]
pub mod page;
#[cfg(feature = "pictures")]
pub mod parameters;
#[cfg(feature = "pictures")]
pub mod picture;
pub mod position;
#[cfg(feature = "pictures")]
mod scale;
#[cfg(feature = "pictures")]
pub mod terminal;
#[cfg(feature = "pictures")]
mod ticks;
