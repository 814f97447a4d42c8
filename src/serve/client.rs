//! A bot that plays on somebody else's server.

use super::protocol::{Answer, Ask, Event, Reply, SeatKind, VERSION, What};
use crate::backend::Threads;
use crate::record::home::Home;
use crate::registry::{self, LiveGame};
use crate::rng::{Purpose, Seed};
use crate::search::analysis;
use crate::session::error::SessionError;
use crate::session::play::Seat;
use serde::Serialize;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

/// Bytes of a line that a server may send.
const LONGEST: u64 = 1024 * 1024;
/// How often a lost connection is tried again, and how long it is waited before.
const TRIES: u32 = 30;
const PAUSE: Duration = Duration::from_secs(1);

/// What a guest is told.
pub struct GuestSettings<'a> {
    /// Where runs lie that bots are named by.
    pub home: &'a Home,
    /// The server.
    pub address: String,
    /// The bot that plays.
    pub bot: String,
    /// The table; the newest with a free seat where none is named.
    pub table: Option<String>,
    /// Its seat, from 1; the first that is free where none is named.
    pub seat: Option<usize>,
    /// What it calls itself.
    pub name: String,
    pub seed: Seed,
    pub threads: Threads,
}

/// How a guest's game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestEnd {
    pub seat: usize,
    /// The seat that won.
    pub winner: Option<usize>,
    pub reason: String,
    pub plies: usize,
}

/// A line that is asked.
#[derive(Serialize)]
struct Line {
    id: u64,
    #[serde(flatten)]
    ask: Ask,
}

/// A connection to a server.
struct Connection {
    lines: BufReader<TcpStream>,
    asked: u64,
    /// Events that came before an answer.
    events: Vec<Event>,
}

/// The game of a guest, as its server tells it.
struct Guest<'a> {
    settings: &'a GuestSettings<'a>,
    table: String,
    seat: usize,
    token: String,
    /// The number of the next event.
    next: usize,
    game: Option<(Box<dyn LiveGame>, Seat)>,
    plies: usize,
}

/// Plays one game on a server; `joined` hears the table and the seat.
///
/// # Errors
/// Where the server can't be reached, refuses, or says what can't be right, or the bot can't play.
pub fn play(
    settings: &GuestSettings<'_>,
    joined: &mut dyn FnMut(&str, usize),
) -> Result<GuestEnd, SessionError> {
    let mut connection = Connection::open(&settings.address)?;
    let table = match &settings.table {
        Some(table) => table.clone(),
        None => connection.free_table()?,
    };
    let ask = Ask::Join { table, seat: settings.seat, name: settings.name.clone() };
    let Reply::Joined { table, seat, token } = connection.ask(ask)? else { return Err(foreign()) };
    joined(&table, seat);
    let mut guest = Guest { settings, table, seat, token, next: 0, game: None, plies: 0 };
    let mut tries = 0;
    loop {
        let before = guest.next;
        match guest.follow(&mut connection) {
            Err(SessionError::System(why)) if tries >= TRIES => return Err(why.into()),
            Err(SessionError::System(_)) => {}
            ended => return ended,
        }
        tries = if guest.next > before { 0 } else { tries + 1 };
        thread::sleep(PAUSE);
        if let Ok(again) = Connection::open(&settings.address) {
            connection = again;
        }
    }
}

fn foreign() -> SessionError {
    SessionError::Damaged("the server says what this starhop doesn't understand".to_string())
}

