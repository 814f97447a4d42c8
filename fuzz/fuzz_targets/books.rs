//! Opening books: what is read reads back, and its moves are read or refused.

#![no_main]

use starhop::play::book::Book;
use starhop::registry::find;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(book) = Book::parse(text) else { return };
    let entries = |book: &Book| book.entries.iter().map(|(_, it)| it.clone()).collect::<Vec<_>>();
    let again = Book::parse(&book.to_string()).unwrap();
    assert_eq!(entries(&again), entries(&book));
    let Ok(entry) = find(&book.game) else { return };
    if let Ok(table) = entry.open(book.players, &book.rules) {
        let _ = table.check_book(&book);
    }
});
