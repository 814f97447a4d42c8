//! A command line as a shell takes it, and smaller numbers put in place of its own.

/// The words of a line in quotes or not. What follows a `#` is a comment.
///
/// # Panics
/// Where a quote stays open, or the line asks a shell for more than words.
pub fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, '#') if word.is_none() => break,
            (None, '|' | '>' | '<' | ';' | '&' | '$' | '*') => {
                panic!("a shell is needed for: {line}")
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    assert!(quote.is_none(), "a quote stays open: {line}");
    words.extend(word);
    words
}

/// The words with other flags: those that are there take the values of `others`, the rest come last.
pub fn with_flags(words: &[String], others: &[String]) -> Vec<String> {
    let is_flag = |word: &String| word.starts_with("--");
    let mut changed = words.to_vec();
    for group in others.chunk_by(|_, next| !is_flag(next)) {
        if let Some(at) = changed.iter().position(|word| *word == group[0]) {
            let values =
                changed[at + 1..].iter().take(group.len() - 1).take_while(|it| !is_flag(it));
            let end = at + 1 + values.count();
            changed.splice(at..end, []);
        }
        changed.extend(group.iter().cloned());
    }
    changed
}

#[test]
fn lines_are_split_as_a_shell_splits_them() {
    let line = r#"arena 'a(b, c):d' "e f" g\ h --x=1 i#j  # and so on"#;
    assert_eq!(split(line), ["arena", "a(b, c):d", "e f", "g h", "--x=1", "i#j"]);
    assert_eq!(split("  # nothing"), [""; 0]);
    assert_eq!(split("a ''"), ["a", ""]);
}

#[test]
fn flags_are_replaced_where_they_stand_and_added_where_not() {
    let changed = |line: &str, others: &str| with_flags(&split(line), &split(others)).join(" ");
    assert_eq!(
        changed("RUN --games 9 --json", "--games 2 --seed 1"),
        "RUN --json --games 2 --seed 1"
    );
    assert_eq!(changed("--quick RUN --x 1", "--quick"), "RUN --x 1 --quick");
    assert_eq!(changed("--fix a --depth -3", "--depth -1 --all"), "--fix a --depth -1 --all");
}
