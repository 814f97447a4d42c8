//! The tables of a board on which pegs step and hop, numbered so that hops are bit operations.
//!
//! A hop leads two holes on, so it never changes the parity of a hole's row and column: hops stay
//! within one of four classes of holes. A *node* is a hole's number in that order, 64 numbers a
//! class, so that whatever a peg can reach by hops is a set of 64 bits.

/// Nodes of a class, and bits of a [`ClassSet`].
pub const CLASS: usize = 64;
/// Numbers that a node can have.
pub const NODES: usize = 4 * CLASS;
/// Stands for a hole that isn't there: one past the nodes, so that tables can have a row for it.
pub const OUTSIDE: u16 = NODES as u16;
/// Rows of a table with one for [`OUTSIDE`]: a power of two, so that indices are masked, not
/// checked.
pub const ROWS: usize = 2 * NODES;
/// Directions at most.
const MOST_DIRECTIONS: usize = 8;

/// A set of nodes of one class, bit n for the class's n-th.
pub type ClassSet = u64;

/// A set of nodes, class by class.
pub type NodeSet = [ClassSet; NODES / CLASS];

/// Directions out of a node, bit d for direction d.
pub type Directions = u8;

/// A board of up to 256 holes in four parity classes of up to 64, with `D` directions, of which
/// d and d + D / 2 are opposite; `SETS` is 2 to the power of `D`.
pub struct HopBoard<const D: usize, const SETS: usize> {
    /// The node of each hole.
    pub node: Vec<u8>,
    /// The hole of each node; of numbers that no hole has, 0.
    pub hole: [u8; NODES],
    /// The node one step away, or [`OUTSIDE`].
    pub step: [[u16; MOST_DIRECTIONS]; NODES],
    /// The node two steps away, or [`OUTSIDE`].
    pub hop: [[u16; MOST_DIRECTIONS]; NODES],
    /// Where hops land: for each node, one set for every choice of directions.
    landings: Box<[[ClassSet; SETS]; NODES]>,
    /// For each node and axis, the nodes of both neighbours on it: all, without the first, without
    /// the second, none.
    passing: Box<[[[ClassSet; 4]; MOST_DIRECTIONS / 2]; NODES]>,
    /// By which bits the class of the neighbours on an axis differs from the node's own.
    pub turn: [usize; MOST_DIRECTIONS / 2],
}

impl<const D: usize, const SETS: usize> HopBoard<D, SETS> {
    /// The board of holes at those rows and columns; `steps` are the directions, each with its
    /// opposite half the list on.
    ///
    /// # Panics
    /// Where a class has more than 64 holes.
    pub fn new(places: &[(i8, i8)], steps: &[(i8, i8); D]) -> HopBoard<D, SETS> {
        const { assert!(D <= MOST_DIRECTIONS && D.is_multiple_of(2) && SETS == 1 << D) };
        let mut board = HopBoard {
            node: Vec::new(),
            hole: [0; NODES],
            step: [[OUTSIDE; MOST_DIRECTIONS]; NODES],
            hop: [[OUTSIDE; MOST_DIRECTIONS]; NODES],
            landings: Box::new([[0; SETS]; NODES]),
            passing: Box::new([[[0; 4]; MOST_DIRECTIONS / 2]; NODES]),
            turn: [0; MOST_DIRECTIONS / 2],
        };
        let mut sizes = [0; NODES / CLASS];
        for (hole, &(row, column)) in places.iter().enumerate() {
            let class = class_of(row, column);
            assert!(sizes[class] < CLASS, "too many holes of one parity");
            let node = class * CLASS + sizes[class];
            sizes[class] += 1;
            board.node.push(node as u8);
            board.hole[node] = hole as u8;
        }
        board.connect(places, steps);
        board
    }

    fn connect(&mut self, places: &[(i8, i8)], steps: &[(i8, i8); D]) {
        let axes = D / 2;
        for (axis, &(down, right)) in steps[..axes].iter().enumerate() {
            self.turn[axis] = class_of(down, right);
        }
        let find = |row, column| places.iter().position(|&place| place == (row, column));
        for (hole, &(row, column)) in places.iter().enumerate() {
            let node = usize::from(self.node[hole]);
            for (direction, &(down, right)) in steps.iter().enumerate() {
                if let Some(next) = find(row + down, column + right) {
                    let next = self.node[next];
                    self.step[node][direction] = u16::from(next);
                    let missing = [[0, 2], [0, 1]][direction / axes];
                    for choice in missing {
                        self.passing[node][direction % axes][choice] |=
                            1 << (usize::from(next) % CLASS);
                    }
                }
                let Some(landing) = find(row + 2 * down, column + 2 * right) else {
                    continue;
                };
                let landing = self.node[landing];
                self.hop[node][direction] = u16::from(landing);
                for (chosen, set) in self.landings[node].iter_mut().enumerate() {
                    if chosen >> direction & 1 == 1 {
                        *set |= 1 << (usize::from(landing) % CLASS);
                    }
                }
            }
        }
    }

