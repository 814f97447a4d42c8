//! The square of 256 holes, and its four corners of 13 holes.
//!
//! Holes are numbered in reading order. Corners 1 and 2 are the top left and the bottom right one,
//! 3 and 4 the top right and the bottom left one.

/// Rows and columns of the board.
pub const SIDE: usize = 16;
/// How many holes the board has.
pub const HOLES: usize = SIDE * SIDE;
/// Directions of a step.
pub const DIRECTIONS: usize = 8;
/// Corners of the board.
pub const CORNERS: usize = 4;
/// Holes of the rows of corner 1, from the top.
pub const CORNER_ROWS: [i8; 4] = [4, 4, 3, 2];
/// The corners in clockwise order, from the top left.
pub const CLOCKWISE: [u8; CORNERS] = [1, 3, 2, 4];

/// Row and column of a step in each direction, clockwise from the right.
pub const STEPS: [(i8, i8); DIRECTIONS] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The hole one step away, and the one two steps away, where they are.
pub type Ahead = Option<(u8, Option<u8>)>;

/// What lies ahead of each hole in each direction.
pub static NEXT: [[Ahead; DIRECTIONS]; HOLES] = build();

const fn at(row: i8, column: i8) -> Option<u8> {
    let side = SIDE as i8;
    if row >= 0 && row < side && column >= 0 && column < side {
        Some((row as u8) * SIDE as u8 + column as u8)
    } else {
        None
    }
}

const fn build() -> [[Ahead; DIRECTIONS]; HOLES] {
    let mut next = [[None; DIRECTIONS]; HOLES];
    let mut cell = 0;
    while cell < HOLES * DIRECTIONS {
        let (hole, direction) = (cell / DIRECTIONS, cell % DIRECTIONS);
        let (row, column) = place(hole as u8);
        let (down, right) = STEPS[direction];
        if let Some(step) = at(row + down, column + right) {
            next[hole][direction] = Some((step, at(row + 2 * down, column + 2 * right)));
        }
        cell += 1;
    }
    next
}

/// Row and column of a hole, from 0.
pub const fn place(hole: u8) -> (i8, i8) {
    ((hole as usize / SIDE) as i8, (hole as usize % SIDE) as i8)
}

/// Where a hole goes when the board turns by that many clockwise quarters.
#[inline]
pub fn turn(hole: u8, quarters: usize) -> u8 {
    let last = SIDE as u8 - 1;
    (0..quarters % CORNERS).fold(hole, |hole, _| {
        let (row, column) = (hole / SIDE as u8, hole % SIDE as u8);
        column * SIDE as u8 + last - row
    })
}

/// Where a hole goes when rows and columns change places, which leaves corners 1 and 2.
pub fn mirror(hole: u8) -> u8 {
    hole % SIDE as u8 * SIDE as u8 + hole / SIDE as u8
}

/// How many clockwise quarters bring corner 1 to `corner`.
#[inline]
pub fn quarters_from_first(corner: u8) -> usize {
    CLOCKWISE.iter().position(|&it| it == corner).unwrap_or(0)
}

/// The holes of a corner, in ascending order.
pub fn corner_holes(corner: u8) -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(move |&hole| corner_of(hole) == corner)
}

/// The corner a hole belongs to (1 to 4), or 0 in the middle.
#[inline]
pub fn corner_of(hole: u8) -> u8 {
    CORNER[usize::from(hole)]
}

static CORNER: [u8; HOLES] = {
    let mut corners = [0; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        let (row, column) = place(hole as u8);
        let last = SIDE as i8 - 1;
        let (is_low, is_right) = (row > last / 2, column > last / 2);
        let down = if is_low { last - row } else { row };
        let inward = if is_right { last - column } else { column };
        if (down as usize) < CORNER_ROWS.len() && inward < CORNER_ROWS[down as usize] {
            corners[hole] = [[1, 3], [4, 2]][is_low as usize][is_right as usize];
        }
        hole += 1;
    }
    corners
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_have_thirteen_holes_and_go_round_clockwise() {
        assert_eq!(corner_holes(0).count(), HOLES - 4 * 13);
        assert_eq!(corner_holes(1).collect::<Vec<_>>()[..6], [0, 1, 2, 3, 16, 17]);
        assert_eq!([0, 15, 255, 240].map(corner_of), CLOCKWISE);
        for (quarters, corner) in CLOCKWISE.into_iter().enumerate() {
            assert_eq!(quarters_from_first(corner), quarters);
            let mut turned: Vec<u8> = corner_holes(1).map(|hole| turn(hole, quarters)).collect();
            turned.sort_unstable();
            assert_eq!(turned, corner_holes(corner).collect::<Vec<_>>());
        }
    }

    #[test]
    fn steps_turn_with_the_board_and_lead_back() {
        for hole in 0..=u8::MAX {
            assert_eq!((turn(hole, 4), mirror(mirror(hole))), (hole, hole));
            for (direction, next) in NEXT[usize::from(hole)].iter().enumerate() {
                let turned = NEXT[usize::from(turn(hole, 1))][(direction + 2) % DIRECTIONS];
                let by_quarter =
                    |(step, hop): (u8, Option<u8>)| (turn(step, 1), hop.map(|hop| turn(hop, 1)));
                assert_eq!(turned, next.map(by_quarter));
                if let Some((step, hop)) = *next {
                    let back = NEXT[usize::from(step)][(direction + 4) % DIRECTIONS];
                    assert_eq!(back.map(|it| it.0), Some(hole));
                    let on = NEXT[usize::from(step)][direction];
                    assert_eq!(hop, on.map(|it| it.0));
                }
            }
        }
    }

    #[test]
    fn the_mirror_leaves_corners_1_and_2() {
        for (corner, image) in [(1, 1), (2, 2), (3, 4)] {
            assert!(corner_holes(corner).all(|hole| corner_of(mirror(hole)) == image));
        }
    }
}
