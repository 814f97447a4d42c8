//! The words of Portable Draughts Notation.

use crate::game::TextError;
use std::iter::Peekable;
use std::str::Chars;

/// What a file is made of beside comments, variations, numbers of moves and marks.
#[derive(Debug, PartialEq)]
pub(super) enum Token {
    /// A tag's name and value.
    Tag(String, String),
    /// A move or a result.
    Word(String),
}

/// What stands between the fields of a move.
const SIGNS: [char; 3] = ['-', 'x', ':'];

struct Letters<'a> {
    letters: Peekable<Chars<'a>>,
    /// From 1.
    line: usize,
    /// Whether a line begins.
    begins: bool,
}

impl Letters<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next();
        self.begins = letter == Some('\n');
        self.line += usize::from(self.begins);
        letter
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(letter) = self.letters.next_if(|&it| fits(it)) {
            self.begins = letter == '\n';
            self.line += usize::from(self.begins);
            taken.push(letter);
        }
        taken
    }

    fn bad(&self, why: &str) -> TextError {
        TextError(format!("line {}: {why}", self.line))
    }

    /// A tag, after its bracket.
    fn tag(&mut self) -> Result<Token, TextError> {
        let bad = |it: &Self| it.bad("a tag is like [White \"name\"]");
        self.take_while(char::is_whitespace);
        let name = self.take_while(|it| it.is_ascii_alphanumeric() || it == '_');
        self.take_while(char::is_whitespace);
        if name.is_empty() || self.next() != Some('"') {
            return Err(bad(self));
        }
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') => break,
                Some('\\') => match self.next() {
                    Some('\n') | None => return Err(bad(self)),
                    Some(letter) => value.push(letter),
                },
                Some('\n') | None => return Err(bad(self)),
                Some(letter) => value.push(letter),
            }
        }
        self.take_while(char::is_whitespace);
        match self.next() {
            Some(']') => Ok(Token::Tag(name, value)),
            _ => Err(bad(self)),
        }
    }

    /// A comment, after its brace.
    fn comment(&mut self) -> Result<(), TextError> {
        let open = self.bad("a comment has no end");
        self.take_while(|it| it != '}');
        self.next().map(|_| ()).ok_or(open)
    }

    /// A variation with those within it, or a mark such as `(!)`, after its bracket.
    fn variation(&mut self) -> Result<(), TextError> {
        let open = self.bad("a variation has no end");
        let mut depth = 1_usize;
        while depth > 0 {
            let begins = self.begins;
            match self.next() {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some('{') => self.comment()?,
                Some(';') => self.rest_of_line(),
                Some('%') if begins => self.rest_of_line(),
                // Tags are another game's.
                Some('[') | None => return Err(open),
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn rest_of_line(&mut self) {
        self.take_while(|it| it != '\n');
    }

    /// A word. Some programs write moves in columns, with blanks in them: `1- 7`.
    fn word(&mut self) -> String {
        let is_within = |it: char| !it.is_whitespace() && !"[]{}();".contains(it);
        let mut word = self.take_while(is_within);
        while word.ends_with(SIGNS) && self.letters.peek() == Some(&' ') {
            self.take_while(|it| it == ' ');
            word += &self.take_while(is_within);
        }
        word
    }
}

/// A word without the number of a move before it and the marks after it; `None` where nothing is
/// left.
fn bare(word: &str) -> Option<&str> {
    let unnumbered = word.trim_start_matches(|it: char| it.is_ascii_digit());
    let word = match unnumbered.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None => word,
    };
    let word = word.split_once('$').map_or(word, |(before, _)| before);
    let word = word.trim_end_matches(['!', '?']);
    (!word.is_empty()).then_some(word)
}

/// The tokens of a file, each with the line where it ends.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, TextError> {
    let mut letters = Letters { letters: text.chars().peekable(), line: 1, begins: true };
    let mut tokens = Vec::new();
    while let Some(&letter) = letters.letters.peek() {
        let begins = letters.begins;
        if matches!(letter, '[' | '{' | ';' | '(') || (letter == '%' && begins) {
            letters.next();
        }
        match letter {
            '[' => {
                let tag = letters.tag()?;
                tokens.push((letters.line, tag));
            }
            '{' => letters.comment()?,
            '(' => letters.variation()?,
            ';' => letters.rest_of_line(),
            '%' if begins => letters.rest_of_line(),
            _ if letter.is_whitespace() => {
                letters.take_while(char::is_whitespace);
            }
            _ => {
                let word = letters.word();
                match bare(&word) {
                    Some(bare) => tokens.push((letters.line, Token::Word(bare.to_string()))),
                    None if word.is_empty() => return Err(letters.bad("a bracket alone")),
                    None => {}
                }
            }
        }
    }
    Ok(tokens)
}
