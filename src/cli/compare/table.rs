//! A comparison as a document for people: what was done, and a table for each budget.

use crate::cli::figures::{openings, percent, thousands};
use crate::cli::unit::Unit;
use crate::cli::{Quote, quoted_in_files};
use crate::record::comparison::{Comparison, Variant};
use crate::report::markdown;
use crate::session::compare::{VariantStanding, VariantStandings};
use crate::tune::fitness::Scoring;
use std::fmt::Write as _;

const BEST: &str = "best";
const EQUAL: &str = "≈";
/// Columns of a table of scores.
const OF_SCORES: usize = 6;
/// The share of games without a winner from which on a sentence speaks of them.
const HALF: f64 = 0.5;
/// How many times the budget a variant may play before a sentence speaks of it.
const OVER: f64 = 1.05;

const OF_ONE_SEED: &str = "One seed tells no variants apart.\n";
const OF_SEEDS: &str = "\
The figures are means over the seeds; the intervals are those of Student's t over the
seeds. Beside the best stands ≈ where a variant can't be told from it: where the 95 % interval of
the difference of the two means, by Welch's t, holds 0. Each is compared with the best alone, so
that among many variants one or the other may be told from it by chance.
";

/// The whole document, which is Markdown with its columns aligned.
pub fn document(comparison: &Comparison, standings: &[VariantStandings], name: &str) -> String {
    let mut text = heading(comparison);
    for at in standings {
        let _ = write!(
            text,
            "\n## {} {}\n\n{}\n{}",
            thousands(at.budget),
            unit(comparison).games(),
            markdown::document_table(&rows(comparison, at), 2),
            markdown::lines(&verdict(comparison, at))
        );
    }
    let notes = notes(comparison);
    let _ = write!(
        text,
        "\n{notes}\n```sh\nstarhop {}\n```\n",
        words(comparison, name, quoted_in_files)
    );
    text
}

/// How intervals are made and marks given.
pub fn notes(comparison: &Comparison) -> &'static str {
    if comparison.seeds > 1 { OF_SEEDS } else { OF_ONE_SEED }
}

fn heading(comparison: &Comparison) -> String {
    let mut text = format!("# Comparison\n\n{}", markdown::lines(&summary(comparison)));
    let notes = other_terms(comparison);
    if !notes.is_empty() {
        text += "\nThese variants evolve on other terms than they are measured on:\n\n";
        notes.iter().for_each(|note| text += &format!("- {}\n", markdown::cell(note)));
    }
    text
}

/// How champions are measured, in some sentences.
pub fn summary(comparison: &Comparison) -> String {
    let measured = &comparison.measured;
    let openings = match measured.opening_plies {
        0 => String::new(),
        plies => format!(", {}", openings(plies)),
    };
    let seeds = match comparison.seeds {
        1 => "seed 1".to_string(),
        last => format!("seeds 1 to {last}"),
    };
    let shard = comparison.shard.map_or(String::new(), |shard| {
        format!("These are the figures of shard {shard} alone, of some variants and seeds.\n")
    });
    let count = thousands(measured.games);
    let search = measured.search.as_ref().map_or(String::new(), |it| format!(", by {it}"));
    if comparison.scoring().is_number() {
        return format!(
            "All champions are measured by {count} fresh evaluations of {}. Each variant evolves with {seeds}.\n\
             Evaluations of selection are in the budget; those that choose and measure champions are not.\n\
             {shard}",
            measured.game,
        );
    }
    format!(
        "All champions are measured on {count} fresh games of {}, {} players,\n\
         {}, against {}, seats {}{openings}{search}. Each variant evolves with {seeds}.\n\
         Games of selection are in the budget; those that choose and measure champions are not.\n\
         {shard}",
        measured.game,
        measured.players,
        measured.rules,
        measured.against,
        measured.seats.name(),
    )
}

/// On what terms variants evolve that are measured on others, a line each.
pub fn other_terms(comparison: &Comparison) -> Vec<String> {
    comparison.variants.iter().filter_map(|it| terms_of(comparison, it)).collect()
}

fn terms_of(comparison: &Comparison, variant: &Variant) -> Option<String> {
    let (own, measured) = (&variant.settings, &comparison.measured);
    let against = if own.against == measured.against && variant.opponents != measured.opponents {
        own.against.to_string() + " with other weights"
    } else {
        own.against.to_string()
    };
    let scoring = |it: Scoring| Unit(it).name().to_string();
    let search = own.search.to_string();
    let pairs = [
        ("scoring", scoring(own.scoring), scoring(comparison.scoring())),
        ("against", against, measured.against.to_string()),
        ("opening-plies", own.opening_plies.to_string(), measured.opening_plies.to_string()),
        ("seats", own.seats.name().to_string(), measured.seats.name().to_string()),
        ("search", search.clone(), measured.search.clone().unwrap_or(search)),
        ("distance", own.distance.clone(), measured.distance.clone()),
        ("win-points", own.win_points.to_string(), measured.win_points.to_string()),
    ];
    let differ = pairs.iter().filter(|(_, own, measured)| own != measured);
    let list: Vec<String> = differ.map(|(key, own, _)| format!("{key} {own}")).collect();
    (!list.is_empty()).then(|| format!("{}: {}", variant.label, list.join(", ")))
}

/// A row for each variant at a budget, best first, below the titles. Of scores nobody wins or loses any.
pub fn rows(comparison: &Comparison, at: &VariantStandings) -> Vec<Vec<String>> {
    let unit = unit(comparison);
    let titles =
        ["", "variant", unit.name(), "95 % interval", "least", "greatest", "won", unit.undecided()];
    let mut rows = vec![titles.map(str::to_string).to_vec()];
    let line = |(index, standing): (usize, &VariantStanding)| {
        let label = &comparison.variants[standing.variant].label;
        row(standing, label.clone(), index == 0, unit).to_vec()
    };
    rows.extend(at.variants.iter().enumerate().map(line));
    if comparison.scoring().is_number() {
        rows.iter_mut().for_each(|row| row.truncate(OF_SCORES));
    }
    rows
}

