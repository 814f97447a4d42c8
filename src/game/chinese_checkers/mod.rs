//! Chinese Checkers for two to six players on the star of 121 holes.

pub mod geometry;
mod hints;
mod hops;
mod notation;
mod rules;

pub use super::win::Win;
pub use notation::{draw, hole_name, parse_hole, parse_position};
pub use rules::{Corners, Rules, seats};

pub use super::pegs::PegMove;

use super::hop_board::{HopBoard, NODES, NodeSet};
use super::layout::{Cell, CellLayout, Piece};
use super::peg_status::Status;
use super::pegs::PegGame;
use super::zobrist::numbers;
use super::{Game, Outcome, Player, TextError, peg_text, peg_words, pegs};
use geometry::{
    CLOCKWISE, CORNERS, DIRECTIONS, GRID, HOLES, HoleSet, STAR, holes_of, opposite,
    sixths_from_top, turn,
};
use hops::hop_landings;
use std::sync::LazyLock;

/// The board's tables for play with bit operations.
pub type StarBoard = HopBoard<DIRECTIONS>;

static BOARD: LazyLock<StarBoard> = LazyLock::new(|| HopBoard::new(&STAR.place, &geometry::STEPS));

/// Pegs that each player has.
pub const PEGS: usize = 10;

/// The numbers that [`Game::key`] mixes: of each player's holes, then of turns, then of passes.
static NUMBERS: [u64; CORNERS * HOLES + 2 * CORNERS + 1] = numbers();

/// The game for a number of players under a rule set.
#[derive(Clone, Debug)]
pub struct ChineseCheckers {
    rules: Rules,
    seats: Vec<Seat>,
}

/// What a seat's pegs set out from, make for and may touch.
#[derive(Clone, Debug)]
struct Seat {
    corner: u8,
    home: HoleSet,
    goal: HoleSet,
    /// Holes a hop may land on, in passing too.
    land: HoleSet,
    /// The same by their nodes.
    land_nodes: NodeSet,
    /// Holes a move may end on.
    stop: HoleSet,
    /// The same by their nodes.
    stop_nodes: NodeSet,
    /// How many rows each hole is from the tip of the goal, which is in row 1.
    rows: [u8; HOLES],
}

/// Where all pegs stand, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pegs: [HoleSet; CORNERS],
    /// The nodes of all pegs.
    taken: NodeSet,
    status: Status,
}

impl Position {
    fn new(pegs: [HoleSet; CORNERS], status: Status) -> Position {
        let all = pegs.iter().fold(0, |all, pegs| all | pegs);
        Position { pegs, taken: BOARD.nodes(holes_of(all)), status }
    }

    /// The holes on which the pegs of `player` stand.
    pub fn pegs(&self, player: Player) -> HoleSet {
        self.pegs.get(player.index()).copied().unwrap_or(0)
    }

    /// Plies played so far, passes included.
    pub fn ply(&self) -> u32 {
        self.status.ply
    }

    /// Passes just before this position.
    pub fn passes(&self) -> u32 {
        self.status.passes.into()
    }

    /// The player whose peg stands in a hole.
    pub fn peg_at(&self, hole: u8) -> Option<Player> {
        let set = (1 as HoleSet).checked_shl(hole.into())?;
        let has_one = |&player: &Player| self.pegs(player) & set != 0;
        (0..CORNERS as u8).map(Player).find(has_one)
    }

    fn occupied(&self) -> HoleSet {
        self.pegs.iter().fold(0, |all, pegs| all | pegs)
    }
}

