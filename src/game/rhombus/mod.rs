//! Chinese Checkers for two on a rhombus of 100 holes without side corners, with ten pegs each.
//!
//! It is the board of He and Zhao, "HW 2: Chinese Checkers" (2019): their sums for a full goal, 30
//! and 170, are those of rows 1 to 4 and 16 to 19 of a rhombus whose rows have 1 to 10 and back to 1
//! holes. A move is a step to one of six neighbours or a chain of hops over single pegs,
//! anyone's. Pegs may stop anywhere, and may leave the goal again.

pub mod geometry;
mod hints;
mod notation;
mod rules;

pub use super::cap_rules::CapRules as Rules;
pub use notation::{draw, hole_name, parse_hole, parse_position};
pub use rules::{parse_rules, standard_rules};

use super::hop_board::{EVERYWHERE, HopBoard, NODES, NodeSet};
use super::layout::{Cell, CellLayout, Piece};
use super::peg_status::Status;
use super::pegs::{PegGame, PegMove};
use super::win::Win;
use super::zobrist::numbers;
use super::{Game, Outcome, Player, TextError, peg_text, peg_words, pegs};
use geometry::{
    CORNERS, DIRECTIONS, HOLES, HoleSet, LONGEST, NEXT, PLACE, ROWS, STEPS, corner_holes,
    corner_of, holes_of, row_of, turn,
};
use std::sync::LazyLock;

/// The board's tables for play with bit operations.
pub type RhombusBoard = HopBoard<DIRECTIONS>;

static BOARD: LazyLock<RhombusBoard> = LazyLock::new(|| HopBoard::new(&PLACE, &STEPS));

/// Pegs that each player has.
pub const PEGS: usize = 10;

/// The numbers that [`Game::key`] mixes: of each player's holes, then of turns, then of passes.
static NUMBERS: [u64; CORNERS * HOLES + 2 * CORNERS + 1] = numbers();

/// The game under a rule set. The first seat has the upper tip, the second the lower one.
#[derive(Clone, Debug)]
pub struct Rhombus {
    rules: Rules,
    /// The holes of each seat's home; its goal is the other's.
    homes: [HoleSet; CORNERS],
}

/// Where all pegs stand, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pegs: [HoleSet; CORNERS],
    status: Status,
}

impl Position {
    /// The holes on which the pegs of `player` stand.
    pub fn pegs(&self, player: Player) -> HoleSet {
        self.pegs.get(player.index()).copied().unwrap_or(0)
    }

    /// Plies played so far, passes included.
    pub fn ply(&self) -> u32 {
        self.status.ply
    }

    /// The player whose peg stands in a hole.
    pub fn peg_at(&self, hole: u8) -> Option<Player> {
        [Player(0), Player(1)].into_iter().find(|&player| self.pegs(player) & (1 << hole) != 0)
    }

    fn occupied(&self) -> HoleSet {
        self.pegs[0] | self.pegs[1]
    }
}

/// Where single hops over those pegs lead from a hole, clockwise from the right.
fn hops(occupied: HoleSet, from: u8) -> impl Iterator<Item = u8> + Clone {
    let landing = move |&(over, landing): &(u8, Option<u8>)| {
        let free = landing.filter(|landing| occupied & (1 << landing) == 0);
        free.filter(|_| occupied & (1 << over) != 0)
    };
    NEXT[usize::from(from)].iter().flatten().filter_map(landing)
}

impl Rhombus {
    /// The game for two players.
    ///
    /// # Errors
    /// For any other number of players.
    pub fn new(players: usize, rules: Rules) -> Result<Rhombus, TextError> {
        match players {
            CORNERS => Ok(Rhombus { rules, homes: [1, 2].map(corner_holes) }),
            _ => Err(TextError(format!("{players} players: the rhombus is for 2"))),
        }
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The holes on which the pegs of `player` begin.
    pub fn home(&self, player: Player) -> HoleSet {
        self.homes[player.index()]
    }

    /// The holes that `player` has to fill.
    pub fn goal(&self, player: Player) -> HoleSet {
        self.homes[1 - player.index()]
    }

    /// How many rows a hole is from the tip of the goal of `player`, which is in row 1.
    pub fn row_to_goal(&self, player: Player, hole: u8) -> u8 {
        match player {
            Player(0) => ROWS - row_of(hole),
            _ => row_of(hole) + 1,
        }
    }

    /// The board's tables for play with bit operations.
    pub fn hop_board() -> RhombusBoard {
        BOARD.clone()
    }
}

impl Game for Rhombus {
    type Position = Position;
    type Move = PegMove;

