//! `measure`: what weights are worth, on fresh games.

mod kept;
mod notes;
mod pictures;
pub mod report;
mod save;
mod watch;
pub mod words;

use super::failure::Failure;
use super::flag::{game_flag, unusual};
use super::plot::check_folder;
use super::settings::parse_seed;
use super::unit::Unit;
use super::work::INTERRUPTED;
use super::{Common, figures, machine, output, quoted, shard};
use crate::backend::Threads;
use crate::play::batch::Seats;
use crate::play::opening::MOST_PLIES;
use crate::play::shard::Shard;
use crate::record::home::Home;
use crate::record::measurement::{Counted, MOST_GAMES, Met, Taker};
use crate::registry;
use crate::report::intervals::Figures;
use crate::rng::Seed;
use crate::search::spec::Search;
use crate::session::measure::{MeasureRequest, Measurement};
use crate::session::subject::GameRequest;
use crate::session::weights::PLAYERS;
use crate::tune::against::Against;
use clap::Args;
use kept::Kept;
pub use kept::{check, conclude, show, verify};
use std::path::{Path, PathBuf};
use watch::Watch;

/// What the first Ctrl-C of a measurement does that is kept.
const KEEPING: &str = "Stopping; all games that are over are kept. Ctrl-C again stops at once.";

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

Files of other programs have a number for each hole, or each parameter, in any layout: 121 for
Chinese Checkers, 256 for Halma. The numbers are in reading order, the top row of the board first,
for the seat whose pegs begin at the top. `starhop export my.txt --format grid` shows how a file was
read.

Games begin with random plies, but one round in ten at the start of the game. Games with the same
moves count as one different game. If fewer than 100 games differ, as when players without random
numbers begin at one position, only the different games are counted, without an interval: they say
nothing about any other game.

With --name, results/NAME/ has every game (games.csv, one row each), the figures (measurement.json)
and all settings (measurement.toml). If the command was stopped, the same command goes on from
there. `show` prints the figures, `verify` plays all games again.

Examples:
  starhop measure RUN
  starhop measure champion.json --against generation-7822 --games 100000
  starhop measure generation-7822 --against hand-tuned-v3 --rules report \\
      --seats first --opening-plies 0 --seed 1
  starhop measure RUN --against hand-tuned-v1,hand-tuned-v4,generation-7822
  starhop measure RUN --own-terms                 as the run measured it
  starhop measure RUN --json | jq .all.win_rate
  starhop measure champion-2 --games 1000000 --name m --seed 1 --shard 1/6
  starhop merge m
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
    /// Measure on the terms that the file or run names: those of its own measurement
    #[arg(long, conflicts_with_all = ["against", "opening_plies", "players", "rules", "seats", "search", "game"])]
    own_terms: bool,
    /// Write the result into the weights file, which must be a JSON file of `export`
    #[arg(long, hide_short_help = true)]
    save: bool,
    /// Games to play against each opponent
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Players [default: those that the weights were evolved for, or 2]
    #[arg(long)]
    players: Option<usize>,
    /// Rule set [default: the one that the weights were evolved for with as many players, or standard]
    #[arg(long, hide_short_help = true)]
    rules: Option<String>,
    /// Seats that the weights take [default: all]
    #[arg(long, value_enum, hide_short_help = true)]
    seats: Option<Seats>,
    /// Search of all players, as in alphabeta(depth=2) [default: as the run did; else greedy]
    #[arg(long)]
    search: Option<Search>,
    /// Built-in array by which a loser's distance is measured [default: the opponent if it is
    /// hand-tuned, else hand-tuned-v4]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    distance: Option<String>,
    /// Seed of the games [default: that of the measurement of that name, or drawn and printed]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Keep all games and figures in the folder results/NAME; the same command again goes on there
    #[arg(long)]
    name: Option<String>,
    /// Play only part I of N, for `starhop merge`; auto/N takes I from a scheduler, and auto both from
    /// Slurm
    #[arg(long, value_name = "I/N", value_parser = shard::parse, requires_all = ["name", "seed"], conflicts_with_all = ["save", "plot"], hide_short_help = true)]
    shard: Option<Shard>,
    /// Worker threads; results don't depend on their number [default: one for each core]
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
    fn request(&self, home: &Home) -> Result<MeasureRequest, Failure> {
        let MeasureArgs { mix, own_terms, opening_plies, seats, .. } = *self;
        let (game, rules) = (self.game.clone(), self.rules.clone());
        let search = self.search.clone();
        let seed = match (&self.name, self.seed) {
            (Some(name), None) => home.measurement_seed(name)?,
            (_, seed) => seed,
        };
        Ok(MeasureRequest {
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
        })
    }
}

