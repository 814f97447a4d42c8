//! What bots think of a position: the best moves in their order with their values and lines.

use super::budget::Budget;
use super::greedy::Greedy;
use super::lines::{Line, Ply, Wanted};
use super::own::OwnMoves;
use super::own_choice::OwnChoice;
use super::root::{Deepening, Root, Serial};
use super::searcher::{Searcher, Way};
use super::spec::{Limit, Method, Search};
use super::view::{View, WIN};
use super::{Engine, Found, phases, solve};
use crate::backend::Threads;
use crate::eval::Evaluator;
use crate::game::hints::SearchHints;
use crate::game::{Game, TextError};
use crate::rng::Rng;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Values this far from [`WIN`] or nearer are certain ends.
const PLIES: f64 = 1e6;

/// Positions at least that are looked at for each further move where the best one is solved.
const SOLVED: u64 = 10_000;

/// What an analysis should find.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// How many of the best moves it lists.
    pub top: usize,
    /// Which game it is of, for players outside of this process, who may be asked for other moves of it.
    pub game: u64,
    /// Stops it at any moment, with what it has found by then, in place of the threads' own stop.
    pub halt: Option<Arc<AtomicBool>>,
}

/// What the values of an analysis stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The player's margin over the others at the end of the line; ends are counted in plies.
    Margin,
    /// The player's own score at the end of the line; ends are counted in own moves.
    OwnScore,
    /// The player's score after the move.
    Score,
    /// The mean reward of playouts: 1 for a win, a share of it where several are as good.
    Reward,
    /// The player's chance to win at the end of the line, as the search estimates it.
    Chance,
    /// What a program says that its move is worth, in a unit of its own.
    Program,
}

impl Unit {
    /// The name in results for machines.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Margin => "margin",
            Unit::OwnScore => "own-score",
            Unit::Score => "score",
            Unit::Reward => "reward",
            Unit::Chance => "chance",
            Unit::Program => "program",
        }
    }
}

/// What a bot thinks of a position, from the view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The best moves, first the one that it plays.
    pub lines: Vec<Line>,
    /// Plies looked ahead for all of them; see [`Found::depth`].
    pub depth: u32,
    /// Positions that it looked at to choose its move; see [`Found::nodes`].
    pub nodes: u64,
    /// Positions that were looked at beside these, for the values and the lines.
    pub nodes_beside: u64,
    /// What the values stand for.
    pub unit: Unit,
}

/// How a game ends for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The player to move wins within that many plies, the move among them.
    Win(u32),
    /// The player to move has lost after that many plies.
    Loss(u32),
}

impl Analysis {
    /// What somebody else says of a move: its value, plies looked ahead and positions looked at.
    pub fn told<G: Game>(
        game: &G,
        position: &G::Position,
        mv: G::Move,
        (value, depth, nodes): (Option<f64>, u32, u64),
    ) -> Analysis {
        let moves = vec![Ply::of(game, position, mv)];
        let line = Line { index: 0, value, moves, playouts: None };
        Analysis { lines: vec![line], depth, nodes, nodes_beside: 0, unit: Unit::Program }
    }

    /// The end that a line leads to for certain, in plies or, by [`Unit::OwnScore`], own moves;
    /// `None` where it isn't known.
    pub fn end(&self, line: &Line) -> Option<End> {
        let is_certain = |value: &f64| self.unit != Unit::Program && value.abs() > WIN - PLIES;
        let value = line.value.filter(is_certain)?;
        let away = (WIN - value.abs()) as u32;
        Some(if value > 0.0 { End::Win(away) } else { End::Loss(away) })
    }
}

