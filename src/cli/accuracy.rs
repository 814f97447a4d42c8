//! `accuracy`: how often bots keep what positions are worth with best play.

use super::failure::Failure;
use super::figures::{interval, percent, thousands};
use super::settings::parse_seed;
use super::{Common, machine, output, progress, weights};
use crate::backend::Threads;
use crate::play::accuracy::{Accuracy, Kept, Terms};
use crate::play::tally::wilson;
use crate::registry;
use crate::report::markdown;
use crate::report::number::text;
use crate::rng::Seed;
use crate::search::spec::BotName;
use clap::Args;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// Random plies at most.
const MOST_PLIES: u32 = 1000;

/// Measure how often bots keep what positions are worth, won, drawn or lost
#[derive(Args)]
#[command(after_help = "
A BOT is a search and what it goes by, as `arena` takes them: 'alphabeta(depth=4):published',
'greedy:RUN', 'random'. Random positions of a game for two, all different, are solved to the end of
the game by alpha-beta with a table: what is each move worth with best play, a win, a draw or a loss?
A bot keeps the value where its move is worth as much as the best one. In some positions every move
is: those count for the first share, and not for the second. All bots see the same positions.

A position whose solution would look at more than --nodes others is replaced by the next one, and
counted. The earlier positions are, the longer it takes.

Examples:
  starhop accuracy 'alphabeta(depth=4):published' greedy:published random --seed 1
  starhop accuracy 'alphabeta(depth=4):published' 'alphabeta(depth=4):RUN' --positions 5000
  starhop accuracy 'mcts(nodes=500):published' --plies 20-30 --json | jq '.bots[0].share'
")]
pub struct AccuracyArgs {
    /// Bots
    #[arg(required = true, value_name = "BOT")]
    bots: Vec<BotName>,
    /// Random positions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    positions: u64,
    /// Random plies that lead to them: from the first number to the second, each as often
    #[arg(long, value_name = "FROM-TO", default_value = "12-30")]
    plies: Plies,
    /// Positions that the solution of one may look at
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
    /// Worker threads; results don't depend on it [default: one a core]
    #[arg(long)]
    threads: Option<usize>,
    /// Game
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

/// The result for machines; ends of intervals are those of 95 %.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    players: usize,
    rules: String,
    from_plies: u32,
    to_plies: u32,
    nodes: u64,
    seed: Seed,
    positions: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Positions in which some moves keep the value and others don't.
    critical: u64,
    /// Positions that were replaced, since their solutions took too long.
    unsolved: u64,
    bots: Vec<BotReport>,
}

#[derive(Serialize)]
struct BotReport {
    bot: String,
    repeatable: bool,
    kept: u64,
    share: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    critical_kept: u64,
    critical_share: Option<f64>,
    critical_low: Option<f64>,
    critical_high: Option<f64>,
    /// Beside the first bot, whose own row has nothing here.
    #[serde(flatten)]
    beside_first: Option<Difference>,
}

/// The share of a bot less that of the first.
#[derive(Serialize)]
struct Difference {
    difference: Option<f64>,
    difference_low: Option<f64>,
    difference_high: Option<f64>,
    /// Positions whose value this bot kept and the first one didn't.
    only_this: u64,
    only_first: u64,
}

/// Runs `accuracy`.
pub fn accuracy(args: &AccuracyArgs, common: &Common) -> Result<(), Failure> {
    let threads = Threads::new(machine::threads(args.threads)?)?;
    let table = registry::find(&args.game)?.open(args.players, &args.rules)?;
    let home = common.home();
    let found = args.bots.iter().map(|name| weights::bot(name, table.as_ref(), &home));
    let bots = found.collect::<Result<Vec<_>, _>>()?;
    let seed = args.seed.map_or_else(Seed::draw, Ok)?;
    let AccuracyArgs { positions, nodes, .. } = *args;
    let terms = Terms { positions, plies: args.plies.from..=args.plies.to, nodes, seed };
    let bar = progress::positions_bar(positions, common.quiet);
    let measured = table.accuracy(bots, &terms, &threads, &mut |done| bar.set_position(done));
    bar.finish_and_clear();
    let accuracy = measured?;
    match args.json {
        true => output::print_json(&args.report(table.rules(), seed, &accuracy)),
        false => output::print(&args.describe(&table.rules(), seed, &accuracy)),
    }
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
            let mut row = vec![markdown::cell(&name.to_string())];
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
        let by_clock = self.bots.iter().filter(|bot| !bot.search.is_repeatable());
        by_clock
            .map(|bot| format!("\n{bot} goes by the clock: its row isn't repeatable.\n"))
            .collect()
    }

    fn report(&self, rules: String, seed: Seed, found: &Accuracy) -> Report<'_> {
        let bots = self.bots.iter().zip(&found.bots).enumerate();
        Report {
            game: &self.game,
            players: self.players,
            rules,
            from_plies: self.plies.from,
            to_plies: self.plies.to,
            nodes: self.nodes,
            seed,
            positions: found.positions(),
            won: found.won,
            drawn: found.drawn,
            lost: found.lost,
            critical: found.critical,
            unsolved: found.unsolved,
            bots: bots
                .map(|(index, (name, kept))| BotReport::new(name, kept, found, index > 0))
                .collect(),
        }
    }
}

impl BotReport {
    fn new(name: &BotName, kept: &Kept, found: &Accuracy, is_compared: bool) -> BotReport {
        let all = wilson(kept.all, found.positions());
        let critical = wilson(kept.critical, found.critical);
        let beside = kept.beside_first;
        BotReport {
            bot: name.to_string(),
            repeatable: name.search.is_repeatable(),
            kept: kept.all,
            share: share(kept.all, found.positions()),
            low: all.map(|ends| ends.0),
            high: all.map(|ends| ends.1),
            critical_kept: kept.critical,
            critical_share: share(kept.critical, found.critical),
            critical_low: critical.map(|ends| ends.0),
            critical_high: critical.map(|ends| ends.1),
            beside_first: is_compared.then(|| Difference {
                difference: beside.difference(),
                difference_low: beside.interval().map(|ends| ends.0),
                difference_high: beside.interval().map(|ends| ends.1),
                only_this: beside.first,
                only_first: beside.second,
            }),
        }
    }
}

fn share(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
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
