//! `measure`: what weights are worth, on fresh games.

use super::failure::Failure;
use super::settings::{is_hand_tuned, parse_seed};
use super::weights::{self, Weights};
use super::{Common, figures, machine, output, progress};
use crate::backend::Threads;
use crate::play::tally::Tally;
use crate::record::weights::Measured;
use crate::registry;
use crate::rng::{Purpose, Seed};
use crate::tune::fitness::Seats;
use crate::tune::matches::Terms;
use crate::tune::{Tuner, total};
use clap::Args;
use serde::Serialize;

/// Games between two looks at the progress bar.
const PART: u64 = 2048;

/// Measure weights on fresh games, with intervals
#[derive(Args)]
#[command(after_help = "
WEIGHTS is a built-in array (hand-tuned-v1 … hand-tuned-v4, generation-7822, …), a file that
`export` wrote (json, csv, toml, grid or npy), or the name of a run, for its champion.

Examples:
  starhop measure RUN
  starhop measure champion.json --against generation-7822 --games 100000
  starhop measure generation-7822 --against hand-tuned-v3 --rules report --seats first --seed 1
  starhop measure RUN --json | jq .all.win_rate
")]
pub struct MeasureArgs {
    /// Weights to measure
    weights: String,
    /// Opponent in all other seats
    #[arg(long, value_name = "WEIGHTS", default_value = "hand-tuned-v4")]
    against: String,
    /// Games to play
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Players [default: those that the weights were evolved for, or 2]
    #[arg(long)]
    players: Option<usize>,
    /// Rule set [default: the one that the weights were evolved for, or standard]
    #[arg(long)]
    rules: Option<String>,
    /// Seats that the weights take
    #[arg(long, value_enum, default_value_t = Seats::All)]
    seats: Seats,
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
    /// Game
    #[arg(long, default_value = "chinese-checkers")]
    game: String,
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
    distance: &'a str,
    seed: Seed,
    all: Measured,
    by_seat: Vec<SeatReport>,
}

/// The games of one seat.
#[derive(Serialize)]
struct SeatReport {
    seat: usize,
    #[serde(flatten)]
    measured: Measured,
}

/// Runs `measure`.
pub fn measure(args: MeasureArgs, common: &Common) -> Result<(), Failure> {
    let threads = machine::threads(args.threads)?;
    let entry = registry::find(&args.game)?;
    let home = common.home();
    let preset = entry.preset(entry.presets()[0], args.players.unwrap_or(2))?;
    let table = entry.open(preset.players, &preset.rules)?;
    let weights = weights::find(&args.weights, &args.game, table.as_ref(), &home)?;
    let (players, rules) = conditions(&args, &weights, &preset.rules);
    let table = entry.open(players, &rules)?;
    // Once more, since some arrays say nothing about positions that these rules allow.
    let weights = weights::find(&args.weights, &args.game, table.as_ref(), &home)?;
    let against = weights::find(&args.against, &args.game, table.as_ref(), &home)?;
    let distance = args.distance.as_deref().unwrap_or(match args.against.as_str() {
        name if is_hand_tuned(name, table.as_ref()) => name,
        _ => &preset.distance,
    });
    let seed = args.seed.map_or_else(Seed::draw, Ok)?;
    let terms = Terms {
        against: against.values,
        distance: weights::distance(distance, table.as_ref())?,
        seats: args.seats,
        conditions: preset.conditions,
        fitness: preset.fitness(),
        seed,
    };
    let tuner = table.tuner(&terms, Threads::new(threads)?);
    let by_seat = play(tuner.as_ref(), &weights.values, args.games, common.quiet);
    if args.json {
        let figures = |tally: &Tally| Measured::new(&args.against, args.seats.name(), tally);
        return output::print_json(&Report {
            weights: &args.weights,
            game: &args.game,
            players,
            rules: table.rules(),
            distance,
            seed,
            all: figures(&total(&by_seat)),
            by_seat: (1..)
                .zip(&by_seat)
                .map(|(seat, tally)| SeatReport { seat, measured: figures(tally) })
                .collect(),
        });
    }
    output::print(&format!(
        "{} against {}, {players} players, {}, seed {}\n\n{}",
        args.weights,
        args.against,
        table.rules(),
        seed.number(),
        figures::by_seat(&by_seat)
    ))
}

/// Players and rules: as asked for, else as the weights were evolved for, else the defaults.
fn conditions(args: &MeasureArgs, weights: &Weights, standard: &str) -> (usize, String) {
    let file = weights.file.as_ref();
    let players = args.players.or(file.map(|file| file.players)).unwrap_or(2);
    let evolved = file.filter(|file| file.players == players).map(|file| file.rules.clone());
    let name = standard.split(':').next().unwrap_or(standard).to_string();
    (players, args.rules.clone().or(evolved).unwrap_or(name))
}

fn play(tuner: &dyn Tuner, values: &[f64], games: u64, quiet: bool) -> Vec<Tally> {
    let bar = progress::games_bar(games, quiet);
    let mut by_seat: Vec<Tally> = Vec::new();
    let mut done = 0;
    while done < games {
        let next = (done + PART).min(games);
        let part = tuner.measure(values, Purpose::Measure, &[], done..next);
        by_seat.resize(part.len(), Tally::default());
        by_seat.iter_mut().zip(&part).for_each(|(sum, tally)| sum.add(tally));
        bar.set_position(next);
        done = next;
    }
    bar.finish_and_clear();
    by_seat
}
