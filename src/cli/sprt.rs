//! `sprt`: whether one array is stronger than another, by a sequential test.

mod asked;
mod contest;
mod kept;
mod report;
mod words;

use super::failure::{Failure, ended};
use super::settings::parse_seed;
use super::{Common, machine, openings, output, progress};
use crate::play::opening::MOST_PLIES;
use crate::play::sprt::Hypotheses;
use crate::registry::Table;
use crate::report::number;
use crate::rng::Seed;
use crate::session::sprt::{self, PLAYERS, REPETITIONS, Test, Trial};
use crate::session::weights;
use asked::Asked;
use clap::Args;
use indicatif::ProgressBar;
pub use kept::{Account, show};
pub use report::verdict;
use std::path::PathBuf;
use words::Told;

/// The hypotheses by default.
const ELO0: f64 = 0.0;
const ELO1: f64 = 10.0;
/// The chance of either error by default.
const ERROR_RATE: f64 = 0.05;

/// Test whether one array or bot is stronger than another, with as many games as that takes
#[derive(Args)]
#[command(after_help = "
A and B are built-in arrays, files that `export` wrote, names of runs, for their champions, or bots
that use one of these, as in 'alphabeta(depth=2):champion-2'. They play pairs of games with the same
random opening, one game from each seat. An unfinished game is a draw, and so is a game of bots in
which a position occurs for the third time. The two hypotheses are that A is --elo0 or --elo1 nElo
stronger than B. After each pair their log likelihood ratio (LLR) is compared with limits that
follow from --alpha and --beta. Normalized Elo (nElo) is how far a game's mean score is above one
half, in standard deviations, times 347. The nearer the hypotheses, the more pairs the test
takes: about 3,000 for 0 and 10, 130 for 0 and 50. The ratio counts only as many pairs as differ. If
most games are repeated, the test ends without a verdict, and needs more --opening-plies. With
--openings pairs take the lines of FILE in turn, after the last again from the first, and such a test
needs a longer file.

The verdict depends on the seed, but not on the number of threads. The exit code is 0 whatever the
verdict is. It is 130 if Ctrl-C stopped the test, which then prints its figures so far. The Elo and
nElo of a test with a verdict are biased away from the middle of the hypotheses, since the test
stopped when they were far from it. `measure` plays fresh games, whose figures are not biased.

If A or B is a run or weights of a program (`evolve --program`), both are vectors of that program: runs,
weights files or start. The program then plays the games. --name, --rules and searches are not for programs.

With --name every game is kept in results/NAME/ up to the end of the test, and the same command goes on
where it was stopped, also with more --max-pairs where these were played without a verdict. `show` tells
the test again, `replay` draws a game, `verify` checks all. With --name or --openings two arrays play
as bots do, so that ties between moves fall otherwise than without, and the same seed makes another
test.

Examples:
  starhop sprt RUN generation-7822
  starhop sprt new.json old.json --elo0 -5 --elo1 5
  starhop sprt RUN1 RUN2 --elo1 50 --alpha 0.01 --beta 0.01 --seed 1
  starhop sprt 'alphabeta:champion-2' 'alphabeta:hand-tuned-v4'
  starhop sprt RUN start       has the run of a program found anything better?
  starhop sprt RUN hand-tuned-v4 --rules report --max-pairs 10000 --json
  starhop sprt 'program(new.toml,ms=100)' 'program(old.toml,ms=100)' --name new
  starhop sprt new.json old.json --openings openings.txt
