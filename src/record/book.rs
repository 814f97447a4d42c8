//! Opening books on disk.

use super::atomic::write_named;
use super::disk;
use super::error::RecordError;
use super::hash;
use crate::play::book::Book;
use std::path::Path;

/// Reads a book.
///
/// # Errors
/// Where the file can't be read, or names the line that is no part of a book.
pub fn read(path: &Path) -> Result<Book, RecordError> {
    let text = disk::read_named_text(path)?;
    Book::parse(&text).map_err(|why| RecordError::damaged(path, why))
}

/// Writes a book to a file that a person named.
///
/// # Errors
/// Where it can't be written.
pub fn write(path: &Path, book: &Book) -> Result<(), RecordError> {
    write_named(path, book.to_string().as_bytes())
}

/// What an arena knows a book by: the same for all files that say the same.
pub fn hash(book: &Book) -> String {
    hash::hash(book.to_string().as_bytes())
}
