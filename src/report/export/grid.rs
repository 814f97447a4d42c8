//! The board as lines of right-aligned columns, a dot where it has no cell.

use super::comment::{Header, MARK, with_header};
use super::numbers::{number, parse_number};
use super::read::ReadWeights;
use super::{ArraySeats, Export};
use crate::game::layout::CellLayout;
use crate::record::weights::FormatError;

const OFF: &str = ".";

pub fn write(export: &Export) -> String {
    let mut text = export.comment(MARK);
    let places = places(export.layout);
    let weights = export.arrays.iter().flatten();
    let width = weights.map(|weight| number(*weight).len()).max().unwrap_or(1);
    if export.layout.is_list() {
        let names = export.layout.cells.iter().map(|cell| cell.name.as_str());
        text.push_str(&format!("{MARK} {}\n", names.collect::<Vec<_>>().join(" ")));
    }
    for (corner, array) in (1..).zip(&export.arrays) {
        if export.seats == ArraySeats::All {
            text.push_str(&format!("\n{MARK} corner {corner}\n"));
        }
        for row in &places {
            text.push_str(&row_text(row, array, width));
        }
    }
    text
}

fn row_text(row: &[Option<usize>], array: &[f64], width: usize) -> String {
    let weight = |place: &Option<usize>| place.and_then(|index| array.get(index));
    let texts = row.iter().map(|place| weight(place).map_or(OFF.to_string(), |w| number(*w)));
    let columns: Vec<_> = texts.map(|text| format!("{text:>width$}")).collect();
    columns.join(" ") + "\n"
}

/// For each row and column of the grid, the cell there.
fn places(layout: &CellLayout) -> Vec<Vec<Option<usize>>> {
    let (rows, columns) = layout.grid;
    let mut places = vec![vec![None; columns]; rows];
    for (index, cell) in layout.cells.iter().enumerate() {
        places[cell.row][cell.column] = Some(index);
    }
    places
}

/// Reads one board or one for each seat, apart or not; comments and empty lines don't count.
pub fn read(text: &str, layout: &CellLayout) -> Result<ReadWeights, FormatError> {
    let header = Header::parse(text)?;
    let places = places(layout);
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with(MARK))
        .collect();
    let seats = header.as_ref().map_or(ArraySeats::One(1), |header| header.seats);
    check_lines(&lines, seats, layout)?;
    let boards = lines.chunks(places.len().max(1));
    let arrays: Vec<_> =
        boards.map(|lines| read_board(lines, &places, layout)).collect::<Result<_, _>>()?;
    Ok(with_header(header, seats.turn_back(&arrays, layout)?))
}

fn check_lines(
    lines: &[(usize, &str)],
    seats: ArraySeats,
    layout: &CellLayout,
) -> Result<(), FormatError> {
    let boards = match seats {
        ArraySeats::One(_) => 1,
        ArraySeats::All => layout.turned.len().max(1),
    };
    let (found, rows) = (lines.len(), layout.grid.0);
    if found == boards * rows {
        return Ok(());
    }
    let reason = match seats {
        ArraySeats::One(_) => format!("{found} lines of the board; it has {rows}"),
        ArraySeats::All => format!(
            "{found} lines; one board has {rows}, and {boards} seats have {}",
            boards * rows
        ),
    };
    Err(FormatError::Whole(reason))
}

fn read_board(
    lines: &[(usize, &str)],
    places: &[Vec<Option<usize>>],
    layout: &CellLayout,
) -> Result<Vec<f64>, FormatError> {
    let mut array = vec![0.0; layout.cells.len()];
    for ((line, text), row) in lines.iter().zip(places) {
        read_row(text, row, &mut array).map_err(|reason| FormatError::line(*line, reason))?;
    }
    Ok(array)
}

fn read_row(text: &str, row: &[Option<usize>], array: &mut [f64]) -> Result<(), String> {
    let texts: Vec<&str> = text.split_whitespace().collect();
    if texts.len() != row.len() {
        return Err(format!("{} columns; the board has {}", texts.len(), row.len()));
    }
    for (column, (text, place)) in (1..).zip(texts.into_iter().zip(row)) {
        match place {
            Some(index) => {
                let weight = parse_number(text);
                array[*index] = weight.map_err(|reason| format!("column {column}: {reason}"))?;
            }
            None if text == OFF => {}
            None => {
                return Err(format!("column {column}: '{}' off the board", text.escape_debug()));
            }
        }
    }
    Ok(())
}
