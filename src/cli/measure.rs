//! `measure`: what weights are worth, on fresh games.

mod pictures;
mod report;
mod watch;

use super::failure::{Code, Failure};
use super::figures::Layout;
use super::settings::parse_seed;
use super::unit::Unit;
use super::work::{INTERRUPTED, stop_on_signal};
use super::{Common, figures, machine, output, screen};
use crate::play::batch::Seats;
use crate::play::opening::MOST_PLIES;
use crate::play::tally::Tally;
use crate::record::atomic::write_atomic;
use crate::record::disk::{self, Kind};
use crate::record::error::RecordError;
use crate::record::weights::WeightsFile;
use crate::report::export::{self, ArraySeats, Format};
use crate::rng::Seed;
use crate::search::spec::Search;
use crate::session::measure::{MeasureRequest, Measurement, Met, worst};
use crate::session::subject::GameRequest;
use crate::session::weights;
use crate::tune::against::Against;
use crate::tune::total;
use clap::Args;
use std::path::{Path, PathBuf};
pub use watch::Watch;

const FIRST: &str = "
Examples:
  starhop measure RUN                          against the usual opponent
  starhop measure champion.json --against generation-7822 --games 100000
  starhop measure RUN --own-terms              as the run measured it
  starhop measure my.txt --against champion-2  another program's numbers

`starhop measure --help` has all flags, and what a figure rests on.
";

const DETAILS: &str = "
WEIGHTS is a built-in array (hand-tuned-v1 … hand-tuned-v4, generation-7822, champion-2 …
champion-6, champion-halma, …), a file that `export` wrote, a text or source file of another
program, or the name of a run, for its champion.

Files of other programs hold a number for each hole, or each parameter, in any layout: 121 for
Chinese Checkers, 256 for Halma. They stand in reading order, the top row of the board first, for
the seat whose pegs begin at the top. `starhop export my.txt --format grid` shows how one was read.

Games begin with random plies, and one round in ten at the start of the game. Different games are
counted by their moves. Where fewer than 100 differ, as between players without chance from one
start, they are told one by one, without an interval: they say nothing about any other game.

Examples:
  starhop measure RUN
  starhop measure champion.json --against generation-7822 --games 100000
  starhop measure generation-7822 --against hand-tuned-v3 --rules report \\
      --seats first --opening-plies 0 --seed 1
  starhop measure RUN --against hand-tuned-v1,hand-tuned-v4,generation-7822
  starhop measure RUN --own-terms                 as the run measured it
  starhop measure RUN --json | jq .all.win_rate
";

