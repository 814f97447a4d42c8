//! A bot as it is named: its search, its opening book, and what it goes by.

use super::{Method, Search};
use crate::game::TextError;
use std::fmt;
use std::str::FromStr;

/// A bot by name: a search, and the name of the evaluation that it goes by.
#[derive(Clone, Debug, PartialEq)]
pub struct BotName {
    /// How it looks ahead.
    pub search: Search,
    /// A built-in evaluation, a file or a run; `None` for random play only.
    pub evaluation: Option<String>,
    /// The file of its opening book, where it has one.
    pub book: Option<String>,
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let search = self.search.to_string();
        match (&self.book, search.strip_suffix(')')) {
            (Some(book), Some(open)) => write!(f, "{open},book={book})")?,
            (Some(book), None) => write!(f, "{search}(book={book})")?,
            (None, _) => f.write_str(&search)?,
        }
        self.evaluation.iter().try_for_each(|evaluation| write!(f, ":{evaluation}"))
    }
}

impl FromStr for BotName {
    type Err = TextError;

    /// An evaluation alone stands for greedy play by it.
    fn from_str(text: &str) -> Result<BotName, TextError> {
        let is_search = |text: &str| text.parse::<Search>().is_ok();
        let (search, evaluation) = match text.split_once(':') {
            Some((search, evaluation)) => (search, Some(evaluation)),
            None if is_search(text) || text.contains('(') => (text, None),
            None => ("greedy", Some(text)),
        };
        let (search, book) = without_book(search)?;
        let evaluation = evaluation.filter(|it| !it.is_empty()).map(str::to_string);
        let name = BotName { search: search.parse()?, evaluation, book };
        match (name.search.method, &name.evaluation) {
            (Method::Random, Some(_)) => {
                Err(TextError(format!("'{text}': random play goes by no evaluation")))
            }
            (Method::Random, None) | (_, Some(_)) => Ok(name),
            (_, None) => Err(TextError(format!(
                "'{text}' goes by what? Name an evaluation: '{}:hand-tuned-v4'",
                name.search
            ))),
        }
    }
}

/// A search as text without the option `book`, which is the bot's, and the book's file.
fn without_book(text: &str) -> Result<(String, Option<String>), TextError> {
    let options =
        text.split_once('(').and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?)));
    let Some((name, options)) = options else { return Ok((text.to_string(), None)) };
    let (books, rest): (Vec<&str>, Vec<&str>) =
        options.split(',').partition(|option| option.starts_with("book="));
    let book = match books[..] {
        [] => None,
        [book] => Some(book["book=".len()..].to_string()).filter(|file| !file.is_empty()),
        _ => return Err(TextError(format!("'{text}' names more than one book"))),
    };
    match (book, books.is_empty()) {
        (None, false) => Err(TextError(format!("'{text}': book= names a file"))),
        (book, _) => Ok((format!("{name}({})", rest.join(",")), book)),
    }
}
