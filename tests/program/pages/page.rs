//! The commands of a page in Markdown: the lines of its `sh` blocks, whatever stands in a line of text
//! between backticks and begins with `starhop`, and the first line of a `console` block, whose others
//! say why it is refused.
//!
//! A comment `<!-- test: COMMAND FLAGS -->` makes the command's games fewer where the page is tested:
//! its flags hold for that command of starhop down to the next heading, or in all of the page where
//! the comment stands before the first heading of second order. What cargo builds and tests isn't run.

use super::words;
use std::collections::BTreeMap;

/// What stands for `starhop` where it isn't installed.
const CARGO_RUN: &str = "cargo run --release -- ";

/// A command of a page.
pub struct Found {
    /// Its line, from 1.
    pub line: usize,
    /// As it stands there.
    pub text: String,
    pub kind: Kind,
}

pub enum Kind {
    /// The words after `starhop`, with the flags of comments.
    Run(Vec<String>),
    /// The same of a command that fails, and what it says.
    Refused(Vec<String>, String),
    /// A command of cargo, which isn't run.
    Cargo,
}

/// Flags by command.
type Flags = BTreeMap<String, Vec<String>>;

/// What is known while a page is read.
#[derive(Default)]
struct Reader {
    found: Vec<Found>,
    of_page: Flags,
    of_section: Flags,
    in_section: bool,
    /// Text since the last line that can't be part of it, and the line where it began.
    paragraph: (usize, String),
}

/// All commands of a page, in their order.
///
/// # Panics
/// Where a block has no language, as indented ones have none, or a line in it is no command.
pub fn commands(page: &str) -> Vec<Found> {
    let mut reader = Reader::default();
    let mut lines = (1..).zip(page.lines());
    while let Some((number, line)) = lines.next() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            reader.end_paragraph();
            let block = lines.by_ref().take_while(|(_, line)| line.trim_start() != "```");
            let block: Vec<_> = block.collect();
            reader.block(number, language, &block);
        } else if let Some(comment) = line.trim().strip_prefix("<!-- test: ") {
            reader.end_paragraph();
            let comment = comment.strip_suffix(" -->");
            reader.comment(comment.unwrap_or_else(|| panic!("line {number}: an open comment")));
        } else if line.starts_with('#') {
            reader.end_paragraph();
            reader.in_section = line.starts_with("##");
            reader.of_section.clear();
        } else if line.trim().is_empty() {
            reader.end_paragraph();
        } else {
            assert!(!line.starts_with("    starhop "), "line {number}: a block without a language");
            if line.starts_with('|') {
                reader.end_paragraph();
            }
            reader.text(number, line);
        }
    }
    reader.end_paragraph();
    reader.found
}

impl Reader {
    fn comment(&mut self, comment: &str) {
        let mut words = words::split(comment);
        let first = words.remove(0);
        assert!(!words.is_empty(), "a comment that says nothing: {comment}");
        if self.in_section {
            self.of_section.insert(first, words);
        } else {
            self.of_page.insert(first, words);
        }
    }

    fn block(&mut self, line: usize, language: &str, block: &[(usize, &str)]) {
        assert!(!language.is_empty(), "line {line}: a block without a language");
        if language == "console" {
            let text = block[0].1.trim_start_matches("$ ");
            let said: Vec<_> = block[1..].iter().map(|(_, line)| *line).collect();
            let kind = Kind::Refused(self.short(line, text), said.join(" "));
            self.found.push(Found { line: block[0].0, text: text.to_string(), kind });
        }
        if language != "sh" {
            return;
        }
        for lines in block.chunk_by(|(_, line), _| line.ends_with('\\')) {
            let text: Vec<_> = lines.iter().map(|(_, line)| line.trim_end_matches('\\')).collect();
            self.command(lines[0].0, text.join(" ").trim());
        }
    }

    fn text(&mut self, number: usize, line: &str) {
        let (begun, text) = &mut self.paragraph;
        if text.is_empty() {
            *begun = number;
        }
        text.push_str(line);
        text.push(' ');
    }

    fn end_paragraph(&mut self) {
        let (line, text) = std::mem::take(&mut self.paragraph);
        for span in text.split('`').skip(1).step_by(2) {
            if span.starts_with("starhop ") {
                self.command(line, &span.replace("\\|", "|"));
            }
        }
    }

    fn command(&mut self, line: usize, text: &str) {
        if text.is_empty() || text.starts_with('#') {
            return;
        }
        let is_run = !text.starts_with("cargo ") || text.starts_with(CARGO_RUN);
        let kind = if is_run { Kind::Run(self.short(line, text)) } else { Kind::Cargo };
        self.found.push(Found { line, text: text.to_string(), kind });
    }

    /// The words after `starhop`, which `cargo run` may stand for, with the flags of comments.
    fn short(&self, line: usize, text: &str) -> Vec<String> {
        let plain = text.replacen(CARGO_RUN, "starhop ", 1);
        let words = words::split(&plain);
        assert!(words[0] == "starhop" && words.len() > 1, "line {line}: no command: {text}");
        let flags = self.of_section.get(&words[1]).or_else(|| self.of_page.get(&words[1]));
        words::with_flags(&words[1..], flags.map_or(&[], Vec::as_slice))
    }
}

#[test]
#[should_panic = "line 3: a block without a language"]
fn indented_blocks_are_refused() {
    commands("Text\n\n    starhop list\n");
}

#[test]
fn commands_are_found_in_blocks_text_and_tables() {
    let page = "# Page\n\
        <!-- test: list --json -->\n\
        Text with `starhop\nlist` and `list`.\n\
        ## Section\n\
        <!-- test: show --quiet -->\n\
        | `starhop list` | `starhop show RUN` |\n\
        ```sh\nstarhop measure A \\\n  --games 3   # three\n# nothing\ncargo run --release -- list\n```\n\
        ## Next\n\
        ```sh\ncargo test\n```\n\
        ```text\nstarhop nothing\n```\n\
        ```console\n$ starhop show\nerror:\n  no run\n```\n\
        `starhop show RUN`\n";
    let told: Vec<_> = commands(page)
        .iter()
        .map(|it| match &it.kind {
            Kind::Run(words) => format!("{}: {}", it.line, words.join(" ")),
            Kind::Refused(words, why) => format!("{}: {} says {why}", it.line, words.join(" ")),
            Kind::Cargo => format!("{}: not {}", it.line, it.text),
        })
        .collect();
    let expected = [
        "3: list --json",
        "7: list --json",
        "7: show RUN --quiet",
        "9: measure A --games 3",
        "12: list --json",
        "16: not cargo test",
        "22: show says error:   no run",
        "26: show RUN",
    ];
    assert_eq!(told, expected);
}
