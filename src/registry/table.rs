//! A game that has been opened for a number of players and a rule set.

use crate::backend::Threads;
use crate::eval::Parametric;
use crate::game::layout::CellLayout;
use crate::game::perft::divide;
use crate::game::{Game, TextError};
use crate::parameter::Parameter;
use crate::play::greedy::GreedyGames;
use crate::play::opening::Opening;
use crate::rng::Rng;
use crate::tune::Tuner;
use crate::tune::matches::{Matches, Terms};

/// Plays a greedy game from the start and gives its plies.
pub type Play = Box<dyn Fn(&mut Rng) -> u32 + Send + Sync>;

/// An opened game, whatever its type.
pub trait Table {
    /// Seats at the table.
    fn players(&self) -> usize;

    /// The rule set with all its settings, in the game's notation.
    fn rules(&self) -> String;

    /// What each number of a parameter vector is.
    fn parameters(&self) -> Vec<Parameter>;

    /// The names of the built-in vectors.
    fn built_in_names(&self) -> Vec<&'static str>;

    /// The built-in vector of that name.
    ///
    /// # Errors
    /// Where there is none for these rules.
    fn built_in(&self, name: &str) -> Result<Vec<f64>, TextError>;

    /// Where the cells lie, for games with an array of per-cell weights.
    fn layout(&self) -> Option<CellLayout>;

    /// The values of a vector as cells: those of the board, or else a list of the parameters.
    fn cells(&self) -> CellLayout {
        let names = || self.parameters().into_iter().map(|parameter| parameter.name);
        self.layout().unwrap_or_else(|| CellLayout::list(names()))
    }

    /// Matches on those terms.
    fn tuner(&self, terms: &Terms, threads: Threads) -> Box<dyn Tuner>;

    /// Games between those vectors, one a seat.
    fn play(&self, seats: &[Vec<f64>]) -> Play;

    /// Perft from where the table is set up, split by first move.
    fn perft(&self, depth: u32) -> Vec<(String, u64)>;

    /// Where the table is set up, as a drawing.
    fn draw(&self) -> String;
}

/// A game with a family of evaluations, set up at a position.
pub struct TypedTable<P: Parametric, F> {
    /// The evaluations.
    pub family: P,
    /// The game.
    pub game: P::Game,
    /// Where perft and drawings begin.
    pub position: <P::Game as Game>::Position,
    /// Makes what plays its greedy games: `General::new`, or something faster.
    pub greedy: fn(P, P::Game) -> F,
}

impl<P, F> Table for TypedTable<P, F>
where
    P: Parametric + Clone + 'static,
    P::Game: Clone + 'static,
    P::Evaluator: 'static,
    F: GreedyGames<P::Game> + 'static,
{
    fn players(&self) -> usize {
        self.game.players()
    }

    fn rules(&self) -> String {
        self.game.rules_text()
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.family.parameters()
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        self.family.built_in_names()
    }

    fn built_in(&self, name: &str) -> Result<Vec<f64>, TextError> {
        self.family.built_in(&self.game, name)
    }

    fn layout(&self) -> Option<CellLayout> {
        self.game.cell_layout()
    }

    fn tuner(&self, terms: &Terms, threads: Threads) -> Box<dyn Tuner> {
        let games = (self.greedy)(self.family.clone(), self.game.clone());
        Box::new(Matches::new(&self.family, self.game.clone(), games, terms, threads))
    }

    fn play(&self, seats: &[Vec<f64>]) -> Play {
        let games = (self.greedy)(self.family.clone(), self.game.clone());
        let players: Vec<F::Player> = seats.iter().map(|values| games.player(values)).collect();
        let start = games.start(Opening::none(&self.game));
        Box::new(move |rng| games.play(&start, &players.iter().collect::<Vec<_>>(), rng).plies)
    }

    fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        let lines = divide(&self.game, &self.position, depth);
        let text = |mv| self.game.move_text(&self.position, mv);
        lines.into_iter().map(|(mv, count)| (text(mv), count)).collect()
    }

    fn draw(&self) -> String {
        self.game.draw(&self.position)
    }
}
