//! The tables of a board on which pegs step and hop, numbered so that hops are shifts of bits.
//!
//! A hop leads two holes on, so it never changes the parity of a hole's row and column: hops stay
//! within one of four classes of holes. A *node* is a hole's number by class. In row r and column c
//! it is 64 (2 (r mod 2) + c mod 2) + s ⌊r / 2⌋ + ⌊c / 2⌋ − k, with constants s and k of the board,
//! so that the holes of a class are bits of one 64-bit number. A hop along an axis adds the same
//! number to every node, and a shift that depends on axis and class leads from the holes hopped
//! over to where the hops begin.

/// Nodes of a class, and bits of a [`ClassSet`].
pub const CLASS: usize = 64;
/// Classes of a board.
pub const CLASSES: usize = 4;
/// Numbers that a node can have.
pub const NODES: usize = CLASSES * CLASS;
/// Stands for a hole that isn't there: one past the nodes, so that tables can have a row for it.
pub const OUTSIDE: u16 = NODES as u16;
/// Rows of a table with one for [`OUTSIDE`]: a power of two, so that indices are masked, not
/// checked.
pub const ROWS: usize = 2 * NODES;
/// The most directions that a board has.
pub const MOST_DIRECTIONS: usize = 8;
/// The most axes that a board has.
pub const MOST_AXES: usize = MOST_DIRECTIONS / 2;

/// A set of nodes of one class, bit n for node n of the class.
pub type ClassSet = u64;

/// A set of nodes, class by class.
pub type NodeSet = [ClassSet; CLASSES];

/// All nodes, those that no hole has among them.
pub const EVERYWHERE: NodeSet = [ClassSet::MAX; CLASSES];

/// A set of directions, bit d for direction d.
pub type Directions = u8;

/// The hops along an axis in both of its directions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Axis {
    /// What a hop rightwards or downwards adds to the node.
    pub hop: u32,
    /// The nodes from which such a hop stays on the board.
    pub lower: NodeSet,
    /// The class of the holes hopped over is that of the hop, exclusive or this number.
    pub turn: usize,
    /// For each class of hops, the shifts to the left and then to the right that bring a set of
    /// holes hopped over to the nodes where these hops begin.
    pub between: [(u32, u32); CLASSES],
}

/// A board of up to 256 holes in four classes of up to 64, with `D` directions, which are numbered in the
/// order of the holes to which they lead from one and the same hole; d and D - 1 - d are opposite.
#[derive(Clone, Debug)]
pub struct HopBoard<const D: usize> {
    /// The node of each hole.
    pub node: Vec<u8>,
    /// The hole of each node; 0 where there is none.
    pub hole: [u8; NODES],
    /// The node one step away from each node in each direction, or [`OUTSIDE`].
    pub step: [[u16; MOST_DIRECTIONS]; NODES],
    /// The nodes one step away from each node. None is of its own class.
    near: [NodeSet; NODES],
    /// The axis of each of the last `D / 2` directions.
    pub axes: [Axis; MOST_AXES],
}

impl<const D: usize> HopBoard<D> {
    /// The board whose holes lie at these rows and columns, in reading order. `steps` are its
    /// directions, each with its opposite, in any order.
    ///
    /// # Panics
    /// Where a class doesn't fit into 64 numbers.
    pub fn new(places: &[(i8, i8)], steps: &[(i8, i8); D]) -> HopBoard<D> {
        const { assert!(D <= MOST_DIRECTIONS && D.is_multiple_of(2)) };
        let grid = Grid::new(places);
        let mut steps = *steps;
        steps.sort_unstable();
        let mut board = HopBoard {
            node: places.iter().map(|&place| grid.node(place)).collect(),
            hole: [0; NODES],
            step: [[OUTSIDE; MOST_DIRECTIONS]; NODES],
            near: [NodeSet::default(); NODES],
            axes: [Axis::default(); MOST_AXES],
        };
        for (hole, &(row, column)) in places.iter().enumerate() {
            let node = usize::from(board.node[hole]);
            board.hole[node] = hole as u8;
            for (direction, &(down, right)) in steps.iter().enumerate() {
                let next = (row + down, column + right);
                if places.contains(&next) {
                    let next = grid.node(next);
                    board.step[node][direction] = u16::from(next);
                    add(&mut board.near[node], next);
                }
            }
        }
        for (axis, &step) in steps[D / 2..].iter().enumerate() {
            board.axes[axis] = grid.axis(places, step);
        }
        board
    }

    /// The nodes of these holes.
    pub fn nodes(&self, holes: impl Iterator<Item = u8>) -> NodeSet {
        let mut set = NodeSet::default();
        for &node in holes.filter_map(|hole| self.node.get(usize::from(hole))) {
            add(&mut set, node);
        }
        set
    }

    /// Adds the nodes of these holes to a set, or takes them out where they are in it.
    pub fn toggle(&self, set: &mut NodeSet, holes: [u8; 2]) {
        for node in holes.map(|hole| usize::from(self.node[usize::from(hole)])) {
            set[node / CLASS] ^= 1 << (node % CLASS);
        }
    }

