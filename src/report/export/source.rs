//! Arrays as source code, one row of the board a line.

use super::numbers::Element;
use super::{ArraySeats, Export};
use crate::game::layout::{Cell, CellLayout};

pub fn rust(export: &Export) -> String {
    let element = match Element::of(&export.arrays) {
        Element::Int32 => "i32",
        Element::Int64 => "i64",
        Element::Real => "f64",
    };
    let cells = export.layout.cells.len();
    let kind = match export.seats {
        ArraySeats::One(_) => format!("[{element}; {cells}]"),
        ArraySeats::All => format!("[[{element}; {cells}]; {}]", export.arrays.len()),
    };
    let head = head(export, "//", "WEIGHTS");
    let list = list(export, "[", "]", "//");
    // Left as it is: rows of the board say more than lines filled to their end.
    format!("{head}#[rustfmt::skip]\npub const WEIGHTS: {kind} = {list};\n")
}

pub fn python(export: &Export) -> String {
    format!("{}WEIGHTS = {}\n", head(export, "#", "WEIGHTS"), list(export, "[", "]", "#"))
}

pub fn c(export: &Export) -> String {
    let (include, element) = match Element::of(&export.arrays) {
        Element::Int32 => ("#include <stdint.h>\n\n", "int32_t"),
        Element::Int64 => ("#include <stdint.h>\n\n", "int64_t"),
        Element::Real => ("", "double"),
    };
    let cells = export.layout.cells.len();
    let size = match export.seats {
        ArraySeats::One(_) => format!("[{cells}]"),
        ArraySeats::All => format!("[{}][{cells}]", export.arrays.len()),
    };
    let head = head(export, "//", "weights");
    let list = list(export, "{", "}", "//");
    format!("{head}{include}static const {element} weights{size} = {list};\n")
}

fn head(export: &Export, mark: &str, name: &str) -> String {
    let fields = export.comment(mark);
    if export.layout.is_list() {
        return format!("{fields}{mark}\n{mark} One value for each parameter.\n");
    }
    let order = match export.seats {
        ArraySeats::One(corner) => {
            format!("One weight for each cell, for the seat at corner {corner}")
        }
        ArraySeats::All => {
            format!("{name}[k] is for the seat at corner k + 1: one weight for each cell")
        }
    };
    format!(
        "{fields}{mark}\n{mark} {order},\n{mark} row by row from the top, each from the left.\n"
    )
}

fn list(export: &Export, open: &str, close: &str, mark: &str) -> String {
    let element = Element::of(&export.arrays);
    if let ([array], true) = (&export.arrays[..], export.layout.is_list()) {
        return format!("{open}\n{}{close}", named(&export.layout.cells, array, element, mark));
    }
    let lists: Vec<_> = export
        .arrays
        .iter()
        .map(|array| match export.seats {
            ArraySeats::One(_) => rows(export.layout, array, element, 1, mark),
            ArraySeats::All => {
                format!(
                    "    {open}\n{}    {close},\n",
                    rows(export.layout, array, element, 2, mark)
                )
            }
        })
        .collect();
    format!("{open}\n{}{close}", lists.concat())
}

/// A line a parameter, with its name in a comment.
fn named(cells: &[Cell], array: &[f64], element: Element, mark: &str) -> String {
    let lines = cells.iter().zip(array);
    let line = |(cell, value): (&Cell, &f64)| {
        format!("    {}, {mark} {}\n", element.literal(*value), cell.name)
    };
    lines.map(line).collect()
}

/// A line a row, below its name where there are several boards.
fn rows(layout: &CellLayout, array: &[f64], element: Element, depth: usize, mark: &str) -> String {
    let mut weights = array.iter();
    let mut text = String::new();
    let mut boards = layout.boards.iter();
    let of_board = layout.cells.len() / layout.boards.len().max(1);
    for row in layout.cells.chunk_by(|cell, next| cell.row == next.row) {
        if (array.len() - weights.len()).is_multiple_of(of_board)
            && let Some(board) = boards.next()
        {
            text.push_str(&format!("{:indent$}{mark} {}\n", "", board.name, indent = 4 * depth));
        }
        let literals = weights.by_ref().take(row.len()).map(|weight| element.literal(*weight));
        let literals = literals.collect::<Vec<_>>().join(", ");
        text.push_str(&format!("{:indent$}{literals},\n", "", indent = 4 * depth));
    }
    text
}
