//! The fields of a weight file in TOML.

use super::read::ReadWeights;
use super::{Export, ExportError};
use crate::game::layout::CellLayout;
use crate::record::weights::FormatError;
use crate::record::weights::document::{self, Document, Notation};
use serde::de::DeserializeOwned;

pub fn write(export: &Export) -> Result<String, ExportError> {
    Ok(toml::to_string(&export.document())?)
}

pub fn read(text: &str, layout: &CellLayout) -> Result<ReadWeights, FormatError> {
    Document::read(&Toml(text))?.into_file(layout).map(ReadWeights::file)
}

/// The game that a text names; the rest of it may be damaged.
pub fn game_in(text: &str) -> Option<String> {
    document::game_in(&Toml(text))
}

/// A text in TOML.
struct Toml<'a>(&'a str);

impl Notation for Toml<'_> {
    fn read<T: DeserializeOwned>(&self) -> Result<T, FormatError> {
        toml::from_str(self.0).map_err(|error| {
            let before = error.span().and_then(|span| self.0.get(..span.start));
            match before {
                Some(before) => {
                    FormatError::line(before.matches('\n').count() + 1, error.message())
                }
                None => FormatError::Whole(error.message().to_string()),
            }
        })
    }
}
