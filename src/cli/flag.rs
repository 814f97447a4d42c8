//! Flags in commands that are printed, to be typed again.

use super::quoted;
use crate::registry;

/// A flag, its value, and whether that isn't the usual one.
pub type Flag = (&'static str, String, bool);

/// The flags whose values aren't the usual ones, with a space before each.
pub fn unusual(flags: impl IntoIterator<Item = Flag>) -> String {
    let unusual = flags.into_iter().filter(|(_, _, is_unusual)| *is_unusual);
    unusual.map(|(flag, value, _)| format!(" --{flag} {value}")).collect()
}

/// The flag that names a game.
pub fn game_flag(game: &str) -> Flag {
    ("game", quoted(game), game != registry::default_game().name)
}
