//! `connect`: a bot plays on somebody else's server.

use super::failure::{Code, Failure};
use super::figures::plies;
use super::settings::parse_seed;
use super::{Common, machine, output};
use crate::rng::Seed;
use crate::search::spec::BotName;
use crate::serve::client::{GuestSettings, News, play};
use crate::session::play::PERSON;
use clap::Args;

/// Let a bot play on somebody else's server
#[derive(Args)]
#[command(after_help = "
The server is a `starhop serve --tcp ADDRESS`, on this machine or another one. The bot takes a free
seat, plays one game, and prints how it ended. A lost connection is made again. After Ctrl-C the bot
resigns at its turn; with more than two players, a bot of the server plays on.

Examples:
  starhop connect 127.0.0.1:7122 champion-default
  starhop connect 127.0.0.1:7122 'mcts:RUN' --table u9i7mfbn --seat 2
")]
pub struct ConnectArgs {
    /// Server, such as 127.0.0.1:7122
    #[arg(value_name = "ADDRESS")]
    address: String,
    /// Bot, as `arena` takes them
    #[arg(value_name = "BOT")]
    bot: String,
    /// Table [default: the newest with a free seat at which the bot can play]
    #[arg(long, value_name = "TABLE")]
    table: Option<String>,
    /// Seat [default: the first that is free]
    #[arg(long, value_name = "N")]
    seat: Option<usize>,
    /// Name of the bot there [default: the bot]
    #[arg(long, value_name = "NAME")]
    r#as: Option<String>,
    /// Seed of its random numbers [default: drawn]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Worker threads of searches that use several [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
}

/// Runs `connect`.
pub fn connect(args: &ConnectArgs, common: &Common) -> Result<(), Failure> {
    if args.bot == PERSON {
        return Err(Failure::usage("`connect` is for bots; people play in a browser"));
    }
    args.bot.parse::<BotName>()?.check_no_clock()?;
    let note = "Stopping: the bot resigns at its turn. Ctrl-C again stops at once.";
    let threads = machine::stoppable(args.threads, note, common.quiet)?;
    let settings = GuestSettings {
        home: &common.home(),
        address: args.address.clone(),
        bot: args.bot.clone(),
        table: args.table.clone(),
        seat: args.seat,
        name: args.r#as.clone().unwrap_or_else(|| args.bot.clone()),
        seed: args.seed.map_or_else(Seed::draw, Ok)?,
        threads,
    };
    let mut has_seat = false;
    let mut heard = |news: News<'_>| match news {
        News::Joined(table, seat) => {
            has_seat = true;
            common.say(&format!("{} has seat {seat} of table {table:?}", args.bot));
        }
        News::Lost(why) => common.say(&format!("The connection was lost ({why}); trying again")),
        News::Resigned => {
            has_seat = false;
            common.say("The bot resigned.");
        }
    };
    let Some(end) = play(&settings, &mut heard)? else {
        let why = if has_seat { "the bot has left its seat, which stays taken" } else { "" };
        return Err(Failure::new(Code::Interrupted, why));
    };
    let who = match end.winner {
        Some(winner) if winner == end.seat => format!("{} won", args.bot),
        Some(winner) => format!("seat {winner} won"),
        None => "nobody won".to_string(),
    };
    output::print(&format!("{who} after {} ({:?})\n", plies(end.plies as u64), end.reason))
}
