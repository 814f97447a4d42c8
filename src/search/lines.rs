//! The best moves of a position in their order, what each is worth, and the line of play that it
//! leads to.

use super::budget::Budget;
use super::root::{Best, Lookahead, Root};
use super::view::View;
use crate::game::hints::SearchHints;
use crate::game::{Game, Player};
use std::cmp::Ordering;

/// A move at the root, and what is expected after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The move's place at the root.
    pub(super) index: usize,
    /// What it is worth to the player who makes it, as [`Found::value`](super::Found::value);
    /// `None` where it was chosen without a value.
    pub value: Option<f64>,
    /// The move and those that the search expects after it. Players who are thought to pass, or are
    /// not looked at, have no move here.
    pub moves: Vec<Ply>,
    /// Playouts that began with it; `None` but for Monte Carlo.
    pub playouts: Option<u64>,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who moves.
    pub player: Player,
    /// The move in the game's notation.
    pub text: String,
}

impl Ply {
    /// That move of the player to move.
    pub(super) fn of<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> Ply {
        Ply { player: game.turn(position), text: game.move_text(position, mv) }
    }
}

/// Which lines are asked for.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// How many plies the search looks ahead.
    pub depth: u32,
    /// How many of the best moves are listed.
    pub most: usize,
    /// The lines of an earlier depth, which are looked at first.
    pub before: &'a [Line],
}

/// A move on a line: the position with the turn of its player, and the plies left after it.
pub(super) struct Step<G: SearchHints> {
    pub position: G::Position,
    pub mv: G::Move,
    pub left: u32,
}

/// The best moves at the root, each with its exact value, in the order in which a search would
/// choose them.
///
/// `search` returns the value of the move of an index. Where that isn't above the bar, it may return
/// any other number that isn't, since enough other moves are better already.
pub(super) fn best_lines<G: SearchHints>(
    root: &Root<G>,
    wanted: &Wanted<'_>,
    mut search: impl FnMut(usize, f64) -> Option<f64>,
) -> Option<Vec<Best>> {
    let mut best = Vec::new();
    for index in order(root, wanted) {
        let value = search(index, bar(&best, wanted.most, index))?;
        add(&mut best, Best { value, index }, wanted.most);
    }
    Some(best)
}

/// The indices of all moves, those first that were best before.
pub(super) fn order<G: SearchHints>(root: &Root<G>, wanted: &Wanted<'_>) -> Vec<usize> {
    let place = |index: usize| wanted.before.iter().position(|line| line.index == index);
    let mut order: Vec<usize> = (0..root.moves.len()).collect();
    order.sort_by_key(|&index| place(index).unwrap_or(usize::MAX));
    order
}

/// What a move has to be worth more than to be among the best.
pub(super) fn bar(best: &[Best], most: usize, index: usize) -> f64 {
    let last = most.checked_sub(1).and_then(|last| best.get(last));
    last.map_or(f64::NEG_INFINITY, |last| last.bar(index))
}

/// Adds a move to the best, among equals by its index, and drops what is too many.
pub(super) fn add(best: &mut Vec<Best>, new: Best, most: usize) {
    best.push(new);
    best.sort_by(|one, two| {
        let by_value = two.value.partial_cmp(&one.value).unwrap_or(Ordering::Equal);
        by_value.then(one.index.cmp(&two.index))
    });
    best.truncate(most);
}

/// The line of a move at the root whose value is known, with that many plies left after it.
pub(super) fn follow<G: SearchHints, L: Lookahead<G>>(
    lookahead: &mut L,
    view: &View<'_, G>,
    position: &G::Position,
    (root, best, mut left): (&Root<G>, Best, u32),
    budget: &mut Budget,
) -> Option<Line> {
    let mut moves = vec![Ply::of(view.game, position, root.moves[best.index])];
    let mut at = root.positions[best.index].clone();
    let mut ply = 1;
    while let Some(step) = lookahead.step(view, &at, (left, ply), best.value, budget)? {
        moves.push(Ply::of(view.game, &step.position, step.mv));
        at = view.after(&step.position, step.mv);
        (left, ply) = (step.left, ply + 1);
    }
    Some(Line { index: best.index, value: Some(best.value), moves, playouts: None })
}
