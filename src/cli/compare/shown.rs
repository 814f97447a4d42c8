//! A comparison that is on record, as `show` has it.

use super::{NO_RUNS, report, table};
use crate::cli::failure::Failure;
use crate::cli::{Common, output, quoted, screen};
use crate::record::comparison::ComparisonRecord;
use crate::report::number::thousands;
use crate::session::compare::standings;

/// Prints what the comparison of that name came to.
///
/// # Errors
/// Where runs are missing.
pub fn show(
    name: &str,
    record: &ComparisonRecord,
    json: bool,
    common: &Common,
) -> Result<(), Failure> {
    let ComparisonRecord { comparison, rows, folder } = record;
    if (rows.len() as u64) < comparison.rows() {
        let [there, all] = [rows.len() as u64, comparison.rows()].map(thousands);
        let command = common.command(&table::words(comparison, name, quoted));
        return Err(Failure::usage(format!(
            "the comparison '{name}' is not finished: {there} of {all} champions are measured. To go on:\n  \
             {command}"
        )));
    }
    let standings = standings(comparison, rows.iter());
    if json {
        return output::print_json(&report::report(name, comparison, &standings));
    }
    if comparison.count() == 0 {
        common.say(NO_RUNS);
        return Ok(());
    }
    let text = table::document(comparison, &standings, name);
    output::print(&screen::fit(&text, screen::width()))?;
    common.say(&format!("\nFiles in {}", folder.display()));
    Ok(())
}