    /// The nodes of its class to which chains of hops lead from a node, itself not among them. Hops
    /// lead over nodes of `taken` and land on nodes of `land` that aren't taken.
    ///
    /// A peg that makes them has left its node, which makes no difference: hops keep row and column
    /// odd or even, so none leads over that node, and one that lands on it is back where it began.
    pub fn reach(&self, taken: &NodeSet, land: &NodeSet, from: u8) -> ClassSet {
        let class = usize::from(from) / CLASS;
        self.chains(&self.over(taken, class), land[class] & !taken[class], from)
    }

    /// Along each axis, the nodes of a class where hops over nodes of `taken` begin or end, whichever is
    /// less.
    fn over(&self, taken: &NodeSet, class: usize) -> [ClassSet; MOST_AXES] {
        let mut over = [0; MOST_AXES];
        for (over, axis) in over.iter_mut().zip(&self.axes[..D / 2]) {
            let (left, right) = axis.between[class];
            *over = taken[class ^ axis.turn] << left >> right & axis.lower[class];
        }
        over
    }

    /// Calls `visit` with the nodes of each move of a peg in one of the holes `pegs`: the one it leaves, in
    /// the order of `pegs`, and the one it ends on, in any order. Chains of hops lead over nodes of
    /// `taken` and land on nodes of `land`; what ends a move is a node of `stop`.
    #[inline]
    pub fn each_move(
        &self,
        pegs: impl Iterator<Item = u8>,
        [taken, land, stop]: [&NodeSet; 3],
        mut visit: impl FnMut(u8, u8),
    ) {
        let over: [_; CLASSES] = std::array::from_fn(|class| self.over(taken, class));
        let free = |set: &NodeSet, class: usize| set[class] & !taken[class];
        let land: NodeSet = std::array::from_fn(|class| free(land, class));
        let stop: NodeSet = std::array::from_fn(|class| free(stop, class));
        for from in pegs.map(|hole| self.node[usize::from(hole)]) {
            let own = usize::from(from) / CLASS;
            let mut ends = self.near[usize::from(from)];
            ends[own] = self.chains(&over[own], land[own], from);
            for (class, (ends, stop)) in ends.iter().zip(&stop).enumerate() {
                let mut ends = ends & stop;
                while ends != 0 {
                    visit(from, (class * CLASS) as u8 + ends.trailing_zeros() as u8);
                    ends &= ends - 1;
                }
            }
        }
    }

    /// The nodes of its class to which chains of hops lead from a node, by what they lead
    /// [`over`](HopBoard::over) and the nodes `free` to land on.
    #[inline]
    fn chains(&self, over: &[ClassSet; MOST_AXES], free: ClassSet, from: u8) -> ClassSet {
        let axes = &self.axes[..D / 2];
        let mut unreached = free;
        let (mut reached, mut fresh) = (0, 1 << (usize::from(from) % CLASS));
        while fresh != 0 {
            let mut landed = 0;
            for (over, axis) in over.iter().zip(axes) {
                landed |= (fresh & over) << axis.hop | (fresh >> axis.hop) & over;
            }
            fresh = landed & unreached;
            unreached ^= fresh;
            reached |= fresh;
        }
        reached
    }

    /// The holes of those nodes of the class of `node`, in ascending order.
    pub fn holes_of(&self, node: u8, mut set: ClassSet) -> impl Iterator<Item = u8> {
        let class = usize::from(node) / CLASS * CLASS;
        std::iter::from_fn(move || {
            let bit = set.trailing_zeros() as usize;
            set &= set.checked_sub(1)?;
            Some(self.hole[class + bit])
        })
    }
}

/// The constants by which rows and columns become nodes.
struct Grid {
    stride: i32,
    least: i32,
}

impl Grid {
    /// Finds the least stride that keeps the reading order in every class.
    fn new(places: &[(i8, i8)]) -> Grid {
        let fits = |stride: i32| {
            let cells = |class: usize| {
                let of_class = places.iter().filter(move |&&place| class_of(place) == class);
                of_class.map(move |&place| cell(place, stride))
            };
            let all = (0..CLASSES).flat_map(cells);
            let (least, most) = (all.clone().min()?, all.max()?);
            let rises = (0..CLASSES).all(|class| cells(class).is_sorted_by(|a, b| a < b));
            (rises && most - least < CLASS as i32).then_some(Grid { stride, least })
        };
        (1..=CLASS as i32).find_map(fits).expect("a board of classes that fit into 64 nodes")
    }

    fn node(&self, place: (i8, i8)) -> u8 {
        (class_of(place) * CLASS) as u8 + (cell(place, self.stride) - self.least) as u8
    }

