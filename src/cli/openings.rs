//! Suites of openings, which `--openings` names.

use super::failure::Failure;
use super::{figures, input};
use crate::record::arena::Openings;
use crate::registry::Table;
use std::path::Path;

/// The openings of the file of that name, where one is named, of games at that table.
///
/// # Errors
/// Where it can't be read, or has a line with which no game can begin.
pub fn read(
    path: Option<&Path>,
    table: &dyn Table,
    repetitions: u32,
) -> Result<Option<Openings>, Failure> {
    let Some(path) = path else { return Ok(None) };
    if path == Path::new("-") {
        let why = "commands that are printed name the openings again, so that --openings has to be a file";
        return Err(Failure::usage(why));
    }
    let (name, text) = input::text(path)?;
    let suite = table.suite(&text, repetitions);
    let suite = suite.map_err(|why| Failure::data(format!("{name}: {why}")))?;
    Ok(Some(Openings { file: path.to_string_lossy().into_owned(), suite }))
}

/// How many pairs of each pairing there are for the openings, where these are more or fewer.
pub fn spread(openings: &Openings, pairs: u64) -> Option<String> {
    let count = openings.suite.count();
    let [all, pairs_told] =
        [figures::count(count, "opening", "openings"), figures::count(pairs, "pair", "pairs")];
    match count {
        _ if count < pairs => Some(format!(
            "{all} for {pairs_told} of each pairing: after the last they come again from the first. \
             Intervals count a repeated game once."
        )),
        _ if count > pairs => Some(format!(
            "{all} for {pairs_told} of each pairing: only the first {} begin games.",
            figures::thousands(pairs)
        )),
        _ => None,
    }
}
