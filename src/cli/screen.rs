//! How large the terminal is that something is printed to, and text laid out to fit it.

use std::ops::Range;
use terminal_size::{Height, Width, terminal_size_of};

/// Letters that stay of what stands last in a line, at most and at least.
const LONGEST_LAST: usize = 60;
const SHORTEST_LAST: usize = 10;

/// Columns and rows of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    pub columns: usize,
    pub rows: usize,
}

impl Screen {
    /// The terminal that results go to; `None` where they go to a file or another program, for
    /// which lines may have any length.
    pub fn of_results() -> Option<Screen> {
        terminal_size_of(std::io::stdout()).map(Screen::from)
    }

    /// The terminal that progress and messages go to.
    pub fn of_messages() -> Option<Screen> {
        terminal_size_of(std::io::stderr()).map(Screen::from)
    }

    /// Whether a drawing and a text below it stand there as a whole, with a line left for the prompt.
    pub fn holds(self, drawing: &str, text: &str) -> bool {
        let lines = text.lines().map(|line| line.chars().count().div_ceil(self.columns).max(1));
        drawing.lines().count() + lines.sum::<usize>() < self.rows
    }
}

impl From<(Width, Height)> for Screen {
    fn from((columns, rows): (Width, Height)) -> Screen {
        Screen { columns: columns.0.into(), rows: rows.0.into() }
    }
}

/// The columns of the terminal that results go to; any number elsewhere.
pub fn width() -> usize {
    Screen::of_results().map_or(usize::MAX, |screen| screen.columns)
}

/// The columns of the terminal that messages go to; any number elsewhere.
pub fn width_of_messages() -> usize {
    Screen::of_messages().map_or(usize::MAX, |screen| screen.columns)
}

/// Each line of a text broken between words where it is longer than that. Lines that begin with
/// blanks are commands to copy, and stay whole.
pub fn wrap(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        if line.starts_with(' ') || line.chars().count() <= width {
            wrapped.push_str(line);
            wrapped.push('\n');
            continue;
        }
        let mut length = 0;
        for word in line.split(' ') {
            let long = word.chars().count();
            if length > 0 && length + 1 + long > width {
                wrapped.push('\n');
                length = 0;
            } else if length > 0 {
                wrapped.push(' ');
                length += 1;
            }
            wrapped.push_str(word);
            length += long;
        }
        wrapped.push('\n');
    }
    wrapped
}

/// The first of the parts that fit side by side, with commas between them. One that doesn't fit is
/// left out, and later ones that do are kept.
pub fn fitting(parts: &[String], width: usize) -> String {
    let mut text = String::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        let comma = if text.is_empty() { "" } else { ", " };
        if text.chars().count() + comma.len() + part.chars().count() <= width {
            text.push_str(comma);
            text.push_str(part);
        }
    }
    text
}

