//! A text as numbers, brackets and words. Comments, white space, commas and semicolons are left out.

use super::numbers::parse_literal;
use crate::record::weights::FormatError;

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token<'a> {
    /// Its line, from 1.
    pub line: usize,
    /// What it is.
    pub kind: Kind<'a>,
}

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind<'a> {
    /// A finite number.
    Number(f64),
    /// One of `(`, `[` and `{`.
    Open(char),
    /// One of `)`, `]` and `}`.
    Close(char),
    /// Anything else.
    Word(&'a str),
}

/// The parts of a text in their order.
///
/// # Errors
/// Where a comment has no end.
pub fn tokens(text: &str) -> Result<Vec<Token<'_>>, FormatError> {
    let (mut rest, mut line, mut tokens) = (text, 1, Vec::new());
    while let Some(first) = rest.chars().next() {
        let (length, kind) = match comment(rest, line)? {
            Some(length) => (length, None),
            None => part(rest, first),
        };
        tokens.extend(kind.map(|kind| Token { line, kind }));
        let (read, unread) = rest.split_at(length);
        line += read.matches('\n').count();
        rest = unread;
    }
    Ok(tokens)
}

/// The length of the comment that the text begins with, if it does.
fn comment(text: &str, line: usize) -> Result<Option<usize>, FormatError> {
    if text.starts_with('#') || text.starts_with("//") {
        return Ok(Some(text.find('\n').unwrap_or(text.len())));
    }
    match text.strip_prefix("/*").map(|inside| inside.find("*/")) {
        None => Ok(None),
        Some(Some(end)) => Ok(Some("/**/".len() + end)),
        Some(None) => Err(FormatError::line(line, "a comment begins with /* and has no end")),
    }
}

/// The length of what the text begins with, and what it is unless it only separates others.
fn part(text: &str, first: char) -> (usize, Option<Kind<'_>>) {
    let one = first.len_utf8();
    match first {
        ',' | ';' => (one, None),
        _ if first.is_whitespace() => (one, None),
        '(' | '[' | '{' => (one, Some(Kind::Open(first))),
        ')' | ']' | '}' => (one, Some(Kind::Close(first))),
        _ => {
            let length = match first {
                '"' | '\'' => one + quoted(&text[one..], first),
                '=' => one,
                _ => run(text),
            };
            let word = &text[..length];
            (length, Some(parse_literal(word).map_or(Kind::Word(word), Kind::Number)))
        }
    }
}

/// The length of the rest of a quotation; 0 where it doesn't end in its line.
fn quoted(text: &str, mark: char) -> usize {
    let end = text.find([mark, '\n']).filter(|&end| text[end..].starts_with(mark));
    end.map_or(0, |end| end + mark.len_utf8())
}

/// The length of a text up to what ends a number or a name.
fn run(text: &str) -> usize {
    let ends = |&(at, c): &(usize, char)| {
        let begins_comment = || ["//", "/*"].iter().any(|it| text[at..].starts_with(it));
        c.is_whitespace() || ",;()[]{}=\"'#".contains(c) || begins_comment()
    };
    text.char_indices().find(ends).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind<'_>> {
        tokens(text).unwrap().into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn texts_are_cut_at_separators_brackets_and_comments() {
        use Kind::{Close, Number, Open, Word};
        let text = "int w[2]={1,-2};// 3\n/* 4\n5 */6#7\n\"8 ]\" 'x' 9'";
        let expected = [
            (1, Word("int")),
            (1, Word("w")),
            (1, Open('[')),
            (1, Number(2.0)),
            (1, Close(']')),
            (1, Word("=")),
            (1, Open('{')),
            (1, Number(1.0)),
            (1, Number(-2.0)),
            (1, Close('}')),
            (3, Number(6.0)),
            (4, Word("\"8 ]\"")),
            (4, Word("'x'")),
            (4, Number(9.0)),
            (4, Word("'")),
        ];
        let expected = expected.map(|(line, kind)| Token { line, kind });
        assert_eq!(tokens(text).unwrap(), expected);
    }

    #[test]
    fn what_is_glued_to_a_number_makes_a_word_of_it() {
        for word in ["5-3", "1.2.3", "12abc", "0x1f", "-", "+", "1e", "nan", "1e999", "é5", "a_1"]
        {
            assert_eq!(kinds(word), [Kind::Word(word)]);
            assert_eq!(kinds(&format!("1 {word}//2")), [Kind::Number(1.0), Kind::Word(word)]);
        }
        assert_eq!(kinds("1\r\n2\t3\u{a0}4;5"), [1.0, 2.0, 3.0, 4.0, 5.0].map(Kind::Number));
    }

    #[test]
    fn an_open_comment_is_refused_with_its_line() {
        let error = tokens("1\n2 /* 3\n4").unwrap_err().to_string();
        assert!(error.starts_with("line 2: "), "{error}");
    }
}
