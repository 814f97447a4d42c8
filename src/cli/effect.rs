//! `effect`: what each parameter is good for.

use super::failure::{Failure, ended};
use super::figures::{self, interval, percent, thousands};
use super::settings::parse_seed;
use super::work::INTERRUPTED;
use super::{Common, machine, output, progress};
use crate::parameter::Parameter;
use crate::play::clustered::Clustered;
use crate::play::effect::EffectSettings;
use crate::play::opening::MOST_PLIES;
use crate::registry::Table;
use crate::report::markdown;
use crate::report::number::text;
use crate::rng::Seed;
use crate::search::spec::{Method, Search};
use crate::session::subject::{GameRequest, Subject};
use crate::session::weights::Weights;
use clap::Args;
use serde::Serialize;

/// Rows of a table at most.
const MOST_ROWS: usize = 30;

/// Show what each parameter does: the share of moves that change without it
#[derive(Args)]
#[command(after_help = "
WEIGHTS play games against themselves, with random openings. At some moves of each game, every
parameter in turn is set to the middle of the range from which random first generations are drawn,
and the player to move is asked whether it would now play another move. Evolution can't see a
parameter on which no move depends; `evolve --fix` keeps such a parameter at its value.

Intervals are of 95 %, and treat the moves of one game as dependent; with fewer than 30 different
games there are none. A repeated game counts once.

Examples:
  starhop effect published --seed 1
  starhop effect RUN --games 500 --moves 0
  starhop effect published --search greedy --json | jq '.parameters[0].share'
")]
pub struct EffectArgs {
    /// A built-in array, a weights file or a run
    weights: String,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Moves of each game that are looked at, drawn at random; 0 for all
    #[arg(long, value_name = "N", default_value_t = 10)]
    moves: u32,
    /// Random plies that games begin with, 0 to 8
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_PLIES)))]
    opening_plies: u32,
    /// Search of all players [default: as the run did; else as the game's default preset]
    #[arg(long)]
    search: Option<Search>,
    /// Players [default: those that the weights were evolved for, or 2]
    #[arg(long)]
    players: Option<usize>,
    /// Rule set [default: the one that the weights were evolved for, or that of the preset]
    #[arg(long)]
    rules: Option<String>,
    /// Seed of the games [default: drawn and printed]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Worker threads; results don't depend on their number [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Game, as `starhop games` lists them [default: that of the weights]
    #[arg(long)]
    game: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The result for machines.
#[derive(Serialize)]
struct Report<'a> {
    weights: &'a str,
    game: &'a str,
    players: usize,
    rules: String,
    search: Search,
    opening_plies: u32,
    games: u64,
    different_games: u64,
    moves: u64,
    seed: Seed,
    parameters: &'a [Row],
    /// Whether it was cut short.
    interrupted: bool,
}

