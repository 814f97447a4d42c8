//! What searches ask a game beyond its rules.

use super::{Game, Player};

/// What a game can tell a search beyond its rules. Each default says that the game has nothing of
/// the kind to tell; searches that need more are refused there.
pub trait SearchHints: Game {
    /// Hands the turn to `player`, as if those before had passed: the plies count, and nothing else
    /// changes. `false`, and nothing done, in games where to move is a duty that can't be thought
    /// away.
    fn hand_turn(&self, _position: &mut Self::Position, _player: Player) -> bool {
        false
    }

    /// Whether the player to move and all others have passed each other, so that none of them can
    /// get in its way any more, or it in theirs, unless one turns back.
    fn is_apart(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether [`SearchHints::is_apart`] can come true before the game is over.
    fn can_part(&self) -> bool {
        self.players() == 2
    }

    /// The pieces of `player` alone on the board, with the turn, after no plies; `None` in games in
    /// which that is nothing to think about.
    fn alone(&self, _position: &Self::Position, _player: Player) -> Option<Self::Position> {
        None
    }

    /// Whether a move leads away from the goal of whoever makes it; in games without a goal none
    /// does.
    fn retreats(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Whether a move takes something, so that a search may look past it; in games without captures
    /// none does.
    fn captures(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the player to move can't take anything, so that an evaluation can be trusted.
    fn is_quiet(&self, _position: &Self::Position) -> bool {
        true
    }

    /// A lower bound for the moves that `player` needs to win if nobody else moves; 0 where the
    /// game knows none.
    fn least_moves(&self, _position: &Self::Position, _player: Player) -> u32 {
        0
    }
}
