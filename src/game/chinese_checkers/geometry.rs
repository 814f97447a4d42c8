//! The star of 121 holes, derived from two overlapping triangles on a sheared grid.
//!
//! A hole's six neighbours are its row and column plus (0, 1), (1, 1), (1, 0), (0, −1), (−1, −1)
//! and (−1, 0), clockwise from the right. Holes are numbered in reading order.

/// How many holes the board has.
pub const HOLES: usize = 121;
/// Rows and columns of the sheared grid.
pub const GRID: usize = 17;
/// Directions of a step.
pub const DIRECTIONS: usize = 6;
/// Corners of the star.
pub const CORNERS: usize = 6;
/// Stands in the tables where there is no hole.
pub const NONE: u8 = u8::MAX;
/// The corners in clockwise order, from the top.
pub const CLOCKWISE: [u8; CORNERS] = [1, 5, 4, 2, 6, 3];

/// Row and column of a step in each direction, clockwise from the right.
pub const STEPS: [(i8, i8); DIRECTIONS] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
const CENTRE: i8 = 8;

/// A set of holes, bit h for hole h.
pub type HoleSet = u128;

/// The board's tables.
#[derive(Debug)]
pub struct Star {
    /// Row and column of each hole.
    pub place: [(i8, i8); HOLES],
    /// The corner each hole belongs to (1 to 6), or 0 in the centre.
    pub corner: [u8; HOLES],
    /// The hole one step away in each direction, or [`NONE`].
    pub step: [[u8; DIRECTIONS]; HOLES],
    /// The hole two steps away in each direction, or [`NONE`].
    pub hop: [[u8; DIRECTIONS]; HOLES],
    /// All holes one step away.
    pub neighbours: [HoleSet; HOLES],
    /// The holes of the centre (index 0) and of corners 1 to 6.
    pub regions: [HoleSet; CORNERS + 1],
    /// Where each hole goes when the board turns clockwise by a sixth.
    pub turned: [u8; HOLES],
    /// Where each hole goes when left and right change places.
    pub mirrored: [u8; HOLES],
}

/// The one board.
pub static STAR: Star = build();

const fn on_board(row: i8, column: i8) -> bool {
    let downward = row >= 4 && row <= 16 && column >= row - 4 && column <= 12;
    let upward = row >= 0 && row <= 12 && column >= 4 && column <= row + 4;
    downward || upward
}

const fn corner_of(row: i8, column: i8) -> u8 {
    if row < 4 {
        1
    } else if row > 12 {
        2
    } else if column < 4 && row < 8 {
        3
    } else if column > 12 {
        4
    } else if column > row + 4 {
        5
    } else if column < row - 4 {
        6
    } else {
        0
    }
}

const fn build() -> Star {
    let mut star = Star {
        place: [(0, 0); HOLES],
        corner: [0; HOLES],
        step: [[NONE; DIRECTIONS]; HOLES],
        hop: [[NONE; DIRECTIONS]; HOLES],
        neighbours: [0; HOLES],
        regions: [0; CORNERS + 1],
        turned: [NONE; HOLES],
        mirrored: [NONE; HOLES],
    };
    let mut index = [[NONE; GRID]; GRID];
    let mut count = 0;
    let mut cell = 0;
    while cell < GRID * GRID {
        let (row, column) = ((cell / GRID) as i8, (cell % GRID) as i8);
        if on_board(row, column) {
            index[row as usize][column as usize] = count as u8;
            star.place[count] = (row, column);
            star.corner[count] = corner_of(row, column);
            star.regions[star.corner[count] as usize] |= 1 << count;
            count += 1;
        }
        cell += 1;
    }
    assert!(count == HOLES);
    let mut hole = 0;
    while hole < HOLES {
        let (row, column) = star.place[hole];
        let mut direction = 0;
        while direction < DIRECTIONS {
            let (down, right) = STEPS[direction];
            if on_board(row + down, column + right) {
                let next = index[(row + down) as usize][(column + right) as usize];
                star.step[hole][direction] = next;
                star.neighbours[hole] |= 1 << next;
            }
            if on_board(row + 2 * down, column + 2 * right) {
                star.hop[hole][direction] =
                    index[(row + 2 * down) as usize][(column + 2 * right) as usize];
            }
            direction += 1;
        }
        // A vector of a steps to the right and b to the lower right is (b, a + b); turned by a
        // sixth it is a steps to the lower right and b to the lower left.
        let (down, right) = (row - CENTRE, column - CENTRE);
        star.turned[hole] = index[(CENTRE + right) as usize][(CENTRE + right - down) as usize];
        star.mirrored[hole] = index[row as usize][(row + CENTRE - column) as usize];
        hole += 1;
    }
    star
}

