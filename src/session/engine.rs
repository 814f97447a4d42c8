//! A bot as an engine for other programs: where it is asked, and what it thinks, whichever language it is
//! talked to in.

pub mod hub;
pub mod ugi;

use super::error::SessionError;
use super::weights;
use crate::backend::Threads;
use crate::play::bots::Thought;
use crate::record::home::Home;
use crate::registry::{BotSpec, ChooserSpec, Entry, LiveGame, Table};
use crate::rng::{Purpose, Rng, Seed};
use crate::search::analysis::{Analysis, Ask};
use crate::search::spec::{BotName, Limit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Into how many moves the rest of a game's time is divided.
const MOVES_LEFT: u64 = 30;

/// What an engine is.
#[derive(Debug)]
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

/// A language in which an engine is talked to.
pub trait Language {
    /// What comes of a line.
    fn hear(&mut self, line: &str) -> Reply;

    /// That a line can't be read, as the other side is told of it.
    fn error(&self, why: &str) -> String;

    /// The bot at its board.
    fn desk(&mut self) -> &mut Desk;
}

/// What comes of a line.
#[derive(Debug)]
pub enum Reply {
    /// Lines to write.
    Lines(Vec<String>),
    /// Lines to write, and then a move to think of.
    Think(Vec<String>, Box<Thinking>),
    /// The end.
    Quit,
}

/// A bot with a game in which it is asked.
#[derive(Debug)]
pub struct Desk {
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

/// How a language says what is thought.
#[derive(Clone, Copy, Debug)]
struct Words {
    info: fn(&Analysis) -> String,
    /// The move, in the game before it.
    done: fn(&dyn LiveGame, &Thought) -> String,
    error: fn(&str) -> String,
}

/// A move that is to be thought of.
#[derive(Debug)]
pub struct Thinking {
    live: Box<dyn LiveGame>,
    bot: BotSpec,
    threads: Threads,
    rng: Rng,
    halt: Arc<AtomicBool>,
    words: Words,
}

impl Desk {
    /// The bot at the start of its game.
    ///
    /// # Errors
    /// Where it can't be found, or can't play.
    fn new(settings: EngineSettings) -> Result<Desk, SessionError> {
        let table = settings.game.open(settings.players, &settings.rules)?;
        let bot = bot(&settings, table.as_ref())?;
        let bot_of = (table.players(), table.rules());
        let live = Some(table.live(0));
        let (is_endless, halt) = (false, Arc::default());
        Ok(Desk { settings, bot, bot_of, live, plies: 0, is_endless, halt })
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

    /// Goes to where moves lead from where a table is set up; nothing changes where they don't.
    fn place(&mut self, table: &dyn Table, moves: &[String]) -> Result<(), SessionError> {
        let mut live = table.live(0);
        moves.iter().try_for_each(|mv| live.play(mv))?;
        let of = (table.players(), table.rules());
        if of != self.bot_of {
            self.bot = bot(&self.settings, table)?;
            self.bot_of = of;
        }
        self.live = Some(live);
        self.plies = moves.len() as u64;
        Ok(())
    }

    /// Begins to think, with that limit in place of the bot's own where it knows such a one; else gives
    /// the reason why not.
    fn think(
        &mut self,
        limit: Option<Limit>,
        is_endless: bool,
        words: Words,
    ) -> Result<(Option<String>, Box<Thinking>), SessionError> {
        let live = self.live.as_deref().ok_or_else(busy)?;
        if let Some((_, reason)) = live.outcome() {
            return Err(SessionError::Refused(format!("the game is over: {reason}")));
        }
        let mut bot = self.bot.clone();
        let refused = limit.and_then(|limit| limited(&mut bot, limit).err());
        (self.halt, self.is_endless) = (Arc::default(), is_endless);
        let thinking = Thinking {
            live: self.live.take().ok_or_else(busy)?,
            bot,
            threads: self.settings.threads.clone(),
            rng: self.settings.seed.stream(Purpose::Play, &[self.plies]),
            halt: self.halt.clone(),
            words,
        };
        Ok((refused.map(|why| why.to_string()), Box::new(thinking)))
    }
}

impl Thinking {
    /// Thinks, and gives what it finds on the way to `say`, a line each. Returns the game, for
    /// [`Desk::go_on`], and the line with the move.
    pub fn run(mut self, say: &mut dyn FnMut(String)) -> (Box<dyn LiveGame>, String) {
        let ask = Ask { top: 1, game: 0, halt: Some(self.halt) };
        let mut done = |found: &Analysis| say((self.words.info)(found));
        let thought = self.live.think(self.bot, &self.threads, &ask, &mut self.rng, &mut done);
        let line = match thought {
            Ok(thought) => (self.words.done)(self.live.as_ref(), &thought),
            Err(why) => (self.words.error)(&why.to_string()),
        };
        (self.live, line)
    }
}

/// That it thinks, where it should do something else.
fn busy() -> SessionError {
    SessionError::refused("it thinks of a move; stop it first")
}

/// The bot, where it can play at that table.
fn bot(settings: &EngineSettings, table: &dyn Table) -> Result<BotSpec, SessionError> {
    let bot = weights::bot_without_clock(&settings.bot, table, &settings.home)?;
    table.bots(vec![bot.clone()], &settings.threads)?;
    Ok(bot)
}

/// Gives a bot that limit, or the nearest that there is; those that don't look ahead need none.
fn limited(bot: &mut BotSpec, limit: Limit) -> Result<(), SessionError> {
    match &mut bot.chooser {
        ChooserSpec::Search { search, .. } if search.limit.is_some() => {
            *search = search.clone().with(&limit.within_range().to_string())?;
        }
        ChooserSpec::Search { .. } => {}
        ChooserSpec::Program(_) => return Err(SessionError::refused("it is a program")),
    }
    Ok(())
}

/// No limit of time but the greatest.
const ENDLESS: Limit = Limit::Milliseconds(Limit::MOST_MILLISECONDS);

/// What a move gets of the time that is left of a game, when so much is added with each move; both in
/// milliseconds.
fn share(left: u64, more: u64) -> Limit {
    let ms = (left / MOVES_LEFT).saturating_add(more / 2).min(left / 2);
    Limit::Milliseconds(ms)
}

/// A text in one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
