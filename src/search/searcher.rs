//! Agents that look ahead: by which search and which evaluation, in which part of a game.

use super::alphabeta::AlphaBeta;
use super::best_reply::BestReply;
use super::budget::Budget;
use super::endgame::Endgame;
use super::maxn::MaxN;
use super::maxprob::MaxProb;
use super::mcts::Mcts;
use super::minimax::Minimax;
use super::own::{Iddfs, OwnMoves};
use super::parallel::Parallel;
use super::phases::Phases;
use super::root::{Deepening, Each, Serial};
use super::solve::solve;
use super::spec::{Limit, Method, MonteCarlo, Search};
use super::view::View;
use super::{Agent, AgentError, Engine, Found};
use crate::backend::Threads;
use crate::eval::Evaluator;
use crate::game::TextError;
use crate::game::hints::SearchHints;
use crate::rng::Rng;
use std::fmt;

/// An agent that looks ahead.
pub struct Searcher<'a, G: SearchHints> {
    pub(super) search: Search,
    limit: Limit,
    evaluator: &'a (dyn Evaluator<G> + 'a),
    pub(super) engine: Box<dyn Engine<G> + 'a>,
    endgame: Endgame,
    threads: Threads,
}

impl<G: SearchHints> fmt::Debug for Searcher<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher")
            .field("search", &self.search)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

/// How a searcher goes about a position.
pub(super) enum Way<M> {
    /// As its engine does until then.
    Engine(Limit),
    /// By that many own moves.
    Own(u32),
    /// By the fewest moves to the goal.
    Solved(Found<M>),
}

impl<'a, G: SearchHints + 'a> Searcher<'a, G> {
    /// A searcher for `game` that goes by `evaluator`. Only `parallel` works on the threads, but all
    /// searches end where these are asked to stop.
    ///
    /// # Errors
    /// Where the method doesn't look ahead, or the limit or the game doesn't suit the search.
    pub fn new(
        game: &G,
        search: &Search,
        evaluator: &'a (dyn Evaluator<G> + 'a),
        threads: &Threads,
    ) -> Result<Searcher<'a, G>, TextError> {
        let limit = suitable(game, search)?;
        let engine = engine(search, threads);
        let (endgame, threads) = (Endgame::new(threads), threads.clone());
        Ok(Searcher { search: search.clone(), limit, evaluator, engine, endgame, threads })
    }

    /// The threads whose stop ends it.
    pub(super) fn threads(&self) -> &Threads {
        &self.threads
    }

    /// Another engine of the same search, which has met nothing yet.
    pub(super) fn fresh_engine(&self) -> Box<dyn Engine<G> + 'a> {
        engine(&self.search, &self.threads)
    }

    /// The move that the search finds, and what it says of it, in a position where the game goes
    /// on.
    pub fn find(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> Found<G::Move> {
        let (view, way) = self.way(game, position);
        let mut done = |_: &Found<G::Move>, _: &Budget| {};
        match way {
            Way::Solved(found) => found,
            Way::Engine(limit) => {
                let (base, halt) = (self.search.base_depth, self.threads.stop_flag());
                let deepening = Deepening { limit, base, halt, done: &mut done };
                self.engine.find(&view, position, deepening, rng)
            }
            Way::Own(depth) => {
                let (limit, halt) = (Limit::Depth(depth), self.threads.stop_flag());
                let deepening = Deepening { limit, base: 1, halt, done: &mut done };
                Serial(OwnMoves::default()).find(&view, position, deepening, rng)
            }
        }
    }

    /// How it goes about a position, and how it sees it.
    pub(super) fn way<'b>(
        &mut self,
        game: &'b G,
        position: &G::Position,
    ) -> (View<'b, G>, Way<G::Move>)
    where
        'a: 'b,
    {
        let view = self.view(game, position);
        // Monte Carlo plays games out, on whose way other evaluations may come.
        let is_whole = self.search.method == Method::Mcts;
        let evaluator = if is_whole { self.evaluator } else { view.evaluator };
        let by_engine = View { evaluator, ..view };
        if !game.is_apart(position) {
            return (by_engine, Way::Engine(self.limit));
        }
        if self.search.table > 0
            && let Some(found) = self.endgame.find(&view, position, self.search.table)
        {
            return (view, Way::Solved(found));
        }
        let solve = || solve(&view, position, self.search.solve, &self.threads);
        let solved = (self.search.solve > 0).then(solve);
        match (solved.flatten(), self.search.apart) {
            (Some(found), _) => (view, Way::Solved(found)),
            (None, 0) => (by_engine, Way::Engine(self.limit)),
            (None, depth) => (View { extend: false, quiescence: 0, ..view }, Way::Own(depth)),
        }
    }

    fn view<'b>(&self, game: &'b G, position: &G::Position) -> View<'b, G>
    where
        'a: 'b,
    {
        let Search { forward, extend, quiescence, width, null_move, .. } = self.search;
        let all = View::new(game, self.evaluator, position).at(position);
        View { forward, extend, quiescence, width, null_move, ..all }
    }
}

