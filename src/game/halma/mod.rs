//! Halma for two or four players with 13 pegs each on a square of 256 holes.
//!
//! A move is a step to one of the eight neighbours or a chain of hops over single pegs, anyone's.
//! Every player makes for the corner opposite its own, each for itself. Pegs may end a move
//! anywhere, in other players' corners too, and may leave the goal again: the source (Xu, COMP 424
//! project report, 2014) forbids nothing of that. A peg that stays at home blocks the goal of who
//! makes for that corner, unless the rules say [`Win::Filled`].

pub mod geometry;
mod hints;
mod notation;
mod rules;

pub use super::cap_rules::CapRules as Rules;
pub use super::win::Win;
pub use notation::{draw, hole_name, parse_hole, parse_position};
pub use rules::{parse_rules, seats, standard_rules};

use super::hop_board::{EVERYWHERE, HopBoard, NODES, NodeSet};
use super::layout::{Cell, CellLayout, Piece};
use super::peg_status::Status;
use super::pegs::{PegGame, PegMove};
use super::zobrist::numbers;
use super::{Game, Outcome, Player, TextError, peg_text, peg_words, pegs};
use geometry::{
    CLOCKWISE, CORNERS, DIRECTIONS, HOLES, NEXT, SIDE, STEPS, corner_holes, corner_of, place,
    quarters_from_first, turn,
};
use std::sync::LazyLock;

/// The board's tables for play with bit operations.
pub type SquareBoard = HopBoard<DIRECTIONS>;

static BOARD: LazyLock<SquareBoard> = LazyLock::new(|| {
    let places: Vec<(i8, i8)> = (0..=u8::MAX).map(place).collect();
    HopBoard::new(&places, &STEPS)
});

/// Holes of a word of a set.
const WORD: usize = u64::BITS as usize;

/// Pegs that each player has.
pub const PEGS: usize = 13;

/// The holes of a player's pegs, in ascending order.
type Pegs = [u8; PEGS];

/// The numbers that [`Game::key`] mixes: of each player's holes, then of turns, then of passes.
static NUMBERS: [u64; CORNERS * HOLES + 2 * CORNERS + 1] = numbers();

/// The game for a number of players under a rule set.
#[derive(Clone, Debug)]
pub struct Halma {
    rules: Rules,
    seats: Vec<Seat>,
}

/// Where a seat's pegs set out from and make for.
#[derive(Clone, Debug)]
struct Seat {
    corner: u8,
    home: Pegs,
    goal: Pegs,
}

/// Where all pegs stand, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// For each hole 0 for nothing, else seat + 1.
    holes: [u8; HOLES],
    pegs: [Pegs; CORNERS],
    status: Status,
}

impl Position {
    /// A board without pegs.
    fn empty(status: Status) -> Position {
        Position { holes: [0; HOLES], pegs: [[0; PEGS]; CORNERS], status }
    }

    /// The holes on which the pegs of `player` stand, in ascending order.
    pub fn pegs(&self, player: Player) -> &[u8] {
        self.pegs.get(player.index()).map_or(&[], |pegs| pegs)
    }

    /// Plies played so far, passes included.
    pub fn ply(&self) -> u32 {
        self.status.ply
    }

    /// The player whose peg stands in a hole.
    pub fn peg_at(&self, hole: u8) -> Option<Player> {
        self.holes[usize::from(hole)].checked_sub(1).map(Player)
    }

    fn is_free(&self, hole: u8) -> bool {
        self.holes[usize::from(hole)] == 0
    }

    /// Where a single hop leads in that direction, for a peg that has left `lifted`.
    fn hop(&self, lifted: u8, from: u8, direction: usize) -> Option<u8> {
        let (over, landing) = NEXT[usize::from(from)][direction]?;
        let landing = landing?;
        let can = over != lifted && !self.is_free(over);
        (can && (landing == lifted || self.is_free(landing))).then_some(landing)
    }
}

