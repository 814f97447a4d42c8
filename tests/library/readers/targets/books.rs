//! Opening books: what is read reads back, and its moves are read or refused.

use starhop::play::book::Book;
use starhop::registry::find;

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let Ok(book) = Book::parse(text) else { return false };
    let entries = |book: &Book| book.entries.iter().map(|(_, it)| it.clone()).collect::<Vec<_>>();
    let again = Book::parse(&book.to_string()).unwrap();
    assert_eq!(entries(&again), entries(&book));
    let table = find(&book.game).and_then(|it| it.open(book.players, &book.rules));
    table.is_ok_and(|table| table.check_book(&book).is_ok())
}