/// How many clockwise sixths bring corner 1 to `corner`.
pub const fn sixths_from_top(corner: u8) -> usize {
    let mut sixths = 0;
    while CLOCKWISE[sixths] != corner {
        sixths += 1;
    }
    sixths
}

/// The corner opposite `corner`.
pub const fn opposite(corner: u8) -> u8 {
    CLOCKWISE[(sixths_from_top(corner) + CORNERS / 2) % CORNERS]
}

/// Where `hole` goes when the board turns by that many clockwise sixths.
pub fn turn(hole: usize, sixths: usize) -> usize {
    (0..sixths).fold(hole, |hole, _| usize::from(STAR.turned[hole]))
}

/// The holes of a set, in ascending order.
pub fn holes_of(set: HoleSet) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let hole = (rest != 0).then(|| rest.trailing_zeros() as u8);
        rest &= rest.wrapping_sub(1);
        hole
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_have_the_sizes_of_the_star() {
        assert_eq!(STAR.regions[0].count_ones(), 61);
        assert!(STAR.regions[1..].iter().all(|region| region.count_ones() == 10));
        assert_eq!(STAR.regions.iter().fold(0, |all, region| all | region), (1 << HOLES) - 1);
    }

    #[test]
    fn a_mirror_swaps_neighbours_for_neighbours_and_leaves_the_middle_line() {
        for hole in 0..HOLES {
            let mirrored = |hole: u8| usize::from(STAR.mirrored[usize::from(hole)]);
            assert_eq!(mirrored(STAR.mirrored[hole]), hole);
            let images: HoleSet =
                holes_of(STAR.neighbours[hole]).map(|next| 1 << mirrored(next)).sum();
            assert_eq!(images, STAR.neighbours[mirrored(hole as u8)]);
        }
        let fixed = (0..HOLES).filter(|&hole| usize::from(STAR.mirrored[hole]) == hole).count();
        assert_eq!(fixed, 9, "which leaves 65 classes of holes");
        for (corner, image) in [(1, 1), (2, 2), (3, 5), (4, 6)] {
            let region = holes_of(STAR.regions[corner]);
            let images: HoleSet = region.map(|it| 1 << STAR.mirrored[usize::from(it)]).sum();
            assert_eq!(images, STAR.regions[image]);
        }
    }

    #[test]
    fn turning_moves_each_corner_to_the_next_one_clockwise() {
        for (sixths, &corner) in CLOCKWISE.iter().enumerate() {
            assert_eq!(sixths_from_top(corner), sixths);
            for hole in holes_of(STAR.regions[1]) {
                assert_eq!(STAR.corner[turn(usize::from(hole), sixths)], corner);
            }
        }
        assert_eq!([1, 2, 3, 4, 5, 6].map(opposite), [2, 1, 4, 3, 6, 5]);
    }

    #[test]
    fn steps_turn_with_the_board_and_lead_back() {
        for hole in 0..HOLES {
            assert_eq!(turn(hole, CORNERS), hole);
            for direction in 0..DIRECTIONS {
                let next = STAR.step[hole][direction];
                let turned = STAR.step[turn(hole, 1)][(direction + 1) % DIRECTIONS];
                if next == NONE {
                    assert_eq!(turned, NONE);
                    continue;
                }
                assert_eq!(usize::from(turned), turn(usize::from(next), 1));
                let back = STAR.step[usize::from(next)][(direction + 3) % DIRECTIONS];
                assert_eq!(usize::from(back), hole);
                let hop = STAR.hop[hole][direction];
                assert_eq!(hop, STAR.step[usize::from(next)][direction]);
            }
        }
    }
}