impl Halma {
    /// The game for 2 or 4 players.
    ///
    /// # Errors
    /// For any other number of players.
    pub fn new(players: usize, rules: Rules) -> Result<Halma, TextError> {
        let corners = seats(players)
            .ok_or_else(|| TextError(format!("{players} players: Halma is for 2 or 4")))?;
        Ok(Halma { rules, seats: corners.iter().map(|&corner| Seat::at(corner)).collect() })
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The holes on which the pegs of `player` begin, in ascending order.
    pub fn home(&self, player: Player) -> &[u8] {
        &self.seats[player.index()].home
    }

    /// The holes that `player` has to fill, in ascending order.
    pub fn goal(&self, player: Player) -> &[u8] {
        &self.seats[player.index()].goal
    }

    /// Row and column of a hole from the player's view, in which the tip of its home is (0, 0).
    #[inline]
    pub fn seen_from(&self, player: Player, hole: u8) -> (i8, i8) {
        let corner = self.seats[player.index()].corner;
        place(turn(hole, CORNERS - quarters_from_first(corner)))
    }

    /// The moves of the player to move that are a step or a single hop, peg by peg in ascending
    /// order, clockwise from the right.
    pub fn single_moves(&self, position: &Position, moves: &mut Vec<PegMove>) {
        moves.clear();
        for &from in position.pegs(position.status.turn) {
            for (direction, next) in NEXT[usize::from(from)].iter().enumerate() {
                let step = next.map(|(step, _)| step).filter(|&it| position.is_free(it));
                let to = step.or_else(|| position.hop(from, from, direction));
                if let Some(to) = to {
                    moves.push(PegMove { from, to });
                }
            }
        }
    }

    /// The board's tables for play with bit operations.
    pub fn hop_board() -> SquareBoard {
        BOARD.clone()
    }
}

impl Seat {
    fn at(corner: u8) -> Seat {
        let opposite = CLOCKWISE[(quarters_from_first(corner) + CORNERS / 2) % CORNERS];
        let holes = |corner| {
            let mut holes = corner_holes(corner);
            std::array::from_fn(|_| holes.next().unwrap_or_default())
        };
        Seat { corner, home: holes(corner), goal: holes(opposite) }
    }
}

impl Game for Halma {
    type Position = Position;
    type Move = PegMove;

    fn rules_text(&self) -> String {
        self.rules.to_string()
    }

    fn players(&self) -> usize {
        self.seats.len()
    }

    fn start(&self) -> Position {
        let homes: Vec<Pegs> = self.seats.iter().map(|seat| seat.home).collect();
        self.position_at(&homes, 0, 0)
    }

    fn turn(&self, position: &Position) -> Player {
        position.status.turn
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.status.outcome(self.players(), self.rules.ply_cap)
    }

    fn reason(&self, position: &Position) -> Option<&'static str> {
        position.status.reason(self.players(), self.rules.ply_cap)
    }

    fn aim(&self, repetitions: u32) -> String {
        peg_words::aim(self, repetitions)
    }

    fn ending(&self, position: &Position) -> Option<String> {
        peg_words::ending(self, position)
    }

    fn warning(&self, position: &Position) -> Option<String> {
        peg_words::warning(self, position)
    }

    fn key(&self, position: &Position) -> u64 {
        pegs::key(self, position, &NUMBERS, CORNERS)
    }

    /// In ascending order of the hole left, then of the hole reached.
    fn moves(&self, position: &Position, moves: &mut Vec<PegMove>) {
        pegs::put_moves(self, position, moves);
    }

    fn play(&self, position: &mut Position, mv: PegMove) {
        let Some(player) = position.status.advance(mv, self.players()) else { return };
        position.holes.swap(usize::from(mv.from), usize::from(mv.to));
        let pegs = &mut position.pegs[player.index()];
        if let Some(peg) = pegs.iter_mut().find(|peg| **peg == mv.from) {
            *peg = mv.to;
        }
        pegs.sort_unstable();
        if self.has_won(position, player) {
            position.status.winner = Some(player);
        }
    }

    fn layout(&self) -> Option<CellLayout> {
        let cell = |hole: u8| {
            let (row, column) = place(hole);
            Cell {
                name: hole_name(hole),
                row: row as usize,
                column: column as usize,
                corner: corner_of(hole).into(),
                x: column.into(),
                y: row.into(),
                stop: true,
            }
        };
        let mut turned = vec![vec![0; HOLES]; CORNERS];
        for (quarters, &corner) in CLOCKWISE.iter().enumerate() {
            for hole in 0..=u8::MAX {
                let there = usize::from(turn(hole, quarters));
                turned[usize::from(corner) - 1][there] = hole.into();
            }
        }
        Some(CellLayout::one((0..=u8::MAX).map(cell).collect(), (SIDE, SIDE), turned))
    }

    fn pieces(&self, position: &Position) -> Vec<Option<Piece>> {
        pegs::pieces(self, position)
    }

