//! What commands print: results on standard output, everything else on standard error.

use super::failure::{Code, Failure};
use super::screen;
use serde::Serialize;
use std::io::{self, ErrorKind, IsTerminal, Write};

/// A piece of what is printed.
#[derive(Clone)]
pub enum Piece {
    /// Text, which may hold what stands in files and names.
    Text(String),
    /// A drawing by this program, with its own colours and no word of a file.
    Drawing(String),
}

/// Prints a result.
pub fn print(text: &str) -> Result<(), Failure> {
    print_pieces(&[Piece::Text(text.to_string())])
}

/// Prints a result; colours only where a terminal shows them and `NO_COLOR` isn't set.
pub fn print_pieces(pieces: &[Piece]) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let written = pieces.iter().try_for_each(|piece| match piece {
        Piece::Text(text) => out.write_all(escaped(text).as_bytes()),
        Piece::Drawing(drawing) => out.write_all(drawing.as_bytes()),
    });
    written.and_then(|()| out.flush()).map_err(unwritten)
}

/// That a result could not be printed.
pub fn unwritten(why: io::Error) -> Failure {
    match why.kind() {
        ErrorKind::BrokenPipe => why.into(),
        _ => Failure::new(Code::Failed, format!("cannot write to standard output: {why}")),
    }
}

/// Prints a result as it is, byte by byte.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(unwritten)
}

/// Prints a result for machines.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print(&json(value)?)
}

/// A result for machines as a text.
pub fn json(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(std::io::Error::from)?;
    // What JSON need not escape may still control a terminal.
    let escaped = |c: char| match is_harmless(c) {
        true => c.to_string(),
        false => format!("\\u{:04x}", u32::from(c)),
    };
    Ok(text.chars().map(escaped).collect::<String>() + "\n")
}

/// A text as it may reach a terminal: all that controls one is escaped. What is written in files and
/// names can't move the cursor, change colours or the title, or turn the line round.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match is_harmless(letter) {
            true => escaped.push(letter),
            false => escaped.extend(letter.escape_unicode()),
        }
    }
    escaped
}

fn is_harmless(letter: char) -> bool {
    let turns = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    matches!(letter, '\n' | '\t') || !letter.is_control() && !turns
}

/// Says something to the person at the terminal that is no result. Where standard error is
/// gone, nobody is there to be told.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{}", escaped(text));
}

/// The same, broken between words to fit the terminal.
pub fn say_wrapped(text: &str) {
    say(screen::wrap(text, screen::width_of_messages()).trim_end_matches('\n'));
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
    fn nothing_that_controls_a_terminal_reaches_it() {
        for (text, expected) in [
            ("plain – ü\tand\nlines", "plain – ü\tand\nlines"),
            ("\u{1b}[31mred\u{1b}[0m", "\\u{1b}[31mred\\u{1b}[0m"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("\u{1b}[2J\u{1b}[", "\\u{1b}[2J\\u{1b}["),
            ("a\rb\u{9b}31mc\u{202e}d", "a\\u{d}b\\u{9b}31mc\\u{202e}d"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