/// What fitness of the champions is.
pub fn unit(comparison: &Comparison) -> Unit {
    Unit(comparison.scoring())
}

fn row(standing: &VariantStanding, label: String, is_first: bool, unit: Unit) -> [String; 8] {
    let mark = match standing.may_be_best {
        true if is_first => BEST,
        true => EQUAL,
        false => "",
    };
    let tenths =
        |value: Option<f64>| value.map_or_else(|| "–".to_string(), |value| unit.long(value));
    let in_order = |low, high| if unit.falls() { [high, low] } else { [low, high] };
    let ends = standing.interval.map_or_else(
        || "–".to_string(),
        |(low, high)| in_order(Some(low), Some(high)).map(tenths).join(" to "),
    );
    let known = standing.known_fitness();
    let fitness = || known.iter().copied();
    let [least, greatest] = in_order(fitness().reduce(f64::min), fitness().reduce(f64::max));
    [
        mark.to_string(),
        label,
        tenths(standing.mean),
        ends,
        tenths(least),
        tenths(greatest),
        percent(standing.win_rate),
        percent(standing.unfinished),
    ]
}

/// Which variant is best, in a sentence, and what that leaves out.
pub fn verdict(comparison: &Comparison, at: &VariantStandings) -> String {
    let those = |is_one: fn(&VariantStanding) -> bool| -> Vec<&str> {
        let found = at.variants.iter().filter(|it| is_one(it));
        found.map(|it| comparison.variants[it.variant].label.as_str()).collect()
    };
    let mut text = best(comparison, at);
    let absent = those(|it| it.unfinished.is_none());
    if !absent.is_empty() {
        let _ = writeln!(text, "No run is done of: {}.", absent.join("; "));
    }
    let unranked = those(|it| it.mean.is_none() && it.unfinished.is_some());
    if unranked.len() < at.variants.len() && !unranked.is_empty() {
        let _ = writeln!(
            text,
            "Not ranked, since no game of a champion had a winner: {}.",
            unranked.join("; ")
        );
    }
    let few = those(|it| it.mean.is_some() && it.unfinished >= Some(HALF));
    if !few.is_empty() && comparison.scoring() != Scoring::Score {
        let _ = writeln!(
            text,
            "Ranked by less than half of their games, since the others had no winner: {}.",
            few.join("; ")
        );
    }
    text + &played(comparison, at)
}

fn best(comparison: &Comparison, at: &VariantStandings) -> String {
    if comparison.shard.is_some() {
        return "Which is best is seen once all shards are merged.\n".to_string();
    }
    let label = |standing: &VariantStanding| comparison.variants[standing.variant].label.clone();
    let may_be: Vec<String> = at.variants.iter().filter(|it| it.may_be_best).map(label).collect();
    match &may_be[..] {
        [] => "No variant can be ranked: each has a champion none of whose games had a winner.\n"
            .to_string(),
        [best] if at.variants.len() == 1 => format!("There is only {best}.\n"),
        [best] => format!("Best: {best}.\n"),
        [best, others @ ..] => {
            format!("Best: {best}; not to be told from it: {}.\n", others.join("; "))
        }
    }
}

/// How many games the variants had, where one of them had far more than the budget.
fn played(comparison: &Comparison, at: &VariantStandings) -> String {
    let is_over = |games: f64| games > OVER * at.budget as f64;
    if !at.variants.iter().filter_map(|it| it.games).any(is_over) {
        return String::new();
    }
    let one = |it: &VariantStanding| {
        let label = &comparison.variants[it.variant].label;
        Some(format!("{label} {}", thousands(it.games?.round() as u64)))
    };
    let all: Vec<String> = at.variants.iter().filter_map(one).collect();
    let games = if unit(comparison).is_all() { "Evaluations" } else { "Games" };
    let mean = if comparison.seeds > 1 { " on average" } else { "" };
    format!(
        "{games} of selection{mean}, as the generation that reaches the budget comes to its end: {}.\n",
        all.join("; ")
    )
}

/// The command that repeats the comparison of that name.
pub fn words(comparison: &Comparison, name: &str, quoted: Quote) -> String {
    let mut words = vec!["compare".to_string()];
    let variants: Vec<String> = comparison.variants.iter().map(typed).collect();
    let are_flags = variants.iter().any(|variant| variant.starts_with('-'));
    for variant in &variants {
        words.extend(are_flags.then(|| "--variant".to_string()));
        words.push(quoted(variant));
    }
    if !comparison.with.is_empty() {
        words.extend(["--with".to_string(), quoted(&comparison.with)]);
    }
    let budgets: Vec<String> = comparison.budgets.iter().map(u64::to_string).collect();
    let (seeds, games) = (comparison.seeds, comparison.measured.games);
    words.push(format!("--games {} --seeds {seeds} --final-games {games}", budgets.join(",")));
    let whole = comparison.shard.map_or(name, |shard| shard.work_of(name));
    words.push(format!("--name {}", quoted(whole)));
    words.extend(comparison.shard.map(|shard| format!("--shard {shard}")));
    words.join(" ")
}

/// A variant as it was typed.
pub fn typed(variant: &Variant) -> String {
    let Variant { label, flags, .. } = variant;
    let is_flags = flags.split_whitespace().eq(label.split_whitespace());
    if is_flags { flags.clone() } else { format!("{label}: {flags}").trim_end().to_string() }
}
