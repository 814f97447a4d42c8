//! Reads weights from a file in any of the formats that can be read back.

use super::{Format, csv, grid, npy, toml};
use crate::game::layout::CellLayout;
use crate::record::weights::{FormatError, WeightsFile};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// No weight file is anywhere near as large: a thousand arrays of a star fit in it.
const MOST_BYTES: u64 = 1 << 20;

/// What stood in a file, with seat 1's array.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadWeights {
    /// An array with its game, and its history where the format holds that.
    File(Box<WeightsFile>),
    /// An array of the board's length with nothing said about it.
    Bare(Vec<f64>),
}

impl ReadWeights {
    pub(super) fn file(file: WeightsFile) -> ReadWeights {
        ReadWeights::File(Box::new(file))
    }

    /// Seat 1's array.
    pub fn weights(&self) -> &[f64] {
        match self {
            ReadWeights::File(file) => &file.weights,
            ReadWeights::Bare(weights) => weights,
        }
    }
}

/// Why weights can't be read from a file.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file can't be opened or read.
    #[error("cannot read {}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system answered.
        reason: io::Error,
    },
    /// The file's content isn't an array of weights.
    #[error("{}: {reason}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        reason: FormatError,
    },
}

/// Reads an array that [`super::write`] or another program has written: JSON, CSV, TOML, a grid
/// or a NumPy array. The name's ending says which; for other endings, the content does.
/// Arrays of other seats are turned back to seat 1; a NumPy array of one seat counts as seat
/// 1's, since it can't say otherwise.
///
/// # Errors
/// Where the file can't be read, is damaged or of a newer version, or does not fit the board.
pub fn read(path: &Path, layout: &CellLayout) -> Result<ReadWeights, ReadError> {
    let bytes =
        load(path).map_err(|reason| ReadError::File { path: path.to_path_buf(), reason })?;
    let weights = check_size(&bytes).and_then(|()| parse(&bytes, format_of(path, &bytes), layout));
    weights.map_err(|reason| ReadError::Format { path: path.to_path_buf(), reason })
}

fn load(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn check_size(bytes: &[u8]) -> Result<(), FormatError> {
    match bytes.len() as u64 {
        0 => Err(FormatError::Whole("the file is empty".to_string())),
        1..=MOST_BYTES => Ok(()),
        _ => Err(FormatError::Whole("larger than 1 MiB: no weight file".to_string())),
    }
}

fn format_of(path: &Path, bytes: &[u8]) -> Format {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match ending.as_str() {
        _ if bytes.starts_with(npy::MAGIC) => Format::Npy,
        "json" => Format::Json,
        "csv" => Format::Csv,
        "toml" => Format::Toml,
        "rs" => Format::Rust,
        "py" => Format::Python,
        "c" | "h" => Format::C,
        "npy" => Format::Npy,
        _ => format_of_text(&String::from_utf8_lossy(bytes)),
    }
}

fn format_of_text(text: &str) -> Format {
    let says_something = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let line = text.trim_start_matches(MARK).lines().map(str::trim).find(says_something);
    match line.unwrap_or_default() {
        line if line.starts_with('{') => Format::Json,
        line if line.contains('=') => Format::Toml,
        line if line.contains(',') => Format::Csv,
        _ => Format::Grid,
    }
}

/// Stands at the beginning of text that some spreadsheets and editors save.
const MARK: char = '\u{feff}';

pub(super) fn parse(
    bytes: &[u8],
    format: Format,
    layout: &CellLayout,
) -> Result<ReadWeights, FormatError> {
    match format {
        Format::Json => WeightsFile::parse_json(text_of(bytes)?, layout).map(ReadWeights::file),
        Format::Csv => csv::read(text_of(bytes)?, layout),
        Format::Toml => toml::read(text_of(bytes)?, layout),
        Format::Grid => grid::read(text_of(bytes)?, layout),
        Format::Npy => npy::read(bytes, layout).map(ReadWeights::Bare),
        Format::Rust | Format::Python | Format::C => Err(FormatError::Whole(
            "source code is written but not read; export to json, csv, toml, grid or npy instead"
                .to_string(),
        )),
    }
}

fn text_of(bytes: &[u8]) -> Result<&str, FormatError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix(MARK).unwrap_or(text)),
        Err(error) => {
            let at = error.valid_up_to();
            let before = bytes.iter().take(at).filter(|byte| **byte == b'\n').count();
            Err(FormatError::line(before + 1, "not text in UTF-8"))
        }
    }
}
