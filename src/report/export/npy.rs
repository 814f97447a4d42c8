//! Arrays as NumPy saves them: the numbers, and nothing of the game.

use super::numbers::Element;
use super::{ArraySeats, Export};
use crate::game::layout::CellLayout;
use crate::record::weights::FormatError;

/// How a file of this format begins.
pub const MAGIC: &[u8] = b"\x93NUMPY";
/// Numbers begin at a multiple of that many bytes.
const ALIGN: usize = 64;

/// The arrays in version 1.0 of the format (NumPy Enhancement Proposal 1).
pub fn write(export: &Export) -> Vec<u8> {
    let cells = export.layout.cells.len();
    let shape = match export.seats {
        ArraySeats::One(_) => vec![cells],
        ArraySeats::All => vec![export.arrays.len(), cells],
    };
    let element = Element::of(&export.arrays);
    let mut bytes = head(name(element), &shape);
    for &weight in export.arrays.iter().flatten() {
        match element {
            Element::Int32 => bytes.extend((weight as i32).to_le_bytes()),
            Element::Int64 => bytes.extend((weight as i64).to_le_bytes()),
            Element::Real => bytes.extend(weight.to_le_bytes()),
        }
    }
    bytes
}

fn name(element: Element) -> &'static str {
    match element {
        Element::Int32 => "<i4",
        Element::Int64 => "<i8",
        Element::Real => "<f8",
    }
}

fn head(element: &str, shape: &[usize]) -> Vec<u8> {
    let shape: String = shape.iter().map(|length| format!("{length}, ")).collect();
    let text = format!("{{'descr': '{element}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The length of the text fits its two bytes: a shape has one or two lengths.
    let before = MAGIC.len() + 4;
    let whole = (before + text.len() + 1).next_multiple_of(ALIGN);
    let mut head = MAGIC.to_vec();
    head.extend([1, 0]);
    head.extend(((whole - before) as u16).to_le_bytes());
    head.extend(text.bytes());
    head.resize(whole - 1, b' ');
    head.push(b'\n');
    head
}

const UNREADABLE: &str = "its header can't be read; numpy.save writes one that can, for an array \
                          of numbers in C order";

/// Reads one array of the board's length, or one for each seat, and turns them back to seat 1.
pub fn read(bytes: &[u8], layout: &CellLayout) -> Result<Vec<f64>, FormatError> {
    let (cells, corners) = (layout.cells.len(), layout.turned.len());
    let head = Head::parse(bytes).ok_or_else(|| damaged(UNREADABLE))?;
    let seats = match head.shape.as_slice() {
        [length] if *length == cells => ArraySeats::One(1),
        [arrays, length] if *arrays == corners && *length == cells => ArraySeats::All,
        shape => {
            let each = match corners {
                0 => String::new(),
                _ => format!(" or [{corners}, {cells}]"),
            };
            let reason = format!("{shape:?}; this needs [{cells}]{each}");
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
        let bytes = bytes.get(self.length..).unwrap_or_default();
        let values: Vec<f64> = match self.element {
            "<i4" => numbers(bytes, |it| f64::from(i32::from_le_bytes(it))),
            "<i8" => numbers(bytes, |it| i64::from_le_bytes(it) as f64),
            "<f8" => numbers(bytes, f64::from_le_bytes),
            other => {
                let reason = format!("'{other}'; save the array as int32, int64 or float64");
                return Err(FormatError::field("dtype", reason));
            }
        }
        .ok_or_else(|| damaged(TORN))?;
        match values.len() == count {
            true => Ok(values),
            false => Err(damaged(TORN)),
        }
    }
}

const TORN: &str = "it does not end where its numbers end";

/// The numbers of `N` bytes each; `None` where some bytes are left.
fn numbers<const N: usize>(bytes: &[u8], number: impl Fn([u8; N]) -> f64) -> Option<Vec<f64>> {
    let (chunks, rest) = bytes.as_chunks();
    rest.is_empty().then(|| chunks.iter().map(|&chunk| number(chunk)).collect())
}
