//! A table of a page.

use super::wide;
use crate::report::escape::escape;

/// A table whose first row has the headings of its columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What the table shows.
    pub caption: String,
    /// All rows, of one length.
    pub rows: Vec<Vec<String>>,
    /// The column that names its row, from 0.
    pub name: usize,
    /// That many columns stand to the left, all others to the right.
    pub left: usize,
}

impl Table {
    pub(super) fn html(&self) -> String {
        let Some((headings, rows)) = self.rows.split_first() else { return String::new() };
        // Three columns of words need more than a telephone's width, and are scrolled there.
        let are_texts = self.left == headings.len() && headings.len() > 2;
        let class = if are_texts { " class=\"texts\"" } else { "" };
        let heading = |(column, cell): (usize, &String)| match cell.is_empty() {
            true => "<td></td>".to_string(),
            false => format!("<th scope=\"col\"{}>{}</th>", self.class(column), escape(cell)),
        };
        let cell = |(column, cell): (usize, &String)| match column == self.name {
            true => format!("<th scope=\"row\"{}>{}</th>", self.class(column), escape(cell)),
            false => format!("<td{}>{}</td>", self.class(column), escape(cell)),
        };
        let head: String = headings.iter().enumerate().map(heading).collect();
        let body = rows.iter().map(|row| {
            let cells: String = row.iter().enumerate().map(cell).collect();
            format!("<tr>{cells}</tr>\n")
        });
        let caption = escape(&self.caption);
        format!(
            "{}<table{class}>\n<caption>{caption}</caption>\n\
             <thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
            wide(&caption),
            body.collect::<String>()
        )
    }

    fn class(&self, column: usize) -> &'static str {
        if column < self.left { "" } else { " class=\"number\"" }
    }
}
