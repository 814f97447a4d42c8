//! Whether a comparison is what its records say: one of its champions is evolved again.

use super::DOCUMENT;
use super::table::typed;
use super::variants::{Frame, field};
use crate::backend::Threads;
use crate::cli::failure::{Code, Failure};
use crate::cli::figures::thousands;
use crate::record::comparison::{Comparison, ComparisonRow};
use crate::record::disk;
use crate::record::home::Home;
use crate::session::compare::{self, ComparisonJob};
use crate::session::program::{check_failed, played_otherwise};
use crate::tune::matches::Terms;

/// What was found to be as it says.
#[derive(Default)]
pub struct CheckedComparison {
    /// Rows of `compare.csv` whose figures fit each other.
    pub rows: u64,
    /// The row that came out the same again, and its games.
    pub replayed: Option<(String, u64)>,
    /// Why none was evolved again, where that can't be.
    pub unknown: Vec<String>,
}

/// Checks the rows of a comparison, and evolves the first variant that came to its end with the first
/// seed again, up to the smallest budget. Tells `done` how many games of how many are played.
///
/// # Errors
/// Names the row that says something else than the games do.
pub fn verify(
    name: &str,
    (comparison, rows): (&Comparison, &[ComparisonRow]),
    home: &Home,
    threads: &Threads,
    done: &mut dyn FnMut(u64, u64),
) -> Result<CheckedComparison, Failure> {
    let mut checked = CheckedComparison { rows: rows.len() as u64, ..Default::default() };
    let all = comparison.rows();
    if checked.rows < all {
        let (rows, all) = (thousands(checked.rows), thousands(all));
        let path = home.comparison_rows(name)?.with_file_name(DOCUMENT);
        if disk::kind(&path)?.is_some() {
            let why = format!("is of {all} rows, of which compare.csv beside it has only {rows}");
            return Err(Failure::data(format!("{}: {why}", path.display())));
        }
        checked.unknown.push(format!("compare.csv has {rows} of {all} rows"));
    }
    let Some(said) = rows.first() else {
        return Ok(checked);
    };
    let texts: Vec<String> = comparison.variants.iter().map(typed).collect();
    let Comparison { with, budgets, seeds, measured, .. } = comparison.clone();
    let frame = Frame { with, budgets, seeds, final_games: measured.games };
    let whole = comparison.clone().sharded(None);
    let same = match field(&texts, frame, home) {
        Err(why) if why.code == Code::Failed => return Err(why),
        found => found.ok().filter(|it| it.comparison == whole),
    };
    let Some(field) = same else {
        let why = "compare.toml: its flags name other settings or opponents today";
        checked.unknown.push(why.to_string());
        return Ok(checked);
    };
    let tuner = |terms: &Terms| field.table.tuner(terms, threads.clone());
    field.terms.iter().chain([&field.measured]).try_for_each(|terms| tuner(terms).map(drop))?;
    let tuner = |terms: &Terms| tuner(terms).expect("terms that were tried");
    let (terms, measured) = (&field.terms, &field.measured);
    let job = ComparisonJob { terms, measured, tuner: &tuner, threads };
    let variant = comparison.variants.iter().position(|it| it.label == said.variant);
    let cell = (variant.unwrap_or_default(), said.seed);
    let all = said.budget + said.measured_games;
    let found = compare::replay(&job, comparison, cell, &mut |games| done(games.min(all), all));
    check_failed(field.table.as_ref())?;
    let Some(versions) = found else { return Ok(checked) };
    let row = format!("{}, seed {}, budget {}", said.variant, said.seed, said.budget);
    if !versions.contains(said) {
        let path = home.comparison_rows(name)?;
        let why = "evolving it again comes to something else than it says";
        let of_program = played_otherwise(field.table.as_ref());
        return Err(Failure::data(format!("{}: {row}: {why}{of_program}", path.display())));
    }
    checked.replayed = Some((format!("compare.csv, {row}"), said.games + said.measured_games));
    Ok(checked)
}
