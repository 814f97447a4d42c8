//! The array that is read from a file: of which game, and how many numbers in which order.

use crate::game::layout::CellLayout;
use std::fmt;

/// What a file is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The game's name, for messages.
    pub game: &'a str,
    /// The cells that have a number each.
    pub layout: &'a CellLayout,
}

/// So many names of parameters are listed at most.
const MOST_NAMES: usize = 8;

impl Wanted<'_> {
    /// The length of an array.
    pub(super) fn cells(self) -> usize {
        self.layout.cells.len()
    }

    /// Whether that count of numbers is an array, or one for each corner.
    pub(super) fn admits(self, numbers: usize) -> bool {
        let corners = self.layout.turned.len().max(1);
        [1, corners].iter().any(|arrays| arrays * self.cells() == numbers)
    }

    /// Whether cells stand in the order of the board's rows, each from the left, in an array or in each of its boards.
    pub(super) fn has_rows(self) -> bool {
        let (cells, boards) = (&self.layout.cells, self.layout.boards.len().max(1));
        let places = cells.chunks((cells.len() / boards).max(1));
        let mut places = places.map(|board| board.iter().map(|cell| (cell.row, cell.column)));
        !self.layout.is_list() && places.all(|it| it.is_sorted())
    }

    fn names(self) -> String {
        let names: Vec<_> = self.layout.cells.iter().map(|cell| cell.name.as_str()).collect();
        match &names[..] {
            [first, second, .., last] if names.len() > MOST_NAMES => {
                format!("{first}, {second}, …, {last}")
            }
            _ => names.join(", "),
        }
    }
}

impl fmt::Display for Wanted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wanted { game, layout } = self;
        write!(f, "{game} takes {}", self.cells())?;
        match (layout.grid, layout.boards.len()) {
            ((1, _), _) => write!(f, ": {}", self.names()),
            (_, 0) => f.write_str(" in reading order, the top row first"),
            (_, boards) => write!(f, ": {boards} arrays behind each other, each in reading order"),
        }
    }
}
