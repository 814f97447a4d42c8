//! `play`: a game between people and bots, in the terminal.

mod leave;
mod prompt;
mod told;
mod typed;

use super::failure::{Failure, unread};
use super::output::Piece;
use super::position::Place;
use super::settings::parse_seed;
use super::{Common, machine, output, progress};
use crate::backend::{Threads, lock};
use crate::game::TextError;
use crate::play::bots::Thought;
use crate::record::atomic::write_named;
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::home::Home;
use crate::registry::{self, BotSpec, Table};
use crate::rng::Seed;
use crate::search::analysis::{Analysis, Ask};
use crate::session::error::SessionError;
use crate::session::play::{PERSON, PlayedGame, Seat};
use clap::Args;
use leave::{Keeper, watch_signals};
use prompt::{Line, Prompt};
use std::io::{self, IsTerminal as _};
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use typed::Typed;

/// A position that is there this often ends the game, as in arenas.
const REPETITIONS: u32 = 3;
/// Moves that `why` shows.
const SHOWN: usize = 8;
const STOPPING: &str = "Leaving; a game that began is kept. Ctrl-C again stops at once.";

/// Play against what was evolved, or let others play it
#[derive(Args)]
#[command(after_help = "
A SEAT is `human` or a bot, as in `arena`: 'alphabeta(depth=4):RUN', champion-2, random. Seats that
aren't named have a bot of --level. If no seat is named, you have seat 1, or the one of --seat.

Type a move as the board names it, by its first and last cell, or as #3 by its number in the list
that `moves` prints. `help` has all commands: hint, why, undo, flip, save, resign, quit. At a
terminal, Tab completes. Lines can come through a pipe, too.

Games are kept in results/play: `starhop replay play --number 1` shows one, `starhop verify play` checks
all.

Examples:
  starhop play
  starhop play --level 4 --seat 2
  starhop play --game draughts
  starhop play human champion-2 RUN --players 3
  starhop play human human --game connect-four
  starhop play --load results/play/games.jsonl --number 3
  printf 'moves\\n#3\\nquit\\n' | starhop play --seed 1
")]
pub struct PlayArgs {
    /// The players, seat by seat [default: you, and bots of --level in all other seats]
    #[arg(value_name = "SEAT", conflicts_with_all = ["seat", "load"])]
    seats: Vec<String>,
    /// Game; `starhop games` lists them
    #[arg(long, default_value = "chinese-checkers", conflicts_with = "load")]
    game: String,
    /// Strength of bots that aren't named, from 1 to the game's highest level, at most 5
    #[arg(long, value_name = "N", default_value_t = 2, conflicts_with = "load", value_parser = clap::value_parser!(u64).range(1..=5))]
    level: u64,
    /// Your seat
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "load")]
    seat: usize,
    /// Players
    #[arg(long, default_value_t = 2, conflicts_with = "load")]
    players: usize,
    /// Rule set [default: that of arenas of the game]
    #[arg(long, conflicts_with = "load")]
    rules: Option<String>,
    /// File with a drawn position to begin from, - for standard input; it names players and rules
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "rules", "load"])]
    position: Option<PathBuf>,
    /// Go on with the last unfinished game of a file, or the one of --number
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Number of the game in the file of --load
    #[arg(long, value_name = "N", requires = "load", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
    /// Seed of the bots' random numbers [default: drawn]
    #[arg(long, value_parser = parse_seed, conflicts_with = "load")]
    seed: Option<Seed>,
    /// Worker threads of searches that use several [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
}

/// A game with all that playing it takes.
struct Match {
    /// Locked but while a line is awaited, so that a signal then finds it as it stands.
    game: Arc<Mutex<PlayedGame>>,
    /// The bot that hints come from.
    adviser: (String, BotSpec),
    threads: Threads,
    stop: Arc<AtomicBool>,
    flipped: bool,
    quiet: bool,
}

/// Runs `play`.
pub fn play(args: &PlayArgs, common: &Common) -> Result<(), Failure> {
    let home = common.home();
    let (game, adviser) = args.begin(&home)?;
    match home.prepare_played() {
        // Who keeps a game right now is done long before this one is.
        Ok(()) | Err(RecordError::InUse { .. }) => {}
        Err(why) => return Err(why.into()),
    }
    let stop = machine::stop_on_signal(STOPPING, common.quiet)?;
    let (flipped, quiet) = (sits_across(game.seats()), common.quiet);
    if !game.seats().iter().any(Seat::is_person) {
        common.say("No seat is yours; `human` in place of a bot gives you one.");
    }
    let game = Arc::new(Mutex::new(game));
    watch_signals(&stop, &game, common)?;
    let threads = Threads::new(machine::threads(args.threads)?)?;
    let mut prompt = Prompt::new()?;
    let mut played = Match { game: game.clone(), adviser, threads, stop, flipped, quiet };
    let ended = played.run(&mut prompt);
    // However it ended, by an error too.
    let kept = Keeper::new(common).keep(&mut lock(&game));
    kept.and(ended)
}

