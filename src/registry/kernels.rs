//! The games of pegs that the kernel plays, each on its board; none where it doesn't know their rules.

use crate::eval::phases;
use crate::game::chinese_checkers::{self, ChineseCheckers};
use crate::game::halma::{self, Halma};
use crate::game::rhombus::{self, Rhombus};
use crate::play::games::HopGames;

/// Chinese Checkers by the kernel.
pub type StarGames = HopGames<
    ChineseCheckers,
    { chinese_checkers::geometry::DIRECTIONS },
    { chinese_checkers::PEGS },
>;
/// Halma by the kernel.
pub type SquareGames = HopGames<Halma, { halma::geometry::DIRECTIONS }, { halma::PEGS }>;
/// The game on the rhombus by the kernel.
pub type RhombusGames = HopGames<Rhombus, { rhombus::geometry::DIRECTIONS }, { rhombus::PEGS }>;

/// Chinese Checkers under the rules of `game`.
pub fn star(game: ChineseCheckers) -> Option<StarGames> {
    HopGames::new(ChineseCheckers::hop_board(), game)
}

/// The same by an array for each phase.
pub fn star_in_phases(game: ChineseCheckers) -> Option<StarGames> {
    Some(star(game)?.in_phases(phases::row, &phases::LIMITS))
}

/// Halma under the rules of `game`.
pub fn square(game: Halma) -> Option<SquareGames> {
    HopGames::new(Halma::hop_board(), game)
}

/// The game on the rhombus under the rules of `game`.
pub fn rhombus(game: Rhombus) -> Option<RhombusGames> {
    HopGames::new(Rhombus::hop_board(), game)
}