/// Analyses a position where the game goes on. Returns `None` for random play, which prefers no
/// move, and where it was halted before it had found anything. `done` gets the analysis after every
/// depth.
///
/// All moves of the list are searched to one depth with exact values. Between the depths the bot's
/// own search goes on as in a game, so the first move is the one that it plays. Both share the time:
/// by the clock, a bot that lists several moves gets less far than in a game; the list says how far.
///
/// # Errors
/// Where the search needs an evaluation and there is none, or it doesn't suit the game.
pub fn analyse<G: SearchHints>(
    (game, position): (&G, &G::Position),
    (search, evaluator): (&Search, Option<&dyn Evaluator<G>>),
    threads: &Threads,
    ask: &Ask,
    rng: &mut Rng,
    done: &mut dyn FnMut(&Analysis),
) -> Result<Option<Analysis>, TextError> {
    let needed = || TextError(format!("{search} needs an evaluation to go by"));
    let at_once = |mut lines: Vec<Line>| {
        let nodes = lines.len() as u64;
        lines.truncate(ask.top);
        Ok(Some(Analysis { lines, depth: 1, nodes, nodes_beside: 0, unit: Unit::Score }))
    };
    match search.method {
        Method::Random => Ok(None),
        Method::Greedy => {
            at_once(Greedy::new(evaluator.ok_or_else(needed)?).lines(game, position, rng))
        }
        Method::Own => {
            at_once(OwnChoice::new(evaluator.ok_or_else(needed)?).lines(game, position, rng))
        }
        _ => {
            let halted = ask.halt.clone().map(|halt| threads.clone().until(halt));
            let threads = halted.as_ref().unwrap_or(threads);
            let mut searcher = Searcher::new(game, search, evaluator.ok_or_else(needed)?, threads)?;
            Ok(searcher.analyse(game, position, ask, rng, done))
        }
    }
}

impl<'a, G: SearchHints + 'a> Searcher<'a, G> {
    fn analyse(
        &mut self,
        game: &G,
        position: &G::Position,
        ask: &Ask,
        rng: &mut Rng,
        done: &mut dyn FnMut(&Analysis),
    ) -> Option<Analysis> {
        let (view, way) = self.way(game, position);
        let unit = match (&way, self.search.method) {
            (Way::Engine(_), Method::Mcts) => Unit::Reward,
            (Way::Engine(_), Method::MaxProb) => Unit::Chance,
            (Way::Engine(_), Method::Phases) if phases::is_own(&view, position) => Unit::OwnScore,
            (Way::Engine(_), method) if method != Method::Iddfs => Unit::Margin,
            _ => Unit::OwnScore,
        };
        let (base, mut lister) = (self.search.base_depth, self.fresh_engine());
        let mut listing = Listing { view: &view, position, ask, unit, latest: None, done };
        match way {
            Way::Solved(found) => {
                let most = self.search.solve.max(SOLVED);
                let lines = solve::lines(&view, position, &found, most, self.threads());
                Some(solved(&found, lines, ask))
            }
            Way::Engine(limit) => {
                listing.run((self.engine.as_mut(), lister.as_mut()), (limit, base), rng)
            }
            Way::Own(depth) => {
                let own = || Serial(OwnMoves::default());
                listing.run((&mut own(), &mut own()), (Limit::Depth(depth), base), rng)
            }
        }
    }
}

fn solved<M>(found: &Found<M>, (mut lines, nodes_beside): (Vec<Line>, u64), ask: &Ask) -> Analysis {
    lines.truncate(ask.top);
    let (depth, nodes) = (found.depth, found.nodes);
    Analysis { lines, depth, nodes, nodes_beside, unit: Unit::OwnScore }
}

/// A search with a list of moves for each of its depths.
struct Listing<'a, G: SearchHints> {
    view: &'a View<'a, G>,
    position: &'a G::Position,
    ask: &'a Ask,
    unit: Unit,
    latest: Option<Analysis>,
    done: &'a mut dyn FnMut(&Analysis),
}