impl ChineseCheckers {
    /// The game for 2 to 6 players.
    ///
    /// # Errors
    /// For any other number of players.
    pub fn new(players: usize, rules: Rules) -> Result<ChineseCheckers, TextError> {
        let corners = seats(players)
            .ok_or_else(|| TextError(format!("{players} players: the star seats 2 to 6")))?;
        let seats = corners.iter().map(|&corner| Seat::at(corner, rules.corners)).collect();
        Ok(ChineseCheckers { rules, seats })
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The corner that is a player's home, 1 to 6.
    pub fn corner(&self, player: Player) -> u8 {
        self.seats[player.index()].corner
    }

    /// The holes that `player` has to fill.
    pub fn goal(&self, player: Player) -> HoleSet {
        self.seats[player.index()].goal
    }

    /// The holes on which a hop of `player` may land, in passing too.
    pub fn landings(&self, player: Player) -> HoleSet {
        self.seats[player.index()].land
    }

    /// The holes on which the pegs of `player` begin.
    pub fn home(&self, player: Player) -> HoleSet {
        self.seats[player.index()].home
    }

    /// The holes on which a move of `player` may end.
    pub fn stops(&self, player: Player) -> HoleSet {
        self.seats[player.index()].stop
    }

    /// One value a hole for the seat at corner 1, turned for the seat of `player`. Holes without
    /// a value get the default.
    pub fn turned_for<T: Copy + Default>(&self, player: Player, values: &[T]) -> [T; HOLES] {
        let sixths = sixths_from_top(self.corner(player));
        let mut turned = [T::default(); HOLES];
        for (hole, &value) in values.iter().enumerate().take(HOLES) {
            turned[turn(hole, sixths)] = value;
        }
        turned
    }

    /// How many rows a hole is from the tip of the goal of `player`, which is in row 1.
    pub fn row_to_goal(&self, player: Player, hole: u8) -> u8 {
        self.seats[player.index()].rows[usize::from(hole)]
    }

    /// The board's tables for play with bit operations.
    pub fn hop_board() -> StarBoard {
        BOARD.clone()
    }
}

impl Seat {
    fn at(corner: u8, corners: Corners) -> Seat {
        let region = |corner: u8| STAR.regions[usize::from(corner)];
        let everywhere = STAR.regions.iter().fold(0, |all, region| all | region);
        let own = STAR.regions[0] | region(corner) | region(opposite(corner));
        let (land, stop) = match corners {
            Corners::Closed => (own, own),
            Corners::Pass => (everywhere, own),
            Corners::Open => (everywhere, everywhere),
        };
        let back = CORNERS - sixths_from_top(corner);
        let rows = std::array::from_fn(|hole| GRID as u8 - STAR.place[turn(hole, back)].0 as u8);
        let [land_nodes, stop_nodes] = [land, stop].map(|set| BOARD.nodes(holes_of(set)));
        let (home, goal) = (region(corner), region(opposite(corner)));
        Seat { corner, home, goal, land, land_nodes, stop, stop_nodes, rows }
    }
}

impl Game for ChineseCheckers {
    type Position = Position;
    type Move = PegMove;

    fn rules_text(&self) -> String {
        self.rules.to_string()
    }

    fn players(&self) -> usize {
        self.seats.len()
    }

    fn start(&self) -> Position {
        let mut pegs = [0; CORNERS];
        pegs.iter_mut().zip(&self.seats).for_each(|(pegs, seat)| *pegs = seat.home);
        Position::new(pegs, Status::new(Player(0)))
    }

    fn turn(&self, position: &Position) -> Player {
        position.status.turn
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.status.outcome(self.players(), self.rules.ply_cap)
    }

