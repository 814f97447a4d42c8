//! `analyse`: what a bot thinks of a position.

pub mod words;

use super::failure::{Failure, ended};
use super::position::Place;
use super::progress::Line;
use super::settings::parse_seed;
use super::work::INTERRUPTED;
use super::{Common, machine, output, progress};
use crate::backend::Threads;
use crate::game::TextError;
use crate::rng::{Purpose, Seed};
use crate::search::analysis::{Analysis, Ask};
use crate::search::spec::{BotName, Method};
use crate::session::weights;
use clap::Args;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;
use words::Told;

/// See what a bot thinks of a position: its best moves with their values and lines of play
#[derive(Args)]
#[command(after_help = "
A BOT is a search and an evaluation, as in `arena`. The first move of the list is the move that the
bot plays; the other moves follow in the order of their values. All values are from the view of the
player to move and of the same depth. A value is a margin over the other players at the end of the
line, or 'win in 5 plies' if a win is certain. Greedy bots give the score after each move, searches
over own moves the score at the line's end. Monte Carlo gives the mean reward of its playouts, 1 for
a win, and lists its moves by how often each was tried.

FILE is a drawing, as `perft --draw` and `replay --ply` print it, or for draughts a line in
Forsyth-Edwards notation, such as W:W28,32,K46:B2,12-14,K5.

With a limit by time, the time is for all moves of the list. In a game the bot needs only the best
move, so there it may look a ply deeper; with --top 1 it does so here, too. Ctrl-C prints what has
been found so far.

Examples:
  starhop analyse 'alphabeta(depth=6):hand-set' --game draughts
  starhop analyse alphabeta:hand-set --game draughts --position FILE --ms 5000
  starhop analyse 'alphabeta:published' --game connect-four --depth 8 --top 7
  starhop analyse champion-2 --json | jq '.moves[0].line'
")]
pub struct AnalyseArgs {
    /// Bot
    bot: BotName,
    /// File with a position, which names players and rules; - for standard input [default: the start of
    /// the game]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "rules"])]
    position: Option<PathBuf>,
    /// Plies to look ahead, in place of the bot's own limit
    #[arg(long, value_name = "N", conflicts_with = "ms")]
    depth: Option<u32>,
    /// Milliseconds to think, in place of the bot's own limit
    #[arg(long, value_name = "N")]
    ms: Option<u64>,
    /// Moves to list
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1000))]
    top: u64,
    /// Players
    #[arg(long, default_value_t = 2)]
    players: usize,
    /// Rule set; in Chinese Checkers `play` and `arena` use standard:win=filled if none is named
    #[arg(long, default_value = "standard")]
    rules: String,
    /// Seed of the bot's random numbers: that of game 1 of an arena with this seed [default:
    /// drawn and printed]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Worker threads of searches that use several [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Game; `starhop games` lists them
    #[arg(long, default_value = "chinese-checkers")]
    game: String,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `analyse`.
pub fn analyse(args: &AnalyseArgs, common: &Common) -> Result<(), Failure> {
    let place = Place::of(&args.game, args.players, &args.rules);
    let table = place.table(args.position.as_deref())?;
    let bot = args.bot()?;
    let spec = weights::bot_without_clock(&bot, table.as_ref(), &common.home())?;
    if spec.book.is_some() {
        let why = "analyse says what a search finds; leave out book=";
        return Err(Failure::usage(why));
    }
    let threads = Threads::new(machine::threads(args.threads)?)?;
    let seed = args.seed.map_or_else(Seed::draw, Ok)?;
    let stop = machine::stop_on_signal(INTERRUPTED, common.quiet)?;
    let ask = Ask { top: args.top as usize, game: 0, halt: Some(stop.clone()) };
    let mut rng = seed.stream(Purpose::Arena, &[0]);
    let mut line = Line::new(progress::spinner(common.quiet), common.quiet);
    let began = Instant::now();
    let mut done = |found: &Analysis| {
        let Some(first) = found.lines.first() else { return };
        let text = words::progress(found, first);
        line.message(&text);
        line.say(|| text);
    };
    let live = table.live(0);
    let thought = live.think(spec, &threads, &ask, &mut rng, &mut done)?;
    line.finish();
    let seconds = began.elapsed().as_secs_f64();
    let interrupted = stop.load(Ordering::Relaxed);
    match thought.analysis {
        Some(found) => {
            let (table, live) = (table.as_ref(), live.as_ref());
            let top = args.top;
            let told =
                Told { bot: &bot, table, live, seed, top, found: &found, seconds, interrupted };
            match args.json {
                true => output::print_json(&told.report())?,
                false => output::print(&told.describe())?,
            }
        }
        None if bot.search().is_some_and(|it| it.method == Method::Random) => {
            let why = "random play prefers no move; name a bot that goes by an evaluation";
            return Err(TextError(why.to_string()).into());
        }
        None => common.say("Nothing is there yet."),
    }
    ended(interrupted)
}

impl AnalyseArgs {
    /// The bot with the limit that was asked for.
    fn bot(&self) -> Result<BotName, Failure> {
        let (key, value) = match (self.depth, self.ms) {
            (Some(depth), _) => ("depth", depth.to_string()),
            (None, Some(ms)) => ("ms", ms.to_string()),
            (None, None) => return Ok(self.bot.clone()),
        };
        let bot = self.bot.clone().with(&format!("{key}={value}"));
        bot.map_err(|why| Failure::usage(format!("--{key} {value}: {why}")))
    }
}
