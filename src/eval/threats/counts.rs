//! Threats counted for all cells at once, and what a disc in each column would make of them.

use crate::game::connect_four::{Board, Cells, ConnectFour, DIRECTIONS, ODD, has_four, winning};
use crate::game::{Game as _, Player};

/// How many bits on the cell to the right is.
const RIGHT: u32 = 7;
/// Bits of a count: a cell has at most seven threats, one from below and two in each other direction.
const PLANES: usize = 3;

/// A number below eight for each cell, bit by bit.
#[derive(Clone, Copy, Debug, Default)]
struct Counts([Cells; PLANES]);

impl Counts {
    /// For each of those empty cells, the lines of three of those discs that it lies at an end of.
    #[inline(always)]
    fn of_threats(discs: Cells, empty: Cells) -> Counts {
        let mut counts = Counts::default();
        for step in DIRECTIONS {
            let threes = discs & discs >> step & discs >> (2 * step);
            counts.add(threes << (3 * step) & empty);
            counts.add(threes >> step & empty);
        }
        counts
    }

    /// One more for each of those cells.
    #[inline(always)]
    fn add(&mut self, cells: Cells) {
        let mut carry = cells;
        for plane in &mut self.0 {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// The number of the cell with that bit.
    #[inline(always)]
    fn at(&self, bit: u32) -> u32 {
        self.0.iter().rev().fold(0, |number, plane| 2 * number + (plane >> bit & 1) as u32)
    }

    /// The sums over odd rows and over even rows.
    #[inline(always)]
    fn by_parity(&self) -> [u32; 2] {
        let among = |cells: Cells| {
            let count = |plane: &Cells| (plane & cells).count_ones();
            self.0.iter().rev().fold(0, |sum, plane| 2 * sum + count(plane))
        };
        if self.0 == [0; PLANES] { [0; 2] } else { [among(ODD), among(!ODD)] }
    }
}

/// What a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Has {
    /// Whether it has won.
    pub won: bool,
    /// Its threats whose empty cell lies in an odd row, and in an even one.
    pub threats: [u32; 2],
}

impl Has {
    /// What the player with those discs has, where these cells are empty.
    pub fn of(discs: Cells, empty: Cells) -> Has {
        let threats = Counts::of_threats(discs, empty).by_parity();
        Has { won: has_four(discs), threats }
    }
}

/// What each disc of the player to move makes of the threats of both.
pub struct Drops {
    board: Board,
    /// The cells of discs that win.
    winning: Cells,
    /// The threats of the player to move, and of the other, by the cells that they lack.
    before: [Counts; 2],
    all_before: [[u32; 2]; 2],
    /// New threats by the cell of the disc: those that lack a cell in a row of the same parity, and of
    /// the other.
    new: [Counts; 2],
}

impl Drops {
    /// Looks at all moves of a position in which nobody has won yet.
    pub fn new(board: &Board) -> Drops {
        let (empty, landings) = (board.empty(), board.landings());
        let turn = ConnectFour.turn(board);
        let (own, other) = (board.discs(turn), board.discs(Player(1 - turn.0)));
        let before = [Counts::of_threats(own, empty), Counts::of_threats(other, empty)];
        Drops {
            board: *board,
            winning: winning(own, landings),
            before,
            all_before: [before[0].by_parity(), before[1].by_parity()],
            new: new_threats(own, empty, landings),
        }
    }

    /// What the player to move has after its disc in a column, and the other; `None` where the column is
    /// full.
    #[inline(always)]
    pub fn after(&self, column: u8) -> Option<[Has; 2]> {
        let cell = self.board.landing(column);
        if cell == 0 {
            return None;
        }
        let bit = cell.trailing_zeros();
        let parity = usize::from(cell & ODD == 0);
        let [mut own, mut other] = self.all_before;
        own[parity] = own[parity] + self.new[0].at(bit) - self.before[0].at(bit);
        own[1 - parity] += self.new[1].at(bit);
        other[parity] -= self.before[1].at(bit);
        let won = self.winning & cell != 0;
        Some([Has { won, threats: own }, Has { won: false, threats: other }])
    }
}

/// For each of the cells `drops`, the threats that a disc on it adds to those of `discs`: those that lack
/// a cell in a row of the same parity, and of the other. The disc is one end or the middle of three, and
/// what lacks is one to three cells away.
#[inline(always)]
fn new_threats(discs: Cells, empty: Cells, drops: Cells) -> [Counts; 2] {
    let [mut same, mut other] = [Counts::default(); 2];
    for step in DIRECTIONS {
        let [before, after] = [discs << step, discs >> step];
        let [last, first] =
            [drops & before & discs << (2 * step), drops & after & discs >> (2 * step)];
        let middle = drops & before & after;
        let odd_steps = if step == RIGHT { &mut same } else { &mut other };
        odd_steps.add(last & empty >> step);
        odd_steps.add(last & empty << (3 * step));
        odd_steps.add(first & empty << step);
        odd_steps.add(first & empty >> (3 * step));
        same.add(middle & empty >> (2 * step));
        same.add(middle & empty << (2 * step));
    }
    [same, other]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::connect_four::COLUMNS;
    use crate::rng::{Purpose, Rng, Seed};
    use rand::seq::IndexedRandom as _;

    /// Some positions of random games, and their columns that aren't full.
    fn positions(games: u64) -> impl Iterator<Item = (Board, Vec<u8>)> {
        (0..games).flat_map(|game| {
            let mut rng: Rng = Seed::default().stream(Purpose::Bench, &[game]);
            let mut board = ConnectFour.start();
            std::iter::from_fn(move || {
                let (before, mut moves) = (board, Vec::new());
                if ConnectFour.outcome(&before).is_some() {
                    return None;
                }
                ConnectFour.moves(&before, &mut moves);
                ConnectFour.play(&mut board, *moves.choose(&mut rng)?);
                Some((before, moves))
            })
        })
    }

    #[test]
    fn what_a_disc_makes_is_what_is_counted_after_it() {
        for (board, moves) in positions(500) {
            let drops = Drops::new(&board);
            let turn = ConnectFour.turn(&board);
            for column in 0..COLUMNS {
                let mut next = board;
                ConnectFour.play(&mut next, column);
                let has = |player: Player| Has::of(next.discs(player), next.empty());
                let expected = [turn, Player(1 - turn.0)].map(has);
                let expected = moves.contains(&column).then_some(expected);
                assert_eq!(drops.after(column), expected, "{column}\n{}", ConnectFour.draw(&board));
            }
        }
    }

    #[test]
    fn threats_are_those_that_are_looked_for_cell_by_cell() {
        for (board, _) in positions(100) {
            for player in [0, 1].map(Player) {
                let at = |column: i32, row: i32| {
                    let is_there = (0..7).contains(&column) && (0..6).contains(&row);
                    is_there.then(|| 1 << (7 * column + row))
                };
                let is_disc = |cell: Option<Cells>| {
                    cell.is_some_and(|cell: Cells| board.discs(player) & cell != 0)
                };
                let mut expected = [0; 2];
                for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row)))
                {
                    if at(column, row).is_none_or(|cell: Cells| board.empty() & cell == 0) {
                        continue;
                    }
                    for (x, y) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                        for way in [1, -1] {
                            let next =
                                |far| is_disc(at(column + way * far * x, row + way * far * y));
                            expected[row as usize % 2] += u32::from((1..=3).all(next));
                        }
                    }
                }
                let found = Has::of(board.discs(player), board.empty()).threats;
                assert_eq!(found, expected, "{}", ConnectFour.draw(&board));
            }
        }
    }
}
