//! A game as a GIF: a picture a ply.

use super::Film;
use crate::report::gif::{self, Stay};
use crate::report::picture::{DrawError, pixels};

/// Pixels from cell to cell.
const CELL: f64 = 26.0;
const STAY: Stay = Stay { each: 60, last: 400 };

/// The game as a GIF that begins again when it is over; `done` hears how many positions are drawn.
///
/// # Errors
/// Where there is no frame, or the board is too large for a GIF.
pub fn gif(film: &Film, done: impl Fn(usize)) -> Result<Vec<u8>, DrawError> {
    gif::gif(film.frames.len(), STAY, |index| {
        done(index);
        pixels(&film.still(index, CELL)?, None)
    })
}
