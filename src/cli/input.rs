//! Texts that a person names: a file, or `-` for standard input.

use super::failure::{Failure, unread};
use crate::record::disk;
use std::path::Path;

/// How messages call where the text comes from, and the text.
///
/// # Errors
/// Where it can't be read, or is too large or no text.
pub fn text(path: &Path) -> Result<(String, String), Failure> {
    Ok(match path == Path::new("-") {
        true => ("standard input".to_string(), disk::read_input_text()?),
        false => (path.display().to_string(), disk::read_named_text(path).map_err(unread)?),
    })
}