impl Connection {
    fn open(address: &str) -> Result<Connection, SessionError> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let lines = BufReader::new(stream);
        let mut connection = Connection { lines, asked: 0, events: Vec::new() };
        connection.ask(Ask::Hello { version: VERSION })?;
        Ok(connection)
    }

    /// Asks something and awaits the answer.
    fn ask(&mut self, ask: Ask) -> Result<Reply, SessionError> {
        self.asked += 1;
        let line = serde_json::to_string(&Line { id: self.asked, ask }).unwrap_or_default() + "\n";
        self.lines.get_mut().write_all(line.as_bytes())?;
        loop {
            let line = self.line()?;
            if let Ok(event) = serde_json::from_str::<Event>(&line) {
                self.events.push(event);
                continue;
            }
            let answer: Answer = serde_json::from_str(&line).map_err(|_| foreign())?;
            match answer.reply {
                Reply::Refused { why } => {
                    return Err(SessionError::Refused(format!("the server refuses: {why:?}")));
                }
                reply if answer.id == Some(self.asked) => return Ok(reply),
                _ => {}
            }
        }
    }

    /// The next event.
    fn event(&mut self) -> Result<Event, SessionError> {
        if !self.events.is_empty() {
            return Ok(self.events.remove(0));
        }
        serde_json::from_str(&self.line()?).map_err(|_| foreign())
    }

    fn line(&mut self) -> Result<String, SessionError> {
        let mut line = String::new();
        let read = self.lines.by_ref().take(LONGEST).read_line(&mut line)?;
        match read > 0 && line.ends_with('\n') {
            true => Ok(line),
            false => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
        }
    }

    /// The newest table with a free seat.
    fn free_table(&mut self) -> Result<String, SessionError> {
        let Reply::List { tables, .. } = self.ask(Ask::List {})? else { return Err(foreign()) };
        let is_free = |kind: SeatKind| kind == SeatKind::Open;
        let free = tables.into_iter().find(|it| it.seats.iter().any(|seat| is_free(seat.kind)));
        let why = || SessionError::Refused("no game there has a free seat".to_string());
        free.map(|it| it.table).ok_or_else(why)
    }
}

impl Guest<'_> {
    /// Hears what happens and plays, until the game is over.
    fn follow(&mut self, connection: &mut Connection) -> Result<GuestEnd, SessionError> {
        let (table, token) = (self.table.clone(), self.token.clone());
        connection.ask(Ask::Return { table: table.clone(), token: token.clone() })?;
        let asked = connection.ask(Ask::Watch { table: table.clone(), from: self.next })?;
        let Reply::Watching { events } = asked else { return Err(foreign()) };
        let mut has_moved = false;
        loop {
            if self.next >= events
                && !has_moved
                && let Some(mv) = self.choose()?
            {
                let (table, token) = (table.clone(), token.clone());
                connection.ask(Ask::Move { table, token, mv })?;
                has_moved = true;
            }
            let event = connection.event()?;
            if event.event != self.next || event.table != self.table {
                continue;
            }
            self.next += 1;
            // Other events may come before that of its own move.
            has_moved &= !matches!(event.what, What::Move { .. } | What::Undo { .. });
            if let Some(end) = self.hear(event.what)? {
                return Ok(end);
            }
        }
    }

    /// Follows what happened; how the game ended, where it did.
    fn hear(&mut self, what: What) -> Result<Option<GuestEnd>, SessionError> {
        match what {
            What::Start { game, players, rules, .. } => {
                let table = registry::find(&game)?.open(players, &rules)?;
                let bot = Seat::find(&self.settings.bot, table.as_ref(), self.settings.home)?;
                self.game = Some((table.live(0), bot));
            }
            What::Move { mv, .. } => {
                let (live, _) = self.game.as_mut().ok_or_else(foreign)?;
                live.play(&mv)?;
                self.plies += 1;
            }
            What::Undo { plies, .. } => {
                let (live, _) = self.game.as_mut().ok_or_else(foreign)?;
                if plies > self.plies || !(0..plies).all(|_| live.undo()) {
                    return Err(foreign());
                }
                self.plies -= plies;
            }
            What::End { end, .. } => {
                return Ok(Some(GuestEnd {
                    seat: self.seat,
                    winner: end.winner,
                    reason: end.reason,
                    plies: self.plies,
                }));
            }
            What::Seat { .. }
            | What::Away { .. }
            | What::Back { .. }
            | What::Rematch { .. }
            | What::Trouble { .. } => {}
        }
        Ok(None)
    }

    /// The bot's move, where it is its turn.
    fn choose(&self) -> Result<Option<String>, SessionError> {
        let Some((live, bot)) = &self.game else { return Ok(None) };
        if live.turn().index() + 1 != self.seat || live.outcome().is_some() {
            return Ok(None);
        }
        let bot = bot.spec().cloned().ok_or_else(foreign)?;
        let mut rng = self.settings.seed.stream(Purpose::Play, &[self.plies as u64]);
        let ask = analysis::Ask { top: 1, halt: None };
        let threads = &self.settings.threads;
        Ok(Some(live.think(bot, threads, &ask, &mut rng, &mut |_| {})?.mv))
    }
}