    fn axis(&self, places: &[(i8, i8)], (down, right): (i8, i8)) -> Axis {
        let hop = i32::from(down) * self.stride + i32::from(right);
        assert!(hop > 0, "half of the directions lead rightwards or downwards");
        let turn = class_of((down, right));
        let mut axis = Axis { hop: hop as u32, turn, ..Axis::default() };
        for &(row, column) in places {
            if !places.contains(&(row + 2 * down, column + 2 * right)) {
                continue;
            }
            let between = i32::from(self.node((row + down, column + right))) % CLASS as i32;
            let node = usize::from(self.node((row, column)));
            let (class, bit) = (node / CLASS, node % CLASS);
            let rise = between - bit as i32;
            axis.lower[class] |= 1 << bit;
            axis.between[class] = ((-rise).max(0) as u32, rise.max(0) as u32);
        }
        axis
    }
}

fn class_of((row, column): (i8, i8)) -> usize {
    usize::from(row as u8 % 2 * 2 + column as u8 % 2)
}

fn cell((row, column): (i8, i8), stride: i32) -> i32 {
    i32::from(row.div_euclid(2)) * stride + i32::from(column.div_euclid(2))
}

/// Puts a node into a set.
fn add(set: &mut NodeSet, node: u8) {
    set[usize::from(node) / CLASS] |= 1 << (usize::from(node) % CLASS);
}

/// Whether a node is in a set.
#[inline(always)]
pub fn has(set: &NodeSet, node: usize) -> bool {
    set[node / CLASS] >> (node % CLASS) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chinese_checkers::geometry::{self, STAR};
    use crate::game::rhombus;

    const SQUARE: [(i8, i8); 8] =
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

    fn halma() -> Vec<(i8, i8)> {
        (0..16).flat_map(|row| (0..16).map(move |column| (row, column))).collect()
    }

    /// Steps and hops found by shifts and tables are those of rows and columns.
    fn check<const D: usize>(places: &[(i8, i8)], steps: &[(i8, i8); D]) {
        let board = HopBoard::new(places, steps);
        let mut steps = *steps;
        steps.sort_unstable();
        let find = |place: (i8, i8)| places.iter().position(|&other| other == place);
        for (hole, &(row, column)) in places.iter().enumerate() {
            let node = usize::from(board.node[hole]);
            let (class, bit) = (node / CLASS, node % CLASS);
            assert_eq!(usize::from(board.hole[node]), hole);
            for (direction, &(down, right)) in steps.iter().enumerate() {
                let next = find((row + down, column + right));
                let step = next.map_or(OUTSIDE, |hole| u16::from(board.node[hole]));
                assert_eq!(board.step[node][direction], step);
                let is_forward = direction >= D / 2;
                let axis = if is_forward { direction - D / 2 } else { D / 2 - 1 - direction };
                let axis = &board.axes[axis];
                let landing = find((row + 2 * down, column + 2 * right));
                let lower =
                    if is_forward { Some(node) } else { node.checked_sub(axis.hop as usize) };
                let stays =
                    lower.is_some_and(|lower| lower / CLASS == class && has(&axis.lower, lower));
                assert_eq!(stays, landing.is_some());
                let (Some(next), Some(landing), Some(lower)) = (next, landing, lower) else {
                    continue;
                };
                let (left, right) = axis.between[class];
                let between = usize::from(board.node[next]);
                assert_eq!(between / CLASS, class ^ axis.turn);
                assert_eq!(1u64 << (between % CLASS) << left >> right, 1 << (lower % CLASS));
                let landing = usize::from(board.node[landing]);
                let other =
                    if is_forward { bit + axis.hop as usize } else { bit - axis.hop as usize };
                assert_eq!(landing, class * CLASS + other);
            }
        }
    }

    #[test]
    fn the_star_keeps_its_steps_and_hops_under_other_numbers() {
        check(&STAR.place, &geometry::STEPS);
    }

    #[test]
    fn the_rhombus_keeps_its_steps_and_hops_under_other_numbers() {
        check(&rhombus::geometry::PLACE, &rhombus::geometry::STEPS);
    }

    #[test]
    fn a_board_of_256_holes_and_eight_directions_fits() {
        check(&halma(), &SQUARE);
        let board = HopBoard::new(&halma(), &SQUARE);
        assert_eq!(board.axes.map(|axis| axis.hop), [1, 7, 8, 9]);
    }

    #[test]
    fn nodes_of_a_class_ascend_as_their_holes_do() {
        let holes_ascend = |nodes: &[u8], hole: &[u8; NODES]| {
            let mut nodes = nodes.to_vec();
            nodes.sort_unstable();
            nodes.windows(2).all(|pair| {
                usize::from(pair[0]) / CLASS != usize::from(pair[1]) / CLASS
                    || hole[usize::from(pair[0])] < hole[usize::from(pair[1])]
            })
        };
        let star = HopBoard::new(&STAR.place, &geometry::STEPS);
        assert!(holes_ascend(&star.node, &star.hole));
        let halma = HopBoard::new(&halma(), &SQUARE);
        assert!(holes_ascend(&halma.node, &halma.hole));
    }
}
