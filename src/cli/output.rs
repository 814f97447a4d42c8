//! What commands print: results on standard output, everything else on standard error.

use super::failure::Failure;
use serde::Serialize;
use std::io::{IsTerminal, Write};

/// Prints a result; colours only where a terminal shows them and `NO_COLOR` isn't set.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(shown(text).as_bytes())?;
    Ok(out.flush()?)
}

/// Prints a result as it is, byte by byte.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Prints a result for machines.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(std::io::Error::from)?;
    // What JSON need not escape may still control a terminal.
    let escaped = |c: char| match is_harmless(c) {
        true => c.to_string(),
        false => format!("\\u{:04x}", u32::from(c)),
    };
    print(&(text.chars().map(escaped).collect::<String>() + "\n"))
}

/// A text as it may reach a terminal. What is written in files and names can't move the cursor, change
/// the title or turn the line round: all that controls a terminal is escaped, but for the colours of
/// drawings, which end with each drawing.
fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = colour(rest).unwrap_or(letter.len_utf8());
        match is_harmless(letter) || colour(rest).is_some() {
            true => shown.push_str(&rest[..length]),
            false => shown.extend(letter.escape_unicode()),
        }
        rest = &rest[length..];
    }
    shown
}

fn is_harmless(letter: char) -> bool {
    let turns = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    matches!(letter, '\n' | '\t') || !letter.is_control() && !turns
}

/// The bytes of the colour that a text begins with.
fn colour(text: &str) -> Option<usize> {
    let codes = text.strip_prefix("\u{1b}[")?;
    let end = codes.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    codes[end..].starts_with('m').then_some("\u{1b}[".len() + end + "m".len())
}

/// Says something to the person at the terminal that is no result. Where standard error is
/// gone, nobody is there to be told.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{}", shown(text));
}

/// Whether standard output shows colours.
pub fn shows_colour() -> bool {
    let choice = anstream::AutoStream::choice(&std::io::stdout());
    !matches!(choice, anstream::ColorChoice::Never)
}

/// Whether a person watches standard error.
pub fn is_watched() -> bool {
    std::io::stderr().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_reach_a_terminal() {
        for (text, expected) in [
            ("plain – ü\tand\nlines", "plain – ü\tand\nlines"),
            ("\u{1b}[38;5;16;48;5;220m1\u{1b}[0m", "\u{1b}[38;5;16;48;5;220m1\u{1b}[0m"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("\u{1b}[2J\u{1b}[", "\\u{1b}[2J\\u{1b}["),
            ("a\rb\u{9b}31mc\u{202e}d", "a\\u{d}b\\u{9b}31mc\\u{202e}d"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }
}
