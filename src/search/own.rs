//! Searches over own moves only, the others passing: to the position with the best score on the
//! way, and to the best one at the end.

use super::budget::Budget;
use super::lines::{Line, Ply, Step, Wanted};
use super::root::{Best, Deepening, Lookahead, Root, deepen, first_depth};
use super::view::{View, WIN};
use super::{Engine, Found};
use crate::game::Outcome;
use crate::game::hints::SearchHints;
use crate::rng::Rng;
use std::cmp::Ordering;
use std::collections::HashSet;

/// Positions remembered at most.
const MOST_SEEN: usize = 1 << 20;

/// Positions met so far, by own moves from the root and key: to come to one again by as many moves
/// tells nothing new.
#[derive(Default)]
struct Seen(HashSet<(u32, u64)>);

impl Seen {
    fn is_new(&mut self, depth: u32, key: u64) -> bool {
        match self.0.len() < MOST_SEEN {
            true => self.0.insert((depth, key)),
            false => !self.0.contains(&(depth, key)),
        }
    }
}

/// The position with the turn given back to the one who looks ahead; `None` where the game
/// is over, or over before that.
pub(super) fn back<G: SearchHints>(
    view: &View<'_, G>,
    position: &G::Position,
) -> Option<G::Position> {
    let goes_on = |position: &G::Position| view.game.outcome(position).is_none();
    let mut position = Some(position).filter(|position| goes_on(position))?.clone();
    view.game.hand_turn(&mut position, view.player);
    Some(position).filter(goes_on)
}

/// Own moves into `moves`, and the score after each into `scores`; after one that wins, `WIN`.
fn scored<G: SearchHints>(
    view: &View<'_, G>,
    position: &G::Position,
    moves: &mut Vec<G::Move>,
    scores: &mut Vec<f64>,
) {
    view.moves(position, moves);
    view.evaluator.score_moves(view.game, position, moves, scores);
    for (&mv, score) in moves.iter().zip(scores) {
        if view.game.outcome_after(position, mv) == Some(Outcome::Won(view.player)) {
            *score = WIN;
        }
    }
}

/// Own moves, the best by score first.
pub(super) fn promising<G: SearchHints>(
    view: &View<'_, G>,
    position: &G::Position,
) -> Vec<G::Move> {
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    view.game.moves(position, &mut moves);
    view.evaluator.score_moves(view.game, position, &moves, &mut scores);
    let mut scored: Vec<(f64, G::Move)> = scores.into_iter().zip(moves).collect();
    scored.sort_by(|(one, _), (two, _)| two.total_cmp(one));
    scored.into_iter().map(|(_, mv)| mv).collect()
}

/// The way to the best score within some own moves: the fewer moves the better among equals, then
/// the first that is found (the search of the tin171 report "Fun With Chinese Checkers", 2012).
pub(super) struct Iddfs;

/// One search to a depth.
struct Descent<'a, G: SearchHints> {
    view: &'a View<'a, G>,
    last: u32,
    seen: Seen,
    score: f64,
    depth: u32,
    /// The move at the root that leads to it.
    root: usize,
    /// All moves that lead to it.
    line: Vec<G::Move>,
    /// The moves that lead to where it looks.
    path: Vec<G::Move>,
    /// The one move at the root that is looked at; `None` for all.
    only: Option<usize>,
}

impl<'a, G: SearchHints> Descent<'a, G> {
    fn new(view: &'a View<'a, G>, last: u32, only: Option<usize>) -> Self {
        let (line, path) = (Vec::new(), Vec::new());
        let (seen, score) = (Seen::default(), f64::NEG_INFINITY);
        Descent { view, last, seen, score, depth: 0, root: 0, line, path, only }
    }

    fn descend(
        &mut self,
        position: &G::Position,
        depth: u32,
        root: Option<usize>,
        budget: &mut Budget,
    ) -> Option<()> {
        let (mut moves, mut scores) = (Vec::new(), Vec::new());
        scored(self.view, position, &mut moves, &mut scores);
        for (index, (mv, score)) in moves.into_iter().zip(scores).enumerate() {
            if root.is_none() && self.only.is_some_and(|only| only != index) {
                continue;
            }
            budget.spend()?;
            let root = root.unwrap_or(index);
            self.path.truncate(depth as usize - 1);
            self.path.push(mv);
            if score > self.score || (score == self.score && depth < self.depth) {
                (self.score, self.depth, self.root) = (score, depth, root);
                self.line.clone_from(&self.path);
            }
            if depth == self.last {
                continue;
            }
            let Some(next) = back(self.view, &self.view.after(position, mv)) else { continue };
            if self.seen.is_new(depth, self.view.game.key(&next)) {
                self.descend(&next, depth + 1, Some(root), budget)?;
            }
        }
        Some(())
    }
}

