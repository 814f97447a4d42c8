//! Whether a comparison is what its records say: a champion of each variant is evolved again.

use super::table::typed;
use super::variants::{Field, Frame, field};
use crate::backend::Threads;
use crate::cli::failure::{Code, Failure};
use crate::cli::figures::thousands;
use crate::record::comparison::{Comparison, ComparisonRecord, ComparisonRow, DOCUMENT, Variant};
use crate::record::disk;
use crate::record::home::Home;
use crate::session::compare::{self, ComparisonJob};
use crate::session::program::{check_failed, played_otherwise};
use std::path::Path;

/// What was found to be as it says.
#[derive(Default)]
pub struct CheckedComparison {
    /// Rows of `compare.csv` whose figures fit each other.
    pub rows: u64,
    /// The rows that came out the same again, each with its games.
    pub replayed: Vec<(String, u64)>,
    /// Why none was evolved again, where that can't be.
    pub unknown: Vec<String>,
}

/// Checks the rows of a comparison, and evolves each variant again with the first seed with which it came to its
/// end, up to the smallest budget. Tells `done` how many games of how many are played.
///
/// # Errors
/// Names the row that says something else than the games do.
pub fn verify(
    record: &ComparisonRecord,
    home: &Home,
    threads: &Threads,
    done: &mut dyn FnMut(u64, u64),
) -> Result<CheckedComparison, Failure> {
    let ComparisonRecord { comparison, rows, folder } = record;
    let mut checked = CheckedComparison { rows: rows.len() as u64, ..Default::default() };
    let all = comparison.rows();
    if checked.rows < all {
        let (rows, all) = (thousands(checked.rows), thousands(all));
        let path = folder.join(DOCUMENT);
        if disk::kind(&path)?.is_some() {
            let why = format!("is of {all} rows, of which compare.csv beside it has only {rows}");
            return Err(Failure::data(format!("{}: {why}", path.display())));
        }
        checked.unknown.push(format!("compare.csv has {rows} of {all} rows"));
    }
    if rows.is_empty() {
        return Ok(checked);
    }
    let Some(field) = same_field(comparison, home)? else {
        let why = "compare.toml: its flags name other settings or opponents today";
        checked.unknown.push(why.to_string());
        return Ok(checked);
    };
    let path = record.rows_path();
    let again = Again { field: &field, comparison, path: &path, threads };
    checked.replayed = again.play(&firsts(comparison, rows), done)?;
    Ok(checked)
}

/// What the flags of a comparison stand for, where that is what its settings say.
fn same_field(comparison: &Comparison, home: &Home) -> Result<Option<Field>, Failure> {
    let texts: Vec<String> = comparison.variants.iter().map(typed).collect();
    let Comparison { with, budgets, seeds, measured, .. } = comparison.clone();
    let frame = Frame { with, budgets, seeds, final_games: measured.games };
    let whole = comparison.clone().sharded(None);
    match field(&texts, frame, home) {
        Err(why) if why.code == Code::Failed => Err(why),
        found => Ok(found.ok().filter(|it| it.comparison == whole)),
    }
}

/// The first row of each variant that has any, with the index of the variant.
fn firsts<'a>(
    comparison: &Comparison,
    rows: &'a [ComparisonRow],
) -> Vec<(usize, &'a ComparisonRow)> {
    let first = |(index, variant): (usize, &Variant)| {
        Some((index, rows.iter().find(|row| row.variant == variant.label)?))
    };
    comparison.variants.iter().enumerate().filter_map(first).collect()
}

/// Rows that are played again.
struct Again<'a> {
    field: &'a Field,
    comparison: &'a Comparison,
    /// Their file.
    path: &'a Path,
    threads: &'a Threads,
}

impl Again<'_> {
    /// The rows that came out the same, each with its games: those that did before the threads were asked to stop.
    fn play(
        &self,
        rows: &[(usize, &ComparisonRow)],
        done: &mut dyn FnMut(u64, u64),
    ) -> Result<Vec<(String, u64)>, Failure> {
        let Again { field, comparison, path, threads } = *self;
        let Field { table, terms, measured, .. } = field;
        let job = ComparisonJob::new(table.as_ref(), terms, measured, threads)?;
        let all = rows.iter().fold(0, |sum: u64, (_, row)| sum.saturating_add(effort(row)));
        let (mut replayed, mut before) = (Vec::new(), 0u64);
        for &(variant, said) in rows {
            let mut heard = |games: u64| done(before.saturating_add(games).min(all), all);
            let found = compare::replay(&job, comparison, (variant, said.seed), &mut heard);
            check_failed(table.as_ref())?;
            let Some(versions) = found else { break };
            let row = format!("{}, seed {}, budget {}", said.variant, said.seed, said.budget);
            if !versions.contains(said) {
                let why = "evolving it again comes to something else than it says";
                let of_program = played_otherwise(table.as_ref());
                return Err(Failure::data(format!("{}: {row}: {why}{of_program}", path.display())));
            }
            replayed.push((format!("compare.csv, {row}"), effort(said)));
            before = before.saturating_add(effort(said));
        }
        Ok(replayed)
    }
}

/// The games that a row takes, those of selection and of the measurement.
fn effort(row: &ComparisonRow) -> u64 {
    row.games.saturating_add(row.measured_games)
}
