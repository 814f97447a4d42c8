//! Where the cells of a board lie and what stands on them, as plain data: what drawings and exports
//! of per-cell weights need to know of a game.

pub use super::Player;

use super::TextError;

/// The corners between which the owner of corner 1's array goes.
pub const HOME: usize = 1;
/// The other one.
pub const GOAL: usize = 2;

/// The cells that a per-cell array has a weight for, in the array's order.
#[derive(Clone, Debug, PartialEq)]
pub struct CellLayout {
    /// One entry a cell.
    pub cells: Vec<Cell>,
    /// Rows and columns of the grid in which [`Cell::row`] and [`Cell::column`] count.
    pub grid: (usize, usize),
    /// For the seat at each corner, in order, and each cell: the cell of corner 1's array whose
    /// weight it takes.
    pub turned: Vec<Vec<usize>>,
    /// What each board is for, where several with as many cells stand beside each other and an array has
    /// weights for all; empty where there is one.
    pub boards: Vec<Board>,
}

/// One of several boards that an array has weights for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its name, in a word.
    pub name: String,
    /// When a player goes by its weights, in plain ASCII.
    pub when: String,
}

/// One cell of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its name in move notation, without `x`, which stands between cells in captures, and without capitals.
    pub name: String,
    /// Row of the grid, from 0 at the top.
    pub row: usize,
    /// Column of the grid, from 0 at the left.
    pub column: usize,
    /// The number of the corner it belongs to, 0 in the centre.
    pub corner: usize,
    /// Distance to the right, in steps of one cell.
    pub x: f64,
    /// Distance downwards, in the same unit.
    pub y: f64,
    /// Whether the owner of corner 1's array can end a move here.
    pub stop: bool,
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose it is.
    pub player: Player,
    /// What it is, in a word of the game's own: `peg`, `disc`, `man` or `king`.
    pub kind: &'static str,
}

/// The names of cells that a move in text is made of, in their order and in small letters.
pub fn names_in(mv: &str) -> Vec<String> {
    // An x between numbers takes what stands there.
    let is_between = |c: char| !c.is_ascii_alphanumeric() || c == 'x' || c == 'X';
    let parts = mv.split(is_between).filter(|part| !part.is_empty());
    parts.map(str::to_ascii_lowercase).collect()
}

impl CellLayout {
    /// The layout of one board. The fields of the same names say what the arguments are.
    pub fn one(cells: Vec<Cell>, grid: (usize, usize), turned: Vec<Vec<usize>>) -> CellLayout {
        CellLayout { cells, grid, turned, boards: Vec::new() }
    }

    /// Checks that moves in text can name all cells; see [`Cell::name`].
    ///
    /// # Errors
    /// Names a cell that no move can name.
    pub fn check_names(&self) -> Result<(), TextError> {
        let is_lost =
            |cell: &&Cell| cell.name.contains(|c: char| c == 'x' || c.is_ascii_uppercase());
        match self.cells.iter().find(is_lost) {
            None => Ok(()),
            Some(Cell { name, .. }) => Err(TextError(format!(
                "cell '{name}': a cell's name has no x and no capital letters"
            ))),
        }
    }

    /// The cells that a move in text names, in its order.
    pub fn cells_in(&self, mv: &str) -> Vec<usize> {
        let place = |name: String| self.cells.iter().position(|cell| cell.name == name);
        names_in(mv).into_iter().filter_map(place).collect()
    }

    /// A layout for vectors that belong to no board: one row of named values, one seat.
    pub fn list(names: impl Iterator<Item = String>) -> CellLayout {
        let cell = |(column, name)| Cell {
            name,
            row: 0,
            column,
            corner: 0,
            x: column as f64,
            y: 0.0,
            stop: true,
        };
        let cells: Vec<Cell> = names.enumerate().map(cell).collect();
        let grid = (1, cells.len());
        CellLayout::one(cells, grid, Vec::new())
    }

    /// Whether it is such a list, of parameters that lie on no board.
    pub fn is_list(&self) -> bool {
        self.grid == (1, self.cells.len()) && self.turned.is_empty()
    }

