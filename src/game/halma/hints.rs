//! What Halma's board tells searches: when armies are apart, and how many moves are needed at least.

use super::geometry::{SIDE, quarters_from_first};
use super::{Halma, Position};
use crate::game::hints::SearchHints;
use crate::game::peg_status::Status;
use crate::game::pegs::{self, PegMove};
use crate::game::win::Win;
use crate::game::{Game, Player};

/// Steps from tip to tip, counted by rows and columns.
const DIAGONAL: u8 = 2 * (SIDE as u8 - 1);

impl SearchHints for Halma {
    fn hand_turn(&self, position: &mut Position, player: Player) -> bool {
        position.status.hand_turn(player, self.players());
        true
    }

    /// Whether the last pegs of the player to move and of every other have come so far along the
    /// diagonals from their corners that no hole lies ahead of both.
    fn is_apart(&self, position: &Position) -> bool {
        let mover = position.status.turn;
        let way = |player| self.least_way(position, player);
        let mut others = (0..self.players() as u8).map(Player).filter(|&it| it != mover);
        others.all(|other| way(mover) + way(other) > self.most_ways(mover, other))
    }

    fn can_part(&self) -> bool {
        true
    }

    fn alone(&self, position: &Position, player: Player) -> Option<Position> {
        let mut alone = Position::empty(Status::new(player));
        let own = position.pegs[player.index()];
        own.iter().for_each(|&hole| alone.holes[usize::from(hole)] = player.0 + 1);
        alone.pegs[player.index()] = own;
        alone.status.winner = (own == self.seats[player.index()].goal).then_some(player);
        Some(alone)
    }

    /// One for each hole of the goal without an own peg; by [`Win::Filled`] for each empty hole.
    fn least_moves(&self, position: &Position, player: Player) -> u32 {
        let is_missing = |&&hole: &&u8| match self.rules.win {
            Win::Own => position.peg_at(hole) != Some(player),
            Win::Filled { .. } => position.is_free(hole),
        };
        self.goal(player).iter().filter(is_missing).count() as u32
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

impl Halma {
    /// The greatest sum of a hole's distances, by rows and columns, from the tips of two homes.
    fn most_ways(&self, one: Player, other: Player) -> u8 {
        let [one, other] = [one, other].map(|it| self.seats[it.index()].corner);
        match quarters_from_first(one).abs_diff(quarters_from_first(other)) {
            2 => DIAGONAL,
            _ => DIAGONAL + SIDE as u8 - 1,
        }
    }

    /// How far the player's last peg has come from the tip of its home, by rows and columns.
    fn least_way(&self, position: &Position, player: Player) -> u8 {
        let way = |&hole: &u8| {
            let (row, column) = self.seen_from(player, hole);
            (row + column) as u8
        };
        position.pegs(player).iter().map(way).min().unwrap_or(0)
    }
}
