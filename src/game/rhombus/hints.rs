//! What the rhombus tells searches: when armies are apart, which moves turn back, and how many are
//! needed at least.

use super::geometry::{CORNERS, ROWS, holes_of};
use super::{PegMove, Position, Rhombus};
use crate::game::hints::SearchHints;
use crate::game::peg_status::Status;
use crate::game::pegs::{self, PegGame};
use crate::game::win::Win;
use crate::game::{Game, Player};

impl SearchHints for Rhombus {
    fn hand_turn(&self, position: &mut Position, player: Player) -> bool {
        position.status.hand_turn(player, self.players());
        true
    }

    /// Whether every peg of one army has passed every peg of the other.
    fn is_apart(&self, position: &Position) -> bool {
        let [one, two] = [Player(0), Player(1)].map(|it| self.farthest_row(position, it));
        one + two <= ROWS
    }

    fn alone(&self, position: &Position, player: Player) -> Option<Position> {
        let mut pegs = [0; CORNERS];
        *pegs.get_mut(player.index())? = position.pegs(player);
        let mut alone = Position { pegs, status: Status::new(player) };
        alone.status.winner = self.has_won(&alone, player).then_some(player);
        Some(alone)
    }

    fn retreats(&self, position: &Position, mv: PegMove) -> bool {
        let [from, to] = [mv.from, mv.to].map(|hole| self.row_to_goal(position.status.turn, hole));
        to > from
    }

    /// One for each hole of the goal without an own peg; by [`Win::Filled`] for each empty hole.
    fn least_moves(&self, position: &Position, player: Player) -> u32 {
        let missing = match self.rules.win {
            Win::Own => self.goal(player) & !position.pegs(player),
            Win::Filled { .. } => self.goal(player) & !position.occupied(),
        };
        missing.count_ones()
    }

    fn can_play(&self, position: &Position, mv: PegMove) -> bool {
        pegs::can_play(self, position, mv)
    }

    fn move_at(&self, position: &Position, place: impl FnOnce(u32) -> u32) -> Option<PegMove> {
        Some(pegs::move_at(self, position, place))
    }

    fn may_end(&self, position: &Position) -> bool {
        pegs::may_end(self, position)
    }
}

impl Rhombus {
    /// The row of the player's last peg, counted from the tip of its goal.
    fn farthest_row(&self, position: &Position, player: Player) -> u8 {
        let rows = holes_of(position.pegs(player)).map(|hole| self.row_to_goal(player, hole));
        rows.max().unwrap_or(0)
    }
}
