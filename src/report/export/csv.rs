//! A table with a line for each cell and a column for each seat, or a line for each parameter.

use super::comment::{Header, MARK, with_header};
use super::numbers::{number, parse_number};
use super::read::ReadWeights;
use super::{ArraySeats, Export};
use crate::game::layout::{Cell, CellLayout};
use crate::record::weights::FormatError;
use csv::{ReaderBuilder, StringRecord, Trim};
use std::collections::HashMap;

const HOLE: &str = "hole";
const PARAMETER: &str = "parameter";
const ROW: &str = "row";
const COLUMN: &str = "column";
const CORNER: &str = "corner";
const WEIGHT: &str = "weight";

pub fn write(export: &Export) -> String {
    let mut text = export.comment(MARK);
    let columns = match export.seats {
        ArraySeats::One(_) => WEIGHT.to_string(),
        ArraySeats::All => (1..=export.arrays.len()).map(seat_column).collect::<Vec<_>>().join(","),
    };
    let is_list = export.layout.is_list();
    text += &match is_list {
        true => format!("{PARAMETER},{columns}\n"),
        false => format!("{HOLE},{ROW},{COLUMN},{CORNER},{columns}\n"),
    };
    for (index, cell) in export.layout.cells.iter().enumerate() {
        text.push_str(&cell.name);
        if !is_list {
            text.push_str(&format!(",{},{},{}", cell.row, cell.column, cell.corner));
        }
        for weight in export.arrays.iter().filter_map(|array| array.get(index)) {
            text.push_str(&format!(",{}", number(*weight)));
        }
        text.push('\n');
    }
    text
}

/// Reads holes or parameters by their names, in any order. Row, column and corner are for people; where they
/// stand, they are those of the hole.
pub fn read(text: &str, layout: &CellLayout) -> Result<ReadWeights, FormatError> {
    let header = Header::parse(text)?;
    let seats = header.as_ref().map(|header| header.seats);
    let mut lines =
        ReaderBuilder::new().comment(Some(b'#')).trim(Trim::All).from_reader(text.as_bytes());
    let columns = Columns::find(lines.headers().map_err(|error| refused(&error))?, seats, layout)?;
    let mut table = Table::new(columns, layout);
    for record in lines.records() {
        let record = record.map_err(|error| refused(&error))?;
        let line = record.position().map_or(0, |position| position.line() as usize);
        table.put(&record).map_err(|reason| FormatError::line(line, reason))?;
    }
    let seats = table.columns.seats;
    let arrays = table.into_arrays(layout)?;
    Ok(with_header(header, seats.turn_back(&arrays, layout)?))
}

/// Whether a line names the columns of such a table.
pub fn is_header(line: &str) -> bool {
    line.split(',').any(|name| [HOLE, PARAMETER].contains(&name.trim().trim_matches('"')))
}

fn seat_column(corner: usize) -> String {
    format!("seat_{corner}")
}

fn refused(error: &csv::Error) -> FormatError {
    let line = error.position().map_or(1, |position| position.line() as usize);
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            FormatError::line(line, format!("{len} columns; the first line has {expected_len}"))
        }
        _ => FormatError::line(line, error.to_string()),
    }
}

/// That each column is known, and none stands there twice.
fn check_names(names: &StringRecord, weights: &[usize]) -> Result<(), FormatError> {
    for (place, name) in names.iter().enumerate() {
        if name.is_empty() {
            return Err(FormatError::Whole(format!("column {} has no name", place + 1)));
        }
        if names.iter().take(place).any(|other| other == name) {
            return Err(FormatError::field(name, "the column stands there twice"));
        }
        let is_known = [HOLE, PARAMETER, ROW, COLUMN, CORNER].contains(&name);
        if !is_known && !weights.contains(&place) {
            return Err(FormatError::field(name, "no column that is known"));
        }
    }
    Ok(())
}

