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
/// Directions at most.
const MOST_DIRECTIONS: usize = 8;
/// Directions that one index into [`HopBoard::landings`] speaks for.
const HALF: usize = MOST_DIRECTIONS / 2;

/// A set of nodes of one class, bit n for the class's n-th.
pub type ClassSet = u64;

/// A set of nodes, class by class.
pub type NodeSet = [ClassSet; NODES / CLASS];

/// Directions out of a node, bit d for direction d.
pub type Directions = u8;

/// A board of up to 256 holes in four parity classes of up to 64, with an even number of up to
/// eight directions, of which d and d + half their number are opposite.
pub struct HopBoard {
    /// How many directions there are.
    pub directions: usize,
    /// The node of each hole.
    pub node: Vec<u8>,
    /// The hole of each node; 0 where there is none.
    pub hole: [u8; NODES],
    /// The node one step away, or [`OUTSIDE`].
    pub step: [[u16; MOST_DIRECTIONS]; NODES],
    /// The node two steps away, or [`OUTSIDE`].
    pub hop: [[u16; MOST_DIRECTIONS]; NODES],
    /// Where hops in the lower and in the upper four directions land.
    landings: Vec<[[ClassSet; 1 << HALF]; 2]>,
}

impl HopBoard {
    /// The board of holes at those rows and columns; `steps` are the directions, each with its
    /// opposite half the list on.
    ///
    /// # Panics
    /// Where a class has more than 64 holes, or there are more than eight directions.
    pub fn new(places: &[(i8, i8)], steps: &[(i8, i8)]) -> HopBoard {
        assert!(steps.len() <= MOST_DIRECTIONS, "{} directions", steps.len());
        let mut board = HopBoard {
            directions: steps.len(),
            node: Vec::new(),
            hole: [0; NODES],
            step: [[OUTSIDE; MOST_DIRECTIONS]; NODES],
            hop: [[OUTSIDE; MOST_DIRECTIONS]; NODES],
            landings: vec![[[0; 1 << HALF]; 2]; NODES],
        };
        let mut sizes = [0; NODES / CLASS];
        for (hole, &(row, column)) in places.iter().enumerate() {
            let class = usize::from(row as u8 % 2 * 2 + column as u8 % 2);
            assert!(sizes[class] < CLASS, "too many holes of one parity");
            let node = class * CLASS + sizes[class];
            sizes[class] += 1;
            board.node.push(node as u8);
            board.hole[node] = hole as u8;
        }
        board.connect(places, steps);
        board
    }

    fn connect(&mut self, places: &[(i8, i8)], steps: &[(i8, i8)]) {
        let find = |row, column| places.iter().position(|&place| place == (row, column));
        for (hole, &(row, column)) in places.iter().enumerate() {
            let node = usize::from(self.node[hole]);
            for (direction, &(down, right)) in steps.iter().enumerate() {
                if let Some(next) = find(row + down, column + right) {
                    self.step[node][direction] = u16::from(self.node[next]);
                }
                let Some(landing) = find(row + 2 * down, column + 2 * right) else {
                    continue;
                };
                let landing = self.node[landing];
                self.hop[node][direction] = u16::from(landing);
                let half = &mut self.landings[node][direction / HALF];
                for (chosen, set) in half.iter_mut().enumerate() {
                    if chosen >> (direction % HALF) & 1 == 1 {
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

    /// The nodes in which hops from `node` in those directions land.
    #[inline(always)]
    pub fn landings(&self, node: usize, directions: Directions) -> ClassSet {
        let [lower, upper] = &self.landings[node];
        lower[usize::from(directions) & 15] | upper[usize::from(directions) >> HALF]
    }
}

/// Whether a set has a node.
#[inline(always)]
pub fn has(set: &NodeSet, node: usize) -> bool {
    set[node / CLASS] >> (node % CLASS) & 1 == 1
}
