//! `ugi`: a bot as an engine over standard input and output.

use super::failure::Failure;
use super::settings::parse_seed;
use super::{Common, machine, output};
use crate::backend::Threads;
use crate::registry::{self, LiveGame};
use crate::rng::Seed;
use crate::search::spec::BotName;
use crate::session::ugi::{EngineSettings, Reply, Thinking, UgiEngine};
use clap::Args;
use std::io::{BufRead as _, Read as _};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

/// Bytes of a line at most.
const LONGEST: u64 = 1 << 20;
/// Lines that wait to be answered.
const WAITING: usize = 64;

/// Let a bot play in other programs, as an engine of UGI
#[derive(Args)]
#[command(after_help = "
UGI, the Universal Game Interface, is a protocol of lines like UCI, which cutegames and other managers of
engine matches speak: docs/engines.md. Positions and moves are in the notation of the game.

`go depth`, `go nodes`, `go movetime` and the clock of a game take the place of the limit that the bot is
named with; a bare `go` keeps it.

Examples:
  starhop ugi 'alphabeta(depth=4):published' --game connect-four
  printf 'position startpos moves 4\\ngo depth 6\\n' | starhop ugi alphabeta:published --game connect-four
")]
pub struct UgiArgs {
    /// Bot, as `arena` takes them
    bot: BotName,
    /// Game; `starhop games` lists them
    #[arg(long, default_value = "chinese-checkers")]
    game: String,
    /// Players
    #[arg(long, default_value_t = 2)]
    players: usize,
    /// Rule set [default: that of arenas of the game]
    #[arg(long)]
    rules: Option<String>,
    /// Seed of what the bot leaves to chance [default: drawn]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Worker threads of searches that use several [default: one a core]
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

/// Runs `ugi`.
pub fn ugi(args: &UgiArgs, common: &Common) -> Result<(), Failure> {
    let game = registry::find(&args.game)?;
    let mut engine = UgiEngine::new(EngineSettings {
        home: common.home(),
        game,
        players: args.players,
        rules: args.rules.clone().unwrap_or_else(|| game.arena_rules.to_string()),
        bot: args.bot.clone(),
        seed: args.seed.map_or_else(Seed::draw, Ok)?,
        threads: Threads::new(machine::threads(args.threads)?)?,
    })?;
    let (tell, events) = mpsc::sync_channel(WAITING);
    let lines = tell.clone();
    thread::spawn(move || read(&lines));
    let mut is_last = false;
    for event in events {
        match event {
            Event::Line(Err(why)) => output::print(&format!("error {why}\n"))?,
            Event::Line(Ok(line)) if !is_last => match engine.hear(&line) {
                Reply::Lines(lines) => print(&lines)?,
                Reply::Think(lines, thinking) => {
                    print(&lines)?;
                    think(*thinking, tell.clone());
                }
                Reply::Quit => is_last = true,
            },
            Event::Line(Ok(_)) => {}
            Event::End => {
                engine.end();
                is_last = true;
            }
            Event::Say(line) => print(&[line])?,
            Event::Thought(live, line) => {
                // Before it is printed: an answer to it is a question for the next move.
                engine.go_on(live);
                print(&[line])?;
            }
        }
        if is_last && !engine.is_thinking() {
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
fn think(thinking: Thinking, tell: SyncSender<Event>) {
    thread::spawn(move || {
        let (live, line) = thinking.run(&mut |line| drop(tell.send(Event::Say(line))));
        let _ = tell.send(Event::Thought(live, line));
    });
}
