//! What searches ask a game beyond its rules.

use super::{Game, Player};

/// What a game can tell a search beyond its rules. Each default says that the game has nothing of
/// the kind to tell; searches that need more are refused there.
pub trait SearchHints: Game {
    /// A number for all that a search `depth` plies ahead can depend on, so that equal ones mean equal values: the
    /// position's [key](Game::key), and where the rules look at the past, that too, as far as so many plies can
    /// bring it up.
    fn search_key(&self, position: &Self::Position, _depth: u32) -> u64 {
        self.key(position)
    }

    /// Gives the turn to `player`, as if the players before it had passed: the plies count, and
    /// nothing else changes. Returns `false` and does nothing in games where nobody can be thought
    /// to pass.
    fn hand_turn(&self, _position: &mut Self::Position, _player: Player) -> bool {
        false
    }

    /// Whether the player to move and all others have passed each other: unless somebody turns
    /// back, nobody can get in its way any more, nor it in theirs.
    fn is_apart(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether [`SearchHints::is_apart`] can come true before the game is over.
    fn can_part(&self) -> bool {
        self.players() == 2
    }

    /// The position at ply 0 in which only the pieces of `player` are left, and it has the turn;
    /// `None` in games where that makes no sense.
    fn alone(&self, _position: &Self::Position, _player: Player) -> Option<Self::Position> {
        None
    }

    /// Whether a move leads away from the goal of the player who makes it; never in games without
    /// goals.
    fn retreats(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Whether a move captures, so that a search may look past it; never in games without captures.
    fn captures(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the player to move can't capture, so that a search may end here and evaluate: where
    /// [`SearchHints::captures`] is true of no legal move.
    fn is_quiet(&self, _position: &Self::Position) -> bool {
        true
    }

    /// Whether a move is legal, where that is seen faster than by making all moves; else `false`, which
    /// says nothing.
    fn can_play(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// The legal move at a place in the order of the move generator. `place` is given their count and returns
    /// a number below it. `None` where that is no faster than to make all moves; then `place` isn't called.
    fn move_at(
        &self,
        _position: &Self::Position,
        _place: impl FnOnce(u32) -> u32,
    ) -> Option<Self::Move> {
        None
    }

    /// Whether a move of the player to move may end the game; where not, none does, and nobody has to
    /// try each.
    fn may_end(&self, _position: &Self::Position) -> bool {
        true
    }

    /// A lower bound for the moves that `player` needs to win if nobody else moves; 0 where the
    /// game knows none.
    fn least_moves(&self, _position: &Self::Position, _player: Player) -> u32 {
        0
    }
}
