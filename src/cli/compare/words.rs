//! Variants as words of the command line: which of them are variants, and which words each holds.

use crate::cli::Cli;
use clap::{Command, CommandFactory};
use std::ffi::OsString;

/// Puts a blank before what begins like a flag but is a variant of `compare`, so that it isn't
/// taken for a flag of the command itself. Other commands are left as they are.
pub fn mark_variants(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    if !words.iter().any(|word| word == "compare") {
        return words;
    }
    let mut program = Cli::command();
    program.build();
    let Some(compare) = program.find_subcommand("compare") else { return words };
    let (mut is_compare, mut is_value) = (false, false);
    for word in words.iter_mut().skip(1) {
        let text = word.to_string_lossy().into_owned();
        if std::mem::take(&mut is_value) {
            continue;
        }
        match (kind(compare, &text), is_compare) {
            (Word::Flag { needs_value }, _) => is_value = needs_value,
            (Word::Bare, false) if text == "compare" => is_compare = true,
            (Word::Bare, true) => {}
            (Word::Variant, true) => *word = [" ".into(), word.clone()].into_iter().collect(),
            (Word::End, _) | (_, false) => break,
        }
    }
    words
}

enum Word {
    /// A flag of the command; whether its value is the word after it.
    Flag { needs_value: bool },
    /// What begins with a dash but is no such flag.
    Variant,
    /// What doesn't begin with a dash.
    Bare,
    /// All words after it are no flags.
    End,
}

fn kind(command: &Command, text: &str) -> Word {
    if text == "--" {
        return Word::End;
    }
    if !text.starts_with('-') {
        return Word::Bare;
    }
    let name = text.split(['=', ' ']).next().unwrap_or_default();
    let own = command.get_arguments().find(|flag| {
        let long = flag.get_long().map(|long| format!("--{long}"));
        let short = flag.get_short().map(|short| format!("-{short}"));
        [long, short].into_iter().flatten().any(|known| known == name)
    });
    match own {
        Some(flag) if !text[name.len()..].starts_with(' ') => {
            Word::Flag { needs_value: flag.get_action().takes_values() && name == text }
        }
        _ => Word::Variant,
    }
}

/// The words of a variant; quotes, single or double, hold blanks together.
///
/// # Errors
/// Where a quote isn't closed.
pub fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.map_or(Ok(words), |open| Err(format!("{open} is not closed")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_blanks_outside_quotes() {
        for (text, words) in [
            ("", &[][..]),
            (" --a  b\t--c=d ", &["--a", "b", "--c=d"]),
            ("--a 'my file' \"x 'y'\" e''", &["--a", "my file", "x 'y'", "e"]),
            ("''", &[""]),
        ] {
            assert_eq!(split(text).unwrap(), words, "{text}");
        }
        assert_eq!(split("--a 'b").unwrap_err(), "' is not closed");
    }

    fn marked(words: &[&str]) -> Vec<String> {
        let words = [&["starhop"], words].concat();
        let marked = mark_variants(words.iter().map(OsString::from));
        marked[1..].iter().map(|word| word.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn variants_are_told_from_flags() {
        let words = [
            "-q",
            "--dir",
            "compare",
            "compare",
            "--optimizer es",
            "--population=9",
            "a: --x",
            "--threads",
            "2",
            "--threads 2",
            "--with=--rules report",
            "--with",
            "--seats first",
            "-x",
            "--json",
            "--games=1,2",
            "--",
            "--optimizer ga",
        ];
        let variants = ["--optimizer es", "--population=9", "--threads 2", "-x"];
        let expected = words.map(|word| match variants.contains(&word) {
            true => format!(" {word}"),
            false => word.to_string(),
        });
        assert_eq!(marked(&words), expected);
    }

    #[test]
    fn other_commands_are_left_alone() {
        for words in [
            &["evolve", "--optimizer es", "compare", "--population 3"][..],
            &["--population 3", "compare", "--population 3"],
            &["--dir", "compare", "list", "--x y"],
            &["help", "compare", "--x y"],
            &[],
        ] {
            assert_eq!(marked(words), words);
        }
    }
}