/// A parameter, in the order of the vector.
#[derive(Serialize)]
struct Row {
    name: String,
    value: f64,
    start: f64,
    fixed: bool,
    changed: u64,
    share: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// Runs `effect`.
pub fn effect(args: &EffectArgs, common: &Common) -> Result<(), Failure> {
    let threads = machine::stoppable(args.threads, INTERRUPTED, common.quiet)?;
    let (game, rules) = (args.game.clone(), args.rules.clone());
    let asked = GameRequest { game, players: args.players, rules };
    let subject = Subject::find(&args.weights, &asked, &common.home())?;
    let table = subject.table.as_ref();
    let search = args.search.clone().or(subject.search()).unwrap_or(subject.preset.search);
    if search.method == Method::Random {
        return Err(Failure::usage("search must go by the weights, which random play doesn't"));
    }
    let seed = args.seed.map_or_else(Seed::draw, Ok)?;
    let EffectArgs { opening_plies, moves, .. } = *args;
    let (moves, asked) = (moves as usize, args.games);
    let settings =
        EffectSettings { games: asked, opening_plies, moves, search: search.clone(), seed };
    let bar = progress::games_bar(asked, common.quiet);
    let mut games = 0;
    let mut done = |over| {
        games = over;
        bar.set_position(over);
    };
    let found = table.effects(&subject.weights.values, &settings, &threads, &mut done)?;
    bar.finish_and_clear();
    let interrupted = games < asked;
    let rows = rows(table, &subject.weights, &found);
    let (moves, different_games) = found.first().map_or((0, 0), |it| (it.trials, it.clusters));
    let report = Report {
        weights: &args.weights,
        game: table.name(),
        players: table.players(),
        rules: table.rules(),
        search,
        opening_plies,
        games,
        different_games,
        moves,
        seed,
        parameters: &rows,
        interrupted,
    };
    match args.json {
        _ if games == 0 => output::say("No game is over yet."),
        true => output::print_json(&report)?,
        false => output::print(&(words(&report) + &cut_short(games, asked)))?,
    }
    ended(interrupted)
}

/// The result for people.
fn words(report: &Report<'_>) -> String {
    format!(
        "{}, {} players, {}, {}, {}, seed {}\n\n\
         {} moves of {}, and how many of them change where a parameter is set to what stands beside it\n\n{}",
        report.weights,
        report.players,
        report.rules,
        report.search,
        figures::opening_plies(report.opening_plies),
        report.seed.number(),
        thousands(report.moves),
        of_games(report.games, report.different_games),
        describe(report.parameters),
    )
}

/// The games, and how many of them differ where some came again.
fn of_games(games: u64, different: u64) -> String {
    match different < games {
        true => format!("{} games ({} different)", thousands(games), thousands(different)),
        false => format!("{} games", thousands(games)),
    }
}

/// That games are missing, where they are.
fn cut_short(games: u64, asked: u64) -> String {
    match games < asked {
        true => {
            format!("\nInterrupted after {} of {} games.\n", thousands(games), thousands(asked))
        }
        false => String::new(),
    }
}

fn rows(table: &dyn Table, weights: &Weights, found: &[Clustered]) -> Vec<Row> {
    let fixed = weights.file.as_ref().map_or(&[][..], |file| &file.fixed);
    let row = |((parameter, &value), found): ((Parameter, &f64), &Clustered)| {
        let start = parameter.middle();
        // Nothing is learnt of what was set to what it is.
        let was_tried = value != start;
        let ends = found.interval().filter(|_| was_tried);
        Row {
            start,
            fixed: fixed.contains(&parameter.name),
            name: parameter.name,
            value,
            changed: found.successes,
            share: found.share().filter(|_| was_tried),
            low: ends.map(|(low, _)| low),
            high: ends.map(|(_, high)| high),
        }
    };
    table.parameters().into_iter().zip(&weights.values).zip(found).map(row).collect()
}

fn value(value: f64) -> String {
    text(value, if value.fract() == 0.0 { 0 } else { 4 })
}

/// All parameters, or of many those with the greatest effects.
fn describe(rows: &[Row]) -> String {
    let mut rows: Vec<&Row> = rows.iter().collect();
    let tried = rows.iter().filter(|row| row.value != row.start).count();
    let without = rows.iter().filter(|row| row.value != row.start && row.changed == 0).count();
    let count = rows.len();
    if count > MOST_ROWS {
        rows.sort_by_key(|row| std::cmp::Reverse(row.changed));
        rows.truncate(MOST_ROWS);
    }
    let titles = ["parameter", "value", "set to", "changed", "share", "95 %"];
    let mut table = vec![titles.map(str::to_string).to_vec()];
    table.extend(rows.iter().map(|row| {
        let fixed = if row.fixed { ", fixed" } else { "" };
        vec![
            format!("{}{fixed}", row.name),
            value(row.value),
            value(row.start),
            row.changed.to_string(),
            percent(row.share),
            interval(row.low.zip(row.high)),
        ]
    }));
    let note = match count > rows.len() {
        true => format!("\nThe {} greatest of {count}; --json has all.\n", rows.len()),
        false => String::new(),
    };
    let none = match count - tried {
        all if tried == 0 && all > 0 => {
            "\nAll parameters are there already, so that setting them tells nothing.\n".to_string()
        }
        0 => format!("\n{without} of {count} parameters changed no move.\n"),
        idle => format!(
            "\n{without} of {tried} parameters changed no move; not counted are {idle} that \
             are there already.\n"
        ),
    };
    markdown::table(&table, 1) + &note + &none
}