/// Whether the board is to be turned: for the only person at the table it lies as it does for seat 1.
fn sits_across(seats: &[Seat]) -> bool {
    let mut people = seats.iter().enumerate().filter(|(_, seat)| seat.is_person());
    matches!((people.next(), people.next()), (Some((1.., _)), None))
}

impl PlayArgs {
    /// The game, and the bot that hints come from: the first at the table, or else that of level 2.
    fn begin(&self, home: &Home) -> Result<(PlayedGame, (String, BotSpec)), Failure> {
        if let Some(path) = &self.load {
            let game = PlayedGame::load(path, self.number, home).map_err(|why| match why {
                SessionError::Record(why) => unread(why),
                why => why.into(),
            })?;
            let table = registry::find(game.game())?.open(game.seats().len(), game.rules())?;
            let adviser = self.adviser(game.seats(), table.as_ref(), home)?;
            return Ok((game, adviser));
        }
        let entry = registry::find(&self.game)?;
        let rules = self.rules.as_deref().unwrap_or(entry.arena_rules);
        let table = Place::of(&self.game, self.players, rules).table(self.position.as_deref())?;
        let names = self.names(table.players())?;
        let find = |name: &String| Seat::find(name, table.as_ref(), home);
        let seats = names.iter().map(find).collect::<Result<Vec<Seat>, _>>()?;
        let takes_input = self.position.as_deref() == Some(Path::new("-"));
        if takes_input && !io::stdin().is_terminal() && seats.iter().any(Seat::is_person) {
            let why = "--position -: moves come on standard input, too; name a file";
            return Err(Failure::usage(why));
        }
        let adviser = self.adviser(&seats, table.as_ref(), home)?;
        let seed = self.seed.map_or_else(Seed::draw, Ok)?;
        let from = self.position.is_some().then(|| table.draw());
        Ok((PlayedGame::new(table.as_ref(), seats, seed, REPETITIONS, from)?, adviser))
    }

    /// Who has each seat, by name.
    fn names(&self, players: usize) -> Result<Vec<String>, Failure> {
        if self.seats.len() > players {
            let given = self.seats.len();
            let why = format!("{given} seats are named, and the game has {players}; see --players");
            return Err(Failure::usage(why));
        }
        if !(1..=players).contains(&self.seat) {
            return Err(Failure::usage(format!("--seat must be 1 to {players}")));
        }
        let mut names = self.seats.clone();
        if names.len() < players {
            names.resize(players, self.bot(players)?.to_string());
        }
        if let Some(own) = names.get_mut(self.seat - 1).filter(|_| self.seats.is_empty()) {
            *own = PERSON.to_string();
        }
        Ok(names)
    }

    /// The bot of the level that is asked for.
    fn bot(&self, players: usize) -> Result<&'static str, Failure> {
        let levels = (registry::find(&self.game)?.levels)(players);
        let place = usize::try_from(self.level).unwrap_or(usize::MAX).saturating_sub(1);
        levels.get(place).copied().ok_or_else(|| {
            let most = levels.len();
            Failure::usage(format!("{} for {players} has levels 1 to {most}", self.game))
        })
    }

    fn adviser(
        &self,
        seats: &[Seat],
        table: &dyn Table,
        home: &Home,
    ) -> Result<(String, BotSpec), Failure> {
        let at_table = seats.iter().find_map(|seat| Some((seat.to_string(), seat.spec()?.clone())));
        if let Some(bot) = at_table {
            return Ok(bot);
        }
        let levels = (registry::find(table.name())?.levels)(table.players());
        let name = levels.get(1).or(levels.first()).copied().unwrap_or("random");
        let seat = Seat::find(name, table, home)?;
        let spec = seat.spec().cloned();
        spec.map(|spec| (name.to_string(), spec)).ok_or_else(|| Failure::usage("no bot for hints"))
    }
}

