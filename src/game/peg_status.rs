//! What a game of pegs remembers beside its pegs: whose turn it is, how it came there, and who has won.

use super::pegs::PegMove;
use super::{Outcome, Player};

/// Whose turn it is in a position, how many plies and passes came before it, and who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Status {
    /// The player to move.
    pub turn: Player,
    /// Passes just before this position.
    pub passes: u8,
    /// Plies played so far, passes included.
    pub ply: u32,
    /// Who has won.
    pub winner: Option<Player>,
}

impl Status {
    /// At ply 0, with the turn of `player`.
    pub fn new(player: Player) -> Status {
        Status { turn: player, passes: 0, ply: 0, winner: None }
    }

    /// After `ply` plies from the start, of which the last `passes` were passes.
    pub fn after(ply: u32, passes: u32, players: usize) -> Status {
        let turn = Player((ply as usize % players) as u8);
        Status { turn, passes: passes as u8, ply, winner: None }
    }

    /// How the game ended, or `None` while it goes on.
    #[inline]
    pub fn outcome(&self, players: usize, ply_cap: u32) -> Option<Outcome> {
        let stuck = usize::from(self.passes) >= players;
        let over = stuck || self.ply >= ply_cap;
        self.winner.map(Outcome::Won).or(over.then_some(Outcome::Unfinished))
    }

    /// Why the game is over, or `None` while it goes on.
    pub fn reason(&self, players: usize, ply_cap: u32) -> Option<&'static str> {
        match self.outcome(players, ply_cap)? {
            Outcome::Won(_) => Some("goal"),
            Outcome::Unfinished if self.ply >= ply_cap => Some("ply-cap"),
            Outcome::Unfinished => Some("stuck"),
        }
    }

    /// Counts a move, and returns the player who made it; `None` for a pass, which moves no peg.
    #[inline]
    pub fn advance(&mut self, mv: PegMove, players: usize) -> Option<Player> {
        let player = self.turn;
        self.ply += 1;
        self.turn = Player(((player.index() + 1) % players) as u8);
        if mv.from == mv.to {
            self.passes += 1;
            return None;
        }
        self.passes = 0;
        Some(player)
    }

    /// Gives the turn to `player`, as if the players before it had passed: only the plies count.
    pub fn hand_turn(&mut self, player: Player, players: usize) {
        let players = players as u32;
        self.ply += (u32::from(player.0) + players - u32::from(self.turn.0)) % players;
        self.turn = player;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round_and_passes_count_until_a_peg_moves() {
        let mut status = Status::new(Player(0));
        let step = PegMove { from: 3, to: 4 };
        assert_eq!(status.advance(PegMove::PASS, 3), None);
        assert_eq!(status.advance(PegMove::PASS, 3), None);
        assert_eq!(status, Status::after(2, 2, 3));
        assert_eq!(status.advance(step, 3), Some(Player(2)));
        assert_eq!(status, Status::after(3, 0, 3));
    }

    #[test]
    fn games_end_by_a_goal_by_the_cap_or_where_nobody_can_move() {
        let end = |status: Status| (status.outcome(2, 10), status.reason(2, 10));
        assert_eq!(end(Status::after(9, 1, 2)), (None, None));
        assert_eq!(end(Status::after(9, 2, 2)), (Some(Outcome::Unfinished), Some("stuck")));
        assert_eq!(end(Status::after(10, 2, 2)), (Some(Outcome::Unfinished), Some("ply-cap")));
        let won = Status { winner: Some(Player(1)), ..Status::after(10, 0, 2) };
        assert_eq!(end(won), (Some(Outcome::Won(Player(1))), Some("goal")));
    }

    #[test]
    fn a_turn_is_handed_over_all_seats_between() {
        let mut status = Status::new(Player(2));
        status.hand_turn(Player(2), 4);
        assert_eq!(status.ply, 0);
        status.hand_turn(Player(1), 4);
        assert_eq!((status.turn, status.ply), (Player(1), 3));
    }
}
