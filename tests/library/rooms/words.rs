//! Rust source as words and marks, without comments and without what strings say.

use std::iter::Peekable;
use std::str::Chars;

/// Names, numbers and single marks, `::` as one; strings and characters as `""`.
pub fn words(source: &str) -> Vec<String> {
    let mut rest = source.chars().peekable();
    let mut words = Vec::new();
    while let Some(&letter) = rest.peek() {
        if letter.is_alphanumeric() || letter == '_' {
            let word = name(&mut rest);
            let raw = matches!(word.as_str(), "r" | "br") && matches!(rest.peek(), Some('"' | '#'));
            words.push(if raw { raw_string(&mut rest) } else { word });
            continue;
        }
        rest.next();
        match (letter, rest.peek()) {
            ('/', Some('/')) => while rest.next_if(|&letter| letter != '\n').is_some() {},
            ('/', Some('*')) => comment(&mut rest),
            (':', Some(':')) => {
                rest.next();
                words.push("::".to_string());
            }
            ('"', _) => words.push(string(&mut rest, '"')),
            ('\'', _) => words.extend(character(&mut rest)),
            _ if letter.is_whitespace() => {}
            _ => words.push(letter.to_string()),
        }
    }
    words
}

fn name(rest: &mut Peekable<Chars<'_>>) -> String {
    let mut name = String::new();
    while let Some(letter) = rest.next_if(|&it| it.is_alphanumeric() || it == '_') {
        name.push(letter);
    }
    name
}

/// Up to the closing mark, over escaped ones.
fn string(rest: &mut Peekable<Chars<'_>>, mark: char) -> String {
    while let Some(letter) = rest.next().filter(|&letter| letter != mark) {
        if letter == '\\' {
            rest.next();
        }
    }
    "\"\"".to_string()
}

/// From the first `#` or `"` of a raw string on; a raw name such as `r#type` loses its `r#`.
fn raw_string(rest: &mut Peekable<Chars<'_>>) -> String {
    let mut hashes = 0;
    while rest.next_if_eq(&'#').is_some() {
        hashes += 1;
    }
    if rest.next_if_eq(&'"').is_none() {
        return name(rest);
    }
    while let Some(letter) = rest.next() {
        if letter == '"' && (0..hashes).all(|_| rest.next_if_eq(&'#').is_some()) {
            break;
        }
    }
    "\"\"".to_string()
}

/// After a `'`: a character, or the name of a lifetime.
fn character(rest: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut ahead = rest.clone();
    let first = ahead.next()?;
    if first != '\\' && ahead.next() != Some('\'') {
        name(rest);
        return None;
    }
    Some(string(rest, '\''))
}

/// Comments stand in one another.
fn comment(rest: &mut Peekable<Chars<'_>>) {
    let mut depth = 0;
    while let Some(letter) = rest.next() {
        if letter == '*' && depth > 0 && rest.next_if_eq(&'/').is_some() {
            depth -= 1;
        } else if letter == '*' && depth == 0 {
            depth = 1;
        } else if letter == '/' && rest.next_if_eq(&'*').is_some() {
            depth += 1;
        } else {
            continue;
        }
        if depth == 0 {
            return;
        }
    }
}

#[test]
fn strings_and_comments_say_nothing() {
    let source = r##"a /* b /* c */ d */ "e \" f" 'g' '\'' r#"h " i"# &'j k::l // m
        br"n" r#type"##;
    let expected = ["a", "\"\"", "\"\"", "\"\"", "\"\"", "&", "k", "::", "l", "\"\"", "type"];
    assert_eq!(words(source), expected);
}
