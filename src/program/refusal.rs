//! What is said of a line that is refused: what serde says, in words that need no Rust, and the line itself.

/// Letters at most of what is said of a line.
const MOST: usize = 400;
/// How serde begins, and what is said in its place.
const BEGINNINGS: [(&str, &str); 4] = [
    ("unknown field ", "unknown key "),
    ("missing field ", "missing key "),
    ("duplicate field ", "duplicate key "),
    ("unknown variant ", "unknown word "),
];

/// What is wrong with a line in JSON, and at which letter where that is known.
pub fn plain(why: &serde_json::Error) -> String {
    let why = why.to_string().replace(" at line 1 column ", " at letter ");
    let begun = BEGINNINGS.into_iter().find_map(|(begin, other)| {
        let rest = why.strip_prefix(begin)?;
        Some(format!(
            "{other}{}",
            rest.replace(", there are no fields", ", where there are no others")
        ))
    });
    bounded(&begun.or_else(|| unlike(&why)).unwrap_or(why), MOST)
}

/// A text of somebody else's: its first letters, with what controls a terminal escaped.
pub fn bounded(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for letter in text.chars().take(most) {
        match letter {
            '\'' | '"' | '\\' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}

/// That a value is of another type than its key; `None` where serde says something else.
fn unlike(why: &str) -> Option<String> {
    let begin = ["invalid type: ", "invalid value: "].into_iter();
    let (found, expected) =
        begin.filter_map(|it| why.strip_prefix(it)).find_map(|it| it.rsplit_once(", expected "))?;
    let (expected, place) = match expected.find(" at letter ") {
        Some(end) => expected.split_at(end),
        None => (expected, ""),
    };
    Some(format!("{} is expected, not {}{place}", kind(expected), value(found)))
}

/// What serde expected.
fn kind(expected: &str) -> &str {
    match expected {
        "f64" => "a number",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number from 0",
        "a string" | "string or map" | "variant identifier" => "a text",
        "a sequence" => "a list",
        "a map" => "an object",
        _ if expected.starts_with("struct ") => "an object",
        _ => expected,
    }
}

/// What serde found.
fn value(found: &str) -> String {
    if let Some(text) = found.strip_prefix("string ") {
        return format!("the text {text}");
    }
    let begin = ["integer ", "floating point ", "boolean "];
    match (begin.into_iter().find_map(|it| found.strip_prefix(it)), found) {
        (Some(value), _) => value.replace('`', ""),
        (None, "map") => "an object".to_string(),
        (None, "sequence") => "a list".to_string(),
        (None, _) => found.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Line {
        #[serde(rename = "id")]
        _id: u64,
        #[serde(rename = "plies")]
        _plies: Option<u32>,
        #[serde(rename = "distance")]
        _distance: Option<Vec<f64>>,
        #[serde(rename = "moves")]
        _moves: Option<String>,
    }

    #[test]
    fn no_type_of_rust_is_named() {
        for (line, expected) in [
            ("7", "an object is expected, not 7 at letter "),
            ("{\"id\":null}", "a whole number from 0 is expected, not null at letter "),
            ("{\"id\":1.5}", "a whole number from 0 is expected, not 1.5 at letter "),
            ("{\"id\":-1}", "a whole number from 0 is expected, not -1 at letter "),
            ("{\"id\":{}}", "a whole number from 0 is expected, not an object at letter "),
            (
                "{\"id\":1,\"plies\":[]}",
                "a whole number from 0 to 4294967295 is expected, not a list",
            ),
            ("{\"id\":1,\"distance\":true}", "a list is expected, not true at letter "),
            (
                "{\"id\":1,\"distance\":[\"x\"]}",
                "a number is expected, not the text \"x\" at letter ",
            ),
            ("{\"id\":1,\"moves\":3}", "a text is expected, not 3 at letter "),
            ("{\"id\":1,\"move\":3}", "unknown key `move`, expected one of `id`, `plies`, "),
            ("{}", "missing key `id` at letter 2"),
            ("{\"id\":1,\"id\":1}", "duplicate key `id` at letter "),
            ("{\"id\":NaN}", "expected value at letter 7"),
        ] {
            let said = plain(&serde_json::from_str::<Line>(line).unwrap_err());
            assert!(said.starts_with(expected), "{line}: {said}");
        }
        let long = format!("{{\"id\":\"{}\"}}", "x".repeat(9000));
        let said = plain(&serde_json::from_str::<Line>(&long).unwrap_err());
        assert_eq!(said.chars().count(), MOST + 1);
    }

    #[test]
    fn a_text_is_cut_and_harmless() {
        assert_eq!(
            bounded("can't\u{1b}[2J\n\"ü\"\u{202e}", 99),
            "can't\\u{1b}[2J\\n\"ü\"\\u{202e}"
        );
        assert_eq!(
            (bounded("abc", 3), bounded("abcd", 3)),
            ("abc".to_string(), "abc…".to_string())
        );
    }
}
