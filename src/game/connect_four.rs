//! Connect Four on seven columns of six cells.
//!
//! A position is two sets of bits, one a player: bit 7 c + r is the cell of column c from the left
//! and row r from the bottom, both from 0. The seventh bit of every column stays empty, so that a
//! line is bits at equal distances, and none goes round an edge (Tromp's numbering).

use super::hints::SearchHints;
use super::layout::{Cell, CellLayout, Piece};
use super::{Game, Outcome, Player, TextError};

/// Columns of the board.
pub const COLUMNS: u8 = 7;
/// Rows of the board.
pub const ROWS: u8 = 6;
/// How many bits on the next cell is: up, right, right and down, right and up.
pub const DIRECTIONS: [u32; 4] = [1, 7, 6, 8];

/// A set of cells.
pub type Cells = u64;

/// All cells of row 0.
pub const BOTTOM: Cells = 0x0408_1020_4081;
/// All cells of the first column.
const COLUMN: Cells = (1 << ROWS) - 1;
/// All cells.
pub const BOARD: Cells = BOTTOM * COLUMN;

/// All cells of rows that are odd, counted from 1 at the bottom.
pub const ODD: Cells = BOTTOM * 0b1_0101;

const HEADER: &str = "starhop position 1: connect-four";
const STANDARD: &str = "standard";

/// The rules, which have no settings.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

/// Where all discs lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    discs: [Cells; 2],
}

impl Board {
    /// The cells with a disc of `player`.
    pub fn discs(&self, player: Player) -> Cells {
        match player.0 {
            0 => self.discs[0],
            1 => self.discs[1],
            _ => 0,
        }
    }

    /// The cells without a disc.
    pub fn empty(&self) -> Cells {
        BOARD & !(self.discs[0] | self.discs[1])
    }

    /// The lowest empty cells of all columns.
    pub fn landings(&self) -> Cells {
        ((self.discs[0] | self.discs[1]) + BOTTOM) & BOARD
    }

    /// Discs on the board.
    pub fn ply(&self) -> u32 {
        (self.discs[0] | self.discs[1]).count_ones()
    }

    /// The lowest empty cell of a column, 0 to 6; the empty set where there is none.
    pub fn landing(&self, column: u8) -> Cells {
        self.landings() & COLUMN << (7 * column)
    }
}

/// Whether four of these cells lie in a line.
pub fn has_four(discs: Cells) -> bool {
    // No early exit: four in a line are rare, so that all directions are looked at anyway.
    let fours = |step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step)
    };
    DIRECTIONS.into_iter().fold(0, |found, step| found | fours(step)) != 0
}

/// Those of the cells `empty` with which these discs make four in a line.
pub fn winning(discs: Cells, empty: Cells) -> Cells {
    let along = |step: u32| {
        let [before, after] = [discs << step, discs >> step];
        let [two_before, two_after] = [before & discs << (2 * step), after & discs >> (2 * step)];
        let ends = two_before & discs << (3 * step) | two_after & discs >> (3 * step);
        ends | two_before & after | two_after & before
    };
    empty & DIRECTIONS.into_iter().fold(0, |cells, step| cells | along(step))
}

/// Rows from the bottom and columns from the left, both from 0, of all cells row by row from the top.
fn from_the_top() -> impl Iterator<Item = (u8, u8)> {
    (0..ROWS).rev().flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
}

impl ConnectFour {
    /// The game under the rules of that name.
    ///
    /// # Errors
    /// Where there are no such rules, or not for that many players.
    pub fn new(players: usize, rules: &str) -> Result<ConnectFour, TextError> {
        match (players, rules) {
            (2, STANDARD) => Ok(ConnectFour),
            (2, _) => Err(TextError(format!("unknown rule set '{rules}'; known: {STANDARD}"))),
            _ => Err(TextError(format!("{players} players: Connect Four is for 2"))),
        }
    }
}

impl Game for ConnectFour {
    type Position = Board;
    /// A column, from 0 on the left.
    type Move = u8;

    fn rules_text(&self) -> String {
        STANDARD.to_string()
    }

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Board {
        Board { discs: [0, 0] }
    }

    fn turn(&self, board: &Board) -> Player {
        Player((board.ply() % 2) as u8)
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        // Nobody else can have four: the game would have ended before, and `check` refuses such boards.
        let last = Player(1 - self.turn(board).0);
        match has_four(board.discs(last)) {
            true => Some(Outcome::Won(last)),
            false => (board.empty() == 0).then_some(Outcome::Unfinished),
        }
    }

