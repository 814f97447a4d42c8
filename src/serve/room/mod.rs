//! One table: a task that owns its game, and does one thing after another.

mod advice;
mod clock;
mod keeping;
mod moves;
mod presence;
mod seats;
pub mod shown;
mod table;
mod thinking;

use super::log::Log;
use super::protocol::{EndOf, Reply, SeatKind, SeatOf, TableLine, What};
use crate::backend::lock;
use crate::game::TextError;
use crate::play::bots::Thought;
use crate::record::home::Home;
use crate::record::played::Played;
use crate::record::underway::{Change, Head, SeatLine, Terms, UnderwayFile, VERSION};
use crate::search::analysis::Ask;
use crate::session::play::{PlayedGame, Seat};
use clock::Clock;
pub use presence::ClientId;
use presence::Presence;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::Message;
pub use table::{Plan, TableAsk, TableHandle, refused};
use thinking::thought;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::task::block_in_place;
use tokio::time::Instant;

/// Requests that may wait for a table.
const WAITING: usize = 64;
/// Moves that `think` lists at most.
const MOST_LISTED: usize = 12;
/// Events of a table, after which nothing is taken back and nobody's coming and going is told.
const MOST_EVENTS: usize = 20_000;
/// How long it is until what failed is tried again, which doubles with each failure in a row.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// What that grows to at most.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
const NO_SEAT: &str = "that token is for no seat here";
/// A bot that fails as often at one position gives up.
const MOST_FAILURES: u32 = 12;

/// What all tables share.
pub struct Shared {
    /// Where games are kept.
    pub home: Home,
    /// Games that are over.
    pub played: Mutex<Played>,
    /// How many bots think at once; the others wait in the order in which they came.
    pub thinkers: Arc<Semaphore>,
}

/// What a table begins with.
pub struct Setup {
    /// Its name.
    pub id: String,
    pub game: PlayedGame,
    pub seats: Vec<SeatLine>,
    pub terms: Terms,
    pub file: UnderwayFile,
    /// Who thinks for people where no bot is at the table, and plays for those who are gone.
    pub adviser: Seat,
}

/// The task that owns the game of a table.
pub struct TableTask {
    setup: Setup,
    log: Arc<Log>,
    line: Arc<Mutex<TableLine>>,
    shared: Arc<Shared>,
    clock: Clock,
    presence: Presence,
    /// How many things happened, so that a thought that came too late is known as such.
    changes: u64,
    /// How many had happened when the bot to move began to think.
    thinking: Option<u64>,
    /// Stops the bot that thinks of its move.
    halt: Arc<AtomicBool>,
    /// Dropped, they stop those who think for people of this position.
    advice: Vec<oneshot::Sender<()>>,
    /// When something that failed is tried again.
    again: Option<Instant>,
    /// How long it is until then where something fails next.
    pause: Duration,
    /// How often the bot to move has failed at this position.
    failures: u32,
    /// Whether a person has moved.
    has_begun: bool,
    is_over: bool,
    /// Whether it was left when the server ended, at a moment when its game may have been kept already.
    is_restored: bool,
    /// The number under which the game is kept, `None` where nobody had moved, once that is done.
    kept: Option<Option<u64>>,
    next: Option<String>,
}

impl TableTask {
    /// A table where that game is played.
    pub fn new(setup: Setup, shared: Arc<Shared>) -> TableTask {
        let seats = setup.game.seats().len();
        let line = TableLine {
            table: setup.id.clone(),
            game: setup.game.game().to_string(),
            players: seats,
            seats: Vec::new(),
            plies: 0,
            over: None,
        };
        TableTask {
            log: Arc::new(Log::new(&setup.id)),
            line: Arc::new(Mutex::new(line)),
            shared,
            clock: Clock::new(setup.terms.clock.unwrap_or_default(), seats),
            presence: Presence::new(seats),
            changes: 0,
            thinking: None,
            halt: Arc::default(),
            advice: Vec::new(),
            again: None,
            pause: FIRST_PAUSE,
            failures: 0,
            has_begun: false,
            is_over: false,
            is_restored: false,
            kept: None,
            next: None,
            setup,
        }
    }

