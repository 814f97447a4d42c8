//! Positions that were seen, by their keys: where a key comes again, so does all that it stands for.

use super::{Held, holds};
use crate::game::hints::SearchHints;
use crate::game::line::LineKey;
use crate::game::{Game, Outcome, Player};
use std::collections::HashMap;

/// Positions in which the game goes on by [`Game::key`].
#[derive(Default)]
pub(super) struct Keys(HashMap<u64, Known>);

struct Known {
    turn: Player,
    /// One number for all moves in their order.
    moves: LineKey,
    /// Of a position that was played; there are far more of those that could have been.
    drawing: Option<String>,
}

impl Keys {
    /// That positions of one key have the same turn and moves.
    pub fn check<G: Game>(
        &mut self,
        game: &G,
        (position, moves): (&G::Position, &[G::Move]),
        was_played: bool,
    ) -> Held {
        let (key, turn) = (game.key(position), game.turn(position));
        let moves = moves.iter().fold(LineKey::default(), LineKey::then);
        let drawing = || was_played.then(|| game.draw(position));
        let known = self.0.entry(key).or_insert_with(|| Known { turn, moves, drawing: drawing() });
        let other = |what: &str| {
            let drawing = known.drawing.iter().map(|it| format!(":\n{}", it.trim_end()));
            format!(
                "key: {key:#x}, as that of a position with {what}{}",
                drawing.collect::<String>()
            )
        };
        holds(known.turn == turn, || other("another turn"))?;
        holds(known.moves == moves, || other("other moves, or in another order"))
    }
}

/// Positions by [`SearchHints::search_key`] and their ply.
#[derive(Default)]
pub(super) struct Values(HashMap<(u64, u64), Worth>);

/// Who had won, the margins by all evaluations, and a drawing.
type Worth = (Option<Player>, Vec<f64>, String);

impl Values {
    /// That positions of one key as far from the same root are worth the same.
    pub fn check<G: SearchHints>(
        &mut self,
        game: &G,
        position: &G::Position,
        ply: u64,
        margins: Vec<f64>,
    ) -> Held {
        let winner = match game.outcome(position) {
            Some(Outcome::Won(winner)) => Some(winner),
            _ => None,
        };
        let key = game.search_key(position, 1);
        let new = || (winner, margins.clone(), game.draw(position));
        let (known_winner, known_margins, drawing) = self.0.entry((key, ply)).or_insert_with(new);
        let drawing = drawing.trim_end();
        holds(*known_winner == winner, || {
            format!("search_key: {key:#x}, as that of a position with another winner:\n{drawing}")
        })?;
        holds(*known_margins == margins, || {
            format!(
                "search_key: {key:#x}, as that of a position that evaluations give other margins:\n{drawing}"
            )
        })
    }
}
