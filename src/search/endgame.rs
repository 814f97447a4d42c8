//! The endgame table: how many moves a lone army needs to its goal, remembered from move to move
//! (the tin171 report "Fun With Chinese Checkers", 2012, section Endgame). The search for them is
//! iterative-deepening A* (Korf, Depth-First Iterative-Deepening, 1985) with the game's own lower
//! bound.
//!
//! All that is remembered is proven, so that the table changes only how long an answer takes.

use super::Found;
use super::own::{back, promising};
use super::view::{View, WIN};
use crate::backend::Threads;
use crate::game::Outcome;
use crate::game::hints::SearchHints;
use std::collections::HashMap;

/// Armies remembered at most; then the table begins again.
const MOST_KNOWN: usize = 1 << 20;

/// What is proven of the moves that an army needs: no fewer than `least`, no more than `most`.
#[derive(Clone, Copy)]
struct Known {
    least: u32,
    most: u32,
}

/// What is known of lone armies, by the key of their positions.
pub(super) struct Endgame {
    known: HashMap<u64, Known>,
    /// Positions looked at since [`Endgame::find`] was called.
    nodes: u64,
    /// Whose stop ends it: nothing is found from then on.
    threads: Threads,
}

impl Endgame {
    /// A table in which nothing is known yet, which is searched until the threads are asked to stop.
    pub fn new(threads: &Threads) -> Endgame {
        Endgame { known: HashMap::new(), nodes: 0, threads: threads.clone() }
    }

    /// The first move of a shortest way of the lone army, where it takes no more than `most` moves
    /// and can be gone on the board as it is, the others passing. Among equals it is the first in the
    /// root's order.
    pub fn find<G: SearchHints>(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        most: u32,
    ) -> Option<Found<G::Move>> {
        self.nodes = 0;
        let alone = view.game.alone(position, view.player)?;
        let least = view.game.least_moves(&alone, view.player).max(1);
        let fewest = (least..=most).find(|&moves| self.is_home_in(view, &alone, moves))?;
        let first = view.ordered(position).into_iter().map(|(mv, _)| mv).collect();
        let mv = self.way(view, position, first, fewest)?;
        let value = WIN - f64::from(fewest);
        Some(Found { mv, value, depth: fewest, nodes: self.nodes })
    }

    /// Goes the way home by that many moves, of which the first is one of `moves`; the move that it
    /// begins with.
    fn way<G: SearchHints>(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        mut moves: Vec<G::Move>,
        fewest: u32,
    ) -> Option<G::Move> {
        let game = view.game;
        let (mut here, mut first) = (position.clone(), None);
        for left in (0..fewest).rev() {
            let mut leads = |&mv: &G::Move| {
                let next = game.alone(&view.after(&here, mv), view.player);
                next.is_some_and(|next| self.is_home_in(view, &next, left))
            };
            let mv = moves.iter().copied().find(|mv| leads(mv))?;
            first = first.or(Some(mv));
            here = view.after(&here, mv);
            if left > 0 {
                here = back(view, &here)?;
                game.moves(&here, &mut moves);
            }
        }
        first.filter(|_| game.outcome(&here) == Some(Outcome::Won(view.player)))
    }

    /// Whether the army of that position, alone on the board, is home within that many moves.
    fn is_home_in<G: SearchHints>(
        &mut self,
        view: &View<'_, G>,
        alone: &G::Position,
        moves: u32,
    ) -> bool {
        let (game, player) = (view.game, view.player);
        if game.outcome(alone) == Some(Outcome::Won(player)) {
            return true;
        }
        if self.threads.is_stopped() || moves < game.least_moves(alone, player).max(1) {
            return false;
        }
        let key = game.key(alone);
        let known = self.known.get(&key).copied().unwrap_or(Known { least: 1, most: u32::MAX });
        if moves >= known.most || moves < known.least {
            return moves >= known.most;
        }
        self.nodes += 1;
        let is_home = self.expand(view, alone, moves);
        if !is_home && self.threads.is_stopped() {
            return false;
        }
        let known = match is_home {
            true => Known { most: moves, ..known },
            false => Known { least: moves + 1, ..known },
        };
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, known);
        is_home
    }

    fn expand<G: SearchHints>(
        &mut self,
        view: &View<'_, G>,
        alone: &G::Position,
        moves: u32,
    ) -> bool {
        let (game, player) = (view.game, view.player);
        if moves == 1 {
            let mut all = Vec::new();
            game.moves(alone, &mut all);
            let wins = |&mv: &G::Move| game.outcome_after(alone, mv) == Some(Outcome::Won(player));
            return all.iter().any(wins);
        }
        promising(view, alone).into_iter().any(|mv| {
            let next = game.alone(&view.after(alone, mv), player);
            next.is_some_and(|next| self.is_home_in(view, &next, moves - 1))
        })
    }
}
