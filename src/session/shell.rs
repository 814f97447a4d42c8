//! Words of the commands that people are told to type.

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
/// beginning of a line. What ends such quotes, or is replaced within them, in one of the two can't be written for both:
/// a word with it is left to whoever types.
fn quoted_for(word: &str, is_windows: bool) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-:".contains(c) || (is_windows && c == '\\');
    match (!word.is_empty() && word.chars().all(plain), is_windows) {
        (true, _) => word.to_string(),
        (false, false) => single_quoted(word),
        (false, true) if word.contains(['"', '“', '”', '„', '$', '`', '%']) => {
            "\"…\"".to_string()
        }
        (false, true) => double_quoted(word),
    }
}

/// Backslashes stand outside of the quotes, as fish takes those within for escapes.
fn single_quoted(word: &str) -> String {
    let quoted = |c: char| match c {
        '\'' => r"'\''".to_string(),
        '\\' => r"'\\'".to_string(),
        _ => c.to_string(),
    };
    format!("'{}'", word.chars().map(quoted).collect::<String>())
}

/// Programs take backslashes as they are, except for those before a double quote.
fn double_quoted(word: &str) -> String {
    let last = word.len() - word.trim_end_matches('\\').len();
    format!("\"{word}{}\"", "\\".repeat(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_change_them() {
        for (word, unix, windows) in [
            ("results/run-1", "results/run-1", "results/run-1"),
            (r"C:\a\starhop.exe", r"'C:'\\'a'\\'starhop.exe'", r"C:\a\starhop.exe"),
            ("greedy(book=b):x", "'greedy(book=b):x'", "\"greedy(book=b):x\""),
            ("it's", r"'it'\''s'", "\"it's\""),
            (r"C:\a b\", r"'C:'\\'a b'\\''", r#""C:\a b\\""#),
            (r#"a\"b"#, r#"'a'\\'"b'"#, "\"…\""),
            (r"a\'b", r"'a'\\''\''b'", r#""a\'b""#),
            ("$x", "'$x'", "\"…\""),
            ("100 %", "'100 %'", "\"…\""),
            ("", "''", "\"\""),
        ] {
            assert_eq!(quoted_for(word, false), unix);
            assert_eq!(quoted_for(word, true), windows);
        }
    }
}