/// A word cut to that many letters, with an ellipsis where some are missing.
pub fn cut(word: &str, letters: usize) -> String {
    match word.chars().count() <= letters {
        true => word.to_string(),
        false => word.chars().take(letters.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// A table whose first row has the headings. Where it is wider than that, its last columns stand
/// in a table of their own below, beside the first column again.
pub fn table(rows: &[Vec<String>], width: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(widest).collect();
    let whole = |gap: usize| widths.iter().sum::<usize>() + gap * count.saturating_sub(1);
    let gap = if whole(2) <= width { 2 } else { 1 };
    let are_words: Vec<bool> = (0..count).map(|column| holds_words(rows, column)).collect();
    let mut text = String::new();
    let mut from = 1;
    loop {
        let mut end = from;
        let mut used = widths.first().copied().unwrap_or(0);
        while let Some(wide) = widths.get(end)
            && (end == from || used + gap + wide <= width)
        {
            used += gap + wide;
            end += 1;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        for row in rows {
            text += &line(row, &widths, gap, from..end, &are_words);
        }
        from = end;
        if from >= count {
            return text;
        }
    }
}

/// Whether the cells of a column, its heading aside, begin with letters.
fn holds_words(rows: &[Vec<String>], column: usize) -> bool {
    let cells = rows.iter().skip(1).filter_map(|row| row.get(column)).filter(|it| !it.is_empty());
    let mut cells = cells.peekable();
    cells.peek().is_some() && cells.all(|it| it.starts_with(char::is_alphabetic))
}

/// A table whose last column is cut so that it stands beside the first one.
pub fn table_cut(mut rows: Vec<Vec<String>>, width: usize) -> String {
    let first = rows.iter().filter_map(|row| row.first()).map(|it| it.chars().count()).max();
    let room = width.saturating_sub(first.unwrap_or(0) + 1).clamp(SHORTEST_LAST, LONGEST_LAST);
    for last in rows.iter_mut().filter_map(|row| row.last_mut()) {
        *last = cut(last, room);
    }
    table(&rows, width)
}

/// A text in Markdown as it fits: paragraphs wrapped, and tables that are too wide in parts.
pub fn fit(text: &str, width: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_row = |line: &str| line.starts_with('|');
    let blocks = lines.chunk_by(|one, other| is_row(one) == is_row(other));
    let fitted = blocks.map(|block| {
        let is_wide = block.iter().any(|line| line.chars().count() > width);
        match block.first().is_some_and(|line| is_row(line)) && is_wide {
            true => table(&cells(block), width),
            false => wrap(&(block.join("\n") + "\n"), width),
        }
    });
    fitted.collect()
}

/// The cells of a table in Markdown, the first two of each row as one: a rank or a number says little
/// without the name behind it.
fn cells(rows: &[&str]) -> Vec<Vec<String>> {
    let rows = rows.iter().filter(|row| !row.starts_with("|-"));
    let cells = rows.map(|row| {
        let mut cells: Vec<String> =
            row.trim_matches('|').split(" | ").map(|it| it.trim().to_string()).collect();
        if cells.len() > 1 {
            let first = cells.remove(0);
            if let Some(name) = cells.first_mut() {
                *name = format!("{first} {name}").trim().to_string();
            }
        }
        cells
    });
    cells.collect()
}

/// The first cell of a row, to the left, and some of the others, to the right; words to the left.
fn line(
    row: &[String],
    widths: &[usize],
    gap: usize,
    columns: Range<usize>,
    are_words: &[bool],
) -> String {
    let cell = |column: usize| row.get(column).map_or("", String::as_str);
    let mut line = format!("{:wide$}", cell(0), wide = widths.first().copied().unwrap_or(0));
    for column in columns {
        let wide = widths.get(column).copied().unwrap_or(0);
        line += &" ".repeat(gap);
        line += &match are_words.get(column) {
            Some(true) => format!("{:wide$}", cell(column)),
            _ => format!("{:>wide$}", cell(column)),
        };
    }
    line.truncate(line.trim_end().len());
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        text.lines().map(|line| line.split('|').map(str::to_string).collect()).collect()
    }

    #[test]
    fn a_table_too_wide_goes_on_below() {
        let rows = rows("|games|won|plies\nseat 1|100|99.0 %|70.5\nall|2,000|–|");
        assert_eq!(
            table(&rows, 80),
            "        games     won  plies\nseat 1    100  99.0 %   70.5\nall     2,000       –\n"
        );
        assert_eq!(
            table(&rows, 19),
            "       games    won\nseat 1   100 99.0 %\nall    2,000      –\n\n\
             \x20      plies\nseat 1  70.5\nall\n"
        );
        assert_eq!(table(&rows, 1).lines().count(), 3 * 3 + 2, "a column a table");
        assert_eq!(table(&[], 80), "");
    }

    #[test]
    fn wide_tables_of_documents_are_taken_apart() {
        let text = "Some words here.\n\n| rank | bot | Elo |\n|---|---|--:|\n| 1 | a | 0.0 |\n";
        assert_eq!(fit(text, 80), text);
        assert_eq!(fit(text, 10), "Some words\nhere.\n\nrank bot Elo\n1 a      0.0\n");
    }

    #[test]
    fn words_are_never_broken() {
        assert_eq!(wrap("one two three\nfour", 8), "one two\nthree\nfour\n");
        assert_eq!(wrap("  starhop resume", 4), "  starhop resume\n");
        assert_eq!(wrap("immeasurable", 3), "immeasurable\n");
        assert_eq!(wrap("a\n\nb\n", usize::MAX), "a\n\nb\n");
    }

    #[test]
    fn the_first_parts_have_the_room() {
        let parts = ["0:05 left", "champion 97.8 %", "", "best 500"].map(str::to_string);
        assert_eq!(fitting(&parts, 80), "0:05 left, champion 97.8 %, best 500");
        assert_eq!(fitting(&parts, 25), "0:05 left, best 500");
        assert_eq!(fitting(&parts, 9), "0:05 left");
        assert_eq!(fitting(&parts, 8), "best 500");
    }

    #[test]
    fn a_screen_keeps_a_line_for_the_prompt() {
        let screen = Screen { columns: 10, rows: 5 };
        assert!(screen.holds("*\n*\n", "text\n\n"));
        assert!(!screen.holds("*\n*\n", "text longer than ten\n\n"));
        assert!(!screen.holds("*\n*\n*\n", "text\n\n"));
    }
}
