//! Choosing a move.

mod alphabeta;
pub mod analysis;
mod best_reply;
mod budget;
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
pub mod own_choice;
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
use lines::{Line, Wanted};
use root::Course;
use spec::{Method, Search};
use view::View;

/// Someone who plays: chooses moves, with a stream of its game for what is left to chance.
pub trait Agent<G: Game> {
    /// A legal move in a position where the game goes on.
    ///
    /// # Errors
    /// Where it has none to give. Built-in searches always have one.
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, AgentError>;
}

/// How an agent failed to choose a move, such as a process that ended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AgentError(pub String);

impl From<AgentError> for TextError {
    fn from(AgentError(why): AgentError) -> TextError {
        TextError(why)
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<M> {
    /// The move to play.
    pub mv: M,
    /// What it is worth: a margin, or near [`WIN`] or its negative for an end that is certain; of
    /// searches over own moves only a score, of Monte Carlo the mean reward, of Max-Prob the chance.
    pub value: f64,
    /// Plies looked ahead, the move itself among them; own ones only of searches over own moves.
    pub depth: u32,
    /// Positions looked at; of Monte Carlo, playouts.
    pub nodes: u64,
}

/// A way to find a move.
trait Engine<G: SearchHints> {
    /// The move to play in a position where the game goes on.
    fn find(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        course: Course<'_, G::Move>,
        rng: &mut Rng,
    ) -> Found<G::Move>;

    /// The best moves there, the first of which is the one that a search to that depth finds, and
    /// their lines; of Monte Carlo those of the last search. `None` where it has to stop.
    fn lines(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        wanted: Wanted<'_>,
        budget: &mut Budget,
    ) -> Option<Vec<Line>>;
}

/// Whether a search suits a game.
///
/// # Errors
/// Says why not.
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
