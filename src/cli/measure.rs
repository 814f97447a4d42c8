//! `measure`: what weights are worth, on fresh games.

use super::failure::Failure;
use super::settings::parse_seed;
use super::weights::{self, Weights};
use super::{Common, figures, machine, output, progress};
use crate::backend::Threads;
use crate::play::opening::MOST_PLIES;
use crate::play::tally::Tally;
use crate::record::weights::Measured;
use crate::registry::{self, Table};
use crate::rng::{Purpose, Seed};
use crate::search::spec::Search;
use crate::tune::against::{Against, Kind};
use crate::tune::config::Config;
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
WEIGHTS is a built-in array (hand-tuned-v1 … hand-tuned-v4, generation-7822, champion-2 …
champion-6, …), a file that `export` wrote (json, csv, toml, grid or npy), or the name of a run,
for its champion.

Examples:
  starhop measure RUN
  starhop measure champion.json --against generation-7822 --games 100000
  starhop measure generation-7822 --against hand-tuned-v3 --rules report --seats first --seed 1
  starhop measure RUN --against hand-tuned-v1,hand-tuned-v4,generation-7822 --opening-plies 4
  starhop measure RUN --against champion-2,champion-report
  starhop measure RUN --json | jq .all.win_rate
")]
pub struct MeasureArgs {
    /// Weights to measure
    weights: String,
    /// Opponent in all other seats; several, with commas between them, are met one after another
    /// [default: the one of the game's default preset, such as hand-tuned-v4]
    #[arg(long, value_name = "WEIGHTS")]
    against: Option<Against>,
    /// Random plies that games begin with, 0 to 8; an opening is played from every seat
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_PLIES)))]
    opening_plies: u32,
    /// Games to play against each opponent
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

/// The result for machines. Against a single opponent its figures stand beside the rest, too.
#[derive(Serialize)]
struct Report<'a> {
    weights: &'a str,
    game: &'a str,
    players: usize,
    rules: String,
    opening_plies: u32,
    seed: Seed,
    #[serde(flatten)]
    only: Option<&'a OpponentReport>,
    opponents: &'a [OpponentReport],
    worst: &'a str,
}

/// The games against one opponent.
#[derive(Serialize)]
struct OpponentReport {
    distance: String,
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

/// What there is to measure, and how.
struct Bench<'a> {
    args: &'a MeasureArgs,
    search: Search,
    table: Box<dyn Table>,
    preset: Config,
    values: Vec<f64>,
    seed: Seed,
    quiet: bool,
}

