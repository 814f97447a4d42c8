//! From position to score, by an evaluation built from a parameter vector.

pub mod cell_weights;
pub mod draughts;
pub mod euclidean;
pub mod halma_report;
pub mod halma_weights;
pub mod peg_sum;
pub mod phases;
pub mod pid;
pub mod rhombus_weights;
pub mod threats;

use crate::game::layout::CellLayout;
use crate::game::{Game, Player, TextError};
use crate::parameter::Parameter;
use crate::rng::Rng;
use std::fmt;

/// Scores positions; higher is better. Scores and margins are finite and far below
/// [`WIN`](crate::search::WIN), 1e15, in size: searches take what comes near it for a certain end, and a score that
/// is no number for none.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What `position` is worth to `player`.
    fn score(&self, game: &G, position: &G::Position, player: Player) -> f64;

    /// Clears `scores` and puts there what each move is worth to the player to move, by index: the same as
    /// [`Evaluator::score`] after it. Evaluations that can do this incrementally override it.
    fn score_moves(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        scores: &mut Vec<f64>,
    ) {
        let player = game.turn(position);
        scores.clear();
        scores.extend(moves.iter().map(|&mv| {
            let mut next = position.clone();
            game.play(&mut next, mv);
            self.score(game, &next, player)
        }));
    }

    /// The margin of `player`, by which searches go: its score times the number of the others, less
    /// their scores. Evaluations whose scores look at the others override it.
    fn margin(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        let others = (0..game.players() as u8).map(Player).filter(|&other| other != player);
        others.fold(0.0, |margin, other| {
            margin + self.score(game, position, player) - self.score(game, position, other)
        })
    }

    /// Clears `margins` and puts there what each move of the player to move is worth to `player`, by index: the
    /// same as [`Evaluator::margin`] after it.
    fn margins(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        player: Player,
        margins: &mut Vec<f64>,
    ) {
        margins.clear();
        margins.extend(moves.iter().map(|&mv| {
            let mut next = position.clone();
            game.play(&mut next, mv);
            self.margin(game, &next, player)
        }));
    }

    /// What the best move of the player to move is worth to `player` by [`Evaluator::margins`], and how
    /// many moves were looked at for it. The rest is left out once one is worth `enough`, or better for
    /// who makes it. `worth` is the margin before the move. `None` where an evaluation has no faster
    /// way than to look at every move.
    fn best_margin(
        &self,
        _game: &G,
        _position: &G::Position,
        _player: Player,
        _worth: f64,
        _enough: f64,
    ) -> Option<(f64, u64)> {
        None
    }

    /// The move of greedy play: the best by [`Evaluator::score_moves`]. Among equals, in the order of the
    /// move generator, one is drawn by one number below their count; where one move is best, nothing is
    /// drawn. `None` where an evaluation has no faster way than to score every move. `tied` is a buffer.
    fn best_move(
        &self,
        _game: &G,
        _position: &G::Position,
        _tied: &mut Vec<G::Move>,
        _rng: &mut Rng,
    ) -> Option<G::Move> {
        None
    }

    /// The first moves of the player to move, at most that many, in descending order of its own margin
    /// after each; equal ones in the order of the move generator. `None` where an evaluation has no
    /// faster way than to look at every move.
    fn first_moves(
        &self,
        _game: &G,
        _position: &G::Position,
        _most: usize,
    ) -> Option<Vec<G::Move>> {
        None
    }

    /// The evaluation to use in a position, where it is another. A search that compares values takes that
    /// of its root for all positions; Monte Carlo asks in each.
    fn at(&self, _game: &G, _position: &G::Position) -> Option<&dyn Evaluator<G>> {
        None
    }

    /// The move of a player who goes by this evaluation in a way of its own, where it has one.
    fn choose(&self, _game: &G, _position: &G::Position, _rng: &mut Rng) -> Option<G::Move> {
        None
    }
}

impl<G: Game> fmt::Debug for dyn Evaluator<G> + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluator").finish_non_exhaustive()
    }
}

/// What a search needs of an evaluation, besides the worth of positions in which the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The worth of positions after a move that ends the game.
    pub ends: bool,
    /// The choice of moves by [`Evaluator::choose`].
    pub choice: bool,
}

/// A family of evaluations: one for each parameter vector, some of them known by name.
pub trait Parametric<G: Game>: Send + Sync {
    /// The parameters, in the order of the vector. Each passes [`Parameter::check`], and no two have one name.
    fn parameters(&self) -> Vec<Parameter>;

    /// How many vectors of the game's first family make one of these, one after another. A vector that
    /// repeats one of them plays as that one does.
    fn arrays(&self) -> usize {
        1
    }

    /// Where the cells lie, for arrays of per-cell weights.
    fn layout(&self, _game: &G) -> Option<CellLayout> {
        None
    }

    /// For each parameter, the index of the one that it becomes where the board is mirrored; `None`
    /// where there is no such symmetry.
    fn mirror(&self) -> Option<Vec<usize>> {
        None
    }

    /// The indices of the parameters that no move of a search with these needs depends on.
    fn idle(&self, _game: &G, _needs: Needs) -> Vec<usize> {
        Vec::new()
    }

    /// The evaluation of that vector, which has one admitted value for every parameter.
    fn evaluator(&self, game: &G, values: &[f64]) -> Box<dyn Evaluator<G>>;

    /// The names of the built-in vectors.
    fn built_in_names(&self) -> Vec<&'static str>;

    /// The built-in vector of that name, with one admitted value for every parameter.
    ///
    /// # Errors
    /// Where there is none, or it says nothing about positions that these rules allow.
    fn built_in(&self, game: &G, name: &str) -> Result<Vec<f64>, TextError>;

    /// That no built-in vector has that name, with the names that there are.
    fn unknown(&self, name: &str) -> TextError {
        TextError::unknown("built-in array", name, &self.built_in_names(), "")
    }

    /// Whether the built-in vector of that name says how far a win is, so that a loser's remaining
    /// distance is best measured by it.
    fn is_distance(&self, _name: &str) -> bool {
        false
    }
}

impl<G: Game> fmt::Debug for dyn Parametric<G> + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parametric")
            .field("parameters", &self.parameters().len())
            .finish_non_exhaustive()
    }
}