    fn move_text(&self, position: &Position, mv: PegMove) -> String {
        peg_text::move_text(self, position, mv)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<PegMove, TextError> {
        peg_text::parse_move(self, position, text)
    }

    fn draw(&self, position: &Position) -> String {
        draw(self, position)
    }

    fn parse_position(text: &str) -> Result<(Halma, Position), TextError> {
        parse_position(text)
    }
}

impl PegGame for Halma {
    const HOLES: usize = HOLES;

    fn name_of(hole: u8) -> String {
        hole_name(hole)
    }

    fn hole_of(text: &str) -> Result<u8, TextError> {
        parse_hole(text)
    }

    fn is_step(from: u8, to: u8) -> bool {
        NEXT[usize::from(from)].iter().flatten().any(|&(step, _)| step == to)
    }

    fn hops(&self, position: &Position, lifted: u8, from: u8) -> impl Iterator<Item = u8> + Clone {
        (0..DIRECTIONS).filter_map(move |direction| position.hop(lifted, from, direction))
    }

    fn taken(&self, position: &Position) -> NodeSet {
        let players = (0..self.players() as u8).map(Player);
        BOARD.nodes(players.flat_map(|it| position.pegs(it)).copied())
    }

    fn destinations(
        &self,
        position: &Position,
        taken: &NodeSet,
        from: u8,
    ) -> impl Iterator<Item = u8> {
        let (board, node) = (&*BOARD, BOARD.node[usize::from(from)]);
        let hops = board.holes_of(node, board.reach(taken, &EVERYWHERE, node));
        let steps = NEXT[usize::from(from)].iter().flatten().map(|&(step, _)| step);
        let mut sets = [0u64; HOLES / WORD];
        for hole in hops.chain(steps.filter(|&it| position.is_free(it))).map(usize::from) {
            sets[hole / WORD] |= 1 << (hole % WORD);
        }
        (0..=u8::MAX).step_by(WORD).zip(sets).flat_map(|(first, mut set)| {
            std::iter::from_fn(move || {
                let bit = set.trailing_zeros() as u8;
                set &= set.checked_sub(1)?;
                Some(first + bit)
            })
        })
    }

    fn nodes() -> (&'static [u8], &'static [u8; NODES]) {
        (&BOARD.node, &BOARD.hole)
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(u8, u8)) {
        let sets = [&self.taken(position), &EVERYWHERE, &EVERYWHERE];
        BOARD.each_move(self.pegs_of(position, self.turn(position)), sets, visit);
    }

    fn pegs_of(&self, position: &Position, player: Player) -> impl Iterator<Item = u8> {
        position.pegs(player).iter().copied()
    }

    fn goal_of(&self, player: Player) -> impl Iterator<Item = u8> {
        self.goal(player).iter().copied()
    }

    fn turned_hole(&self, player: Player, hole: u8) -> u8 {
        turn(hole, quarters_from_first(self.seats[player.index()].corner))
    }

    fn ply_cap(&self) -> u32 {
        self.rules.ply_cap
    }

    fn win(&self) -> Win {
        self.rules.win
    }

    fn has_won(&self, position: &Position, player: Player) -> bool {
        match self.rules.win {
            Win::Own => position.pegs(player) == self.goal(player),
            Win::Filled { leave_by } => {
                let mut own = false;
                let mut stay = false;
                for &hole in self.goal(player) {
                    let Some(owner) = position.peg_at(hole) else { return false };
                    own |= owner == player;
                    stay |= self.home(owner) == self.goal(player);
                }
                own && (!stay || position.status.ply >= leave_by)
            }
        }
    }

    fn status(position: &Position) -> Status {
        position.status
    }

    /// # Panics
    /// Where there are fewer than 13 pegs a player.
    fn position_at<const P: usize>(&self, pegs: &[[u8; P]], ply: u32, passes: u32) -> Position {
        let mut position = Position::empty(Status::after(ply, passes, self.players()));
        for (player, own) in (0u8..).zip(pegs) {
            let mut sorted: Pegs = std::array::from_fn(|peg| own[peg]);
            sorted.sort_unstable();
            sorted.iter().for_each(|&hole| position.holes[usize::from(hole)] = player + 1);
            position.pegs[usize::from(player)] = sorted;
        }
        let winner = pegs::winners(self, &position).next();
        position.status.winner = winner;
        position
    }
}