    /// Opens the table: from now on a task of its own does what it is asked. What happened before is
    /// told first.
    ///
    /// # Errors
    /// Where what happened can't be right.
    pub fn open(mut self, past: &[Change]) -> Result<TableHandle, String> {
        let (mailbox, mut messages) = mpsc::channel(WAITING);
        let table = TableHandle { mailbox, log: self.log.clone(), line: self.line.clone() };
        let game = &self.setup.game;
        let start = shown::start(game.blank(), game.live(), self.people(), self.setup.terms);
        self.log.add(start);
        // The first line is the game's own.
        for (line, change) in (2..).zip(past) {
            self.follow(change).map_err(|why| format!("line {line}: {why}"))?;
        }
        self.is_restored = !past.is_empty();
        self.tell(None);
        let own = table.mailbox.downgrade();
        tokio::spawn(async move {
            self.go_on(&own);
            loop {
                let timer = self.timer();
                let message = tokio::select! {
                    message = messages.recv() => message,
                    () = sleep_until(timer) => {
                        self.time_passed();
                        self.go_on(&own);
                        continue;
                    }
                };
                // The lobby has let the table go.
                let Some(message) = message else { break };
                if !self.hear(message) {
                    break;
                }
                self.go_on(&own);
            }
            self.stop_thinking();
        });
        Ok(table)
    }

    /// Does what a message is for; whether the table goes on.
    fn hear(&mut self, message: Message) -> bool {
        match message {
            Message::LetGo(reply) => {
                let is_gone = block_in_place(|| self.let_go());
                let _ = reply.send(is_gone);
                return !is_gone;
            }
            Message::Think { client, token, top, reply } => self.advise(client, &token, top, reply),
            Message::Ask(client, ask, reply) => {
                let answer = block_in_place(|| self.answer(client, ask));
                // Who hears the answer may ask for the list at once.
                if !self.is_over {
                    self.tell(None);
                }
                let _ = reply.send(answer);
            }
            Message::Went(client) => self.went(client),
            Message::Chosen(then, chosen) if then == self.changes => {
                block_in_place(|| self.chosen(chosen));
            }
            Message::Chosen(..) => {}
            Message::Plan(token, reply) => {
                let _ = reply.send(self.plan(&token));
            }
            Message::Next(table) => {
                self.log.add(What::Rematch { next: table.clone() });
                self.next = Some(table);
            }
        }
        true
    }

    fn people(&self) -> Vec<SeatOf> {
        shown::people(self.setup.game.seats(), &self.setup.seats)
    }

    /// Whether nobody is missing.
    fn is_full(&self) -> bool {
        self.people().iter().all(|it| it.kind != SeatKind::Open)
    }

    /// The seat to move, from 0.
    fn turn(&self) -> usize {
        self.setup.game.live().turn().index()
    }

    fn answer(&mut self, client: ClientId, ask: TableAsk) -> Reply {
        let done = match ask {
            TableAsk::Watch => {
                let (events, thought) = (self.log.length(), self.clock.thought());
                return Reply::Watching { events, thought };
            }
            TableAsk::Moves => {
                let game = &self.setup.game;
                let moves = if game.end().is_some() { Vec::new() } else { game.live().moves() };
                return Reply::Moves { moves };
            }
            TableAsk::Array => return self.array(),
            TableAsk::Join { seat, name, token } => {
                return self.join(client, seat, &name, token).unwrap_or_else(refused);
            }
            TableAsk::Return { token } => self.seat_of(client, &token).map(|_| ()),
            TableAsk::Move { token, mv } => self.play(client, &token, &mv),
            TableAsk::Undo { token } => self.undo(client, &token),
            TableAsk::Resign { token } => self.resign(client, &token),
        };
        match done {
            Ok(()) => Reply::Done,
            Err(why) => refused(why),
        }
    }

    fn plan(&self, token: &str) -> Result<Plan, String> {
        self.place_of(token).ok_or(NO_SEAT)?;
        if let Some(next) = &self.next {
            return Ok(Plan::There(next.clone()));
        }
        if self.setup.game.end().is_none() {
            return Err("this game goes on".to_string());
        }
        let mut seats = self.setup.seats.clone();
        seats.rotate_right(1);
        let mut game = self.setup.game.blank().clone();
        game.bots.rotate_right(1);
        Ok(Plan::New(Box::new(Head { version: VERSION, game, seats, terms: self.setup.terms })))
    }

