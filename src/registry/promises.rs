//! What a game, its evaluations and its entry promise, checked in random games: for authors of games.

mod entry;
mod evaluations;
mod families;
mod fast;
mod line;
mod notation;
mod rules;
mod seen;
mod table;

pub use entry::check;
pub(super) use table::check as check_table;

use crate::game::perft::after;
use crate::game::{Game, NO_MOVES};
use std::fmt;

/// What was looked at where all promises were kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Games that were played to their ends.
    pub games: u64,
    /// Those of them that somebody won.
    pub won: u64,
    /// The positions of these games.
    pub positions: u64,
    /// The legal moves in these positions, each of which was tried.
    pub moves: u64,
    /// Vectors of which an evaluation was made, of each game: built-in ones, shipped champions, and two drawn of each
    /// family.
    pub evaluations: u64,
}

impl Kept {
    fn and(self, other: Kept) -> Kept {
        Kept {
            games: self.games + other.games,
            won: self.won + other.won,
            positions: self.positions + other.positions,
            moves: self.moves + other.moves,
            evaluations: self.evaluations + other.evaluations,
        }
    }
}

/// A promise that isn't kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Broken {
    /// The game, its players and rules.
    pub of: String,
    /// The method or field that promises something, and what it gave.
    pub why: String,
    /// A drawing of the position in which it was seen; `None` where it was seen in none.
    pub position: Option<String>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.of, self.why)?;
        self.position.iter().try_for_each(|it| write!(f, "\nin the position\n{}", it.trim_end()))
    }
}

/// Whether a promise is kept; else what was promised and what came.
type Held = Result<(), String>;

fn holds(is_so: bool, why: impl FnOnce() -> String) -> Held {
    if is_so { Ok(()) } else { Err(why()) }
}

/// A position in which the game goes on, with all that follows it.
struct Here<'a, G: Game> {
    game: &'a G,
    position: &'a G::Position,
    moves: Vec<G::Move>,
    /// The position after each of the moves.
    next: Vec<G::Position>,
}

impl<'a, G: Game> Here<'a, G> {
    fn new(game: &'a G, position: &'a G::Position) -> Result<Here<'a, G>, String> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        holds(!moves.is_empty(), || format!("moves: {NO_MOVES}"))?;
        let next = moves.iter().map(|&mv| after(game, position, mv)).collect();
        Ok(Here { game, position, moves, next })
    }

    fn text(&self, mv: G::Move) -> String {
        self.game.move_text(self.position, mv)
    }

    fn moves_with_next(&self) -> impl Iterator<Item = (G::Move, &G::Position)> {
        self.moves.iter().copied().zip(&self.next)
    }
}
