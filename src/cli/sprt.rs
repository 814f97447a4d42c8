//! `sprt`: whether one array is stronger than another, by a sequential test.

mod report;
mod words;

use super::arena::OPENING_PLIES;
use super::failure::{Failure, ended};
use super::settings::parse_seed;
use super::{Common, late, machine, output, progress};
use crate::play::opening::MOST_PLIES;
use crate::play::sprt::Hypotheses;
use crate::program::{Faults, Player};
use crate::registry::{self, BotSpec};
use crate::report::number;
use crate::rng::Seed;
use crate::session::sprt::{self, PLAYERS, Test, Trial};
use crate::session::weights;
use clap::Args;
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
most games are repeated, the test ends without a verdict, and needs more --opening-plies.

The verdict depends on the seed, but not on the number of threads. The exit code is 0 whatever the
verdict is. It is 130 if Ctrl-C stopped the test, which then prints its figures so far. The Elo and
nElo of a test with a verdict are biased away from the middle of the hypotheses, since the test
stopped when they were far from it. `measure` plays fresh games, whose figures are not biased.

Examples:
  starhop sprt RUN generation-7822
  starhop sprt new.json old.json --elo0 -5 --elo1 5
  starhop sprt RUN1 RUN2 --elo1 50 --alpha 0.01 --beta 0.01 --seed 1
  starhop sprt 'alphabeta:champion-2' 'alphabeta:hand-tuned-v4'
  starhop sprt RUN hand-tuned-v4 --rules report --max-pairs 10000 --json
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
    #[arg(long, value_name = "N", default_value_t = OPENING_PLIES, value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_PLIES)))]
    opening_plies: u32,
    /// Pairs after which the test ends without a verdict
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    max_pairs: u64,
    /// Rule set
    #[arg(long, default_value = "standard")]
    rules: String,
    /// Seed of the games [default: drawn and printed]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Worker threads; results don't depend on their number [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Game; `starhop games` lists them
    #[arg(long, default_value = registry::default_game().name)]
    game: String,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `sprt`.
pub fn sprt(args: &SprtArgs, common: &Common) -> Result<(), Failure> {
    let &SprtArgs { elo0, elo1, alpha, beta, opening_plies, max_pairs, .. } = args;
    let hypotheses = Hypotheses { elo0, elo1, alpha, beta };
    hypotheses.check().map_err(Failure::usage)?;
    let note = "Stopping the test; Ctrl-C again stops at once.";
    let threads = machine::stoppable(args.threads, note, common.quiet)?;
    let table = registry::find(&args.game)?.open(PLAYERS, &args.rules)?;
    let table = table.as_ref();
    let home = common.home();
    let find = |name: &str| Ok::<_, Failure>(weights::bot(&name.parse()?, table, &home)?);
    let bots = [find(&args.first)?, find(&args.second)?];
    let players = bots.clone();
    let seed = args.seed.map_or_else(Seed::draw, Ok)?;
    let bar = progress::pairs_bar(max_pairs, common.quiet);
    let (lower, upper) = hypotheses.limits();
    let told = |llr: f64| number::text(llr, 2);
    let mut watch = |trial: &Trial| {
        bar.set_position(trial.pairs());
        let llr = told(trial.sprt().llr());
        bar.set_message(format!("LLR {llr} of {} to {}", told(lower), told(upper)));
    };
    let test = Test { hypotheses, opening_plies, max_pairs, seed };
    let trial = sprt::run(&test, table, bots, &threads, &mut watch)?;
    bar.finish_and_clear();
    for (name, bot) in [&args.first, &args.second].into_iter().zip(&players) {
        failures(name, bot);
    }
    for (name, lateness) in [&args.first, &args.second].into_iter().zip(trial.lateness()) {
        late::say(name, lateness);
    }
    let rules = table.rules();
    match args.json {
        true => {
            let failed =
                players.each_ref().map(|bot| bot.program().map_or(0, |it| it.faults().count));
            output::print_json(&report::report(args, rules, seed, &trial, failed))?;
        }
        false => {
            let is_array = |name: &String| weights::find(name, table, &home).is_ok();
            let are_arrays = [&args.first, &args.second].into_iter().all(is_array);
            let told = Told { args, rules: &rules, seed, trial: &trial, are_arrays };
            output::print(&told.describe(common))?;
        }
    }
    ended(!trial.is_over(max_pairs))
}

/// Says how many games a program lost since it failed, as no game of a test is on record.
fn failures(name: &str, bot: &BotSpec) {
    let Some(Faults { count: count @ 1.., first }) = bot.program().map(Player::faults) else {
        return;
    };
    let games = if count == 1 { "game" } else { "games" };
    output::say(&format!("{name} failed in {count} {games}, which it lost; the first: {first}"));
}