    /// In ascending order of the hole left, then of the hole reached.
    fn moves(&self, position: &Position, moves: &mut Vec<PegMove>) {
        pegs::put_moves(self, position, moves);
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

    fn layout(&self) -> Option<CellLayout> {
        let cell = |hole: usize| {
            let (row, column) = STAR.place[hole];
            Cell {
                name: hole_name(hole as u8),
                row: row as usize,
                column: column as usize,
                corner: usize::from(STAR.corner[hole]),
                x: f64::from(column) - f64::from(row) / 2.0 + 2.0,
                y: f64::from(row) * 3f64.sqrt() / 2.0,
                stop: self.seats[0].stop & (1 << hole) != 0,
            }
        };
        let mut turned = vec![vec![0; HOLES]; CORNERS];
        for (sixths, &corner) in CLOCKWISE.iter().enumerate() {
            for hole in 0..HOLES {
                turned[usize::from(corner) - 1][turn(hole, sixths)] = hole;
            }
        }
        Some(CellLayout::one((0..HOLES).map(cell).collect(), (GRID, GRID), turned))
    }

    fn pieces(&self, position: &Position) -> Vec<Option<Piece>> {
        pegs::pieces(self, position)
    }

    fn play(&self, position: &mut Position, mv: PegMove) {
        let Some(player) = position.status.advance(mv, self.players()) else { return };
        position.pegs[player.index()] ^= 1 << mv.from | 1 << mv.to;
        BOARD.toggle(&mut position.taken, [mv.from, mv.to]);
        if self.has_won(position, player) {
            position.status.winner = Some(player);
        }
    }

    fn outcome_after(&self, position: &Position, mv: PegMove) -> Option<Outcome> {
        if self.rules.win != Win::Own {
            let mut next = position.clone();
            self.play(&mut next, mv);
            return self.outcome(&next);
        }
        let Status { turn, ply, passes, .. } = position.status;
        let is_pass = mv.from == mv.to;
        let pegs = position.pegs[turn.index()] ^ (1 << mv.from | 1 << mv.to);
        if !is_pass && pegs == self.seats[turn.index()].goal {
            return Some(Outcome::Won(turn));
        }
        let stuck = is_pass && usize::from(passes) + 1 >= self.players();
        (stuck || ply + 1 >= self.rules.ply_cap).then_some(Outcome::Unfinished)
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

    fn parse_position(text: &str) -> Result<(ChineseCheckers, Position), TextError> {
        parse_position(text)
    }
}

impl PegGame for ChineseCheckers {
    const HOLES: usize = HOLES;

    fn name_of(hole: u8) -> String {
        hole_name(hole)
    }

    fn hole_of(text: &str) -> Result<u8, TextError> {
        parse_hole(text)
    }

    fn is_step(from: u8, to: u8) -> bool {
        STAR.neighbours[usize::from(from)] & (1 << to) != 0
    }

    fn hops(&self, position: &Position, lifted: u8, from: u8) -> impl Iterator<Item = u8> + Clone {
        let land = self.seats[position.status.turn.index()].land;
        hop_landings(position.occupied() & !(1 << lifted), from, land)
    }

    fn taken(&self, position: &Position) -> NodeSet {
        position.taken
    }

    fn destinations(
        &self,
        position: &Position,
        taken: &NodeSet,
        from: u8,
    ) -> impl Iterator<Item = u8> {
        let (board, seat) = (&*BOARD, &self.seats[position.status.turn.index()]);
        let node = board.node[usize::from(from)];
        let hops = board.holes_of(node, board.reach(taken, &seat.land_nodes, node));
        let steps = STAR.neighbours[usize::from(from)] & !position.occupied();
        holes_of(hops.fold(steps, |all, hole| all | 1 << hole) & seat.stop)
    }

    fn nodes() -> (&'static [u8], &'static [u8; NODES]) {
        (&BOARD.node, &BOARD.hole)
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(u8, u8)) {
        let turn = position.status.turn.index();
        let seat = &self.seats[turn];
        let sets = [&position.taken, &seat.land_nodes, &seat.stop_nodes];
        BOARD.each_move(holes_of(position.pegs[turn]), sets, visit);
    }

    fn pegs_of(&self, position: &Position, player: Player) -> impl Iterator<Item = u8> {
        holes_of(position.pegs(player))
    }

    fn goal_of(&self, player: Player) -> impl Iterator<Item = u8> {
        holes_of(self.goal(player))
    }

    fn landings_of(&self, player: Player) -> impl Iterator<Item = u8> {
        holes_of(self.landings(player))
    }

    fn stops_of(&self, player: Player) -> impl Iterator<Item = u8> {
        holes_of(self.stops(player))
    }

    fn turned_hole(&self, player: Player, hole: u8) -> u8 {
        turn(usize::from(hole), sixths_from_top(self.corner(player))) as u8
    }

    fn ply_cap(&self) -> u32 {
        self.rules.ply_cap
    }

    fn win(&self) -> Win {
        self.rules.win
    }

    fn has_won(&self, position: &Position, player: Player) -> bool {
        let (pegs, goal) = (position.pegs(player), self.goal(player));
        match self.rules.win {
            Win::Own => pegs == goal,
            Win::Filled { leave_by } => {
                let others = goal & !pegs;
                let at_home = (0..self.players() as u8).map(Player);
                let at_home = at_home.filter(|&it| self.home(it) == goal);
                let stay = at_home.fold(0, |all, it| all | position.pegs(it)) & goal;
                others & !position.occupied() == 0
                    && others != goal
                    && (stay == 0 || position.status.ply >= leave_by)
            }
        }
    }

    fn status(position: &Position) -> Status {
        position.status
    }

    fn position_at<const P: usize>(&self, pegs: &[[u8; P]], ply: u32, passes: u32) -> Position {
        let mut sets = [0; CORNERS];
        for (set, own) in sets.iter_mut().zip(pegs) {
            *set = own.iter().fold(0, |set, hole| set | 1 << hole);
        }
        let taken = BOARD.nodes(pegs.iter().flatten().copied());
        let status = Status::after(ply, passes, self.players());
        let mut position = Position { pegs: sets, taken, status };
        let winner = pegs::winners(self, &position).next();
        position.status.winner = winner;
        position
    }
}