impl<G: SearchHints> Listing<'_, G> {
    /// Searches by one engine as in a game, and lists by another, so that the first finds what it
    /// finds in a game.
    fn run(
        &mut self,
        (finder, lister): (&mut dyn Engine<G>, &mut dyn Engine<G>),
        (limit, base): (Limit, u32),
        rng: &mut Rng,
    ) -> Option<Analysis> {
        let (view, position, halt) = (self.view, self.position, self.ask.halt.clone());
        let mut beside = 0;
        let found = {
            let mut list = |found: &Found<G::Move>, budget: &Budget| {
                beside += self.list(lister, found, beside, budget.beside(self.latest.is_some()));
            };
            let deepening = Deepening { limit, base, halt: halt.clone(), done: &mut list };
            finder.find(view, position, deepening, rng)
        };
        if self.latest.is_none() && found.depth > 0 {
            self.list(finder, &found, beside, Budget::new(Limit::Depth(found.depth), halt));
        }
        beside += self.go_on(lister, &found, limit, beside);
        self.latest.take().map(|it| Analysis { nodes: found.nodes, nodes_beside: beside, ..it })
    }

    /// Goes on with the list where a bot looks no further, since there is one move or the end is
    /// certain. Returns the number of positions looked at.
    fn go_on(
        &mut self,
        lister: &mut dyn Engine<G>,
        found: &Found<G::Move>,
        limit: Limit,
        beside: u64,
    ) -> u64 {
        let Some(latest) = &mut self.latest else { return 0 };
        let reached = latest.depth;
        let mut budget = Budget::new(limit, self.ask.halt.clone());
        budget.arm();
        let is_certain = latest.lines.iter().all(|line| latest.end(line).is_some());
        let depths = match limit {
            // A deeper look would find only ends that are farther off.
            Limit::Depth(depth) if reached < depth && is_certain => {
                latest.depth = depth;
                (self.done)(latest);
                return 0;
            }
            Limit::Depth(depth) if reached < depth => depth..=depth,
            Limit::Milliseconds(_) if self.has_one_move() => reached + 1..=Search::MOST_DEPTH,
            _ => return 0,
        };
        let mut nodes = 0;
        for depth in depths {
            let found = Found { depth, ..*found };
            nodes += self.list(lister, &found, beside + nodes, budget.beside(true));
            let is_open = |it: &Analysis| {
                it.depth == depth && it.lines.first().is_some_and(|line| it.end(line).is_none())
            };
            if !self.latest.as_ref().is_some_and(is_open) {
                break;
            }
        }
        nodes
    }

    /// Puts what was found first. A search that leaves out moves may choose another one in a game than in a list.
    fn put_first(&self, found: &Found<G::Move>, lines: &mut Vec<Line>) {
        let chosen = Ply::of(self.view.game, self.position, found.mv);
        match lines.iter().position(|line| line.moves.first() == Some(&chosen)) {
            Some(place) => lines[..=place].rotate_right(1),
            None => {
                let mut moves = Root::ordered(self.view, self.position).moves.into_iter();
                let index = moves.position(|mv| mv == found.mv).unwrap_or_default();
                let line = Line { index, value: None, moves: vec![chosen], playouts: None };
                lines.insert(0, line);
                lines.truncate(self.ask.top);
            }
        }
        if let Some(first) = lines.first_mut() {
            first.value = Some(found.value);
        }
    }

    fn has_one_move(&self) -> bool {
        let mut moves = Vec::new();
        self.view.moves(self.position, &mut moves);
        moves.len() == 1
    }

    /// Lists the moves to the depth of what was found, and returns the number of positions looked at.
    fn list(
        &mut self,
        engine: &mut dyn Engine<G>,
        found: &Found<G::Move>,
        beside: u64,
        mut budget: Budget,
    ) -> u64 {
        let before = self.latest.as_ref().map_or(&[][..], |it| &it.lines);
        let wanted = Wanted { depth: found.depth, most: self.ask.top, before };
        let lines = engine.lines(self.view, self.position, wanted, &mut budget);
        if let Some(mut lines) = lines {
            // An only move is looked at farther here than in a game.
            if (self.view.width > 0 || self.view.null_move) && !self.has_one_move() {
                self.put_first(found, &mut lines);
            }
            let (depth, nodes) = (found.depth, found.nodes);
            let nodes_beside = beside + budget.nodes;
            let latest = Analysis { lines, depth, nodes, nodes_beside, unit: self.unit };
            (self.done)(&latest);
            self.latest = Some(latest);
        }
        budget.nodes
    }
}