    fn reason(&self, board: &Board) -> Option<&'static str> {
        self.outcome(board).map(|outcome| match outcome {
            Outcome::Won(_) => "four",
            Outcome::Unfinished => "full",
        })
    }

    /// No position comes twice.
    fn aim(&self, _repetitions: u32) -> String {
        "Drop discs into the columns. The first player with four discs in a line, across, upright or \
         diagonal, wins. Nobody wins when the board is full."
            .to_string()
    }

    /// Exact: the second player's discs and the first empty cell of each column, which is above its discs, times
    /// an odd number.
    fn key(&self, board: &Board) -> u64 {
        let landings = (board.discs[0] | board.discs[1]) + BOTTOM;
        (board.discs[1] | landings).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// From the left to the right.
    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        moves.clear();
        let landings = board.landings();
        moves.extend((0..COLUMNS).filter(|column| landings & COLUMN << (7 * column) != 0));
    }

    fn count_moves(&self, board: &Board) -> Option<u32> {
        Some(board.landings().count_ones())
    }

    fn play(&self, board: &mut Board, column: u8) {
        // Both numbers at once: an index would send the board through memory.
        let (landing, is_second) = (board.landing(column), board.ply() % 2 == 1);
        let of_second = if is_second { landing } else { 0 };
        board.discs = [board.discs[0] | landing ^ of_second, board.discs[1] | of_second];
    }

    /// The column's number, from 1.
    fn move_text(&self, _: &Board, column: u8) -> String {
        (column + 1).to_string()
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<u8, TextError> {
        let column = match text.as_bytes() {
            [digit @ b'1'..=b'7'] => digit - b'1',
            _ => return Err(TextError(format!("'{text}' is no column; columns are 1 to 7"))),
        };
        match board.landing(column) {
            0 => Err(TextError(format!("column {text} is full"))),
            _ => Ok(column),
        }
    }

    fn draw(&self, board: &Board) -> String {
        let mut text = format!("{HEADER} turn={}\n", self.turn(board).0 + 1);
        for row in (0..ROWS).rev() {
            let disc = |column| match 1u64 << (7 * column + row) {
                cell if board.discs[0] & cell != 0 => "1",
                cell if board.discs[1] & cell != 0 => "2",
                _ => ".",
            };
            let line: Vec<&str> = (0..COLUMNS).map(disc).collect();
            text += &line.join(" ");
            text.push('\n');
        }
        text
    }

    /// Row by row from the top; a cell's name is its column, then its row from the bottom, both
    /// from 1: `4-1` is the lowest of the middle column.
    fn layout(&self) -> Option<CellLayout> {
        let cell = |(row, column): (u8, u8)| Cell {
            name: format!("{}-{}", column + 1, row + 1),
            row: usize::from(ROWS - 1 - row),
            column: column.into(),
            corner: 0,
            x: column.into(),
            y: (ROWS - 1 - row).into(),
            stop: true,
        };
        let grid = (ROWS.into(), COLUMNS.into());
        Some(CellLayout::one(from_the_top().map(cell).collect(), grid, Vec::new()))
    }

    fn pieces(&self, board: &Board) -> Vec<Option<Piece>> {
        let disc = |(row, column)| {
            let cell = 1u64 << (7 * column + row);
            let player = board.discs.iter().position(|discs| discs & cell != 0)? as u8;
            Some(Piece { player: Player(player), kind: "disc" })
        };
        from_the_top().map(disc).collect()
    }

    fn parse_position(text: &str) -> Result<(ConnectFour, Board), TextError> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let turn = first.strip_prefix(HEADER).map(str::trim);
        let mut board = ConnectFour.start();
        for row in (0..ROWS).rev() {
            let line = lines.next().unwrap_or_default();
            let bad = |why: &str| TextError(format!("line {}: {why}: '{line}'", ROWS - row + 1));
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.len() != usize::from(COLUMNS) {
                return Err(bad("a row has seven cells"));
            }
            for (column, word) in (0..).zip(words) {
                let cell = 1 << (7 * column + row);
                match word {
                    "1" => board.discs[0] |= cell,
                    "2" => board.discs[1] |= cell,
                    "." => {}
                    _ => return Err(bad("a cell is '.', '1' or '2'")),
                }
            }
        }
        if let Some(line) = lines.find(|line| !line.trim().is_empty()) {
            return Err(TextError(format!("nothing may follow the lowest row: '{line}'")));
        }
        check(&board)?;
        match turn {
            Some(turn) if turn == format!("turn={}", ConnectFour.turn(&board).0 + 1) => {
                Ok((ConnectFour, board))
            }
            Some(turn) => Err(TextError(format!("line 1: the discs say otherwise than '{turn}'"))),
            None => Err(TextError(format!("line 1: a position begins with '{HEADER}': '{first}'"))),
        }
    }
}

impl SearchHints for ConnectFour {
    fn may_end(&self, board: &Board) -> bool {
        let landings = board.landings();
        let is_last = board.ply() + 1 == u32::from(COLUMNS * ROWS);
        is_last || winning(board.discs(self.turn(board)), landings) != 0
    }
}

