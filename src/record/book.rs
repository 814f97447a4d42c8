//! Opening books on disk.

use super::atomic::write_named;
use super::checkpoint;
use super::error::RecordError;
use crate::play::book::Book;
use std::fs;
use std::path::Path;

/// Reads a book.
///
/// # Errors
/// Where the file can't be read, or names the line that is no part of a book.
pub fn read(path: &Path) -> Result<Book, RecordError> {
    let bytes = fs::read(path).map_err(RecordError::io("read", path))?;
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| RecordError::damaged(path, "is not text"))?;
    Book::parse(&text).map_err(|why| RecordError::damaged(path, why))
}

/// Writes a book to a file that a person named.
///
/// # Errors
/// Where it can't be written.
pub fn write(path: &Path, book: &Book) -> Result<(), RecordError> {
    Ok(write_named(path, book.to_string().as_bytes())?)
}

/// What an arena knows a book by: the same for all files that say the same.
pub fn hash(book: &Book) -> String {
    checkpoint::hash(book.to_string().as_bytes())
}
