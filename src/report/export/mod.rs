//! Weight arrays in the formats of other programs, written and read.

mod comment;
mod csv;
mod grid;
mod lists;
mod npy;
mod numbers;
mod plain;
mod read;
mod source;
mod tokens;
mod toml;
mod wanted;

pub use crate::record::weights::ArraySeats;
pub use read::{ReadWeights, read, stated_game};
pub use wanted::Wanted;

use crate::game::layout::CellLayout;
use crate::record::weights::document::Document;
use crate::record::weights::{SeatError, WeightsFile};

/// A format that weights can be exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// The program's own format, with the array's history
    Json,
    /// A table with a line for each cell or parameter
    Csv,
    /// As JSON, in TOML
    Toml,
    /// A constant in Rust source
    Rust,
    /// A module for Python
    Python,
    /// A header for C
    C,
    /// A NumPy array; holds the numbers only
    Npy,
    /// The board as rows and columns of text, or parameters in a row
    Grid,
}

/// Why an array can't be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The board has no such seat, or the array doesn't fit it.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// A weight that no format has a number for.
    #[error("the weight of {cell} is {weight}; only finite weights can be exported")]
    NotFinite {
        /// The cell's name.
        cell: String,
        /// Its weight.
        weight: f64,
    },
    /// A text that could end the comment it is to stand in.
    #[error("{field}: '{}' is not one line of plain ASCII", text.escape_debug())]
    Text {
        /// The field.
        field: &'static str,
        /// Its text.
        text: String,
    },
    /// A number that the format doesn't hold.
    #[error("TOML: {0}")]
    Toml(#[from] ::toml::ser::Error),
}

/// The bytes of a file in that format with the arrays of those seats.
///
/// # Errors
/// Where the board has no such seat, another number of cells, or a field can't stand in a file.
pub fn write(
    file: &WeightsFile,
    layout: &CellLayout,
    format: Format,
    seats: ArraySeats,
) -> Result<Vec<u8>, ExportError> {
    check_texts(file, layout)?;
    let arrays = seats.turn(&file.weights, layout)?;
    check_finite(file, layout)?;
    let export = Export { file, layout, seats, arrays };
    let text = match format {
        Format::Json => export.document().to_json(),
        Format::Csv => csv::write(&export),
        Format::Toml => toml::write(&export)?,
        Format::Rust => source::rust(&export),
        Format::Python => source::python(&export),
        Format::C => source::c(&export),
        Format::Npy => return Ok(npy::write(&export)),
        Format::Grid => grid::write(&export),
    };
    Ok(text.into_bytes())
}

/// What a format's writer needs to know.
struct Export<'a> {
    file: &'a WeightsFile,
    layout: &'a CellLayout,
    seats: ArraySeats,
    /// The array of each seat, turned.
    arrays: Vec<Vec<f64>>,
}

impl Export<'_> {
    /// The comment lines at the top of a text, each after `mark`.
    fn comment(&self, mark: &str) -> String {
        let fields = comment::write(self.file, self.seats, mark);
        let boards = &self.layout.boards;
        if boards.is_empty() {
            return fields;
        }
        let of_each = boards.iter().map(|it| format!("{mark}   {}, {}\n", it.name, it.when));
        let (arrays, cells) = (boards.len(), self.layout.cells.len() / boards.len());
        format!(
            "{fields}{mark}\n{mark} {arrays} arrays of {cells} weights, of which a player goes by one:\n{}",
            of_each.collect::<String>()
        )
    }

    fn document(&self) -> Document {
        let document = Document::new(self.file, self.seats, self.arrays.clone());
        match self.layout.is_list() {
            true => document.named(self.layout),
            false => document,
        }
    }
}

fn check_texts(file: &WeightsFile, layout: &CellLayout) -> Result<(), ExportError> {
    let fixed = file.fixed.iter().map(|name| ("fixed", name));
    let names = layout.cells.iter().filter(|_| layout.is_list()).map(|it| ("name", &it.name));
    let own = [("game", &file.game), ("rules", &file.rules)];
    for (field, text) in own.into_iter().chain(fixed).chain(names) {
        // A backslash at its end would draw the next line of C into the comment.
        let plain = |c: char| (c.is_ascii_graphic() || c == ' ') && c != '\\';
        if text.is_empty() || text.trim() != text || !text.chars().all(plain) {
            return Err(ExportError::Text { field, text: text.clone() });
        }
    }
    Ok(())
}

fn check_finite(file: &WeightsFile, layout: &CellLayout) -> Result<(), ExportError> {
    let mut cells = layout.cells.iter().zip(&file.weights);
    match cells.find(|(_, weight)| !weight.is_finite()) {
        Some((cell, &weight)) => Err(ExportError::NotFinite { cell: cell.name.clone(), weight }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
