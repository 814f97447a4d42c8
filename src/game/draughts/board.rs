//! The fields of the board as bits of a number.
//!
//! A row of five fields takes five bits, and after every other row one bit stays empty, so that a
//! step in one of the four directions is a shift by the same number everywhere, and a step off the
//! board ends on an empty bit. Bits go up as the fields' numbers do; a bit's index is its *place*.

/// A set of fields.
pub type Fields = u64;

/// All fields.
pub const BOARD: Fields = !(1 << 10 | 1 << 21 | 1 << 32 | 1 << 43 | !0 << 54);
/// Shifts that lead to the next field: up and left, up and right, down and left, down and right,
/// where up is towards field 1.
pub const DIRECTIONS: [i32; 4] = [-6, -5, 5, 6];
/// Rows, from that of fields 1 to 5 on, and columns.
pub const SIDE: u32 = 10;

/// The place of a field, from its number, 1 to 50.
pub fn place(number: u8) -> Option<u8> {
    (1..=50).contains(&number).then(|| number - 1 + (number - 1) / 10)
}

/// The number of the field at a place.
pub const fn number(place: u8) -> u8 {
    place - place / 11 + 1
}

/// The row of a place, from the top, from 0.
pub const fn row(place: u8) -> u32 {
    (number(place) - 1) as u32 / 5
}

/// The column of a place, from the left, from 0; light squares have theirs, too.
pub const fn column(place: u8) -> u32 {
    let is_even = row(place).is_multiple_of(2);
    2 * ((number(place) - 1) as u32 % 5) + is_even as u32
}

/// The fields of a row, from the top, from 0.
pub const fn row_fields(row: u32) -> Fields {
    0b1_1111 << (5 * row + row / 2)
}

/// The next fields in a direction, as far as they are on the board.
pub fn step(fields: Fields, direction: i32) -> Fields {
    // Fields end at bit 53, so that what wraps round, six bits at most, lands on bits that are no fields.
    fields.rotate_left(direction as u32) & BOARD
}

/// The places of a set, in ascending order.
pub fn places(fields: Fields) -> impl Iterator<Item = u8> {
    let mut left = fields;
    std::iter::from_fn(move || {
        let place = (left != 0).then(|| left.trailing_zeros() as u8);
        left &= left.wrapping_sub(1);
        place
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_numbers_are_each_others() {
        let numbers: Vec<u8> = places(BOARD).map(number).collect();
        assert_eq!(numbers, (1..=50).collect::<Vec<u8>>());
        for number in 1..=50 {
            assert_eq!(super::number(place(number).unwrap()), number);
        }
        assert_eq!([0, 51, 255].map(place), [None; 3]);
    }

    #[test]
    fn steps_change_row_and_column_by_one() {
        for from in places(BOARD) {
            for (direction, (down, right)) in
                DIRECTIONS.into_iter().zip([(-1, -1), (-1, 1), (1, -1), (1, 1)])
            {
                let (row, column) = (row(from) as i32 + down, column(from) as i32 + right);
                let inside = |it| (0..SIDE as i32).contains(&it);
                let to = step(1 << from, direction);
                assert_eq!(to != 0, inside(row) && inside(column), "{from} {direction}");
                for to in places(to) {
                    assert_eq!((super::row(to) as i32, super::column(to) as i32), (row, column));
                }
            }
        }
    }

    #[test]
    fn rows_are_five_fields_each() {
        for row in 0..SIDE {
            let numbers: Vec<u32> = places(row_fields(row)).map(|it| number(it).into()).collect();
            assert_eq!(numbers, (5 * row + 1..=5 * row + 5).collect::<Vec<u32>>());
        }
        assert_eq!([1, 5, 6, 50].map(|it| column(place(it).unwrap())), [1, 9, 0, 8]);
    }
}
