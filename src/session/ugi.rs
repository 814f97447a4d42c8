//! A bot as an engine of the Universal Game Interface: what it answers to each line.

use super::error::SessionError;
use super::weights;
use crate::backend::Threads;
use crate::game::Outcome;
use crate::play::outside::drawing_of;
use crate::program::ugi::{Command, Go, Query};
use crate::record::home::Home;
use crate::registry::{BotSpec, ChooserSpec, Entry, LiveGame, Table};
use crate::rng::{Purpose, Rng, Seed};
use crate::search::analysis::{Analysis, Ask, End};
use crate::search::spec::{BotName, Limit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Into how many moves the rest of a game's time is divided.
const MOVES_LEFT: u64 = 30;
/// What can be set.
const OPTIONS: [&str; 3] = ["Players", "Rules", "Seed"];

/// What an engine is.
pub struct EngineSettings {
    /// Where runs lie that its bot is named by.
    pub home: Home,
    /// Its game.
    pub game: &'static Entry,
    /// Seats at the table.
    pub players: usize,
    /// The rule set.
    pub rules: String,
    /// What plays.
    pub bot: BotName,
    /// Where all chance comes from.
    pub seed: Seed,
    /// For searches that use several.
    pub threads: Threads,
}

/// A bot as an engine.
pub struct UgiEngine {
    settings: EngineSettings,
    bot: BotSpec,
    /// The players and rules that the bot is ready for.
    bot_of: (usize, String),
    /// Where it is asked; `None` while it thinks.
    live: Option<Box<dyn LiveGame>>,
    plies: u64,
    /// Whether it thinks until it is stopped.
    is_endless: bool,
    halt: Arc<AtomicBool>,
}

/// What comes of a line.
pub enum Reply {
    /// Lines to write.
    Lines(Vec<String>),
    /// Lines to write, and then a move to think of.
    Think(Vec<String>, Box<Thinking>),
    /// The end.
    Quit,
}

/// A move that is to be thought of.
pub struct Thinking {
    live: Box<dyn LiveGame>,
    bot: BotSpec,
    threads: Threads,
    rng: Rng,
    halt: Arc<AtomicBool>,
}

impl UgiEngine {
    /// An engine at the start of its game.
    ///
    /// # Errors
    /// Where the bot can't be found, or can't play.
    pub fn new(settings: EngineSettings) -> Result<UgiEngine, SessionError> {
        let table = settings.game.open(settings.players, &settings.rules)?;
        let bot = bot(&settings, table.as_ref())?;
        let bot_of = (table.players(), table.rules());
        let live = Some(table.live(0));
        Ok(UgiEngine {
            settings,
            bot,
            bot_of,
            live,
            plies: 0,
            is_endless: false,
            halt: Arc::default(),
        })
    }

    /// What comes of a line.
    pub fn hear(&mut self, line: &str) -> Reply {
        match line.trim().parse::<Command>() {
            Err(why) => Reply::Lines(vec![error(why)]),
            Ok(Command::Quit) => {
                self.stop();
                Reply::Quit
            }
            Ok(Command::Stop) => {
                self.stop();
                Reply::Lines(Vec::new())
            }
            Ok(Command::IsReady) => lines(["readyok"]),
            Ok(_) if self.live.is_none() => lines(["error it thinks of a move; stop it first"]),
            Ok(Command::Ugi) => Reply::Lines(self.introduction()),
            Ok(Command::NewGame) => done(self.place(None, &[])),
            Ok(Command::SetOption { name, value }) => done(self.set(&name, &value)),
            Ok(Command::Position { fen, moves }) => done(self.place(fen.as_deref(), &moves)),
            Ok(Command::Query(query)) => lines([format!("response {}", self.answer(query))]),
            Ok(Command::Go(go)) => self.go(&go).unwrap_or_else(|why| lines([error(why)])),
        }
    }

    /// Ends a search.
    pub fn stop(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Ends a search that has no other end, since no more lines come.
    pub fn end(&self) {
        if self.is_endless {
            self.stop();
        }
    }

    /// Goes on where a move was thought of.
    pub fn go_on(&mut self, live: Box<dyn LiveGame>) {
        self.live = Some(live);
    }

    /// Whether it thinks.
    pub fn is_thinking(&self) -> bool {
        self.live.is_none()
    }

    fn introduction(&self) -> Vec<String> {
        let EngineSettings { players, rules, seed, bot, .. } = &self.settings;
        let [players_name, rules_name, seed_name] = OPTIONS;
        vec![
            format!("id name starhop {} {bot}", env!("CARGO_PKG_VERSION")),
            "id author the authors of starhop".to_string(),
            format!("option name {players_name} type spin default {players} min 2 max 6"),
            format!("option name {rules_name} type string default {rules}"),
            format!(
                "option name {seed_name} type spin default {} min 0 max {}",
                seed.number(),
                Seed::MAX
            ),
            "ugiok".to_string(),
        ]
    }

    /// Sets something; players and rules count from the next position on.
    fn set(&mut self, name: &str, value: &str) -> Result<(), SessionError> {
        let bad = |why: &str| SessionError::Refused(format!("{name}: {why}, not '{value}'"));
        match name {
            "Players" => {
                let players = value.parse().ok().filter(|it| (2..=6).contains(it));
                self.settings.players = players.ok_or_else(|| bad("2 to 6"))?;
            }
            "Rules" => self.settings.rules = value.to_string(),
            "Seed" => {
                let seed = value.parse().ok().and_then(Seed::new);
                self.settings.seed = seed.ok_or_else(|| bad("a whole number below 2⁵³"))?;
            }
            _ => {
                let known = OPTIONS.join(", ");
                return Err(SessionError::Refused(format!("no option '{name}'; known: {known}")));
            }
        }
        Ok(())
    }

    /// Goes to a position; nothing changes where there is none such.
    fn place(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), SessionError> {
        let EngineSettings { game, players, rules, .. } = &self.settings;
        let table = match fen {
            None => game.open(*players, rules)?,
            Some(fen) => game.open_at(&drawing_of(fen))?,
        };
        let mut live = table.live(0);
        moves.iter().try_for_each(|mv| live.play(mv))?;
        let of = (table.players(), table.rules());
        if of != self.bot_of {
            self.bot = bot(&self.settings, table.as_ref())?;
            self.bot_of = of;
        }
        self.live = Some(live);
        self.plies = moves.len() as u64;
        Ok(())
    }

    fn answer(&self, query: Query) -> String {
        let Some(live) = &self.live else { return String::new() };
        match query {
            Query::GameOver => live.outcome().is_some().to_string(),
            Query::FirstTurn => (live.turn().index() == 0).to_string(),
            Query::Result => match live.outcome() {
                None => "none".to_string(),
                Some((Outcome::Won(player), _)) => format!("p{}win", player.index() + 1),
                Some((Outcome::Unfinished, _)) => "draw".to_string(),
            },
        }
    }

    fn go(&mut self, go: &Go) -> Result<Reply, SessionError> {
        let refused = |why: &str| SessionError::Refused(why.to_string());
        if !go.moves.is_empty() {
            return Err(refused("searchmoves can't be chosen among"));
        }
        let Some(live) = self.live.as_deref() else { return Err(refused("it thinks of a move")) };
        if let Some((_, reason)) = live.outcome() {
            return Err(SessionError::Refused(format!("the game is over: {reason}")));
        }
        let mut bot = self.bot.clone();
        let limited = match limit(go, live.turn().index()) {
            Some(limit) => limited(&mut bot, limit),
            None => Ok(()),
        };
        let told = limited.err().map(|why| format!("info string its own limit counts: {why}"));
        let Some(live) = self.live.take() else { return Err(refused("it thinks of a move")) };
        (self.halt, self.is_endless) = (Arc::default(), go.is_infinite);
        let rng = self.settings.seed.stream(Purpose::Play, &[self.plies]);
        let (threads, halt) = (self.settings.threads.clone(), self.halt.clone());
        let thinking = Thinking { live, bot, threads, rng, halt };
        Ok(Reply::Think(told.into_iter().collect(), Box::new(thinking)))
    }
}

impl Thinking {
    /// Thinks, and gives what it finds on the way to `say`, a line each. Returns the game, for
    /// [`UgiEngine::go_on`], and the line with the move.
    pub fn run(mut self, say: &mut dyn FnMut(String)) -> (Box<dyn LiveGame>, String) {
        let ask = Ask { top: 1, halt: Some(self.halt) };
        let mut done = |found: &Analysis| say(info(found));
        let thought = self.live.think(self.bot, &self.threads, &ask, &mut self.rng, &mut done);
        let line = thought.map_or_else(error, |thought| format!("bestmove {}", thought.mv));
        (self.live, line)
    }
}

/// The bot, where it can play at that table.
fn bot(settings: &EngineSettings, table: &dyn Table) -> Result<BotSpec, SessionError> {
    let bot = weights::bot(&settings.bot, table, &settings.home)?;
    table.bots(vec![bot.clone()], &settings.threads)?;
    Ok(bot)
}

fn lines(lines: impl IntoIterator<Item = impl ToString>) -> Reply {
    Reply::Lines(lines.into_iter().map(|line| line.to_string()).collect())
}

fn done(done: Result<(), SessionError>) -> Reply {
    Reply::Lines(done.err().into_iter().map(error).collect())
}

/// An error in one line.
fn error(why: impl ToString) -> String {
    let why = why.to_string();
    format!("error {}", why.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The limit that a player with that seat has; `None` where nothing is said of one.
fn limit(go: &Go, seat: usize) -> Option<Limit> {
    let left = go.left.get(seat).copied().flatten();
    let more = go.more.get(seat).copied().flatten().unwrap_or(0);
    let share = |left: u64| (left / MOVES_LEFT).saturating_add(more / 2).min(left / 2).max(1);
    let endless = go.is_infinite.then_some(Limit::Milliseconds(Limit::MOST_MILLISECONDS));
    let of_game = || left.map(|left| share(left).min(Limit::MOST_MILLISECONDS));
    go.limit.or(endless).or_else(|| of_game().map(Limit::Milliseconds))
}

/// Gives a bot that limit; those that don't look ahead need none.
fn limited(bot: &mut BotSpec, limit: Limit) -> Result<(), SessionError> {
    match &mut bot.chooser {
        ChooserSpec::Search { search, .. } if search.limit.is_some() => {
            *search = search.clone().with(&limit.to_string())?;
        }
        ChooserSpec::Search { .. } => {}
        ChooserSpec::Program(_) => {
            return Err(SessionError::Refused("it is a program".to_string()));
        }
    }
    Ok(())
}

/// What a bot has found, in one line. Scores are hundredths of what its evaluation counts.
fn info(found: &Analysis) -> String {
    let mut text = format!("info depth {} nodes {}", found.depth, found.nodes);
    let Some(line) = found.lines.first() else { return text };
    text += &match (found.end(line), line.value) {
        (Some(End::Win(plies)), _) => format!(" score mate {plies}"),
        (Some(End::Loss(plies)), _) => format!(" score mate -{plies}"),
        (None, Some(value)) => format!(" score cp {:.0}", 100.0 * value),
        (None, None) => String::new(),
    };
    let moves: Vec<&str> = line.moves.iter().map(|ply| ply.text.as_str()).collect();
    text + " pv " + &moves.join(" ")
}
