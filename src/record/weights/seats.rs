//! Whose array a file holds: one seat's or every seat's, and how they turn into one another.

use crate::game::layout::CellLayout;
use std::fmt;
use std::str::FromStr;

const ALL: &str = "all";

/// The seats whose arrays stand in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArraySeats {
    /// The seat at that corner, counted from 1.
    One(usize),
    /// Every seat, in the order of their corners.
    All,
}

/// Why arrays don't fit a board or its seats.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SeatError {
    /// The text is neither a corner's number nor `all`.
    #[error("'{0}' is no seat; a seat is a corner's number, or 'all'")]
    Unknown(String),
    /// The board has no such seat.
    #[error("no seat {seat} on this board; {}", seats_of(*.seats))]
    Missing {
        /// The seat that was asked for.
        seat: ArraySeats,
        /// How many corners the board can be turned to.
        seats: usize,
    },
    /// An array of the wrong length.
    #[error("{weights} weights; the board needs {cells}")]
    Weights {
        /// How many there are.
        weights: usize,
        /// One for each cell.
        cells: usize,
    },
    /// The wrong number of arrays.
    #[error("{arrays} arrays; seat {seat} needs {needed}")]
    Arrays {
        /// How many there are.
        arrays: usize,
        /// The seat or seats that they should be for.
        seat: ArraySeats,
        /// How many those need.
        needed: usize,
    },
    /// Arrays that should be one array, turned, and are not.
    #[error("the array of seat {0} is not that of seat 1, turned; export one seat on its own")]
    Different(usize),
}

fn seats_of(seats: usize) -> String {
    match seats {
        0 => "it has seat 1 only".to_string(),
        seats => format!("its seats are 1 to {seats}"),
    }
}

impl ArraySeats {
    /// Turns seat 1's array into these seats' arrays.
    ///
    /// # Errors
    /// Where the board has no such seat, or another number of cells.
    pub fn turn(self, weights: &[f64], layout: &CellLayout) -> Result<Vec<Vec<f64>>, SeatError> {
        check_length(weights, layout)?;
        let turned = |corner| layout.turn(weights, corner).ok_or_else(|| self.missing(layout));
        match self {
            ArraySeats::One(1) => Ok(vec![weights.to_vec()]),
            ArraySeats::One(corner) => Ok(vec![turned(corner)?]),
            ArraySeats::All if layout.turned.is_empty() => Err(self.missing(layout)),
            ArraySeats::All => (1..=layout.turned.len()).map(turned).collect(),
        }
    }

    /// Turns these seats' arrays back into seat 1's.
    ///
    /// # Errors
    /// Where [`ArraySeats::turn`] could not have made them of one array.
    pub fn turn_back(
        self,
        arrays: &[Vec<f64>],
        layout: &CellLayout,
    ) -> Result<Vec<f64>, SeatError> {
        let corners = self.corners(layout);
        if corners.is_empty() {
            return Err(self.missing(layout));
        }
        if arrays.len() != corners.len() {
            let needed = corners.len();
            return Err(SeatError::Arrays { arrays: arrays.len(), seat: self, needed });
        }
        let mut first: Option<Vec<f64>> = None;
        for (&corner, array) in corners.iter().zip(arrays) {
            let back = self.one_back(corner, array, layout)?;
            match &first {
                Some(first) if *first != back => return Err(SeatError::Different(corner)),
                _ => first = Some(back),
            }
        }
        first.ok_or_else(|| self.missing(layout))
    }

    fn one_back(
        self,
        corner: usize,
        array: &[f64],
        layout: &CellLayout,
    ) -> Result<Vec<f64>, SeatError> {
        check_length(array, layout)?;
        match corner {
            1 => Ok(array.to_vec()),
            _ => layout.turn_back(array, corner).ok_or_else(|| self.missing(layout)),
        }
    }

    fn corners(self, layout: &CellLayout) -> Vec<usize> {
        match self {
            ArraySeats::One(corner) => vec![corner],
            ArraySeats::All => (1..=layout.turned.len()).collect(),
        }
    }

    fn missing(self, layout: &CellLayout) -> SeatError {
        SeatError::Missing { seat: self, seats: layout.turned.len() }
    }
}

fn check_length(weights: &[f64], layout: &CellLayout) -> Result<(), SeatError> {
    match (weights.len(), layout.cells.len()) {
        (weights, cells) if weights == cells => Ok(()),
        (weights, cells) => Err(SeatError::Weights { weights, cells }),
    }
}

impl fmt::Display for ArraySeats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArraySeats::One(corner) => write!(f, "{corner}"),
            ArraySeats::All => f.write_str(ALL),
        }
    }
}

impl FromStr for ArraySeats {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<ArraySeats, SeatError> {
        match text.parse() {
            Ok(corner) if corner > 0 => Ok(ArraySeats::One(corner)),
            _ if text == ALL => Ok(ArraySeats::All),
            _ => Err(SeatError::Unknown(text.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::weights::tests::{plain_layout, star};

    #[test]
    fn seats_print_and_parse_back() {
        for seats in [ArraySeats::One(1), ArraySeats::One(6), ArraySeats::All] {
            assert_eq!(seats.to_string().parse(), Ok(seats));
        }
        for text in ["", "0", "-1", "7.5", "ALL"] {
            assert!(text.parse::<ArraySeats>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_seat_turns_back() {
        let weights: Vec<f64> = (0..121).map(f64::from).collect();
        for seats in (1..=6).map(ArraySeats::One).chain([ArraySeats::All]) {
            let arrays = seats.turn(&weights, &star()).unwrap();
            assert_eq!(seats.turn_back(&arrays, &star()).as_ref(), Ok(&weights), "{seats}");
        }
    }

    #[test]
    fn a_board_that_does_not_turn_has_seat_1_only() {
        let layout = plain_layout();
        let weights = vec![0.5; layout.cells.len()];
        assert_eq!(ArraySeats::One(1).turn(&weights, &layout), Ok(vec![weights.clone()]));
        for seats in [ArraySeats::One(2), ArraySeats::All] {
            let error = seats.turn(&weights, &layout).unwrap_err();
            assert!(error.to_string().contains("seat 1 only"), "{error}");
            assert!(seats.turn_back(std::slice::from_ref(&weights), &layout).is_err());
        }
    }

    #[test]
    fn arrays_of_different_players_are_not_one_array() {
        let mut arrays = ArraySeats::All.turn(&[0.0; 121], &star()).unwrap();
        arrays[3][60] = 1.0;
        assert_eq!(ArraySeats::All.turn_back(&arrays, &star()), Err(SeatError::Different(4)));
        arrays.pop();
        assert!(ArraySeats::All.turn_back(&arrays, &star()).is_err());
    }
}