    /// Those holes as nodes.
    pub fn nodes(&self, holes: impl Iterator<Item = u8>) -> NodeSet {
        let mut set = NodeSet::default();
        for node in holes.filter_map(|hole| self.node.get(usize::from(hole))) {
            set[usize::from(*node) / CLASS] |= 1 << (usize::from(*node) % CLASS);
        }
        set
    }

    /// Both neighbours of `node` on an axis, without those opposite which a hole is taken.
    #[inline(always)]
    pub fn passing(&self, node: usize, axis: usize, taken: Directions) -> ClassSet {
        let (first, second) = (taken >> axis & 1, taken >> (axis + D / 2) & 1);
        self.passing[node % NODES][axis][usize::from(second | first << 1)]
    }

    /// The nodes in which hops from `node` in those directions land.
    #[inline(always)]
    pub fn landings(&self, node: usize, directions: Directions) -> ClassSet {
        self.landings[node % NODES][usize::from(directions) % SETS]
    }
}

fn class_of(row: i8, column: i8) -> usize {
    usize::from(row as u8 % 2 * 2 + column as u8 % 2)
}

/// Whether a set has a node.
#[inline(always)]
pub fn has(set: &NodeSet, node: usize) -> bool {
    set[node / CLASS] >> (node % CLASS) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chinese_checkers::ChineseCheckers;
    use crate::game::chinese_checkers::geometry::{DIRECTIONS, HOLES, NONE, STAR};

    #[test]
    fn the_star_keeps_its_steps_and_hops_under_other_numbers() {
        let board = ChineseCheckers::hop_board();
        assert_eq!(board.node.len(), HOLES);
        let node = |hole: u8| match hole {
            NONE => OUTSIDE,
            hole => u16::from(board.node[usize::from(hole)]),
        };
        for hole in 0..HOLES {
            let here = usize::from(board.node[hole]);
            assert_eq!(usize::from(board.hole[here]), hole);
            for direction in 0..DIRECTIONS {
                assert_eq!(board.step[here][direction], node(STAR.step[hole][direction]));
                assert_eq!(board.hop[here][direction], node(STAR.hop[hole][direction]));
            }
        }
    }

    #[test]
    fn sets_by_directions_are_the_tables_in_one() {
        let board = ChineseCheckers::hop_board();
        let bit = |node: u16| if node == OUTSIDE { 0 } else { 1 << (usize::from(node) % CLASS) };
        for &node in &board.node {
            let node = usize::from(node);
            for set in 0..1u8 << DIRECTIONS {
                let chosen = (0..DIRECTIONS).filter(|direction| set >> direction & 1 == 1);
                let landings =
                    chosen.fold(0, |all, direction| all | bit(board.hop[node][direction]));
                assert_eq!(board.landings(node, set), landings);
                for axis in 0..DIRECTIONS / 2 {
                    let (first, second) = (axis, axis + DIRECTIONS / 2);
                    let mut passing = 0;
                    for (neighbour, beyond) in [(first, second), (second, first)] {
                        let is_free = set >> beyond & 1 == 0;
                        passing |= if is_free { bit(board.step[node][neighbour]) } else { 0 };
                    }
                    assert_eq!(board.passing(node, axis, set), passing);
                }
            }
        }
    }

    #[test]
    fn neighbours_on_an_axis_are_of_one_other_class() {
        let board = ChineseCheckers::hop_board();
        for &node in &board.node {
            let node = usize::from(node);
            for direction in 0..DIRECTIONS {
                let next = board.step[node][direction];
                let class = (node / CLASS) ^ board.turn[direction % (DIRECTIONS / 2)];
                assert!(next == OUTSIDE || usize::from(next) / CLASS == class);
            }
        }
    }

    #[test]
    fn a_board_of_256_holes_and_eight_directions_fits() {
        let places: Vec<(i8, i8)> =
            (0..16).flat_map(|row| (0..16).map(move |it| (row, it))).collect();
        let steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let board = HopBoard::<8, 256>::new(&places, &steps);
        let corner = usize::from(board.node[0]);
        assert_eq!(
            board.landings(corner, 0b111),
            [2, 34, 32].iter().fold(0, |set, &hole: &usize| {
                assert_eq!(usize::from(board.node[hole]) / CLASS, corner / CLASS);
                set | 1 << (usize::from(board.node[hole]) % CLASS)
            })
        );
    }
}