/// Measure weights on fresh games, with intervals
#[derive(Args)]
#[command(after_help = FIRST, after_long_help = DETAILS)]
pub struct MeasureArgs {
    /// Weights to measure
    weights: String,
    /// Opponent in all other seats; several, with commas between them, are met one after another
    /// [default: the one of the game's default preset, such as hand-tuned-v4]
    #[arg(long, value_name = "WEIGHTS")]
    against: Option<Against>,
    /// Meet several opponents in one measurement, drawn by their shares, as in A=2,B
    #[arg(long, requires = "against", hide_short_help = true)]
    mix: bool,
    /// Random plies that games begin with, 0 to 8; an opening is played from every seat, and one
    /// round in ten begins at the start [default: as the run or file says, but 4 where that is 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_PLIES)))]
    opening_plies: Option<u32>,
    /// Measure on the terms on which the file or run says that its weights were measured
    #[arg(long, conflicts_with_all = ["against", "opening_plies", "players", "rules", "seats", "search", "game"])]
    own_terms: bool,
    /// Write what was measured into the weights file, which is a JSON file of `export`
    #[arg(long, hide_short_help = true)]
    save: bool,
    /// Games to play against each opponent
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Players [default: those that the weights were evolved for, or 2]
    #[arg(long)]
    players: Option<usize>,
    /// Rule set [default: the one that the weights were evolved for, or standard]
    #[arg(long, hide_short_help = true)]
    rules: Option<String>,
    /// Seats that the weights take [default: all]
    #[arg(long, value_enum, hide_short_help = true)]
    seats: Option<Seats>,
    /// How both look ahead, as in alphabeta(depth=2) [default: as the run did; else greedy]
    #[arg(long)]
    search: Option<Search>,
    /// Built-in array by which a loser's distance is measured [default: the opponent if it is
    /// hand-tuned, else hand-tuned-v4]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    distance: Option<String>,
    /// Seed of the games [default: drawn and printed]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Worker threads; results don't depend on it [default: one a core]
    #[arg(long, hide_short_help = true)]
    threads: Option<usize>,
    /// Game, as `starhop games` lists them [default: that of the weights]
    #[arg(long, hide_short_help = true)]
    game: Option<String>,
    /// Draw the win rate against each opponent, with its interval, into that folder
    #[arg(long, value_name = "FOLDER")]
    plot: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

impl MeasureArgs {
    fn request(&self) -> MeasureRequest {
        let MeasureArgs { mix, own_terms, opening_plies, seats, seed, .. } = *self;
        let (game, rules) = (self.game.clone(), self.rules.clone());
        let search = self.search.clone();
        MeasureRequest {
            weights: self.weights.clone(),
            game: GameRequest { game, players: self.players, rules },
            against: self.against.clone(),
            mix,
            own_terms,
            opening_plies,
            seats,
            search,
            distance: self.distance.clone(),
            seed,
        }
    }
}

/// Runs `measure`.
pub fn measure(args: &MeasureArgs, common: &Common) -> Result<(), Failure> {
    let stop = stop_on_signal(INTERRUPTED, common.quiet)?;
    let threads = machine::pool(machine::threads(args.threads)?)?.until(stop);
    let measurement = Measurement::find(&args.request(), &common.home())?;
    if args.save && measurement.meetings.len() > 1 {
        return Err(Failure::usage("--save needs one opponent, or several with --mix"));
    }
    if !common.quiet && weights::is_by_hand(&args.weights)? {
        let name = &args.weights;
        output::say(&format!("{name} has no checksum; it is taken as one written by hand."));
    }
    let file = measurement.subject.weights.file.clone();
    let file = args.save.then(|| savable(&args.weights, file)).transpose()?;
    let mut met: Vec<Met> = Vec::new();
    for meeting in &measurement.meetings {
        let mut watch =
            Watch::new(args.games, Unit(measurement.subject.preset.scoring), common.quiet);
        let mut done = |games, tally: &Tally| watch.played(games, tally);
        let played = measurement.play(meeting, args.games, &threads, &mut done);
        watch.finish();
        let played = played?;
        if total(&played.by_seat).games() > 0 {
            met.push(played);
        }
        if threads.is_stopped() {
            return broken_off(args, &measurement, &met, common);
        }
    }
    if let (Some(file), [met]) = (file, &met[..]) {
        let measured = measurement.figures(&met.name, &total(&met.by_seat));
        let file = WeightsFile { measured: Some(measured), ..file };
        let layout = measurement.subject.table.cells();
        let text = export::write(&file, &layout, Format::Json, ArraySeats::One(1));
        let written = write_atomic(Path::new(&args.weights), &text.map_err(Failure::usage)?);
        written.map_err(RecordError::from)?;
    }
    if let Some(folder) = &args.plot {
        let drawn = pictures::win_rates(&args.weights, &measurement, &met);
        super::pictures::figures(&drawn, folder, "measure")?;
    }
    match args.json {
        true => output::print_json(&report::report(&args.weights, &measurement, &met, false)),
        false => output::print(&describe(&args.weights, &measurement, &met)),
    }
}

/// Prints what is there of a measurement that was interrupted; no file is changed.
fn broken_off(
    args: &MeasureArgs,
    measurement: &Measurement,
    met: &[Met],
    common: &Common,
) -> Result<(), Failure> {
    let asked = args.games * measurement.meetings.len() as u64;
    let games: u64 = met.iter().map(|met| total(&met.by_seat).games()).sum();
    match (met, args.json) {
        ([], _) if common.quiet => {}
        ([], _) => output::say("No game is over yet."),
        (_, true) => {
            output::print_json(&report::report(&args.weights, measurement, met, true))?;
        }
        (_, false) => {
            let [games, asked] = [games, asked].map(figures::thousands);
            let text = describe(&args.weights, measurement, met);
            output::print(&format!("{text}\nInterrupted after {games} of {asked} games.\n"))?;
        }
    }
    Err(Failure::new(Code::Interrupted, ""))
}

/// The file that is to say what was measured.
fn savable(name: &str, file: Option<WeightsFile>) -> Result<WeightsFile, Failure> {
    let is_json = Path::new(name).extension().is_some_and(|it| it == "json");
    let why = || Failure::usage(format!("--save writes JSON files of `export`; '{name}' is none"));
    let is_file = disk::kind(Path::new(name))? == Some(Kind::File);
    file.filter(|_| is_json && is_file).ok_or_else(why)
}

fn describe(weights: &str, measurement: &Measurement, met: &[Met]) -> String {
    let tallies: Vec<(&str, Tally)> =
        met.iter().map(|it| (it.name.as_str(), total(&it.by_seat))).collect();
    let names: Vec<&str> = tallies.iter().map(|(name, _)| *name).collect();
    let search = match measurement.search.is_greedy() {
        true => String::new(),
        false => format!(", {}", measurement.search),
    };
    let layout = Layout { unit: Unit(measurement.subject.preset.scoring), width: screen::width() };
    let figures = match met {
        [met] => figures::by_seat(&met.by_seat, layout),
        _ => {
            let worst = worst(met);
            format!("{}\nWorst against {worst}.\n", figures::by_opponent(&tallies, layout))
        }
    };
    let table = measurement.subject.table.as_ref();
    let heading = format!(
        "{weights} against {}, {} players, {}, {}{search}, seed {}\n\n",
        names.join(","),
        table.players(),
        table.rules(),
        figures::openings(measurement.opening_plies),
        measurement.seed.number(),
    );
    screen::wrap(&heading, layout.width) + &figures
}