/// Runs `measure`.
pub fn measure(args: &MeasureArgs, common: &Common) -> Result<(), Failure> {
    let note = if args.name.is_some() { KEEPING } else { INTERRUPTED };
    let threads = machine::stoppable(args.threads, note, common.quiet)?;
    let home = common.home();
    let measurement = Measurement::find(&args.request(&home)?, &home)?;
    if args.save && measurement.meetings.len() > 1 {
        return Err(Failure::usage("--save needs one opponent, or several with --mix"));
    }
    if args.plot.is_some() && measurement.subject.preset.scoring.is_number() {
        return Err(Failure::usage("--plot draws who wins; the program answers scores"));
    }
    if !common.quiet {
        notes::say(args, &measurement, &home)?;
    }
    if let Some(folder) = &args.plot {
        check_folder(folder, "--plot")?;
    }
    if args.save && args.distance.is_some() {
        return Err(Failure::usage(
            "--save: the file says nothing of a --distance; leave out one of the two",
        ));
    }
    let file = args.save.then(|| save::savable(&args.weights, &measurement)).transpose()?;
    let mut kept = Kept::begin(args, &measurement, common)?;
    play(&measurement, kept.taker(), &threads, common)?;
    let counted = kept.taker().counted();
    if !counted.is_done() {
        return broken_off(args, counted, common);
    }
    let met = counted.met();
    let drawn = pictures::win_rates(counted.settings(), &met);
    let saved = match (file, &met[..]) {
        (Some(file), [met]) => save::save(&args.weights, &measurement, file, met),
        _ => Ok(()),
    };
    tell(kept, &met, args.json, common)?;
    // After the figures, which a file that can't be written doesn't take away.
    saved?;
    if let Some(words) = all_opponents(args, &measurement).filter(|_| !args.json) {
        common.say(&format!(
            "\nOne opponent says little. All that are known:\n  {}",
            common.command(&words)
        ));
    }
    match &args.plot {
        Some(folder) => draw(&drawn, folder, common),
        None => Ok(()),
    }
}

/// The command that measures weights of no run against all that are known, where it was asked for none.
fn all_opponents(args: &MeasureArgs, measurement: &Measurement) -> Option<String> {
    let (subject, table) = (&measurement.subject, measurement.subject.table.as_ref());
    let is_asked = args.against.is_some() || args.own_terms || args.name.is_some();
    if is_asked || subject.run.is_some() {
        return None;
    }
    let known = (registry::find(table.name()).ok()?.yardsticks)(table.players());
    let others: Vec<&str> = known.iter().copied().filter(|it| *it != args.weights).collect();
    let players = ("players", table.players().to_string(), table.players() != PLAYERS);
    let asked = [
        ("rules", args.rules.as_ref().map(|it| quoted(it))),
        ("opening-plies", args.opening_plies.map(|it| it.to_string())),
        ("seats", args.seats.map(|it| it.name().to_string())),
        ("search", args.search.as_ref().map(|it| quoted(&it.to_string()))),
    ];
    let asked = asked.into_iter().filter_map(|(flag, value)| Some((flag, value?, true)));
    let flags = unusual([game_flag(table.name()), players].into_iter().chain(asked));
    let (weights, against) = (quoted(&args.weights), others.join(","));
    (others.len() > 1).then(|| format!("measure {weights} --against {against}{flags}"))
}

/// Prints what came out, and keeps it where it has a folder.
fn tell(kept: Kept, met: &[Met], json: bool, common: &Common) -> Result<(), Failure> {
    match kept {
        Kept::Nowhere(counted) if json => {
            output::print_json(&report::report(counted.settings(), met, false))
        }
        Kept::Nowhere(counted) => output::print(&words::describe(counted.settings(), met)),
        Kept::Here { name, record } => conclude(&name, &record, json, common),
    }
}

/// Draws what was won into a folder, where anything was.
fn draw(drawn: &Figures, folder: &Path, common: &Common) -> Result<(), Failure> {
    let files = super::pictures::figures(drawn, folder, "measure")?;
    if files.is_empty() {
        common.say("No picture was drawn: no game was decided.");
    }
    Ok(())
}

/// Plays all games that are left, until the threads are asked to stop.
pub fn play(
    measurement: &Measurement,
    taker: &mut dyn Taker,
    threads: &Threads,
    common: &Common,
) -> Result<(), Failure> {
    let unit = Unit(measurement.subject.preset.scoring);
    while let Some((opponent, _)) = taker.counted().left()
        && !threads.is_stopped()
    {
        let counted = taker.counted();
        let (done, all) = (counted.against(opponent), counted.settings().own_games());
        let mut watch = Watch::new(done..all, unit, common.quiet);
        let mut hear = |counted: &Counted| {
            watch.played(counted.against(opponent), &counted.tally(opponent));
        };
        measurement.play(taker, threads, &mut hear)?;
        watch.finish();
    }
    Ok(())
}

/// Prints what is there of a measurement that was interrupted, and how it goes on where that is kept.
fn broken_off(args: &MeasureArgs, counted: &Counted, common: &Common) -> Result<(), Failure> {
    let (settings, met) = (counted.settings(), counted.met());
    match (&met[..], args.json) {
        ([], _) => common.say("No game is over yet."),
        (_, true) => output::print_json(&report::report(settings, &met, true))?,
        (_, false) => {
            let (text, games) = (words::describe(settings, &met), progress(counted));
            output::print(&format!("{text}\nInterrupted after {games}.\n"))?;
        }
    }
    if args.name.is_some() {
        common.say(&format!("\nAll games so far are kept. To go on:\n  {}", Common::typed()));
    }
    Err(Failure::interrupted())
}

/// How many games there are of how many.
fn progress(counted: &Counted) -> String {
    let [games, all] = [counted.games(), counted.settings().all_games()].map(figures::thousands);
    format!("{games} of {all} games")
}