    /// How much larger corner 1's array is at home than at its goal, on average; `None` where the board hasn't
    /// both, or isn't one.
    fn fall(&self, array: &[f64]) -> Option<f64> {
        let mean = |corner: usize| {
            let own = self.cells.iter().zip(array).filter(|(cell, _)| cell.corner == corner);
            let (sum, count) =
                own.fold((0.0, 0.0), |(sum, count), (_, weight)| (sum + weight, count + 1.0));
            (count > 0.0).then(|| sum / count)
        };
        let is_one = self.boards.is_empty();
        is_one.then(|| Some(mean(HOME)? - mean(GOAL)?)).flatten()
    }

    /// Whether corner 1's array is larger at its goal than at home, on average; `None` where the board hasn't
    /// both, or isn't one.
    pub fn grows_towards_goal(&self, array: &[f64]) -> Option<bool> {
        self.fall(array).map(|fall| fall < 0.0)
    }

    /// The seat for which an array has to be turned so that it falls from home to the goal, where it plainly
    /// does so only then: by two standard deviations of its numbers, and by less than one as it stands.
    pub fn falls_when_turned(&self, array: &[f64]) -> Option<usize> {
        let count = array.len() as f64;
        let mean = array.iter().sum::<f64>() / count;
        let square = array.iter().map(|weight| (weight - mean).powi(2)).sum::<f64>();
        let deviation = (square / count).sqrt();
        if self.fall(array)?.abs() >= deviation {
            return None;
        }
        (2..=self.turned.len()).find(|&seat| {
            let fall = self.turn(array, seat).and_then(|it| self.fall(&it));
            fall.is_some_and(|it| it > 2.0 * deviation)
        })
    }

    /// An array of the seat at corner 1 turned for the seat at `corner` (from 1), or `None`
    /// where there is no such corner or the length is wrong.
    pub fn turn<T: Copy>(&self, weights: &[T], corner: usize) -> Option<Vec<T>> {
        let sources = self.turned.get(corner.checked_sub(1)?)?;
        sources.iter().map(|&source| weights.get(source).copied()).collect()
    }

    /// The inverse of [`CellLayout::turn`].
    pub fn turn_back<T: Copy>(&self, weights: &[T], corner: usize) -> Option<Vec<T>> {
        let sources = self.turned.get(corner.checked_sub(1)?)?;
        let mut back: Vec<Option<T>> = vec![None; sources.len()];
        for (&source, &weight) in sources.iter().zip(weights) {
            *back.get_mut(source)? = Some(weight);
        }
        back.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_no_move_can_name_are_refused() {
        let named = |name: &str| CellLayout::list([name.to_string()].into_iter());
        for name in ["a1", "16", "4-1"] {
            assert_eq!(named(name).check_names(), Ok(()));
        }
        for name in ["x1", "A1", "1x"] {
            assert!(named(name).check_names().is_err(), "{name}");
        }
    }

    /// Corners beside the way don't count.
    #[test]
    fn an_array_grows_towards_its_goal_or_not() {
        let cell = |(column, &corner): (usize, &usize)| Cell {
            name: column.to_string(),
            row: 0,
            column,
            corner,
            x: 0.0,
            y: 0.0,
            stop: true,
        };
        let layout = |corners: [usize; 4]| {
            let cells = corners.iter().enumerate().map(cell).collect();
            let turned =
                vec![vec![0, 1, 2, 3], vec![1, 0, 3, 2], vec![2, 3, 0, 1], vec![3, 2, 1, 0]];
            CellLayout::one(cells, (1, 4), turned)
        };
        let board = layout([HOME, GOAL, 3, 4]);
        assert_eq!(board.grows_towards_goal(&[3.0, 1.0, 9.0, 9.0]), Some(false));
        assert_eq!(board.grows_towards_goal(&[1.0, 3.0, 0.0, 0.0]), Some(true));
        assert_eq!(layout([0; 4]).grows_towards_goal(&[1.0; 4]), None);
        for (array, seat) in [
            ([0.0, 0.0, 9.0, -9.0], Some(3)),
            ([0.0, 0.0, -9.0, 9.0], Some(4)),
            ([9.0, -9.0, 0.0, 0.0], None),
            ([-9.0, 9.0, 0.0, 0.0], None),
            ([1.0, 0.0, 9.0, 9.0], None),
            ([1.0; 4], None),
        ] {
            assert_eq!(board.falls_when_turned(&array), seat, "{array:?}");
        }
        assert_eq!(layout([0; 4]).falls_when_turned(&[0.0, 0.0, 9.0, -9.0]), None);
    }
}