fn engine<'a, G: SearchHints + 'a>(search: &Search, threads: &Threads) -> Box<dyn Engine<G> + 'a> {
    match search.method {
        Method::Minimax => Box::new(Serial(Minimax)),
        Method::MaxN => Box::new(Serial(Each(MaxN))),
        Method::MaxProb => Box::new(Serial(Each(MaxProb { scale: search.scale }))),
        Method::BestReply => Box::new(Serial(BestReply)),
        Method::Phases => Box::new(Phases::new()),
        Method::Iddfs => Box::new(Iddfs),
        Method::Parallel => Box::new(Parallel::new(threads.clone())),
        Method::Mcts => Box::new(Mcts::new(search.monte_carlo)),
        _ => Box::new(Serial(AlphaBeta::new())),
    }
}

impl<'a, G: SearchHints + 'a> Agent<G> for Searcher<'a, G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, AgentError> {
        Ok(self.find(game, position, rng).mv)
    }
}

/// The limit of a search, if there is one that makes sense of it and the game allows it.
pub(super) fn suitable<G: SearchHints>(game: &G, search: &Search) -> Result<Limit, TextError> {
    let refused = |why: &str| Err(TextError(format!("{search} {why}")));
    let MonteCarlo { epsilon, width, .. } = search.monte_carlo;
    if search.method == Method::Mcts && !((0.0..=1.0).contains(&epsilon) && width > 0) {
        return refused("needs an epsilon from 0 to 1 and a width above 0");
    }
    if search.method == Method::MaxProb && !(search.scale > 0.0 && search.scale.is_finite()) {
        return refused("needs a scale above 0");
    }
    let limit = match (search.method, search.limit) {
        (_, None) => return refused("doesn't look ahead"),
        (Method::Mcts, Some(Limit::Depth(_))) => return refused("has no depth"),
        (Method::Parallel, Some(Limit::Nodes(_))) => return refused("can't stop at a node"),
        (_, Some(limit)) => limit,
    };
    let is_apart = search.apart > 0 || search.solve > 0 || search.table > 0;
    let is_alone = search.table > 0 || search.method == Method::Phases;
    let hands = matches!(search.method, Method::Iddfs | Method::BestReply)
        || is_apart
        || is_alone
        || search.null_move;
    if search.null_move && game.players() != 2 {
        return refused("needs a game of two players");
    }
    let mut start = game.start();
    let turn = game.turn(&start);
    if is_alone && game.alone(&start, turn).is_none() {
        return refused("needs a game in which an army can be thought alone on the board");
    }
    if hands && !game.hand_turn(&mut start, turn) {
        return refused("needs a game in which others can be thought to pass");
    }
    if is_apart && !game.can_part() {
        let why = "looks for armies that are apart, which here never are before the game is over";
        return refused(why);
    }
    Ok(limit)
}
