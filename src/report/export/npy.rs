//! Arrays as NumPy saves them: the numbers, and nothing of the game.

use super::numbers::Element;
use super::{Export, ExportError, Seats};
use crate::game::layout::CellLayout;
use crate::record::weights::FormatError;
use npyz::{AutoSerialize, NpyFile, WriterBuilder as _};
use std::io;

/// How a file of this format begins.
pub const MAGIC: &[u8] = b"\x93NUMPY";

pub fn write(export: &Export) -> Result<Vec<u8>, ExportError> {
    let cells = export.layout.cells.len() as u64;
    let shape = match export.seats {
        Seats::One(_) => vec![cells],
        Seats::All => vec![export.arrays.len() as u64, cells],
    };
    let weights = export.arrays.iter().flatten().copied();
    let bytes = match Element::of(&export.arrays) {
        Element::Int32 => bytes(&shape, weights.map(|weight| weight as i32)),
        Element::Int64 => bytes(&shape, weights.map(|weight| weight as i64)),
        Element::Real => bytes(&shape, weights),
    };
    Ok(bytes?)
}

fn bytes<T: AutoSerialize>(shape: &[u64], values: impl Iterator<Item = T>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let options = npyz::WriteOptions::new().default_dtype().shape(shape).writer(&mut bytes);
    let mut writer = options.begin_nd()?;
    writer.extend(values)?;
    writer.finish()?;
    Ok(bytes)
}

const UNREADABLE: &str = "its header can't be read; numpy.save writes one that can, for an array \
                          of numbers in C order";

/// Reads one array of the board's length, or one for each seat, and turns them back to seat 1.
pub fn read(bytes: &[u8], layout: &CellLayout) -> Result<Vec<f64>, FormatError> {
    let (cells, corners) = (layout.cells.len(), layout.turned.len());
    let head = Head::parse(bytes).ok_or_else(|| damaged(UNREADABLE))?;
    let seats = match head.shape.as_slice() {
        [length] if *length == cells => Seats::One(1),
        [arrays, length] if *arrays == corners && *length == cells => Seats::All,
        shape => {
            let reason = format!("{shape:?}; the board needs [{cells}] or [{corners}, {cells}]");
            return Err(FormatError::field("shape", reason));
        }
    };
    let values = head.values(bytes)?;
    check_finite(&values, layout)?;
    let arrays: Vec<_> = values.chunks(cells.max(1)).map(<[f64]>::to_vec).collect();
    Ok(seats.turn_back(&arrays, layout)?)
}

fn check_finite(values: &[f64], layout: &CellLayout) -> Result<(), FormatError> {
    let mut cells = values.iter().zip(layout.cells.iter().cycle());
    match cells.find(|(value, _)| !value.is_finite()) {
        Some((value, cell)) => {
            let field = format!("weight of {}", cell.name);
            Err(FormatError::field(field, format!("{value} is not a finite number")))
        }
        None => Ok(()),
    }
}

fn damaged(reason: &str) -> FormatError {
    FormatError::Whole(format!("damaged NumPy array: {reason}"))
}

/// What stands before the numbers.
///
/// `npyz` reads it too, but takes any Python literal there: deep nesting, huge lengths and
/// shapes overflow in it. It only gets to see files whose header has been read here.
struct Head<'a> {
    element: &'a str,
    shape: Vec<usize>,
    length: usize,
}

impl Head<'_> {
    fn parse(bytes: &[u8]) -> Option<Head<'_>> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (size, start) = match rest {
            [1, _, a, b, ..] => (usize::from(u16::from_le_bytes([*a, *b])), 4),
            [2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, 6),
            _ => return None,
        };
        let text = rest.get(start..)?.get(..size)?;
        let text = std::str::from_utf8(text).ok()?.strip_prefix("{'descr': '")?;
        let (element, text) = text.split_once("', 'fortran_order': False, 'shape': (")?;
        let shape = text.trim_end().strip_suffix("), }")?;
        let lengths = shape.split(',').map(str::trim).filter(|length| !length.is_empty());
        let shape = lengths.map(|length| length.parse().ok()).collect::<Option<_>>()?;
        Some(Head { element, shape, length: MAGIC.len() + start + size })
    }

    fn values(&self, bytes: &[u8]) -> Result<Vec<f64>, FormatError> {
        let count: usize = self.shape.iter().product();
        if bytes.len() != self.length + self.item_size()? * count {
            return Err(damaged("it does not end where its numbers end"));
        }
        let values = NpyFile::new(bytes).and_then(|file| match self.element {
            "<i4" => Ok(file.into_vec::<i32>()?.into_iter().map(f64::from).collect()),
            "<i8" => Ok(file.into_vec::<i64>()?.into_iter().map(|value| value as f64).collect()),
            _ => file.into_vec::<f64>(),
        });
        values.map_err(|error| damaged(&error.to_string()))
    }

    fn item_size(&self) -> Result<usize, FormatError> {
        match self.element {
            "<i4" => Ok(4),
            "<i8" | "<f8" => Ok(8),
            other => {
                let reason = format!("'{other}'; save the array as int32, int64 or float64");
                Err(FormatError::field("dtype", reason))
            }
        }
    }
}
