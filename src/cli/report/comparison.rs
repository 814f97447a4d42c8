//! A comparison on a page.

use super::{Account, meaning, repeat, row, section};
use crate::cli::compare::{drawing, table};
use crate::cli::failure::{Code, Failure};
use crate::cli::pictures;
use crate::cli::quoted_in_files;
use crate::cli::runs::state;
use crate::record::comparison::{Comparison, ComparisonRecord, Variant};
use crate::registry;
use crate::report::number::thousands;
use crate::report::page::{Part, Section, Table};
use crate::session::compare::{VariantStandings, standings};

/// What there is to say of a comparison.
pub fn account(name: &str, record: ComparisonRecord, is_running: bool) -> Result<Account, Failure> {
    let ComparisonRecord { comparison, rows, folder } = record;
    let budgets = comparison.budgets.len().max(1) as u64;
    let done = rows.len() as u64 / budgets;
    let all = comparison.count();
    let is_done = done >= all;
    let mut missing = Vec::new();
    if !is_done {
        let counts = format!("{} of {} runs are done", thousands(done), thousands(all));
        missing.push(match is_running {
            true => format!("The comparison is under way: {counts}."),
            false => format!("The comparison is not finished: {counts}. The command goes on."),
        });
        missing
            .push("The figures are those of the seeds that are done, not the same for all.".into());
    }
    let standings = standings(&comparison, rows.iter());
    let mut sections = Vec::new();
    if done > 0 {
        sections.push(results(&comparison, &standings)?);
    }
    sections.push(variants(&comparison));
    sections.push(repetition(&comparison, name)?);
    let meant = comparison.variants.first().map(|it| pictures::meaning(&it.settings));
    let unit = table::unit(&comparison);
    sections.push(meaning::of_comparison(unit, &meant.unwrap_or_default()));
    let state = state(is_running, is_done);
    let lines = vec![
        format!("Comparison of {} variants, {state}", comparison.variants.len()),
        table::summary(&comparison),
    ];
    Ok(Account { kind: "comparison", state, folder, lines, missing, sections })
}

/// The picture, the last budget first, and the others.
fn results(comparison: &Comparison, standings: &[VariantStandings]) -> Result<Section, Failure> {
    let (mut parts, games) = (Vec::new(), table::unit(comparison).games());
    if let Some(best) = standings.last() {
        parts.push(Part::Note(table::verdict(comparison, best)));
    }
    if let Some(svg) = pictures::drawn_comparison(&drawing(comparison, standings))? {
        let says = format!(
            "What the champions of each variant are worth after how many {games} of selection, over all \
             seeds; the table has the numbers."
        );
        parts.push(Part::Picture { svg, says });
    }
    for (index, at) in standings.iter().rev().enumerate() {
        let caption = format!("After {} {games} of selection, best first", thousands(at.budget));
        parts.push(Part::Table(Table {
            caption,
            rows: table::rows(comparison, at),
            name: 1,
            left: 2,
        }));
        // That of the last budget stands above.
        parts.extend((index > 0).then(|| Part::Text(table::verdict(comparison, at))));
    }
    parts.push(Part::Text(table::notes(comparison).to_string()));
    Ok(section("What came out", parts))
}

/// What is compared, and what all share.
fn variants(comparison: &Comparison) -> Section {
    let mut rows = vec![row(["variant", "flags"])];
    let flags = |flags: &str| if flags.is_empty() { "none" } else { flags }.to_string();
    rows.extend(comparison.variants.iter().map(|it| row([&it.label, &flags(&it.flags)])));
    let caption = "The flags of each variant over the preset".to_string();
    let mut parts = vec![Part::Table(Table { caption, rows, name: 0, left: 2 })];
    let presets: Vec<&str> = comparison.variants.iter().map(|it| &*it.settings.preset).collect();
    let preset = presets.first().filter(|first| presets.iter().all(|it| it == *first));
    let preset = preset.map_or(String::new(), |it| format!("The preset is {it}. "));
    parts.push(Part::Text(format!("{preset}Flags that all share: {}.", flags(&comparison.with))));
    let others = table::other_terms(comparison);
    if !others.is_empty() {
        parts.push(Part::Text(format!(
            "These variants evolve on other terms than they are measured on: {}.",
            others.join("; ")
        )));
    }
    section("Settings", parts)
}

fn repetition(comparison: &Comparison, name: &str) -> Result<Section, Failure> {
    let mut says = "The same command gives the same figures, on any number of threads.".to_string();
    if comparison.variants.iter().any(|it| goes_by_files(it, &comparison.with)) {
        says += " Variants that go by files, runs or programs need these beside it.";
    }
    let settings = toml::to_string(comparison).map_err(|why| Failure::new(Code::Failed, why))?;
    let command = format!("starhop {}", table::words(comparison, name, quoted_in_files));
    let name = "compare.toml, with all settings of all variants".to_string();
    Ok(repeat(&says, command, vec![Part::File { name, text: settings }]))
}

/// Whether a variant, with the flags that all share, names more than its settings and built-in arrays.
fn goes_by_files(variant: &Variant, with: &str) -> bool {
    let config = &variant.settings;
    let game = registry::find(&config.game);
    let table = game.and_then(|entry| entry.open(config.players, &config.rules));
    let is_file = |name: &str| !table.as_ref().is_ok_and(|it| it.built_in_names().contains(&name));
    config.program.is_some()
        || [with, variant.flags.as_str()].iter().any(|flags| flags.contains("--config"))
        || config.against.fixed().any(|it| is_file(&it.name))
        || config.from.as_deref().is_some_and(is_file)
}
