//! `report`: a run, an arena or a comparison as one page in HTML that can be mailed.

mod arena;
mod comparison;
mod meaning;
mod repetition;
mod run;

use super::failure::Failure;
use super::{Common, VERSION, output};
use crate::record::atomic::{write_atomic, write_named};
use crate::record::error::RecordError;
use crate::record::home::Home;
use crate::report::page::{Page, Part, Section};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The file below a folder of results.
const FILE: &str = "report.html";

/// What the names of pages end in, where they end in anything.
const PAGES: [&str; 2] = ["html", "htm"];

/// Write a run, an arena, a test or a comparison as one page that can be mailed
#[derive(Args)]
#[command(after_help = "
The page is one file in HTML: the results with pictures and tables, all settings, the commands that
repeat them, and what the figures mean. It loads no other file, runs no script, and can be read on a
screen, a telephone and paper. A run, arena or comparison that is not finished is reported as far as
it is, and the page says what is missing.

Examples:
  starhop report RUN
  starhop report ARENA --output arena.html
  starhop report COMPARISON --json
")]
pub struct ReportArgs {
    /// A run, an arena, a test that was kept or a comparison; `starhop list` shows them
    #[arg(value_name = "RUN|ARENA|COMPARISON")]
    name: String,
    /// File to write [default: report.html in the folder of what is reported]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print as JSON what was written
    #[arg(long)]
    json: bool,
}

/// What was written, for machines.
#[derive(Serialize)]
struct Written<'a> {
    name: &'a str,
    kind: &'static str,
    state: &'static str,
    file: &'a Path,
    missing: &'a [String],
}

/// What there is to say of something.
struct Account {
    kind: &'static str,
    /// Whether it is finished, stopped or running.
    state: &'static str,
    /// Its folder of results.
    folder: PathBuf,
    /// Lines below the title.
    lines: Vec<String>,
    /// What isn't there yet, a sentence each.
    missing: Vec<String>,
    sections: Vec<Section>,
}

/// Runs `report`.
pub fn report(args: &ReportArgs, common: &Common) -> Result<(), Failure> {
    let extension = args.output.as_deref().and_then(Path::extension);
    if extension.is_some_and(|it| !PAGES.iter().any(|page| it.eq_ignore_ascii_case(page))) {
        let why = "a report is a page in HTML: give --output a name that ends in .html; `plot` draws pictures";
        return Err(Failure::usage(why));
    }
    let account = account(&args.name, &common.home())?;
    let Account { kind, state, folder, missing, .. } = &account;
    let (kind, state, missing) = (*kind, *state, missing.clone());
    let own = folder.join(FILE);
    let html = account.page(&args.name).html();
    if args.output.as_deref() == Some(Path::new("-")) {
        if args.json {
            return Err(Failure::usage("--json is for a file; standard output has the page"));
        }
        return output::print(&html);
    }
    let path = match &args.output {
        Some(path) => {
            write_named(path, html.as_bytes())?;
            path
        }
        None => {
            write_atomic(&own, html.as_bytes())?;
            &own
        }
    };
    if args.json {
        let written = Written { name: &args.name, kind, state, file: path, missing: &missing };
        return output::print_json(&written);
    }
    output::print(&format!("{}\n", path.display()))?;
    if !missing.is_empty() {
        common.say(&format!("The page says what is missing: {}", missing.join(" ")));
    }
    Ok(())
}

/// A run, an arena or a comparison as a page in HTML.
#[cfg(feature = "serve")]
pub fn html(home: &Home, name: &str) -> Result<String, Failure> {
    Ok(account(name, home)?.page(name).html())
}

/// What there is to say of what has that name.
fn account(name: &str, home: &Home) -> Result<Account, Failure> {
    match home.run(name) {
        Ok(found) => return run::account(&found),
        Err(RecordError::Missing { .. }) => {}
        Err(why) => return Err(why.into()),
    }
    let is_running = home.is_in_use(name)?;
    if let Some(record) = home.arena_record(name)? {
        return arena::account(name, record, is_running);
    }
    match home.comparison_record(name)? {
        Some(record) => comparison::account(name, record, is_running),
        None => Err(Failure::usage(match home.what_is(name)? {
            Some(other) => {
                format!(
                    "'{name}' is {other}, of which there is no report; `starhop show {name}` prints it"
                )
            }
            None => {
                format!("no run, arena or comparison '{name}'; `starhop list` shows what there is")
            }
        })),
    }
}

impl Account {
    fn page(self, name: &str) -> Page {
        let notes = self.missing.into_iter().map(Part::Note).collect();
        let missing = Section { title: "What is missing".to_string(), parts: notes };
        let sections = [missing].into_iter().chain(self.sections).collect();
        Page { title: name.to_string(), lines: self.lines, sections }
    }
}

fn section(title: &str, parts: Vec<Part>) -> Section {
    Section { title: title.to_string(), parts }
}

/// The section with the command that repeats something, and what else that needs.
fn repeat(says: &str, command: String, more: Vec<Part>) -> Section {
    let version = format!("{says} This page was written by starhop {VERSION}.");
    let parts = [Part::Text(version), Part::Code(command)];
    section("How to repeat it", parts.into_iter().chain(more).collect())
}

/// A heading with further cells, as a row of a table.
fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_string).to_vec()
}