    fn write(&mut self, change: &Change) -> Result<(), String> {
        self.setup.file.add(change).map_err(|why| format!("it can't be kept: {why}"))
    }

    /// Stops whoever thinks of a position that is gone.
    fn changed(&mut self) {
        self.changes += 1;
        (self.again, self.pause, self.failures) = (None, FIRST_PAUSE, 0);
        self.clock.stop();
        self.stop_thinking();
    }

    fn stop_thinking(&mut self) {
        self.halt.store(true, Ordering::Relaxed);
        self.halt = Arc::default();
        self.advice.clear();
    }

    /// What the bot to move has chosen.
    fn chosen(&mut self, chosen: Result<Thought, TextError>) {
        let why = match chosen.map(|thought| self.put(&thought.mv, 0)) {
            Ok(Ok(())) => return,
            Ok(Err(why)) => why,
            Err(why) => {
                self.failures += 1;
                why.0
            }
        };
        self.trouble(why);
        if self.failures >= MOST_FAILURES && self.is_full() {
            let seat = self.turn();
            if let Err(why) = self.give_up(seat, &Change::Resign) {
                self.trouble(why);
            }
        }
    }

    /// Tells that something failed, and tries it again later.
    fn trouble(&mut self, why: String) {
        if self.log.length() < MOST_EVENTS {
            self.log.add(What::Trouble { why });
        }
        self.thinking = None;
        self.again = Some(Instant::now() + self.pause);
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
    }

    /// When something is to happen by itself.
    fn timer(&self) -> Option<Instant> {
        if self.is_over {
            return None;
        }
        let seat = self.turn();
        let of_people = [self.clock.end(seat), self.absent(seat)].into_iter().flatten();
        self.again.into_iter().chain(of_people.filter(|_| self.again.is_none())).min()
    }

    fn time_passed(&mut self) {
        if self.again.take().is_some() || self.setup.game.end().is_some() {
            return;
        }
        let (seat, now) = (self.turn(), Instant::now());
        let is_past = |end: Option<Instant>| end.is_some_and(|end| end <= now);
        let done = block_in_place(|| match is_past(self.clock.end(seat)) {
            true => self.give_up(seat, &Change::Time),
            false if is_past(self.absent(seat)) => self.replace(seat),
            false => Ok(()),
        });
        if let Err(why) = done {
            self.trouble(why);
        }
    }

    /// Ends a game that is over, lets the clock run, and lets the bot to move think where somebody is there.
    fn go_on(&mut self, own: &mpsc::WeakSender<Message>) {
        if self.is_over || self.again.is_some() {
            return;
        }
        if let Some(end) = self.setup.game.end() {
            let words = end.words;
            let end = EndOf { winner: end.winner.map(|seat| seat + 1), reason: end.reason };
            match block_in_place(|| self.keep()) {
                Ok(number) => {
                    self.is_over = true;
                    self.tell(Some(end.clone()));
                    self.log.add(What::End { end, words, number });
                }
                Err(why) => self.trouble(why),
            }
            return;
        }
        self.tell(None);
        let Some(bot) = self.setup.game.seat().spec().cloned() else {
            if !self.clock.runs() && self.is_full() {
                self.clock.start();
            }
            return;
        };
        if self.thinking == Some(self.changes) || self.is_left() {
            return;
        }
        self.thinking = Some(self.changes);
        let (own, shared) = (own.clone(), self.shared.clone());
        let (changes, game) = (self.changes, self.setup.game.record(1));
        let ask = Ask { top: 1, game: 0, halt: Some(self.halt.clone()) };
        tokio::spawn(async move {
            let chosen = thought(&shared, game, bot, ask).await;
            if let Some(own) = own.upgrade() {
                let _ = own.send(Message::Chosen(changes, chosen)).await;
            }
        });
    }

    /// Brings the line of the list up to date.
    fn tell(&self, over: Option<EndOf>) {
        let mut line = lock(&self.line);
        line.seats = self.people();
        line.plies = self.setup.game.moves().len();
        line.over = over;
    }
}

async fn sleep_until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
