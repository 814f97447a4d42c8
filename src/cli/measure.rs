//! `measure`: what weights are worth, on fresh games.

mod report;
mod terms;

use super::failure::Failure;
use super::settings::parse_seed;
use super::{Common, figures, machine, output, progress};
use crate::backend::Threads;
use crate::play::opening::MOST_PLIES;
use crate::play::tally::Tally;
use crate::record::atomic::write_atomic;
use crate::record::error::RecordError;
use crate::record::weights::WeightsFile;
use crate::rng::{Purpose, Seed};
use crate::search::spec::Search;
use crate::tune::against::Against;
use crate::tune::count::Count;
use crate::tune::fitness::Seats;
use crate::tune::{Tuner, matches, total};
use clap::Args;
use std::path::Path;
use terms::{Meeting, Setup, Terms};

/// Games between two looks at the progress bar.
const PART: u64 = 2048;

/// Measure weights on fresh games, with intervals
#[derive(Args)]
#[command(after_help = "
WEIGHTS is a built-in array (hand-tuned-v1 … hand-tuned-v4, generation-7822, champion-2 …
champion-6, …), a file that `export` wrote (json, csv, toml, grid or npy), or the name of a run,
for its champion.

Games begin with random plies, and one round in ten at the start of the game. Different games are
counted by their moves. Where fewer than 100 differ, as between players without chance from one
start, they are told one by one, without an interval: they say nothing about any other game.

Examples:
  starhop measure RUN
  starhop measure champion.json --against generation-7822 --games 100000
  starhop measure generation-7822 --against hand-tuned-v3 --rules report --seats first \\
      --opening-plies 0 --seed 1
  starhop measure RUN --against hand-tuned-v1,hand-tuned-v4,generation-7822
  starhop measure RUN --own-terms                 as the run measured it
  starhop measure RUN --json | jq .all.win_rate
")]
pub struct MeasureArgs {
    /// Weights to measure
    weights: String,
    /// Opponent in all other seats; several, with commas between them, are met one after another
    /// [default: the one of the game's default preset, such as hand-tuned-v4]
    #[arg(long, value_name = "WEIGHTS")]
    against: Option<Against>,
    /// Meet several opponents in one measurement, drawn by their shares, as in A=2,B
    #[arg(long, requires = "against")]
    mix: bool,
    /// Random plies that games begin with, 0 to 8; an opening is played from every seat, and one
    /// round in ten begins at the start [default: as the run or file says, but 4 where that is 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_PLIES)))]
    opening_plies: Option<u32>,
    /// Measure on the terms on which the file or run says that its weights were measured
    #[arg(long, conflicts_with_all = ["against", "opening_plies", "players", "rules", "seats", "search", "game"])]
    own_terms: bool,
    /// Write what was measured into the weights file, which is a JSON file of `export`
    #[arg(long)]
    save: bool,
    /// Games to play against each opponent
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Players [default: those that the weights were evolved for, or 2]
    #[arg(long)]
    players: Option<usize>,
    /// Rule set [default: the one that the weights were evolved for, or standard]
    #[arg(long)]
    rules: Option<String>,
    /// Seats that the weights take [default: all]
    #[arg(long, value_enum)]
    seats: Option<Seats>,
    /// How both look ahead, as in alphabeta(depth=2) [default: as the run did; else greedy]
    #[arg(long)]
    search: Option<Search>,
    /// Built-in array by which a loser's distance is measured [default: the opponent if it is
    /// hand-tuned, else hand-tuned-v4]
    #[arg(long, value_name = "NAME")]
    distance: Option<String>,
    /// Seed of the games [default: drawn and printed]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Worker threads; results don't depend on it [default: one a core]
    #[arg(long)]
    threads: Option<usize>,
    /// Game [default: that of the weights]
    #[arg(long)]
    game: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// What the games against an opponent, or a mix of several, came to.
struct Met {
    name: String,
    distance: String,
    by_seat: Vec<Tally>,
}

/// Runs `measure`.
pub fn measure(args: MeasureArgs, common: &Common) -> Result<(), Failure> {
    let threads = Threads::new(machine::threads(args.threads)?)?;
    let Setup { terms, table, values, file, meetings } = terms::find(&args, common)?;
    if args.save && meetings.len() > 1 {
        return Err(Failure::usage("--save needs one opponent, or several with --mix"));
    }
    let file = args.save.then(|| savable(&args.weights, file)).transpose()?;
    let mut met: Vec<Met> = Vec::new();
    for Meeting { name, distance, terms } in meetings {
        let tuner = table.tuner(&terms, threads.clone())?;
        let by_seat = play(tuner.as_ref(), &terms, &values, (args.games, table.players()), common);
        met.push(Met { name, distance, by_seat });
    }
    if let (Some(file), [met]) = (file, &met[..]) {
        let measured = terms.measured(&met.name, &total(&met.by_seat));
        let file = WeightsFile { measured: Some(measured), ..file };
        let written = write_atomic(Path::new(&args.weights), file.to_json().as_bytes());
        written.map_err(RecordError::from)?;
    }
    match args.json {
        true => output::print_json(&report::report(&args.weights, &terms, &met)),
        false => output::print(&describe(&args.weights, &terms, &met)),
    }
}

/// The file that is to say what was measured.
fn savable(name: &str, file: Option<WeightsFile>) -> Result<WeightsFile, Failure> {
    let is_json = Path::new(name).extension().is_some_and(|it| it == "json");
    let why = || Failure::usage(format!("--save writes JSON files of `export`; '{name}' is none"));
    file.filter(|_| is_json && Path::new(name).is_file()).ok_or_else(why)
}

fn play(
    tuner: &dyn Tuner,
    terms: &matches::Terms,
    values: &[f64],
    (games, players): (u64, usize),
    common: &Common,
) -> Vec<Tally> {
    let bar = progress::games_bar(games, common.quiet);
    let mut count = Count::new(terms.fitness, players);
    for begin in (0..games).step_by(PART as usize) {
        let part = begin..(begin + PART).min(games);
        let results = tuner.results(values, Purpose::Measure, &[], part.clone());
        for (game, score) in part.zip(&results) {
            count.add(usize::from(terms.seats.seat(game, players)), score);
        }
        bar.set_position(begin + results.len() as u64);
    }
    bar.finish_and_clear();
    count.tallies()
}

fn describe(weights: &str, terms: &Terms, met: &[Met]) -> String {
    let tallies: Vec<(&str, Tally)> =
        met.iter().map(|it| (it.name.as_str(), total(&it.by_seat))).collect();
    let names: Vec<&str> = tallies.iter().map(|(name, _)| *name).collect();
    let search = match terms.search.is_greedy() {
        true => String::new(),
        false => format!(", {}", terms.search),
    };
    let figures = match met {
        [met] => figures::by_seat(&met.by_seat),
        _ => {
            let worst = worst(met);
            format!("{}\nWorst against {worst}.\n", figures::by_opponent(&tallies))
        }
    };
    format!(
        "{weights} against {}, {} players, {}, {}{search}, seed {}\n\n{figures}",
        names.join(","),
        terms.players,
        terms.rules,
        figures::openings(terms.opening_plies),
        terms.seed.number(),
    )
}

/// The opponent against which the smallest share of the decided games was won.
fn worst(met: &[Met]) -> &str {
    let rate = |met: &Met| total(&met.by_seat).win_rate().unwrap_or(0.0);
    let least = met.iter().min_by(|a, b| rate(a).total_cmp(&rate(b)));
    least.map_or("", |met| &met.name)
}