/// Whether discs can lie like that.
fn check(board: &Board) -> Result<(), TextError> {
    let [first, second] = board.discs.map(Cells::count_ones);
    if first != second && first != second + 1 {
        return Err(TextError(format!("{first} discs of seat 1 and {second} of seat 2")));
    }
    let all = board.discs[0] | board.discs[1];
    if all & !BOTTOM & !(all << 1) != 0 {
        return Err(TextError("a disc lies on no other".to_string()));
    }
    let last = usize::from(first == second);
    match has_four(board.discs[1 - last]) {
        true => Err(TextError("the game had ended before the last disc".to_string())),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::perft::perft;
    use std::collections::HashMap;

    fn after(columns: &str) -> Board {
        let mut board = ConnectFour.start();
        for text in columns.split("") {
            if !text.is_empty() {
                let column = ConnectFour.parse_move(&board, text).unwrap();
                ConnectFour.play(&mut board, column);
            }
        }
        board
    }

    #[test]
    fn lines_count_as_known() {
        // John Tromp's and others' published counts, which go on behind no finished game.
        let known = [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234];
        for (depth, &count) in (1..).zip(&known) {
            assert_eq!(perft(&ConnectFour, &ConnectFour.start(), depth), count, "depth {depth}");
        }
    }

    /// All positions of up to eight plies, as many as others count (OEIS A212693).
    #[test]
    fn every_position_has_a_key_of_its_own() {
        let mut boards = vec![ConnectFour.start()];
        let mut all = HashMap::new();
        for count in [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275] {
            let before = all.len();
            for board in std::mem::take(&mut boards) {
                if let Some(other) = all.insert(ConnectFour.key(&board), board) {
                    assert_eq!(other, board);
                    continue;
                }
                let mut moves = Vec::new();
                ConnectFour.moves(&board, &mut moves);
                if ConnectFour.outcome(&board).is_some() {
                    continue;
                }
                boards.extend(moves.iter().map(|&mv| {
                    let mut next = board;
                    ConnectFour.play(&mut next, mv);
                    next
                }));
            }
            assert_eq!(all.len() - before, count);
        }
    }

    #[test]
    fn moves_are_counted() {
        assert_eq!(ConnectFour.count_moves(&ConnectFour.start()), Some(7));
        assert_eq!(ConnectFour.count_moves(&after("1111112")), Some(6));
    }

    #[test]
    fn four_in_any_direction_win() {
        for columns in ["1212121", "1122334", "12234334644", "76654554244"] {
            let before = after(&columns[..columns.len() - 1]);
            assert_eq!(ConnectFour.outcome(&before), None, "{columns}");
            let board = after(columns);
            assert_eq!(ConnectFour.outcome(&board), Some(Outcome::Won(Player(0))), "{columns}");
            assert_eq!(ConnectFour.reason(&board), Some("four"));
        }
        // The same lines by the second player, after a disc that is in none of them.
        for columns in ["71212121", "71122334", "712234334644", "176654554244"] {
            let before = after(&columns[..columns.len() - 1]);
            assert_eq!(ConnectFour.outcome(&before), None, "{columns}");
            let won = ConnectFour.outcome(&after(columns));
            assert_eq!(won, Some(Outcome::Won(Player(1))), "{columns}");
        }
    }

    #[test]
    fn a_move_may_end_the_game_where_one_does() {
        for columns in ["1212121", "1122334", "12234334644", "76654554244"] {
            for end in 0..columns.len() {
                let board = after(&columns[..end]);
                let mut moves = Vec::new();
                ConnectFour.moves(&board, &mut moves);
                let ends = |&mv: &u8| ConnectFour.outcome_after(&board, mv).is_some();
                assert_eq!(ConnectFour.may_end(&board), moves.iter().any(ends), "{columns} {end}");
            }
        }
        let last = after("11111122222233333374444445555556666667777");
        assert!(ConnectFour.may_end(&last));
    }

    #[test]
    fn a_full_board_without_a_line_is_nobodys() {
        let columns = "111111222222333333744444455555566666677777";
        let board = after(columns);
        assert_eq!(ConnectFour.outcome(&board), Some(Outcome::Unfinished));
        assert_eq!(ConnectFour.reason(&board), Some("full"));
    }

    #[test]
    fn a_line_goes_round_no_edge() {
        // The three top cells of a column and the lowest of the next lie four bits on end but one.
        assert!(!has_four(0b111 << 3 | 1 << 7));
        assert!(!has_four(1 << 5 | 1 << 11 | 1 << 17 | 1 << 24));
        assert!(has_four(1 << 5 | 1 << 11 | 1 << 17 | 1 << 23));
    }

    #[test]
    fn drawings_read_back_and_nonsense_is_refused() {
        let board = after("4453322661175");
        let text = ConnectFour.draw(&board);
        assert_eq!(ConnectFour::parse_position(&text).unwrap().1, board);
        for (from, to) in [
            ("turn=2", "turn=1"),
            ("turn=2", ""),
            ("connect-four", "draughts"),
            (". . . . . . .\n", ". . 1 . . . .\n"),
            ("1", "3"),
            (". . . . . . .\n", ""),
        ] {
            assert!(ConnectFour::parse_position(&text.replacen(from, to, 1)).is_err(), "{from}");
        }
        assert!(ConnectFour::parse_position(&format!("{text}1")).is_err());
        assert!(ConnectFour.parse_move(&after("111111"), "1").is_err());
        for text in ["", "0", "8", "11", "x", "é"] {
            assert!(ConnectFour.parse_move(&board, text).is_err());
        }
    }
}
