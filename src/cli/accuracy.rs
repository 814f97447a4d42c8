//! `accuracy`: how often bots keep what positions are worth with best play.

mod report;

use super::failure::{Failure, ended};
use super::figures::{interval, percent, thousands};
use super::settings::parse_seed;
use super::work::INTERRUPTED;
use super::{Common, machine, output, progress};
use crate::play::accuracy::{Accuracy, AccuracySettings, Kept};
use crate::play::tally::wilson;
use crate::registry;
use crate::report::markdown;
use crate::report::number::text;
use crate::rng::Seed;
use crate::search::spec::BotName;
use crate::session::weights;
use clap::Args;
use report::share;
use std::fmt;
use std::str::FromStr;

/// Random plies at most.
const MOST_PLIES: u32 = 1000;

/// Measure how often bots keep the value of positions: won, drawn or lost
#[derive(Args)]
#[command(after_help = "
A BOT is a search and an evaluation, as in `arena`: 'alphabeta(depth=4):published', 'greedy:RUN',
'random'. Random positions of a game for two, all different, are solved to the end of the game by
alpha-beta with a table, which finds whether each move wins, draws or loses with best play. A bot
keeps the value of a position if its move is worth as much as the best move. In some positions every
move keeps the value: these count for the first share, but not for the second. All bots see the same
positions.

If the solution of a position would look at more than --nodes positions, the next one replaces it;
such positions are counted. The earlier in the game positions are, the longer their solution takes.

Examples:
  starhop accuracy 'alphabeta(depth=4):published' random --seed 1
  starhop accuracy greedy:published greedy:RUN --positions 5000
  starhop accuracy 'mcts(nodes=500):published' --plies 20-30 --json
")]
pub struct AccuracyArgs {
    /// Bots
    #[arg(required = true, value_name = "BOT")]
    bots: Vec<BotName>,
    /// Random positions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    positions: u64,
    /// Random plies that lead to a position: from the first number to the second, each equally often
    #[arg(long, value_name = "FROM-TO", default_value = "12-30")]
    plies: Plies,
    /// The most positions that the solution of one position may look at
    #[arg(long, value_name = "N", default_value_t = 50_000_000, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    nodes: u64,
    /// Players; positions can be solved for 2 only
    #[arg(long, default_value_t = 2)]
    players: usize,
    /// Rule set
    #[arg(long, default_value = "standard")]
    rules: String,
    /// Seed of the positions [default: drawn and printed]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Worker threads; results don't depend on their number [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Game; `starhop games` lists them
    #[arg(long, default_value = "connect-four")]
    game: String,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// A range of plies, as `12-30`; one number is a range by itself.
#[derive(Clone, Copy, Debug)]
struct Plies {
    from: u32,
    to: u32,
}

impl FromStr for Plies {
    type Err = String;

    fn from_str(text: &str) -> Result<Plies, String> {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) if from <= to && to <= MOST_PLIES => Ok(Plies { from, to }),
            _ => Err(format!("two numbers from 0 to {MOST_PLIES}, the lesser first, as 12-30")),
        }
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from == self.to {
            true => write!(f, "{}", self.from),
            false => write!(f, "{} to {}", self.from, self.to),
        }
    }
}

/// Runs `accuracy`.
pub fn accuracy(args: &AccuracyArgs, common: &Common) -> Result<(), Failure> {
    let threads = machine::stoppable(args.threads, INTERRUPTED, common.quiet)?;
    let table = registry::find(&args.game)?.open(args.players, &args.rules)?;
    let home = common.home();
    let found =
        args.bots.iter().map(|name| weights::bot_without_clock(name, table.as_ref(), &home));
    let bots = found.collect::<Result<Vec<_>, _>>()?;
    let seed = args.seed.map_or_else(Seed::draw, Ok)?;
    let AccuracyArgs { positions, nodes, .. } = *args;
    let settings =
        AccuracySettings { positions, plies: args.plies.from..=args.plies.to, nodes, seed };
    let bar = progress::positions_bar(positions, common.quiet);
    let accuracy = table.accuracy(bots, &settings, &threads, &mut |done| bar.set_position(done))?;
    bar.finish_and_clear();
    let interrupted = threads.is_stopped();
    match args.json {
        _ if accuracy.positions() == 0 => output::say("No position is solved yet."),
        true => {
            let report = report::report(args, table.rules(), seed, &accuracy, interrupted);
            output::print_json(&report)?;
        }
        false => {
            let text = args.describe(&table.rules(), seed, &accuracy);
            let asked = thousands(positions);
            let cut = format!("\nInterrupted before {asked} positions were solved.\n");
            output::print(&(text + if interrupted { &cut } else { "" }))?;
        }
    }
    ended(interrupted)
}

impl AccuracyArgs {
    fn describe(&self, rules: &str, seed: Seed, found: &Accuracy) -> String {
        let [positions, won, drawn, lost, critical, unsolved, nodes] = [
            found.positions(),
            found.won,
            found.drawn,
            found.lost,
            found.critical,
            found.unsolved,
            self.nodes,
        ]
        .map(thousands);
        format!(
            "{positions} random positions of {} after {} plies, {rules}, seed {}\n\n\
             For the player to move {won} are won, {drawn} drawn and {lost} lost. In {critical} \
             some move loses\nsomething; in the others all keep the value. {unsolved} more took \
             over {nodes} positions to solve.\n\n{}{}",
            self.game,
            self.plies,
            seed.number(),
            self.table(found),
            self.notes(),
        )
    }

    fn table(&self, found: &Accuracy) -> String {
        let mut titles = vec!["bot", "kept", "share", "95 %", "where it matters", "95 %"];
        if found.bots.len() > 1 {
            titles.extend(["beside the first", "95 %", "only it kept", "only the first"]);
        }
        let mut rows = vec![titles.into_iter().map(str::to_string).collect::<Vec<_>>()];
        for (index, (name, kept)) in self.bots.iter().zip(&found.bots).enumerate() {
            let mut row = vec![name.to_string()];
            row.extend(shares(kept, found));
            match index {
                _ if found.bots.len() == 1 => {}
                0 => row.extend(vec!["–".to_string(); 4]),
                _ => row.extend(beside_first(kept)),
            }
            rows.push(row);
        }
        markdown::table(&rows, 1)
    }

    fn notes(&self) -> String {
        let note = |bot: &BotName| match bot.search() {
            Some(_) => format!("\n{bot} goes by the clock: its row isn't repeatable.\n"),
            None => format!("\n{bot} is a program: whether its row is repeatable, it knows.\n"),
        };
        self.bots.iter().filter(|bot| !bot.is_repeatable()).map(note).collect()
    }
}

fn shares(kept: &Kept, found: &Accuracy) -> [String; 5] {
    [
        thousands(kept.all),
        percent(share(kept.all, found.positions())),
        interval(wilson(kept.all, found.positions())),
        percent(share(kept.critical, found.critical)),
        interval(wilson(kept.critical, found.critical)),
    ]
}

/// The difference in points of a percentage, and who alone kept what.
fn beside_first(kept: &Kept) -> [String; 4] {
    let points = |share: f64| match text(100.0 * share, 2) {
        below if share < 0.0 => below,
        above => format!("+{above}"),
    };
    let beside = kept.beside_first;
    let ends = beside.interval().map(|(low, high)| format!("[{}, {}]", points(low), points(high)));
    [
        beside.difference().map(points).unwrap_or_default(),
        ends.unwrap_or_default(),
        thousands(beside.first),
        thousands(beside.second),
    ]
}
