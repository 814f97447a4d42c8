//! A bot as it is named: what chooses its moves, and its opening book.

use super::{Limit, Method, Pace, Search, check_once};
use crate::game::TextError;
use std::fmt;
use std::str::FromStr;

/// What the name of a bot that is a program begins with.
const PROGRAM: &str = "program(";
/// Milliseconds that a program has for a move where its name has no limit.
const USUAL: u64 = 1000;

/// A bot by name.
#[derive(Clone, Debug, PartialEq)]
pub struct BotName {
    /// What chooses its moves.
    pub chooser: ChooserName,
    /// The file of its opening book, where it has one.
    pub book: Option<String>,
}

/// What chooses a bot's moves, by name.
#[derive(Clone, Debug, PartialEq)]
pub enum ChooserName {
    /// A search by an evaluation.
    Search {
        /// How it looks ahead.
        search: Search,
        /// A built-in evaluation, a file or a run; `None` for random play only.
        evaluation: Option<String>,
    },
    /// Somebody else's program.
    Program {
        /// The file that says how it is started.
        file: String,
        /// When it has to answer.
        pace: Pace,
    },
}

impl BotName {
    /// How it looks ahead; `None` for a program.
    pub fn search(&self) -> Option<&Search> {
        match &self.chooser {
            ChooserName::Search { search, .. } => Some(search),
            ChooserName::Program { .. } => None,
        }
    }

    /// When it has to answer; `None` for a search that doesn't look ahead, and for a program with a clock.
    pub fn limit(&self) -> Option<Limit> {
        match &self.chooser {
            ChooserName::Search { search, .. } => search.limit,
            ChooserName::Program { pace: Pace::Move(limit), .. } => Some(*limit),
            ChooserName::Program { pace: Pace::Game(_), .. } => None,
        }
    }

    /// Refuses a bot with a clock for a whole game, where nobody keeps one.
    ///
    /// # Errors
    /// Where it has one; says what to give it instead.
    pub fn check_no_clock(&self) -> Result<(), TextError> {
        match &self.chooser {
            ChooserName::Program { pace: pace @ Pace::Game(_), .. } => Err(TextError(format!(
                "{self}: {pace} is a clock for a whole game, which only arena and sprt keep. Give the program a limit \
                 for each move here, such as ms={USUAL}"
            ))),
            _ => Ok(()),
        }
    }

    /// Whether it is known to play the same on every machine.
    pub fn is_repeatable(&self) -> bool {
        self.search().is_some_and(Search::is_repeatable)
    }

    /// This bot with one more option of its search or program; a depth replaces any other limit.
    ///
    /// # Errors
    /// Where it has no such option, or the value makes no sense.
    pub fn with(self, option: &str) -> Result<BotName, TextError> {
        let chooser = match self.chooser {
            ChooserName::Search { search, evaluation } => {
                ChooserName::Search { search: search.with(option)?, evaluation }
            }
            ChooserName::Program { file, .. } => ChooserName::Program { file, pace: pace(option)? },
        };
        Ok(BotName { chooser, ..self })
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, evaluation) = match &self.chooser {
            ChooserName::Search { search, evaluation } => (search.to_string(), evaluation.as_ref()),
            ChooserName::Program { file, pace } => (format!("{PROGRAM}{file},{pace})"), None),
        };
        match (&self.book, text.strip_suffix(')')) {
            (Some(book), Some(open)) => write!(f, "{open},book={book})")?,
            (Some(book), None) => write!(f, "{text}(book={book})")?,
            (None, _) => f.write_str(&text)?,
        }
        evaluation.iter().try_for_each(|evaluation| write!(f, ":{evaluation}"))
    }
}

impl FromStr for BotName {
    type Err = TextError;

    /// An evaluation alone stands for greedy play by it.
    fn from_str(text: &str) -> Result<BotName, TextError> {
        if text.contains(['\n', '\r']) {
            let shown = text.escape_debug();
            return Err(TextError(format!("'{shown}' is no bot: a name is one line")));
        }
        if let Some(options) = text.strip_prefix(PROGRAM) {
            return program(text, options);
        }
        let is_search = |text: &str| text.parse::<Search>().is_ok();
        let (search, evaluation) = match split(text) {
            _ if has_drive(text) => ("greedy", Some(text)),
            Some((search, evaluation)) => (search, Some(evaluation)),
            None if is_search(text) || text.contains('(') => (text, None),
            None => ("greedy", Some(text)),
        };
        let (search, book) = without_book(search)?;
        let evaluation = evaluation.filter(|it| !it.is_empty()).map(str::to_string);
        let search: Search = search.parse()?;
        match (search.method, &evaluation) {
            (Method::Random, Some(_)) => {
                Err(TextError(format!("'{text}': random play goes by no evaluation")))
            }
            (Method::Random, None) | (_, Some(_)) => {
                Ok(BotName { chooser: ChooserName::Search { search, evaluation }, book })
            }
            (_, None) => Err(TextError(format!(
                "'{text}' goes by what? Name an evaluation: '{search}:hand-tuned-v4'"
            ))),
        }
    }
}

/// Whether a text is a path on a drive, as Windows has them: no search has a name of one letter.
fn has_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic())
}

/// What stands before and after the first colon outside of options; a book's path may have one.
fn split(text: &str) -> Option<(&str, &str)> {
    let mut is_open = false;
    let place = text.find(|letter: char| {
        is_open = (is_open || letter == '(') && letter != ')';
        letter == ':' && !is_open
    })?;
    Some((&text[..place], &text[place + 1..]))
}

/// The program that a name stands for, whose part after the bracket is `options`.
fn program(text: &str, options: &str) -> Result<BotName, TextError> {
    let bad = |why: &str| TextError(format!("'{text}': {why}"));
    let options = options.strip_suffix(')').ok_or_else(|| bad("the options end with ')'"))?;
    let (file, options) = options.split_once(',').unwrap_or((options, ""));
    if file.is_empty() || file.contains('=') {
        return Err(bad("which program? Name its file first: 'program(engine.toml,ms=500)'"));
    }
    let (options, book) = without_book(&format!("({options})"))?;
    let options = options.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or_default();
    let all: Vec<&str> = options.split(',').filter(|_| !options.is_empty()).collect();
    check_once(&all).map_err(|why| bad(&why))?;
    let usual = Pace::Move(Limit::Milliseconds(USUAL));
    let mut name =
        BotName { chooser: ChooserName::Program { file: file.to_string(), pace: usual }, book };
    for option in all {
        name = name.with(option)?;
    }
    Ok(name)
}

/// The time of a program that an option sets.
fn pace(option: &str) -> Result<Pace, TextError> {
    let (key, value) = option.split_once('=').unwrap_or((option, ""));
    let known = "known: depth, nodes, ms, tc, book";
    let no_option = || TextError(format!("program has no option '{key}'; {known}"));
    Pace::of(key, value)?.ok_or_else(no_option)
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
