//! Tables: each row has as many cells as the head, so that no two rows stand in one line.

use super::{pages, pages_below, read};

/// Pages whose tables are looked at besides README and `docs/`.
const OTHERS: [&str; 4] = ["ARCHITECTURE.md", "BENCHMARKS.md", "CHANGELOG.md", "CONTRIBUTING.md"];

/// How many cells a row of a table has.
fn cells(row: &str) -> usize {
    row.replace("\\|", "").matches('|').count().saturating_sub(1)
}

/// The lines, from 1, of rows that have more or fewer cells than the head of their table.
fn uneven(page: &str) -> Vec<usize> {
    let (mut head, mut is_block) = (None, false);
    let mut found = Vec::new();
    for (number, line) in (1..).zip(page.lines()) {
        is_block ^= line.starts_with("```");
        match line.starts_with('|') && !is_block {
            true if *head.get_or_insert(cells(line)) != cells(line) => found.push(number),
            true => {}
            false => head = None,
        }
    }
    found
}

#[test]
fn rows_have_the_cells_of_their_head() {
    let mut names = pages();
    names.extend(OTHERS.map(str::to_string));
    for folder in ["results", "examples", "populations"] {
        names.extend(pages_below(folder));
    }
    let tables: Vec<_> = names.iter().map(|name| (name, uneven(&read(name)))).collect();
    let uneven: Vec<_> = tables.iter().filter(|(_, lines)| !lines.is_empty()).collect();
    assert!(uneven.is_empty(), "{uneven:?}");
}

#[test]
fn two_rows_in_one_line_are_found() {
    let page =
        "| a | b |\n|---|---|\n| 1 | 2 | | 3 | 4 |\n\n```\n| x |\n```\n| one |\n| `a\\|b` |\n";
    assert_eq!(uneven(page), [3]);
}
