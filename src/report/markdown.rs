//! Tables in Markdown, with their columns aligned.

use std::fmt::Write as _;

/// A table of rows of one length, the first of which are the titles. That many columns stand to
/// the left, all others to the right.
pub fn table(rows: &[Vec<String>], left: usize) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = match column < left {
                true => write!(text, "| {cell:width$} "),
                false => write!(text, "| {cell:>width$} "),
            };
        }
        text += "|\n";
        if index == 0 {
            for (column, width) in widths.iter().enumerate() {
                let end = if column < left { "-" } else { ":" };
                let _ = write!(text, "|{}{end}", "-".repeat(width + 1));
            }
            text += "|\n";
        }
    }
    text
}

/// Such a table for a document, whose cells may come from files.
pub fn document_table(rows: &[Vec<String>], left: usize) -> String {
    let escaped = |row: &Vec<String>| row.iter().map(|it| cell(it)).collect();
    table(&rows.iter().map(escaped).collect::<Vec<_>>(), left)
}

/// Some lines for a document.
pub fn lines(text: &str) -> String {
    text.lines().map(|line| cell(line) + "\n").collect()
}

/// What a cell of a table, or a line, can hold: no end of either, and no HTML.
pub fn cell(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '|' => {
                // Two backslashes are one that is shown, and escape nothing.
                let before = escaped.len() - escaped.trim_end_matches('\\').len();
                escaped.extend(std::iter::repeat_n('\\', before + 1));
                escaped.push('|');
            }
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            c if c.is_control() => escaped.extend(c.escape_unicode()),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_holds_no_html() {
        assert_eq!(cell("a|<b onclick='x'>&"), r"a\|&lt;b onclick='x'&gt;&amp;");
        assert_eq!(cell("a\n| b\u{1b}"), r"a\u{a}\| b\u{1b}");
    }

    #[test]
    fn a_bar_behind_backslashes_ends_no_cell() {
        assert_eq!(cell(r"a\|b"), r"a\\\|b");
        assert_eq!(cell(r"a\\|b|"), r"a\\\\\|b\|");
        assert_eq!(cell(r"a\b"), r"a\b");
    }
}
