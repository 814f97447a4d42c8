//! Words of the commands that people are told to type.

use std::iter::repeat_n;

/// How the words of a command are quoted.
#[cfg(feature = "cli")]
pub(crate) type Quote = fn(&str) -> String;

/// A word as the shells of this system take it.
pub(crate) fn quoted(word: &str) -> String {
    quoted_for(word, cfg!(windows))
}

/// A word as a Unix shell takes it: what is written into files is the same on every system.
#[cfg(feature = "cli")]
pub(crate) fn quoted_in_files(word: &str) -> String {
    quoted_for(word, false)
}

/// On Windows cmd knows double quotes only. PowerShell takes them for words, though not for the program at the
/// beginning of a line.
fn quoted_for(word: &str, is_windows: bool) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-:".contains(c) || (is_windows && c == '\\');
    match (word.chars().all(plain), is_windows) {
        (true, _) => word.to_string(),
        (false, false) => format!("'{}'", word.replace('\'', r"'\''")),
        (false, true) => double_quoted(word),
    }
}

/// Programs take backslashes as they are, except for those before a double quote.
fn double_quoted(word: &str) -> String {
    let (mut text, mut backslashes) = (String::from("\""), 0);
    for c in word.chars() {
        if c == '"' {
            text.extend(repeat_n('\\', backslashes + 1));
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        text.push(c);
    }
    text.extend(repeat_n('\\', backslashes));
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_change_them() {
        for (word, unix, windows) in [
            ("results/run-1", "results/run-1", "results/run-1"),
            (r"C:\a\starhop.exe", r"'C:\a\starhop.exe'", r"C:\a\starhop.exe"),
            ("greedy(book=b):x", "'greedy(book=b):x'", "\"greedy(book=b):x\""),
            ("it's", r"'it'\''s'", "\"it's\""),
            (r"C:\a b\", r"'C:\a b\'", r#""C:\a b\\""#),
            (r#"a\"b"#, r#"'a\"b'"#, r#""a\\\"b""#),
        ] {
            assert_eq!(quoted_for(word, false), unix);
            assert_eq!(quoted_for(word, true), windows);
        }
    }
}
