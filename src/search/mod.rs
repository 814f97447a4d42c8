//! Choosing a move.

mod alphabeta;
pub mod analysis;
mod best_reply;
mod budget;
pub mod clock;
mod endgame;
pub mod exact;
pub mod greedy;
pub mod lines;
mod maxn;
mod maxprob;
mod mcts;
mod minimax;
mod order;
mod own;
mod own_choice;
mod parallel;
mod phases;
mod playout;
pub mod random;
mod root;
mod searcher;
mod solve;
pub mod spec;
mod table;
mod view;

pub use searcher::Searcher;
pub use view::WIN;

use crate::backend::Threads;
use crate::eval::Evaluator;
use crate::game::hints::SearchHints;
use crate::game::{Game, TextError};
use crate::rng::Rng;
use budget::Budget;
use clock::GameClock;
use lines::{Line, Wanted};
use root::Deepening;
use spec::{Method, Search};
use view::View;

/// What is said of scores of which none is the best.
const NO_NUMBERS: &str =
    "scores are no finite numbers: weights are too large, or the evaluation is wrong";

/// A player: chooses moves, with the game's stream for what it leaves to chance.
pub trait Agent<G: Game> {
    /// Gets ready for its game before it is asked for its first move there, so that this takes no time of the move.
    /// Whoever isn't told to does so as it is asked.
    ///
    /// # Errors
    /// Where it can't play. Built-in searches always can.
    fn prepare(
        &mut self,
        _game: &G,
        _position: &G::Position,
        _rng: &mut Rng,
    ) -> Result<(), AgentError> {
        Ok(())
    }

    /// Hears what the clock of each seat says before it is asked for a move; `None` for a seat without one. Nobody
    /// hears that in a game without clocks. Built-in searches go by limits of their own.
    fn hear_clocks(&mut self, _clocks: &[Option<GameClock>]) {}

    /// Chooses a legal move in a position where the game goes on.
    ///
    /// # Errors
    /// Where it can't choose one. Built-in searches always can.
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, AgentError>;

    /// Hears of a legal move that is played in its game, by itself or somebody else, from a position.
    /// Built-in searches go by positions alone.
    fn hear(&mut self, _game: &G, _position: &G::Position, _mv: G::Move) {}
}

/// How an agent failed to choose a move, such as a process that ended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// It can't go on.
    #[error("{0}")]
    Failed(String),
    /// Its [clock](GameClock) ran out before it had a move.
    #[error("{0}")]
    Late(String),
}

impl From<AgentError> for TextError {
    fn from(error: AgentError) -> TextError {
        TextError(error.to_string())
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<M> {
    /// The move to play.
    pub mv: M,
    /// The value of that move: a margin, or near ±[`WIN`] where the end is certain. Searches over own
    /// moves only give a score, Monte Carlo the mean reward, Max-Prob the chance to win.
    pub value: f64,
    /// Plies looked ahead, the move itself among them; by searches over own moves, own plies.
    pub depth: u32,
    /// Positions looked at; by Monte Carlo, playouts.
    pub nodes: u64,
}

/// A way to find a move.
trait Engine<G: SearchHints>: Send {
    /// The move to play in a position where the game goes on.
    fn find(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        deepening: Deepening<'_, G::Move>,
        rng: &mut Rng,
    ) -> Found<G::Move>;

    /// The best moves there with their lines, first the move that a search to that depth finds; by
    /// Monte Carlo those of the last search. `None` where it has to stop.
    fn lines(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        wanted: Wanted<'_>,
        budget: &mut Budget,
    ) -> Option<Vec<Line>>;
}

/// Checks that a search suits a game.
///
/// # Errors
/// Says why it doesn't.
pub fn check<G: SearchHints>(game: &G, search: &Search) -> Result<(), TextError> {
    match search.method {
        Method::Random | Method::Greedy | Method::Own => Ok(()),
        _ => searcher::suitable(game, search).map(|_| ()),
    }
}

/// The agent that plays `game` by that search and evaluation.
///
/// # Errors
/// Where the search needs an evaluation and there is none, or it doesn't suit the game.
pub fn agent<'a, G: SearchHints + 'a>(
    game: &G,
    search: &Search,
    evaluator: Option<&'a (dyn Evaluator<G> + 'a)>,
    threads: &Threads,
) -> Result<Box<dyn Agent<G> + 'a>, TextError> {
    let needed = || TextError(format!("{search} needs an evaluation to go by"));
    Ok(match search.method {
        Method::Random => Box::new(random::Random),
        Method::Greedy => Box::new(greedy::Greedy::new(evaluator.ok_or_else(needed)?)),
        Method::Own => Box::new(own_choice::OwnChoice::new(evaluator.ok_or_else(needed)?)),
        _ => Box::new(Searcher::new(game, search, evaluator.ok_or_else(needed)?, threads)?),
    })
}
