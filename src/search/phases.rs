//! Deepening, then minimax, then deepening: own moves only until armies come close, all lines while
//! they meet, and own moves again once they are apart (the bot that the tin171 report "Fun With
//! Chinese Checkers", 2012, sketches in its results).

use super::alphabeta::AlphaBeta;
use super::budget::Budget;
use super::lines::{Line, Wanted};
use super::own::Iddfs;
use super::root::{Deepening, Serial};
use super::view::View;
use super::{Engine, Found};
use crate::game::Player;
use crate::game::hints::SearchHints;
use crate::rng::Rng;

/// One search for the beginning and the end of a game, and one for its middle.
pub(super) struct Phases<G: SearchHints> {
    middle: Serial<AlphaBeta<G>>,
}

impl<G: SearchHints> Phases<G> {
    pub fn new() -> Phases<G> {
        Phases { middle: Serial(AlphaBeta::new()) }
    }
}

impl<G: SearchHints> Engine<G> for Phases<G> {
    fn find(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        deepening: Deepening<'_, G::Move>,
        rng: &mut Rng,
    ) -> Found<G::Move> {
        match is_own(view, position) {
            true => Iddfs.find(view, position, deepening, rng),
            false => self.middle.find(view, position, deepening, rng),
        }
    }

    fn lines(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        wanted: Wanted<'_>,
        budget: &mut Budget,
    ) -> Option<Vec<Line>> {
        match is_own(view, position) {
            true => Iddfs.lines(view, position, wanted, budget),
            false => self.middle.lines(view, position, wanted, budget),
        }
    }
}

/// Whether own moves only are looked at.
pub(super) fn is_own<G: SearchHints>(view: &View<'_, G>, position: &G::Position) -> bool {
    view.game.is_apart(position) || is_far(view, position)
}

/// Whether nobody is in anybody's way, or of use to them, now and after any one move of the player to
/// move.
fn is_far<G: SearchHints>(view: &View<'_, G>, position: &G::Position) -> bool {
    let mut moves = Vec::new();
    view.game.moves(position, &mut moves);
    let mut next = moves.into_iter().map(|mv| view.after(position, mv));
    !is_touched(view.game, position) && !next.any(|next| is_touched(view.game, &next))
}

/// Whether someone has moves that an army alone on the board would not have, or lacks some of these.
fn is_touched<G: SearchHints>(game: &G, position: &G::Position) -> bool {
    let (mut here, mut lone) = (Vec::new(), Vec::new());
    (0..game.players() as u8).map(Player).any(|player| {
        let mut handed = position.clone();
        game.hand_turn(&mut handed, player);
        let Some(alone) = game.alone(position, player) else { return true };
        game.moves(&handed, &mut here);
        game.moves(&alone, &mut lone);
        here != lone
    })
}