/// Where in a line the hole and the weights stand.
struct Columns {
    hole: usize,
    /// Row, column and corner, where they are told.
    place: [Option<usize>; 3],
    weights: Vec<usize>,
    seats: ArraySeats,
}

impl Columns {
    fn find(
        names: &StringRecord,
        stated: Option<ArraySeats>,
        layout: &CellLayout,
    ) -> Result<Columns, FormatError> {
        let find = |name: &str| {
            let missing = || FormatError::field(name, "no such column");
            names.iter().position(|other| other == name).ok_or_else(missing)
        };
        // Earlier versions called parameters holes, too.
        let hole = match names.iter().any(|it| it == PARAMETER) {
            true => find(PARAMETER)?,
            false => find(HOLE)?,
        };
        let every = names.iter().any(|name| name == seat_column(1));
        let seats = stated.unwrap_or(if every { ArraySeats::All } else { ArraySeats::One(1) });
        let weights = match seats {
            ArraySeats::One(_) => vec![find(WEIGHT)?],
            ArraySeats::All => {
                let corners = 1..=layout.turned.len();
                corners.map(|corner| find(&seat_column(corner))).collect::<Result<_, _>>()?
            }
        };
        check_names(names, &weights)?;
        let place = [ROW, COLUMN, CORNER].map(|name| names.iter().position(|other| other == name));
        Ok(Columns { hole, place, weights, seats })
    }
}

/// The weights read so far.
struct Table<'a> {
    columns: Columns,
    /// What a line is for.
    kind: &'static str,
    holes: HashMap<&'a str, usize>,
    cells: &'a [Cell],
    /// For each cell, the weight in each column.
    rows: Vec<Option<Vec<f64>>>,
}

impl<'a> Table<'a> {
    fn new(columns: Columns, layout: &'a CellLayout) -> Table<'a> {
        let names = layout.cells.iter().map(|cell| cell.name.as_str());
        let holes = names.enumerate().map(|(index, name)| (name, index)).collect();
        let kind = if layout.is_list() { PARAMETER } else { HOLE };
        let cells = &layout.cells[..];
        Table { columns, kind, holes, cells, rows: vec![None; cells.len()] }
    }

    fn put(&mut self, record: &StringRecord) -> Result<(), String> {
        let name = record.get(self.columns.hole).unwrap_or_default();
        let (kind, index) = (self.kind, self.holes.get(name).copied());
        let place = index.and_then(|index| self.rows.get_mut(index).zip(self.cells.get(index)));
        let (row, cell) = place.ok_or_else(|| format!("'{}' is no {kind}", name.escape_debug()))?;
        for ((what, at), own) in [ROW, COLUMN, CORNER].into_iter().zip(self.columns.place).zip([
            cell.row.to_string(),
            cell.column.to_string(),
            cell.corner.to_string(),
        ]) {
            let told = at.and_then(|at| record.get(at)).filter(|told| *told != own);
            if let Some(told) = told {
                let told = told.escape_debug();
                return Err(format!("{kind} {name} has {what} {own}, not '{told}'"));
            }
        }
        if row.is_some() {
            return Err(format!("{kind} {name} for the second time"));
        }
        let texts = self.columns.weights.iter().map(|&at| record.get(at).unwrap_or_default());
        *row = Some(texts.map(parse_number).collect::<Result<_, _>>()?);
        Ok(())
    }

    fn into_arrays(self, layout: &CellLayout) -> Result<Vec<Vec<f64>>, FormatError> {
        let (kind, mut arrays) = (self.kind, vec![Vec::new(); self.columns.weights.len()]);
        for (row, cell) in self.rows.into_iter().zip(&layout.cells) {
            let missing = || FormatError::Whole(format!("no line for {kind} {}", cell.name));
            for (array, weight) in arrays.iter_mut().zip(row.ok_or_else(missing)?) {
                array.push(weight);
            }
        }
        Ok(arrays)
    }
}
