//! Why a page has nothing to show.

use crate::game::TextError;
use crate::record::error::RecordError;
use crate::session::error::SessionError;

/// Why there is nothing to show, for the person before the page.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// Nothing has that name.
    #[error("{0}")]
    NotThere(String),
    /// What has it can't be read or drawn.
    #[error("{0}")]
    Failed(String),
}

impl From<RecordError> for PageError {
    fn from(error: RecordError) -> PageError {
        use RecordError::{Damaged, InUse, Io, NoCheckpoint, NoSettings};
        let why = error.to_string();
        match error {
            Io { .. } | Damaged { .. } | NoSettings { .. } | NoCheckpoint { .. } | InUse { .. } => {
                PageError::Failed(why)
            }
            _ => PageError::NotThere(why),
        }
    }
}

impl From<SessionError> for PageError {
    fn from(error: SessionError) -> PageError {
        match error {
            SessionError::Record(why) => why.into(),
            SessionError::NoChampion { .. } => PageError::NotThere(error.to_string()),
            _ => PageError::Failed(error.to_string()),
        }
    }
}

impl From<TextError> for PageError {
    fn from(error: TextError) -> PageError {
        PageError::Failed(error.0)
    }
}

impl From<serde_json::Error> for PageError {
    fn from(error: serde_json::Error) -> PageError {
        PageError::Failed(error.to_string())
    }
}
