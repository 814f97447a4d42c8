//! `ugi` and `hub`: a bot as an engine over standard input and output.

use super::failure::Failure;
use super::settings::parse_seed;
use super::{Common, machine, output};
use crate::backend::Threads;
use crate::registry::{self, Entry, LiveGame};
use crate::rng::Seed;
use crate::search::spec::BotName;
use crate::session::engine::hub::Hub;
use crate::session::engine::ugi::Ugi;
use crate::session::engine::{EngineSettings, Language, Reply, Thinking};
use clap::Args;
use std::io::{BufRead as _, Read as _};
use std::sync::mpsc::{self, SyncSender};

/// Bytes of a line at most.
const LONGEST: u64 = 1 << 20;
/// Lines that wait to be answered.
const WAITING: usize = 64;

/// Let a bot play in other programs, as an engine of UGI
#[derive(Args)]
#[command(after_help = "
UGI, the Universal Game Interface, is a protocol of lines like UCI, which cutegames and other managers of
engine matches speak: docs/engines.md. Positions and moves are in the notation of the game.

`go depth`, `go nodes`, `go movetime` and the clock of a game replace the limit in the bot's name;
`go` alone keeps it.

Examples:
  starhop ugi 'alphabeta(depth=4):published' --game connect-four
  printf 'go depth 2\\n' | starhop ugi alphabeta:champion-2
")]
pub struct UgiArgs {
    /// Game; `starhop games` lists them
    #[arg(long, default_value = "chinese-checkers")]
    game: String,
    /// Players
    #[arg(long, default_value_t = 2)]
    players: usize,
    /// Rule set [default: that of arenas of the game]
    #[arg(long)]
    rules: Option<String>,
    #[command(flatten)]
    bot: BotArgs,
}

/// Let a bot of draughts play in other programs, as an engine of Hub
#[derive(Args)]
#[command(after_help = "
Hub, version 2, is the protocol of draughts programs such as Scan: docs/engines.md. `level` replaces
the limit in the bot's name.

Examples:
  starhop hub 'alphabeta(depth=6):hand-set'
  printf 'level depth=5\\ngo think\\n' | starhop hub alphabeta:pieces
")]
pub struct HubArgs {
    #[command(flatten)]
    bot: BotArgs,
}

/// What plays.
#[derive(Args)]
struct BotArgs {
    /// Bot, as `arena` takes them
    bot: BotName,
    /// Seed of the bot's random numbers [default: drawn]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Worker threads of searches that use several [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
}

/// What happens to an engine.
enum Event {
    /// A line came, or something that is none.
    Line(Result<String, &'static str>),
    /// No more lines come.
    End,
    /// It has something to say of the move that it thinks of.
    Say(String),
    /// It has thought: where it goes on, and its move.
    Thought(Box<dyn LiveGame>, String),
}

impl BotArgs {
    fn settings(
        &self,
        game: &'static Entry,
        players: usize,
        rules: &str,
        common: &Common,
    ) -> Result<EngineSettings, Failure> {
        Ok(EngineSettings {
            home: common.home(),
            game,
            players,
            rules: rules.to_string(),
            bot: self.bot.clone(),
            seed: self.seed.map_or_else(Seed::draw, Ok)?,
            threads: Threads::new(machine::threads(self.threads)?)?,
        })
    }
}

/// Runs `ugi`.
pub fn ugi(args: &UgiArgs, common: &Common) -> Result<(), Failure> {
    let game = registry::find(&args.game)?;
    let rules = args.rules.as_deref().unwrap_or(game.arena_rules);
    talk(&mut Ugi::new(args.bot.settings(game, args.players, rules, common)?)?)
}

/// Runs `hub`.
pub fn hub(args: &HubArgs, common: &Common) -> Result<(), Failure> {
    let game = registry::find("draughts")?;
    talk(&mut Hub::new(args.bot.settings(game, 2, game.arena_rules, common)?)?)
}

/// Answers line by line until there are no more.
fn talk(engine: &mut dyn Language) -> Result<(), Failure> {
    let (tell, events) = mpsc::sync_channel(WAITING);
    let lines = tell.clone();
    machine::in_a_thread(move || read(&lines))?;
    let mut is_last = false;
    for event in events {
        match event {
            Event::Line(Err(why)) => print(&[engine.error(why)])?,
            Event::Line(Ok(line)) if !is_last => match engine.hear(&line) {
                Reply::Lines(lines) => print(&lines)?,
                Reply::Think(lines, thinking) => {
                    print(&lines)?;
                    think(*thinking, tell.clone())?;
                }
                Reply::Quit => is_last = true,
            },
            Event::Line(Ok(_)) => {}
            Event::End => {
                engine.desk().end();
                is_last = true;
            }
            Event::Say(line) => print(&[line])?,
            Event::Thought(live, line) => {
                // Before it is printed: an answer to it is a question for the next move.
                engine.desk().go_on(live);
                print(&[line])?;
            }
        }
        if is_last && !engine.desk().is_thinking() {
            break;
        }
    }
    Ok(())
}

fn print(lines: &[String]) -> Result<(), Failure> {
    lines.iter().try_for_each(|line| output::print(&format!("{line}\n")))
}

/// Tells of every line of standard input.
fn read(tell: &SyncSender<Event>) {
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let event = match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Err(_) | Ok(0) => Event::End,
            Ok(_) if line.len() as u64 == LONGEST && !line.ends_with(b"\n") => {
                // What follows of it is read as further lines, which are none either.
                Event::Line(Err("the line is too long"))
            }
            Ok(_) => Event::Line(String::from_utf8(line).map_err(|_| "the line is no text")),
        };
        let is_last = matches!(event, Event::End);
        if tell.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Thinks of a move in a thread of its own.
fn think(thinking: Thinking, tell: SyncSender<Event>) -> Result<(), Failure> {
    machine::in_a_thread(move || {
        let (live, line) = thinking.run(&mut |line| drop(tell.send(Event::Say(line))));
        let _ = tell.send(Event::Thought(live, line));
    })
}