impl<G: SearchHints> Engine<G> for Iddfs {
    fn find(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        deepening: Deepening<'_, G::Move>,
        _: &mut Rng,
    ) -> Found<G::Move> {
        let mut moves = Vec::new();
        view.moves(position, &mut moves);
        let root = Root::of(view, position, moves);
        let depth = first_depth(deepening.limit, false);
        deepen(&root, deepening, depth, |_, last, budget| {
            let mut descent = Descent::new(view, last, None);
            descent.descend(position, 1, None, budget)?;
            Some(Best { value: descent.score, index: descent.root })
        })
    }

    fn lines(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        wanted: Wanted<'_>,
        budget: &mut Budget,
    ) -> Option<Vec<Line>> {
        let mut moves = Vec::new();
        view.moves(position, &mut moves);
        let mut found = Vec::new();
        for index in 0..moves.len() {
            let mut descent = Descent::new(view, wanted.depth, Some(index));
            descent.descend(position, 1, None, budget)?;
            found.push(descent);
        }
        // Among equals the order of the move generator stays.
        found.sort_by(|one: &Descent<'_, G>, two| {
            let by_score = two.score.partial_cmp(&one.score).unwrap_or(Ordering::Equal);
            by_score.then(one.depth.cmp(&two.depth))
        });
        found.truncate(wanted.most);
        Some(found.into_iter().map(|descent| line(view, position, &descent)).collect())
    }
}

/// What a descent found, a win by the own moves to it.
fn line<G: SearchHints>(
    view: &View<'_, G>,
    position: &G::Position,
    descent: &Descent<'_, G>,
) -> Line {
    let value = match descent.score {
        WIN => WIN - f64::from(descent.depth),
        score => score,
    };
    let moves = own_plies(view, position, &descent.line);
    Line { index: descent.root, value: Some(value), moves, playouts: None }
}

/// Own moves as text, the others passing between them.
pub(super) fn own_plies<G: SearchHints>(
    view: &View<'_, G>,
    position: &G::Position,
    moves: &[G::Move],
) -> Vec<Ply> {
    let mut at = Some(position.clone());
    let ply = |&mv: &G::Move| {
        let before = at.take()?;
        at = back(view, &view.after(&before, mv));
        Some(Ply::of(view.game, &before, mv))
    };
    moves.iter().map_while(ply).collect()
}

/// The best score after all the own moves that it looks ahead, or a win on the way.
#[derive(Default)]
pub(super) struct OwnMoves {
    seen: Seen,
}

impl<G: SearchHints> Lookahead<G> for OwnMoves {
    const DEEPENS: bool = false;

    fn begin(&mut self) {
        self.seen = Seen::default();
    }

    /// Expects nothing of positions seen before: an earlier move has led to them.
    fn value(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        depth: u32,
        ply: u32,
        _: f64,
        budget: &mut Budget,
    ) -> Option<f64> {
        budget.spend()?;
        if view.game.outcome(position) == Some(Outcome::Won(view.player)) {
            return Some(WIN - f64::from(ply));
        }
        let next = back(view, position).filter(|_| depth > 0);
        let Some(position) = next else {
            return Some(view.evaluator.score(view.game, position, view.player));
        };
        if !self.seen.is_new(ply, view.game.key(&position)) {
            return Some(f64::NEG_INFINITY);
        }
        let (mut moves, mut scores) = (Vec::new(), Vec::new());
        scored(view, &position, &mut moves, &mut scores);
        if scores.contains(&WIN) {
            return Some(WIN - f64::from(ply + 1));
        }
        if depth > 1 {
            scores.clear();
            for mv in moves {
                let next = view.after(&position, mv);
                scores.push(self.value(
                    view,
                    &next,
                    depth - 1,
                    ply + 1,
                    f64::NEG_INFINITY,
                    budget,
                )?);
            }
        } else {
            moves.iter().try_for_each(|_| budget.spend())?;
        }
        Some(scores.into_iter().fold(f64::NEG_INFINITY, f64::max))
    }

    fn step(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        (depth, ply): (u32, u32),
        value: f64,
        budget: &mut Budget,
    ) -> Option<Option<Step<G>>> {
        let Some(position) = back(view, position).filter(|_| depth > 0) else {
            return Some(None);
        };
        let mut moves = Vec::new();
        view.moves(&position, &mut moves);
        for mv in moves {
            self.seen = Seen::default();
            let next = view.after(&position, mv);
            if self.value(view, &next, depth - 1, ply + 1, f64::NEG_INFINITY, budget)? >= value {
                return Some(Some(Step { position, mv, left: depth - 1 }));
            }
        }
        Some(None)
    }
}
