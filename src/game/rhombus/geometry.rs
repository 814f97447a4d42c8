//! The rhombus of 100 holes: 19 rows of 1, 2, … 10, … 2, 1 holes, on the star's sheared grid.
//!
//! Holes are numbered in reading order. Corner 1 is the four rows of the upper tip, corner 2 those
//! of the lower one; there are no others.

pub use crate::game::chinese_checkers::geometry::{DIRECTIONS, HoleSet, STEPS, holes_of};

/// How many holes the board has.
pub const HOLES: usize = 100;
/// Rows of the board.
pub const ROWS: u8 = 19;
/// Holes of the longest row.
pub const LONGEST: u8 = 10;
/// Corners of the board.
pub const CORNERS: usize = 2;
/// Rows of a corner.
const CORNER_ROWS: u8 = 4;

/// The hole one step away, and the one two steps away, where they are.
pub type Ahead = Option<(u8, Option<u8>)>;

/// What lies ahead of each hole in each direction.
pub static NEXT: [[Ahead; DIRECTIONS]; HOLES] = build();

/// Row and column of each hole on the sheared grid, from 0.
pub static PLACE: [(i8, i8); HOLES] = places();

/// How many holes a row has.
pub const fn holes_in(row: u8) -> u8 {
    if row < LONGEST { row + 1 } else { ROWS - row }
}

/// The first hole of a row.
const fn first_of(row: u8) -> u8 {
    if row <= LONGEST {
        row * (row + 1) / 2
    } else {
        HOLES as u8 - holes_in(row) * (holes_in(row) + 1) / 2
    }
}

/// The column of a row's first hole.
const fn left_of(row: u8) -> i8 {
    if row < LONGEST { 0 } else { (row + 1 - LONGEST) as i8 }
}

const fn at(row: i8, column: i8) -> Option<u8> {
    if row < 0 || row >= ROWS as i8 {
        return None;
    }
    let number = column - left_of(row as u8);
    if number < 0 || number >= holes_in(row as u8) as i8 {
        return None;
    }
    Some(first_of(row as u8) + number as u8)
}

const fn places() -> [(i8, i8); HOLES] {
    let mut places = [(0, 0); HOLES];
    let mut row = 0;
    while row < ROWS {
        let mut number = 0;
        while number < holes_in(row) {
            let place = (row as i8, left_of(row) + number as i8);
            places[(first_of(row) + number) as usize] = place;
            number += 1;
        }
        row += 1;
    }
    places
}

const fn build() -> [[Ahead; DIRECTIONS]; HOLES] {
    let places = places();
    let mut next = [[None; DIRECTIONS]; HOLES];
    let mut cell = 0;
    while cell < HOLES * DIRECTIONS {
        let (hole, direction) = (cell / DIRECTIONS, cell % DIRECTIONS);
        let (row, column) = places[hole];
        let (down, right) = STEPS[direction];
        if let Some(step) = at(row + down, column + right) {
            next[hole][direction] = Some((step, at(row + 2 * down, column + 2 * right)));
        }
        cell += 1;
    }
    next
}

/// The row of a hole, from 0 at the top.
pub fn row_of(hole: u8) -> u8 {
    PLACE[usize::from(hole)].0 as u8
}

/// The number of a hole in its row, from 1 at the left.
pub fn number_of(hole: u8) -> u8 {
    hole - first_of(row_of(hole)) + 1
}

/// The holes of a row, from the left.
pub fn row_holes(row: u8) -> impl Iterator<Item = u8> {
    (0..holes_in(row)).map(move |number| first_of(row) + number)
}

/// The corner a hole belongs to (1 or 2), or 0 in the middle.
pub fn corner_of(hole: u8) -> u8 {
    match row_of(hole) {
        row if row < CORNER_ROWS => 1,
        row if row >= ROWS - CORNER_ROWS => 2,
        _ => 0,
    }
}

/// The holes of a corner.
pub fn corner_holes(corner: u8) -> HoleSet {
    (0..HOLES as u8).filter(|&hole| corner_of(hole) == corner).map(|hole| 1 << hole).sum()
}

/// Where a hole goes when the board is turned by half.
pub fn turn(hole: u8) -> u8 {
    HOLES as u8 - 1 - hole
}

/// Where a hole goes when left and right change places.
pub fn mirror(hole: u8) -> u8 {
    let row = row_of(hole);
    first_of(row) + holes_in(row) - number_of(hole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_corners_are_those_of_the_rhombus() {
        let lengths: Vec<u8> = (0..ROWS).map(holes_in).collect();
        assert_eq!(lengths, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
        let all: Vec<u8> = (0..ROWS).flat_map(row_holes).collect();
        assert_eq!(all, (0..HOLES as u8).collect::<Vec<_>>());
        let places = (0..HOLES as u8).map(|hole| (row_of(hole), number_of(hole)));
        assert!(places.is_sorted());
        for corner in [1, 2] {
            assert_eq!(corner_holes(corner).count_ones(), 10);
            assert!(holes_of(corner_holes(corner)).all(|hole| corner_of(turn(hole)) == 3 - corner));
        }
    }

    /// The paper's own check of a full goal: the rows of its pegs, numbered from 1, sum to 30 in the
    /// one tip and to 170 in the other.
    #[test]
    fn full_goals_have_the_sums_of_the_paper() {
        let sum = |corner| -> u32 {
            holes_of(corner_holes(corner)).map(|it| u32::from(row_of(it)) + 1).sum()
        };
        assert_eq!([1, 2].map(sum), [30, 170]);
    }

    #[test]
    fn steps_turn_and_mirror_with_the_board_and_lead_back() {
        let half = |direction: usize| (direction + DIRECTIONS / 2) % DIRECTIONS;
        // Clockwise from the right becomes counterclockwise from the left.
        let mirrored = |direction: usize| (DIRECTIONS + 3 - direction) % DIRECTIONS;
        for hole in 0..HOLES as u8 {
            assert_eq!((turn(turn(hole)), mirror(mirror(hole))), (hole, hole));
            for (direction, next) in NEXT[usize::from(hole)].iter().enumerate() {
                let by =
                    |image: fn(u8) -> u8| next.map(|(step, hop)| (image(step), hop.map(image)));
                assert_eq!(NEXT[usize::from(turn(hole))][half(direction)], by(turn));
                assert_eq!(NEXT[usize::from(mirror(hole))][mirrored(direction)], by(mirror));
                if let Some((step, hop)) = *next {
                    let step = NEXT[usize::from(step)];
                    assert_eq!(step[half(direction)].map(|it| it.0), Some(hole));
                    assert_eq!(step[direction].map(|it| it.0), hop);
                }
            }
        }
    }

    /// By hand: inner holes have six neighbours, the tips two, the ends of the longest row three,
    /// those of other rows four.
    #[test]
    fn holes_have_as_many_neighbours_as_the_drawing() {
        let count = |hole: u8| NEXT[usize::from(hole)].iter().flatten().count();
        let all: Vec<usize> = (0..HOLES as u8).map(count).collect();
        let of = |neighbours: usize| all.iter().filter(|&&it| it == neighbours).count();
        assert_eq!([2, 3, 4, 5, 6].map(of), [2, 2, 32, 0, 64]);
        assert_eq!((all[0], all[99], all[45], all[54]), (2, 2, 3, 3));
    }
}
