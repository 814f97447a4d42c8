//! The rules of the games: boards, moves, outcomes and notation, and nothing of scores.

pub(crate) mod as_text;
mod cap_rules;
pub mod chinese_checkers;
pub mod connect_four;
pub mod draughts;
pub mod halma;
pub mod hints;
pub mod hop_board;
pub mod layout;
pub mod line;
pub mod peg_status;
mod peg_text;
mod peg_words;
pub mod pegs;
pub mod perft;
pub mod rhombus;
pub mod win;
mod zobrist;

use layout::{CellLayout, Piece};
use std::fmt::Debug;
use std::hash::Hash;

/// A seat at the table, from 0. Seats are numbered in the order in which they move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u8);

impl Player {
    /// The seat as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The same, at a table of that many players.
    ///
    /// # Panics
    /// Where it is none of them.
    pub(crate) fn seat_of(self, players: usize) -> usize {
        assert!(self.index() < players, "the rules name {self:?} in a game of {players} players");
        self.index()
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// That seat won; all others lost.
    Won(Player),
    /// Nobody won: the ply cap was reached, nobody could move, or the rules call it a draw.
    Unfinished,
}

/// What is said of rules that say a game goes on and give it no moves.
pub(crate) const NO_MOVES: &str = "the game goes on, but it has no moves";

/// A game's rules: a value that knows its number of players and its settings.
///
/// Positions are plain values; the rules say what can be done with them.
pub trait Game: Send + Sync {
    /// Everything that the rules need to go on from here.
    type Position: Clone + Debug + PartialEq + Send + Sync;
    /// One ply; equal moves do the same thing.
    type Move: Copy + Debug + Eq + Hash + Send + Sync + 'static;

    /// The rule set in force with all its settings, in the game's notation.
    fn rules_text(&self) -> String;

    /// How many seats play.
    fn players(&self) -> usize;

    /// The position before the first ply.
    fn start(&self) -> Self::Position;

    /// Whose turn it is. A player may move several times in a row.
    fn turn(&self, position: &Self::Position) -> Player;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Why the game is over, in a word or two of the game's own; `None` while it goes on.
    fn reason(&self, position: &Self::Position) -> Option<&'static str>;

    /// What a player aims at, and all that ends the game, in sentences for somebody who doesn't know it. A position
    /// that is there `repetitions` times ends it as well; 0 for never. Empty where the game says nothing.
    fn aim(&self, _repetitions: u32) -> String {
        String::new()
    }

    /// How the game ended, where [`Game::reason`] says too little to those who don't know the rules: words that go
    /// on after a colon.
    fn ending(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// What the player to move should be told before it is too late, in a sentence or two; at one turn only.
    fn warning(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// A hash of all that the rules look at, except the count of plies: equal positions have equal
    /// keys, and different ones almost surely different keys (Zobrist, A New Hashing Method with
    /// Application for Game Playing, 1970). Where the legal moves depend on that count, so does the key: equal keys
    /// mean the same turn and the same moves.
    fn key(&self, position: &Self::Position) -> u64;

    /// Clears `moves` and puts the legal moves there, each once, in a fixed order; what comes in is a list that
    /// was used before. While the game goes on there is at least one: a player who can't move has the move that
    /// passes.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// How many legal moves there are while the game goes on; `None` where that is no faster than to
    /// make them.
    fn count_moves(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// How a legal move ends the game, or `None` where it goes on: [`Game::outcome`] after the
    /// move. Games that can tell without playing the move override this.
    fn outcome_after(&self, position: &Self::Position, mv: Self::Move) -> Option<Outcome> {
        let mut next = position.clone();
        self.play(&mut next, mv);
        self.outcome(&next)
    }

    /// The move as one word that [`Game::parse_move`] takes back.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The legal move that `text` names.
    ///
    /// # Errors
    /// Where the text is no move, or not a legal one here.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, TextError>;

    /// The position as a drawing that [`Game::parse_position`] takes back.
    fn draw(&self, position: &Self::Position) -> String;

    /// Reads a drawn position, and returns the game that it belongs to and the position.
    ///
    /// # Errors
    /// Names the line, and what is wrong with it.
    fn parse_position(text: &str) -> Result<(Self, Self::Position), TextError>
    where
        Self: Sized;

    /// Where the cells of the board lie; `None` in games without a board.
    fn layout(&self) -> Option<CellLayout> {
        None
    }

    /// What stands on each cell of [`Game::layout`], in the same order.
    fn pieces(&self, _position: &Self::Position) -> Vec<Option<Piece>> {
        Vec::new()
    }
}

/// Text that isn't a hole, move, position or rule set, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(pub String);

/// Names that a message lists; of more it says the nearest only.
const MOST_LISTED: usize = 5;

impl TextError {
    /// That there is no `kind` of that name: with the nearest of those that are known, or else all of
    /// them where they are few, or else the words that say where they are listed.
    pub fn unknown(kind: &str, name: &str, known: &[&str], listed: &str) -> TextError {
        TextError(format!("no {kind} '{name}'; {}", hint(name, known, listed)))
    }
}

/// The nearest of some names, or all of them where they are few, or else `listed`.
pub fn hint(name: &str, known: &[&str], listed: &str) -> String {
    match nearest(name, known) {
        Some(nearest) => format!("did you mean '{nearest}'?"),
        None if known.len() <= MOST_LISTED || listed.is_empty() => {
            format!("known: {}", known.join(", "))
        }
        None => listed.to_string(),
    }
}

/// The first key of `KEY` or `KEY=VALUE` options that is there twice.
pub fn key_twice<'a>(options: &[&'a str]) -> Option<&'a str> {
    let keys: Vec<&str> = options.iter().filter_map(|it| it.split('=').next()).collect();
    let twice = |&at: &usize| keys[..at].contains(&keys[at]);
    (0..keys.len()).find(twice).map(|at| keys[at])
}

/// The name that is so like another that it may be meant.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let name = name.to_lowercase();
    let distance = |known: &str| strsim::damerau_levenshtein(&name, known);
    let nearest = known.iter().copied().min_by_key(|it| distance(it))?;
    // What two names have in common is little where most letters differ.
    let most = (name.chars().count() / 3).clamp(1, 3);
    (distance(nearest) <= most).then_some(nearest)
}
