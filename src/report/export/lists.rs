//! The lists in source code: pairs of brackets with numbers between them.

use super::tokens::{Kind, Token};
use crate::record::weights::FormatError;
use std::ops::Range;

/// A pair of brackets.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// The places of the tokens between the brackets.
    pub inside: Range<usize>,
    /// How many numbers stand there, in further brackets, too.
    pub numbers: usize,
    /// Whether a word stands there.
    pub has_words: bool,
}

/// The lists of a text.
#[derive(Debug, Default)]
pub struct Lists {
    /// Those without words that aren't part of others without words, in the order of the text.
    pub plain: Vec<List>,
    /// The one with the most numbers; of several with as many, the innermost.
    pub longest: Option<List>,
    open: Vec<Open>,
}

/// A list that is still open.
#[derive(Debug)]
struct Open {
    line: usize,
    bracket: char,
    list: List,
}

impl Lists {
    /// The lists of these tokens.
    ///
    /// # Errors
    /// Where a bracket isn't closed or wasn't opened.
    pub fn find(tokens: &[Token<'_>]) -> Result<Lists, FormatError> {
        let mut lists = Lists::default();
        for (place, &Token { line, kind }) in tokens.iter().enumerate() {
            match (kind, lists.open.last_mut()) {
                (Kind::Open(bracket), _) => {
                    let list = List { inside: place + 1..place + 1, numbers: 0, has_words: false };
                    lists.open.push(Open { line, bracket, list });
                }
                (Kind::Close(bracket), _) => match lists.open.pop() {
                    Some(open) if closing(open.bracket) == bracket => lists.close(open.list, place),
                    _ => {
                        return Err(FormatError::line(line, format!("'{bracket}' closes nothing")));
                    }
                },
                (Kind::Number(_), Some(around)) => around.list.numbers += 1,
                (Kind::Word(_), Some(around)) => around.list.has_words = true,
                (_, None) => {}
            }
        }
        match lists.open.last() {
            Some(Open { line, bracket, .. }) => {
                Err(FormatError::line(*line, format!("'{bracket}' is not closed")))
            }
            None => Ok(lists),
        }
    }

    fn close(&mut self, list: List, end: usize) {
        let list = List { inside: list.inside.start..end, ..list };
        if let Some(around) = self.open.last_mut() {
            around.list.numbers += list.numbers;
            around.list.has_words |= list.has_words;
        }
        if self.longest.as_ref().is_none_or(|it| it.numbers < list.numbers) {
            self.longest = Some(list.clone());
        }
        if !list.has_words {
            let parts = self.plain.partition_point(|it| it.inside.start < list.inside.start);
            self.plain.truncate(parts);
            self.plain.push(list);
        }
    }
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    fn find(text: &str) -> Lists {
        Lists::find(&tokens(text).unwrap()).unwrap()
    }

    #[test]
    fn lists_without_words_are_found_with_all_that_is_in_them() {
        let lists = find("int w[2][2] = {{1, 2}, {3, 4}}; f({5, x}, [6, (7)])");
        let numbers: Vec<_> = lists.plain.iter().map(|it| it.numbers).collect();
        assert_eq!(numbers, [1, 1, 4, 2]);
        assert_eq!(lists.longest.unwrap().numbers, 4);
    }

    #[test]
    fn the_longest_list_is_the_innermost_of_as_many_numbers() {
        let longest = find("array([1, 2, 3], type=f)").longest.unwrap();
        assert_eq!(longest, List { inside: 3..6, numbers: 3, has_words: false });
        let longest = find("{{1, 2}, {3, x}}").longest.unwrap();
        assert_eq!(longest, List { inside: 1..9, numbers: 3, has_words: true });
        assert_eq!(find("1 2").longest, None);
    }

    #[test]
    fn brackets_that_do_not_pair_are_refused_with_their_line() {
        for (text, reason) in [
            ("[1,\n2", "line 1: '[' is not closed"),
            ("[1\n(2]", "line 2: ']' closes nothing"),
            ("{1}\n\n}", "line 3: '}' closes nothing"),
        ] {
            let error = Lists::find(&tokens(text).unwrap()).unwrap_err();
            assert_eq!(error.to_string(), reason);
        }
    }
}
