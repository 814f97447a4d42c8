//! `compare`: several settings side by side, at equal budgets of games.

mod report;
mod shown;
pub mod table;
mod variants;
mod verified;
mod watch;

use super::failure::Failure;
use super::{Common, machine, output, pictures, screen, shard};
use crate::play::shard::Shard;
use crate::record::atomic::write_atomic;
use crate::record::comparison::{Comparison, DOCUMENT, OpenComparison};
use crate::report::comparison::{Comparison as Drawing, MOST_SERIES, Point, Series};
use crate::report::number::{count, thousands};
use crate::session::compare::{self, ComparisonJob, VariantStandings, standings};
use crate::session::program::check_failed;
use clap::Args;
pub use shown::show;
use std::path::Path;
use variants::{Field, Frame, field};
pub use verified::verify;
use watch::Watch;

/// The largest budget and the most fresh games.
const MOST_GAMES: i64 = 1_000_000_000_000;

const DETAILS: &str = "
A VARIANT is one word in quotes: a label, a colon, and flags of `evolve`, split into words as a
shell does it. Without flags it is the preset itself: the game's first preset without hall-of-fame,
for Chinese Checkers `rival`, unless --preset names another. After --variant the label can be left
out; the flags are then the label. --config FILE in a variant reads a settings file; the variant's
flags take precedence over it, and its name, seed, end and measurements are ignored. A variant's
flags also take precedence over those of --with.

Each variant evolves with the seeds 1, 2, 3 and so on. When its games of selection reach a budget,
and that generation is finished, a champion is chosen among the generation's candidates. It is
measured on fresh games, the same for all variants, on the terms of the preset and --with. The games
that choose and measure champions are not in the budget.

results/NAME/ has the means over the seeds with their 95 % intervals (compare.md), all champions
(compare.csv), a picture (compare.svg and compare.png), all settings (compare.toml), and times,
which no other file has (timing.csv). If the command was stopped, the same command goes on from
there.

Examples:
  starhop compare 'es: --optimizer es' 'ga: --optimizer ga'
  starhop compare 'es:' 'ga: --optimizer ga' --games 100000,1000000 --seeds 10
  starhop compare --variant '--deviation 10' --variant '--deviation 40' \\
      --with '--players 3'
  starhop compare 'es: --optimizer es' 'ga: --optimizer ga' \\
      --with '--rules report --seats first --against hand-tuned-v3'
  starhop compare 'start:' 'openings: --opening-plies 4'
  starhop compare 'mine: --config mine.toml' 'default:'
  starhop compare 'a:' 'b: --opening-plies 4' --name c --shard 1/6
  starhop merge c
";

/// Compare settings at equal budgets of games, over several seeds
#[derive(Args)]
#[command(after_help = DETAILS)]
pub struct CompareArgs {
    /// Settings to compare: 'LABEL: FLAGS' or 'LABEL:'
    #[arg(required_unless_present = "variant", value_name = "VARIANT")]
    variants: Vec<String>,
    /// Settings to compare, as a flag, one for each variant: 'LABEL: FLAGS', 'LABEL:' or 'FLAGS'
    #[arg(long, value_name = "VARIANT", conflicts_with = "variants", allow_hyphen_values = true)]
    variant: Vec<String>,
    /// Flags of `evolve` that all variants share, as one word in quotes
    #[arg(
        long,
        value_name = "FLAGS",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    with: String,
    /// Games of selection after which champions are measured, with commas between them
    #[arg(long, value_delimiter = ',', default_value = "100000,1000000", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES as u64))]
    games: Vec<u64>,
    /// Seeds of each variant: 1, 2, 3 and so on
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1000))]
    seeds: u64,
    /// Fresh games that each champion is measured on
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    final_games: u64,
    /// Name of the folder below results [default: by what is compared]
    #[arg(long)]
    name: Option<String>,
    /// Do only part I of N, for `starhop merge`; auto/N takes I from a scheduler, and auto both from Slurm
    #[arg(long, value_name = "I/N", value_parser = shard::parse, requires = "name")]
    shard: Option<Shard>,
    /// Worker threads; results don't depend on their number [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// What is said of a shard that has nothing to do.
const NO_RUNS: &str = "There are fewer runs than shards; this one has none.";