    fn rules_text(&self) -> String {
        self.rules.to_string()
    }

    fn players(&self) -> usize {
        CORNERS
    }

    fn start(&self) -> Position {
        Position { pegs: self.homes, status: Status::new(Player(0)) }
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
        position.pegs[player.index()] ^= 1 << mv.from | 1 << mv.to;
        if self.has_won(position, player) {
            position.status.winner = Some(player);
        }
    }

    fn layout(&self) -> Option<CellLayout> {
        let cell = |hole: u8| {
            let (row, column) = PLACE[usize::from(hole)];
            Cell {
                name: hole_name(hole),
                row: row as usize,
                column: column as usize,
                corner: corner_of(hole).into(),
                x: f64::from(column) - f64::from(row) / 2.0 + f64::from(LONGEST - 1) / 2.0,
                y: f64::from(row) * 3f64.sqrt() / 2.0,
                stop: true,
            }
        };
        let holes = 0..HOLES as u8;
        let turned = vec![(0..HOLES).collect(), holes.clone().map(|it| turn(it).into()).collect()];
        let grid = (ROWS.into(), LONGEST.into());
        Some(CellLayout::one(holes.map(cell).collect(), grid, turned))
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

    fn parse_position(text: &str) -> Result<(Rhombus, Position), TextError> {
        parse_position(text)
    }
}

impl PegGame for Rhombus {
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
        hops(position.occupied() & !(1 << lifted), from)
    }

    fn taken(&self, position: &Position) -> NodeSet {
        BOARD.nodes(holes_of(position.occupied()))
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
        let destinations: HoleSet = hops.chain(steps).fold(0, |all, hole| all | 1 << hole);
        holes_of(destinations & !position.occupied())
    }

    fn nodes() -> (&'static [u8], &'static [u8; NODES]) {
        (&BOARD.node, &BOARD.hole)
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(u8, u8)) {
        let sets = [&self.taken(position), &EVERYWHERE, &EVERYWHERE];
        BOARD.each_move(self.pegs_of(position, self.turn(position)), sets, visit);
    }

    fn pegs_of(&self, position: &Position, player: Player) -> impl Iterator<Item = u8> {
        holes_of(position.pegs(player))
    }

    fn goal_of(&self, player: Player) -> impl Iterator<Item = u8> {
        holes_of(self.goal(player))
    }

    fn turned_hole(&self, player: Player, hole: u8) -> u8 {
        if player.0 == 0 { hole } else { turn(hole) }
    }

    fn ply_cap(&self) -> u32 {
        self.rules.ply_cap
    }

    fn win(&self) -> Win {
        self.rules.win
    }

    fn has_won(&self, position: &Position, player: Player) -> bool {
        let goal = self.goal(player);
        let missing = goal & !position.pegs(player);
        match self.rules.win {
            Win::Own => missing == 0,
            Win::Filled { leave_by } => {
                let is_full = goal & !position.occupied() == 0;
                missing == 0 || is_full && missing != goal && position.status.ply >= leave_by
            }
        }
    }

    fn status(position: &Position) -> Status {
        position.status
    }

    fn position_at<const P: usize>(&self, pegs: &[[u8; P]], ply: u32, passes: u32) -> Position {
        let sets = |player: usize| pegs[player].iter().map(|hole| 1 << hole).sum();
        let status = Status::after(ply, passes, self.players());
        let mut position = Position { pegs: std::array::from_fn(sets), status };
        let winner = pegs::winners(self, &position).next();
        position.status.winner = winner;
        position
    }
}