impl Match {
    /// Plays until the game is over, or is left.
    fn run(&mut self, prompt: &mut Prompt) -> Result<(), Failure> {
        let shared = self.game.clone();
        let mut game = lock(&shared);
        let blank = || Piece::Text("\n".to_string());
        output::print_pieces(&[told::seats(&game), vec![blank()]].concat())?;
        let mut tips = prompt.is_terminal() && game.seats().iter().any(Seat::is_person);
        if tips {
            output::print(&told::aim(&game))?;
        }
        let mut is_news = true;
        loop {
            if game.end().is_some() {
                let board = told::board(&game, self.flipped);
                return output::print_pieces(&[vec![board, blank()], told::end(&game)].concat());
            }
            if !game.seat().is_person() {
                if !self.answer(&mut game)? {
                    return Err(Failure::interrupted());
                }
                is_news = true;
                continue;
            }
            if is_news {
                output::print_pieces(&[blank(), told::board(&game, self.flipped), blank()])?;
                output::print(&told::warning(&game))?;
            }
            let legal = game.live().moves();
            if take(&mut tips) {
                output::print(&typed::tip(&legal))?;
            }
            let ask = format!("seat {}> ", game.live().turn().index() + 1);
            let commands = typed::commands(told::columns(&game).is_none()).map(str::to_string);
            drop(game);
            let line = prompt.line(&ask, legal.iter().cloned().chain(commands).collect())?;
            game = lock(&shared);
            let typed = match line {
                Line::Text(text) => typed::read(&text, &legal),
                Line::End => Typed::Quit,
                Line::Interrupt => return Err(Failure::interrupted()),
            };
            if typed == Typed::Quit {
                return Ok(());
            }
            is_news = self.act(&mut game, typed, &legal)?;
        }
    }

    /// Does what was typed; whether the board has changed.
    fn act(
        &mut self,
        game: &mut PlayedGame,
        typed: Typed,
        legal: &[String],
    ) -> Result<bool, Failure> {
        let text = match typed {
            Typed::Move(mv) => {
                game.play(&mv)?;
                return output::print(told::repeated(game)).map(|()| true);
            }
            Typed::Path(path) => match game.play(&path) {
                Ok(()) => return output::print(told::repeated(game)).map(|()| true),
                Err(TextError(why)) => why + "\n",
            },
            Typed::Undo if game.undo() > 0 => return Ok(true),
            Typed::Undo => "There is no turn of yours to go back to.\n".to_string(),
            Typed::Flip if told::columns(game).is_some() => {
                "This board has one way up: its moves are the numbers of columns.\n".to_string()
            }
            Typed::Flip => {
                self.flipped = !self.flipped;
                return Ok(true);
            }
            Typed::Board => return Ok(true),
            Typed::Resign => match game.resign() {
                Ok(()) => return Ok(true),
                Err(TextError(why)) => why + "\n",
            },
            Typed::Moves(cell) => told::moves(legal, cell.as_deref()),
            Typed::Hint => told::hint(&self.adviser.0, &self.think(game, &self.adviser.1, 1)?),
            Typed::Why => {
                let thought = self.think(game, &self.adviser.1, SHOWN)?;
                told::why(&self.adviser.0, thought.analysis.as_ref())
            }
            Typed::Save(name) => save(game, Path::new(&name)),
            Typed::Help => help(game, legal),
            Typed::Unknown(why) => why + "\n",
            Typed::Nothing | Typed::Quit => String::new(),
        };
        output::print(&text)?;
        Ok(false)
    }

    /// Lets the bot to move play; `false` where a signal came before it had chosen.
    fn answer(&self, game: &mut PlayedGame) -> Result<bool, Failure> {
        let Some(spec) = game.seat().spec().cloned() else { return Ok(true) };
        let thought = self.think(game, &spec, 1)?;
        if self.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let text = told::played(game, game.live().turn().index(), &thought);
        game.play(&thought.mv)?;
        output::print_pieces(&text)?;
        if game.seats().iter().any(Seat::is_person) {
            output::print(told::repeated(game))?;
        }
        Ok(true)
    }

    /// What a bot thinks, with a sign that it does where somebody watches.
    fn think(&self, game: &PlayedGame, bot: &BotSpec, top: usize) -> Result<Thought, Failure> {
        let ask = Ask { top, game: 0, halt: Some(self.stop.clone()) };
        let bar = progress::spinner(self.quiet);
        let mut done = |found: &Analysis| bar.set_message(format!("depth {}", found.depth));
        let thought = game.think(bot, &self.threads, &ask, &mut done)?;
        bar.finish_and_clear();
        Ok(thought)
    }
}

/// What the game is about, then what can be typed.
fn help(game: &PlayedGame, legal: &[String]) -> String {
    let aim = told::aim(game);
    let blank = if aim.is_empty() { "" } else { "\n" };
    aim + blank + &typed::help(legal, told::columns(game).is_none())
}

/// Writes the game so far into a new file, and says so or why not.
fn save(game: &PlayedGame, path: &Path) -> String {
    match disk::kind(path) {
        Ok(None) => {}
        Ok(Some(_)) => {
            return format!("{} is there already; choose another name.\n", path.display());
        }
        Err(why) => return format!("{why}\n"),
    }
    match write_named(path, game.record(1).chained("").to_line().as_bytes()) {
        Ok(()) => format!("Written to {}.\n", path.display()),
        Err(why) => format!("{why}\n"),
    }
}