")]
pub struct SprtArgs {
    /// The array or bot that may be stronger
    #[arg(value_name = "A")]
    first: String,
    /// The array or bot to compare it with
    #[arg(value_name = "B")]
    second: String,
    /// nElo of A over B under hypothesis H0, -200 to 200
    #[arg(long, value_name = "NELO", default_value_t = ELO0, allow_hyphen_values = true)]
    elo0: f64,
    /// nElo of A over B under hypothesis H1, above --elo0
    #[arg(long, value_name = "NELO", default_value_t = ELO1, allow_hyphen_values = true)]
    elo1: f64,
    /// Chance of accepting H1 where H0 is true, below 0.5
    #[arg(long, value_name = "CHANCE", default_value_t = ERROR_RATE, allow_hyphen_values = true)]
    alpha: f64,
    /// Chance of accepting H0 where H1 is true, below 0.5
    #[arg(long, value_name = "CHANCE", default_value_t = ERROR_RATE, allow_hyphen_values = true)]
    beta: f64,
    /// Random plies that pairs begin with, 0 to 8; with none pairs differ only by how ties fall
    /// [default: 4; of a program those in its tune.toml]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_PLIES)))]
    opening_plies: Option<u32>,
    /// File with an opening a line, which pairs begin with in turn, in place of random plies;
    /// `starhop arena --help` says more of it
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    openings: Option<PathBuf>,
    /// Pairs after which the test ends without a verdict
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    max_pairs: u64,
    /// Rule set [default: standard]
    #[arg(long)]
    rules: Option<String>,
    /// Keep all games below results by this name, by which the same command goes on after it was stopped
    #[arg(long)]
    name: Option<String>,
    /// Seed of the games [default: that of the test of that --name, or drawn and printed]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Worker threads; results don't depend on their number [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Game; `starhop games` lists them [default: that of a program's run or weights, else
    /// chinese-checkers]
    #[arg(long)]
    game: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `sprt`.
pub fn sprt(args: &SprtArgs, common: &Common) -> Result<(), Failure> {
    args.hypotheses().check().map_err(Failure::usage)?;
    let home = common.home();
    let vectors = args.vectors(&home)?;
    if let (Some(name), None) = (&args.name, &vectors) {
        return kept::keep(name, args, common);
    }
    let note = "Stopping the test; Ctrl-C again stops at once.";
    let threads = machine::stoppable(args.threads, note, common.quiet)?;
    let contest = vectors.map_or_else(|| args.bots(&home), Ok)?;
    let table = contest.table.as_ref();
    let seed = args.seed.map_or_else(Seed::draw, Ok)?;
    let mut bar = Bar::new(args.max_pairs, common.quiet);
    let test = args.test(table, contest.usual_plies, seed)?;
    let bots = contest.bots.clone();
    let trial = sprt::run(&test, table, bots, &threads, &mut |trial| bar.show(trial))?;
    bar.finish();
    let names = [&args.first[..], &args.second];
    contest.say_doubts(names, &trial, common);
    let asked = Asked::by(args, test, &contest);
    match args.json {
        true => {
            let on_time = trial.lateness().each_ref().map(|it| it.lost);
            output::print_json(&report::report(&asked, &trial, contest.failed(), on_time))?;
        }
        false => {
            let are_arrays = contest.are_arrays(names, common)?;
            let (failed, on_time) = Default::default();
            let told = Told { asked: &asked, trial: &trial, are_arrays, failed, on_time };
            output::print(&told.describe(common))?;
        }
    }
    ended(!trial.is_over(args.max_pairs))
}

impl SprtArgs {
    fn hypotheses(&self) -> Hypotheses {
        let &SprtArgs { elo0, elo1, alpha, beta, .. } = self;
        Hypotheses { elo0, elo1, alpha, beta }
    }

    fn test(&self, table: &dyn Table, usual_plies: u32, seed: Seed) -> Result<Test, Failure> {
        let openings = openings::read(self.openings.as_deref(), table, REPETITIONS)?;
        let random = self.opening_plies.unwrap_or(usual_plies);
        let opening_plies = if openings.is_some() { 0 } else { random };
        let (hypotheses, max_pairs) = (self.hypotheses(), self.max_pairs);
        Ok(Test { hypotheses, opening_plies, openings, max_pairs, seed })
    }
}

/// Whether both are arrays that `measure` takes, and no bots.
fn are_arrays(names: [&str; PLAYERS], table: &dyn Table, common: &Common) -> Result<bool, Failure> {
    for name in names {
        match weights::find(name, table, &common.home()) {
            Ok(_) => {}
            Err(why) if why.is_of_the_system() => return Err(why.into()),
            Err(_) => return Ok(false),
        }
    }
    Ok(true)
}

/// Pairs so far, and how the test stands by them.
struct Bar(ProgressBar);

impl Bar {
    fn new(max_pairs: u64, quiet: bool) -> Bar {
        Bar(progress::pairs_bar(max_pairs, quiet))
    }

    fn show(&mut self, trial: &Trial) {
        let (lower, upper) = trial.sprt().hypotheses().limits();
        let [llr, lower, upper] = [trial.sprt().llr(), lower, upper].map(|it| number::text(it, 2));
        self.0.set_position(trial.pairs());
        self.0.set_message(format!("LLR {llr} of {lower} to {upper}"));
    }

    fn finish(&self) {
        self.0.finish_and_clear();
    }
}
