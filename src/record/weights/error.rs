//! Why a text or array isn't a weight file.

use super::seats::SeatError;

/// What is wrong with a weight file, and where in it. The file's name is for the caller to add.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// A line that can't be read.
    #[error("line {line}: {reason}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong there.
        reason: String,
    },
    /// A field that is missing or has a value it can't have.
    #[error("{field}: {reason}")]
    Field {
        /// The field's name, or the weight's.
        field: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A later version of the format than this program knows.
    #[error(
        "made by a newer starhop: format version {found}, and this one reads version {known}; \
         update starhop to read it"
    )]
    Newer {
        /// The file's version.
        found: u64,
        /// The latest version that can be read.
        known: u64,
    },
    /// Arrays that don't fit the board.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// Something about the file as a whole.
    #[error("{0}")]
    Whole(String),
}

impl FormatError {
    pub(crate) fn line(line: usize, reason: impl Into<String>) -> FormatError {
        FormatError::Line { line, reason: reason.into() }
    }

    /// The same with what the line is of before its reason.
    pub(crate) fn within(self, what: &str) -> FormatError {
        match self {
            FormatError::Line { line, reason } => {
                FormatError::line(line, format!("{what}: {reason}"))
            }
            other => other,
        }
    }

    pub(crate) fn field(field: impl Into<String>, reason: impl Into<String>) -> FormatError {
        FormatError::Field { field: field.into(), reason: reason.into() }
    }
}
