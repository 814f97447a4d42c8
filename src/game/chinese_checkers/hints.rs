//! What the star tells searches: when armies are apart, which moves turn back, and how many are
//! needed at least.

use super::geometry::{HOLES, HoleSet, STAR, holes_of};
use super::{CORNERS, ChineseCheckers, PegMove, Position, Seat};
use crate::game::hints::SearchHints;
use crate::game::peg_status::Status;
use crate::game::pegs::{self, PegGame};
use crate::game::win::Win;
use crate::game::{Game, Player};

/// The row next to the goal: a player who hasn't won has a peg there or farther away.
const ROW_BEFORE_GOAL: u8 = 5;

/// What an army can still come to if it never turns back.
struct Way {
    /// Holes on which its pegs can stand.
    stand: HoleSet,
    /// Those, and the holes that its moves lead over.
    touch: HoleSet,
}

impl SearchHints for ChineseCheckers {
    fn hand_turn(&self, position: &mut Position, player: Player) -> bool {
        position.status.hand_turn(player, self.players());
        true
    }

    /// Whether no peg of the player to move can meet another's, if no step or hop leads away from
    /// its goal. Of two armies: whether every peg of one has passed every peg of the other.
    fn is_apart(&self, position: &Position) -> bool {
        let mover = position.status.turn;
        let way = |player: Player| {
            let row = self.farthest_row(position, player);
            self.seats[player.index()].way(row)
        };
        let own = way(mover);
        let mut others = (0..self.players() as u8).map(Player).filter(|&it| it != mover);
        others.all(|other| !own.meets(&way(other)))
    }

    /// With more than three players no army can: where goals lie side by side, the rows in front of
    /// them cross.
    fn can_part(&self) -> bool {
        let last = |seat: &Seat| seat.way(ROW_BEFORE_GOAL);
        let ways: Vec<Way> = self.seats.iter().map(last).collect();
        let parts = |own: usize| {
            (0..ways.len()).all(|other| other == own || !ways[own].meets(&ways[other]))
        };
        (0..ways.len()).any(parts)
    }

    fn alone(&self, position: &Position, player: Player) -> Option<Position> {
        let mut pegs = [0; CORNERS];
        *pegs.get_mut(player.index())? = position.pegs(player);
        let mut alone = Position::new(pegs, Status::new(player));
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

impl ChineseCheckers {
    /// The row of the player's last peg, counted from the tip of its goal.
    fn farthest_row(&self, position: &Position, player: Player) -> u8 {
        let rows = holes_of(position.pegs(player)).map(|hole| self.row_to_goal(player, hole));
        rows.max().unwrap_or(0)
    }
}

impl Seat {
    /// The way of an army whose last peg is in that row from the tip of the goal. Alone it hops over
    /// its own pegs only: a peg that lands where none may stop stands beside a hole where one may,
    /// and what it could hop over from there is one step farther.
    fn way(&self, last: u8) -> Way {
        let is_ahead = |hole: &usize| self.rows[*hole] <= last;
        let ahead: HoleSet = (0..HOLES).filter(is_ahead).map(|hole| 1 << hole).sum();
        let stand = self.stop & ahead;
        let wider =
            |set| holes_of(set).fold(set, |all, hole| all | STAR.neighbours[usize::from(hole)]);
        Way { stand, touch: wider(wider(stand)) & self.land & ahead }
    }
}

impl Way {
    /// Whether pegs of one may stand in the way of the other's.
    fn meets(&self, other: &Way) -> bool {
        (self.touch & other.stand) | (self.stand & other.touch) != 0
    }
}