/// Runs `measure`.
pub fn measure(args: MeasureArgs, common: &Common) -> Result<(), Failure> {
    let threads = machine::threads(args.threads)?;
    let home = common.home();
    let game = weights::game_of(args.game.as_deref(), &args.weights, &home);
    let entry = registry::find(&game)?;
    let preset = entry.preset(entry.presets()[0], args.players.unwrap_or(2))?;
    let usual = preset.against.fixed().next().map_or("", |it| it.name.as_str());
    let against = args.against.clone().unwrap_or_else(|| Against::one(usual));
    let opponents = against.opponents();
    if let Some(it) = opponents.iter().find(|it| Kind::of(&it.name) != Kind::Fixed) {
        return Err(Failure::usage(format!(
            "'{}' means something while a run evolves only; measure against arrays, files or runs",
            it.name
        )));
    }
    if let Some(it) = opponents.iter().find(|it| it.share != 1) {
        return Err(Failure::usage(format!(
            "each opponent is met in as many games: leave out the share of '{}'",
            it.name
        )));
    }
    let table = entry.open(preset.players, &preset.rules)?;
    let weights = weights::find(&args.weights, &game, table.as_ref(), &home)?;
    let (players, rules) = conditions(&args, &weights, &preset.rules);
    let table = entry.open(players, &rules)?;
    // Once more, since some arrays say nothing about positions that these rules allow.
    let values = weights::find(&args.weights, &game, table.as_ref(), &home)?.values;
    let vectors = weights::find_all(&against, &game, table.as_ref(), &home)?;
    let run = home.run(&args.weights).and_then(|run| run.config());
    let search = args.search.or(run.ok().map(|run| run.search)).unwrap_or_default();
    let seed = args.seed.map_or_else(Seed::draw, Ok)?;
    let bench = Bench { args: &args, search, table, preset, values, seed, quiet: common.quiet };
    let mut measured: Vec<(&str, String, Vec<Tally>)> = Vec::new();
    for (opponent, (_, vector)) in opponents.iter().zip(vectors) {
        let distance = bench.distance(&opponent.name);
        let by_seat = bench.meet(vector, &distance, threads)?;
        measured.push((&opponent.name, distance, by_seat));
    }
    let tallies = measured.iter().map(|(name, _, by_seat)| (*name, total(by_seat)));
    let tallies: Vec<(&str, Tally)> = tallies.collect();
    let worst = worst(&tallies);
    if args.json {
        let opponents: Vec<_> = measured.iter().map(|it| bench.report(it)).collect();
        return output::print_json(&Report {
            weights: &args.weights,
            game: &game,
            players,
            rules: bench.table.rules(),
            opening_plies: args.opening_plies,
            seed,
            only: opponents.first().filter(|_| opponents.len() == 1),
            opponents: &opponents,
            worst,
        });
    }
    let openings = match args.opening_plies {
        0 => String::new(),
        plies => format!(", {plies} random opening plies"),
    };
    let search = match search.is_greedy() {
        true => String::new(),
        false => format!(", {search}"),
    };
    let figures = match &measured[..] {
        [(_, _, by_seat)] => figures::by_seat(by_seat),
        _ => format!("{}\nWorst against {worst}.\n", figures::by_opponent(&tallies)),
    };
    output::print(&format!(
        "{} against {against}, {players} players, {}{openings}{search}, seed {}\n\n{figures}",
        args.weights,
        bench.table.rules(),
        seed.number(),
    ))
}

impl Bench<'_> {
    /// The array that measures a loser's distance.
    fn distance(&self, against: &str) -> String {
        match &self.args.distance {
            Some(name) => name.clone(),
            None if self.table.is_distance(against) => against.to_string(),
            None => self.preset.distance.clone(),
        }
    }

    /// All games against one opponent, by seat.
    fn meet(
        &self,
        against: Vec<f64>,
        distance: &str,
        threads: usize,
    ) -> Result<Vec<Tally>, Failure> {
        let terms = Terms {
            against: vec![(1, against)],
            hall_share: 0,
            population_share: 0,
            distance: weights::distance(distance, self.table.as_ref())?,
            opening_plies: self.args.opening_plies,
            seats: self.args.seats,
            search: self.search,
            conditions: self.preset.conditions,
            symmetric: false,
            fixed: Vec::new(),
            fitness: self.preset.fitness(),
            seed: self.seed,
        };
        let tuner = self.table.tuner(&terms, Threads::new(threads)?)?;
        Ok(play(tuner.as_ref(), &self.values, self.args.games, self.quiet))
    }

    fn report(&self, (name, distance, by_seat): &(&str, String, Vec<Tally>)) -> OpponentReport {
        let figures = |tally: &Tally| Measured::new(name, self.args.seats.name(), tally);
        OpponentReport {
            distance: distance.clone(),
            all: figures(&total(by_seat)),
            by_seat: (1..)
                .zip(by_seat)
                .map(|(seat, tally)| SeatReport { seat, measured: figures(tally) })
                .collect(),
        }
    }
}

/// The opponent against which the smallest share of the decided games was won.
fn worst<'a>(tallies: &[(&'a str, Tally)]) -> &'a str {
    let rate = |tally: &Tally| tally.win_rate().unwrap_or(0.0);
    let least = tallies.iter().min_by(|(_, a), (_, b)| rate(a).total_cmp(&rate(b)));
    least.map_or("", |(name, _)| name)
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
