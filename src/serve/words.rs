//! Words that open doors, and names that people give themselves.

use crate::record::hash;
use crate::rng;
use std::io;

const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Letters of a word that nobody can guess, five bits each.
const LONG: u32 = 25;
/// Letters at most of such a word that a client draws.
const LONGEST_TOKEN: usize = 64;
/// Letters of a table's name.
const SHORT: usize = 8;
/// Letters of a name that a person can have.
const LONGEST: usize = 32;
/// Why a name is refused.
pub const NO_NAME: &str = "a name needs letters";

/// A new word that nobody can guess.
///
/// # Errors
/// Where the system has no randomness.
pub fn token() -> io::Result<String> {
    let number = u128::from_le_bytes(rng::secret()?);
    let letter = |place: u32| char::from(LETTERS[(number >> (5 * place) & 31) as usize]);
    Ok((0..LONG).map(letter).collect())
}

/// Whether nobody could guess a word, where it was drawn as well as [`token`] draws.
pub fn is_token(word: &str) -> bool {
    (LONG as usize..=LONGEST_TOKEN).contains(&word.len())
        && word.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

/// A new name for a table.
///
/// # Errors
/// As [`token`].
pub fn table() -> io::Result<String> {
    Ok(token()?.chars().take(SHORT).collect())
}

/// What of a token is kept: its SHA-256 in hexadecimal digits.
pub fn hash(token: &str) -> String {
    hash::hash(token.as_bytes())
}

/// A name without anything that controls a terminal or a page, and not too long; `None` where nothing is
/// left of it.
pub fn name(text: &str) -> Option<String> {
    let plain = |c: &char| !c.is_control() && !"<>&\"'`\\".contains(*c) && !turns(*c);
    let name: String = text.chars().filter(plain).take(LONGEST).collect();
    let name = name.trim().to_string();
    (!name.is_empty()).then_some(name)
}

/// Whether a letter turns the line round or has no width.
fn turns(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{feff}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn words_are_long_and_none_comes_twice() {
        let words: BTreeSet<String> = (0..1000).map(|_| token().unwrap()).collect();
        assert_eq!(words.len(), 1000);
        assert!(words.iter().all(|it| it.len() == 25 && it.is_ascii()));
        assert!(words.iter().all(|it| is_token(it)) && !words.iter().any(|it| is_token(&it[1..])));
        let long = "a".repeat(65);
        let foreign = ["", "gxastwcrx9d2j7fhetcz9yy 5", "gxastwcrx9d2j7fhetcz9yyé5", long.as_str()];
        assert!(!foreign.iter().any(|it| is_token(it)));
        assert_eq!(table().unwrap().len(), 8);
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash("abc"), abc);
    }

    #[test]
    fn a_name_has_nothing_that_turns_the_line_or_has_no_width() {
        let hidden =
            "\u{ad}\u{61c}\u{115f}\u{1160}\u{2028}\u{2029}\u{202e}\u{3164}\u{ffa0}\u{200d}";
        assert_eq!(name(hidden), None);
        assert_eq!(name(&format!("A{hidden}da")).as_deref(), Some("Ada"));
    }

    proptest! {
        #[test]
        fn names_are_harmless(text in ".*") {
            if let Some(name) = name(&text) {
                prop_assert!(!name.is_empty() && name.chars().count() <= LONGEST);
                let harmful = ['<', '>', '&', '"', '\'', '\u{1b}', '\u{202e}'];
                prop_assert!(!name.contains(harmful));
            }
        }
    }
}
