//! Text as it may stand in HTML and SVG, between tags and in attributes with quotes.

use std::borrow::Cow;

/// The text with all that is markup escaped. What can't be seen, can't stand in a page, or turns the
/// direction of a line round is written as its number.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            _ if is_unseen(letter) => escaped.extend(letter.escape_unicode()),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Markup in which what can't be seen, or can't stand there, is written as its number.
pub(super) fn visible(markup: &str) -> Cow<'_, str> {
    if !markup.contains(is_unseen) {
        return Cow::Borrowed(markup);
    }
    let mut visible = String::with_capacity(markup.len());
    for letter in markup.chars() {
        match is_unseen(letter) {
            true => visible.extend(letter.escape_unicode()),
            false => visible.push(letter),
        }
    }
    Cow::Owned(visible)
}

/// Control characters but breaks and tabs, marks of direction, and numbers that stand for no letter.
fn is_unseen(letter: char) -> bool {
    if matches!(letter, '\n' | '\t') {
        return false;
    }
    let turns = matches!(
        letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    turns
        || letter.is_control()
        || u32::from(letter) & 0xfffe == 0xfffe
        || matches!(letter, '\u{fdd0}'..='\u{fdef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_markup_or_unseen_is_escaped() {
        for (text, expected) in [
            ("plain – ü\tand\nlines", "plain – ü\tand\nlines"),
            ("<a b='c' d=\"e\">&", "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;"),
            ("\u{0}\r\u{7f}\u{9b}", "\\u{0}\\u{d}\\u{7f}\\u{9b}"),
            ("a\u{202e}b\u{2066}c\u{ffff}", "a\\u{202e}b\\u{2066}c\\u{ffff}"),
        ] {
            assert_eq!(escape(text), expected);
            let markup = format!("<title>{text}</title>");
            assert!(!visible(&markup).contains(is_unseen));
            assert_eq!(visible(&markup) == markup, !text.contains(is_unseen));
        }
    }
}