/// Runs `compare`.
pub fn compare(args: &CompareArgs, common: &Common) -> Result<(), Failure> {
    let note = "Stopping; finished runs are kept. Ctrl-C again stops at once.";
    let threads = machine::stoppable(args.threads, note, common.quiet)?;
    let variants = [&args.variants[..], &args.variant].concat();
    if variants.len() > MOST_SERIES {
        let found = variants.len();
        let why =
            format!("{found} variants are more than the {MOST_SERIES} that can be told apart");
        return Err(Failure::usage(why));
    }
    let home = common.home();
    let Field { comparison, table, terms, measured } = field(&variants, frame(args), &home)?;
    let comparison = comparison.sharded(args.shard);
    let (name, mut record) = match &args.name {
        Some(name) => {
            let name = args.shard.map_or(name.clone(), |shard| shard.name_of(name));
            (name.clone(), home.compare(&name, comparison)?)
        }
        None => home.unnamed_comparison(comparison)?,
    };
    common.say(&format!("Comparison {name}"));
    let job = ComparisonJob::new(table.as_ref(), &terms, &measured, &threads)?;
    let mut watch = Watch::new(record.comparison(), common.quiet);
    let is_done = compare::compare(&job, &mut record, &mut watch)?;
    watch.finish();
    check_failed(table.as_ref())?;
    if !is_done {
        let (done, runs) = (watch.runs_done(), record.comparison().count());
        common.say(&format!(
            "{done} of {runs} runs are done; the same command goes on, and begins the run under way anew."
        ));
        return Err(Failure::interrupted());
    }
    if record.comparison().count() == 0 {
        common.say(NO_RUNS);
        if !args.json {
            return Ok(());
        }
        let standings = standings(record.comparison(), record.rows());
        return output::print_json(&report::report(&name, record.comparison(), &standings));
    }
    conclude(&name, &record, args.json, common)
}

fn frame(args: &CompareArgs) -> Frame {
    let mut budgets = args.games.clone();
    budgets.sort_unstable();
    budgets.dedup();
    let (seeds, final_games) = (args.seeds, args.final_games);
    Frame { with: args.with.trim().to_string(), budgets, seeds, final_games }
}

/// Writes tables and pictures, and prints what came out.
pub fn conclude(
    name: &str,
    record: &OpenComparison,
    json: bool,
    common: &Common,
) -> Result<(), Failure> {
    let standings = standings(record.comparison(), record.rows());
    let folder = record.folder();
    pictures::compared(&drawing(record.comparison(), &standings), folder)?;
    let text = table::document(record.comparison(), &standings, name);
    write_atomic(&folder.join(DOCUMENT), text.as_bytes())?;
    if json {
        return output::print_json(&report::report(name, record.comparison(), &standings));
    }
    output::print(&screen::fit(&text, screen::width()))?;
    common.say(&screen::wrap(&files(folder), screen::width_of_messages()));
    let words = [format!("report {name}")];
    common.say(&shard::next(record.comparison().shard, name, &words, common));
    Ok(())
}

fn files(folder: &Path) -> String {
    format!("\nFiles in {}: compare.md, .csv, .svg, .png and .toml, timing.csv\n", folder.display())
}

/// By how many games against whom, or evaluations, champions are measured.
fn measured(comparison: &Comparison) -> String {
    let measured = &comparison.measured;
    let (count, unit) = (thousands(measured.games), table::unit(comparison));
    if unit.is_all() {
        return format!("by {count} fresh {}", unit.games());
    }
    let against = measured.against.to_string().replace(',', ", ");
    format!("on {count} fresh games against {against}")
}

/// What is drawn of a comparison.
pub fn drawing(comparison: &Comparison, standings: &[VariantStandings]) -> Drawing {
    let unit = table::unit(comparison);
    let factor = unit.drawn();
    let variants = comparison.variants.iter().enumerate();
    let one = |(index, label): (usize, &String)| {
        let own = |at: &VariantStandings| {
            let standing = at.variants.iter().find(|it| it.variant == index)?;
            Some(Point {
                games: at.budget,
                seeds: standing.known_fitness().iter().map(|it| factor * it).collect(),
                mean: factor * standing.mean?,
                interval: standing.interval.map(|(low, high)| (factor * low, factor * high)),
            })
        };
        Series { label: label.clone(), points: standings.iter().filter_map(own).collect() }
    };
    let shard = comparison.shard.map_or(String::new(), |shard| format!(", shard {shard} alone"));
    Drawing {
        title: format!("{} of champions after {} of selection", unit.title(), unit.games()),
        lines: vec![format!(
            "{} a variant{shard}; champions measured {}",
            count(comparison.seeds, "seed", "seeds"),
            measured(comparison),
        )],
        unit: unit.axis(),
        counted: unit.games(),
        is_number: unit.is_all(),
        series: variants.map(|(index, variant)| one((index, &variant.label))).collect(),
    }
}
