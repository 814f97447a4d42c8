//! The rules of the games: boards, moves, outcomes and notation, and nothing of scores.

pub mod chinese_checkers;
pub mod hop_board;
pub mod layout;
pub mod perft;

use layout::CellLayout;
use std::fmt::Debug;

/// A seat at the table, from 0, in the order in which the seats move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u8);

impl Player {
    /// The seat as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// That seat won; all others lost.
    Won(Player),
    /// Nobody won: the ply cap was reached, or nobody could move.
    Unfinished,
}

/// A game's rules: a value that knows its number of players and its settings.
///
/// Positions are plain values; the rules say what can be done with them.
pub trait Game: Send + Sync {
    /// Everything that the rules need to go on from here.
    type Position: Clone + Debug + PartialEq + Send + Sync;
    /// One ply; equal moves do the same thing.
    type Move: Copy + Debug + Eq + Send + Sync;

    /// The rule set in force with all its settings, in the game's notation.
    fn rules_text(&self) -> String;

    /// How many seats play.
    fn players(&self) -> usize;

    /// The position before the first ply.
    fn start(&self) -> Self::Position;

    /// Whose turn it is.
    fn turn(&self, position: &Self::Position) -> Player;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Puts the legal moves into `moves`, each once, in a fixed order. While the game goes on
    /// there is at least one: a player who can't move has the move that passes.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// The move as text that [`Game::parse_move`] takes back.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The legal move that `text` names.
    ///
    /// # Errors
    /// Where the text is no move, or not a legal one here.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, TextError>;

    /// The position as a drawing that [`Game::parse_position`] takes back.
    fn draw(&self, position: &Self::Position) -> String;

    /// A drawn position, and the game it belongs to.
    ///
    /// # Errors
    /// Names the line, and what is wrong with it.
    fn parse_position(text: &str) -> Result<(Self, Self::Position), TextError>
    where
        Self: Sized;

    /// Where the cells lie, for games with an array of per-cell weights.
    fn cell_layout(&self) -> Option<CellLayout> {
        None
    }
}

/// Text that isn't a hole, move, position or rule set, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(pub String);
