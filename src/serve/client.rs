//! A bot that plays on somebody else's server.

use super::protocol::{Answer, Ask, Event, Reply, SeatKind, TableLine, VERSION, What};
use super::words;
use crate::backend::Threads;
use crate::record::home::Home;
use crate::registry::{self, LiveGame};
use crate::rng::{Purpose, Seed};
use crate::search::analysis;
use crate::session::error::SessionError;
use crate::session::play::Seat;
use serde::Serialize;
use serde::de::IgnoredAny;
use std::collections::HashSet;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::mem::take;
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

/// Bytes of a line that a server may send.
const LONGEST: u64 = 1024 * 1024;
/// How often a lost connection is tried again, and how long it is waited before.
const TRIES: u32 = 30;
const PAUSE: Duration = Duration::from_secs(1);
/// How long a server may take for an answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// Where nothing happens for so long, the server is asked whether it is still there.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// What a guest is told.
#[derive(Debug)]
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
    /// Where its chance comes from.
    pub seed: Seed,
    /// What its searches run on. Where they are stopped, it resigns at its turn, before which nobody can in games of two.
    pub threads: Threads,
}

/// How a guest's game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestEnd {
    /// The seat that the guest had, from 1.
    pub seat: usize,
    /// The seat that won.
    pub winner: Option<usize>,
    /// Why it ended, in a word or two.
    pub reason: String,
    /// Plies that were played.
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
    /// What came of a line that hasn't ended.
    begun: Vec<u8>,
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

/// What a guest hears before its game is over.
#[derive(Debug)]
pub enum News<'a> {
    /// It has a seat at that table.
    Joined(&'a str, usize),
    /// The connection was lost, and is tried again.
    Lost(&'a io::Error),
    /// It has resigned.
    Resigned,
}

/// Plays one game on a server. Where the bot can't go on or is stopped, it resigns; where more than two play, a bot of the
/// server plays on. `None` where it was stopped before the game's end.
///
/// # Errors
/// Where the server can't be reached, refuses, or says what can't be right, or the bot can't play.
pub fn play(
    settings: &GuestSettings<'_>,
    heard: &mut dyn FnMut(News<'_>),
) -> Result<Option<GuestEnd>, SessionError> {
    let mut connection = Connection::open(&settings.address)?;
    let table = match &settings.table {
        Some(table) => connection.look(table, settings).map(|()| table.clone())?,
        None => connection.free_table(settings)?,
    };
    if settings.threads.is_stopped() {
        return Ok(None);
    }
    let (name, token) = (settings.name.clone(), Some(words::token()?));
    let ask = Ask::Join { table, seat: settings.seat, name, token };
    let mut tries = 0;
    let joined = loop {
        let why = match connection.ask(ask.clone()) {
            Err(SessionError::System(why)) => why,
            joined => break joined?,
        };
        // It may have the seat; asked again with the same token, the server says so.
        heard(News::Lost(&why));
        connection = match found_again(settings, &mut tries, why) {
            Err(_) if settings.threads.is_stopped() => return Ok(None),
            found => found?,
        };
    };
    let Reply::Joined { table, seat, token } = joined else { return Err(foreign()) };
    heard(News::Joined(&table, seat));
    let mut guest = Guest { settings, table, seat, token, next: 0, game: None, plies: 0 };
    let mut most = 0;
    loop {
        let why = match guest.follow(&mut connection) {
            Err(SessionError::System(why)) => why,
            Err(why) => {
                // Nobody else could free the seat, so that the others would wait for ever.
                let (table, token) = (guest.table.clone(), guest.token.clone());
                let is_stopped = settings.threads.is_stopped();
                if connection.ask(Ask::Resign { table, token }).is_ok() {
                    heard(News::Resigned);
                } else if is_stopped && let Ok(Some(end)) = guest.ended(&mut connection) {
                    return Ok(Some(end));
                }
                return if is_stopped { Ok(None) } else { Err(why) };
            }
            Ok(end) => return Ok(Some(end)),
        };
        // A server that tells the same events again and again comes no farther.
        if guest.next > most {
            (most, tries) = (guest.next, 0);
        }
        heard(News::Lost(&why));
        connection = match found_again(settings, &mut tries, why) {
            Err(_) if settings.threads.is_stopped() => return Ok(None),
            found => found?,
        };
    }
}

/// A new connection in the place of one that was lost, in as many tries as are left.
fn found_again(
    settings: &GuestSettings<'_>,
    tries: &mut u32,
    mut why: io::Error,
) -> Result<Connection, SessionError> {
    let address = &settings.address;
    while *tries < TRIES {
        *tries += 1;
        thread::sleep(PAUSE);
        match Connection::open(address) {
            // One who is stopped tries once, to resign.
            Err(SessionError::System(again)) if !settings.threads.is_stopped() => why = again,
            opened => return opened,
        }
    }
    Err(io::Error::other(format!("lost the server at {address} in {tries} tries: {why}")).into())
}

fn foreign() -> SessionError {
    SessionError::Damaged("the server says what this starhop doesn't understand: name the address that `serve --tcp` \
         prints after `tcp`, not that for browsers".to_string())
}

/// Whether a bot can't play at a table, where nothing else is wrong.
fn is_unfit(why: &SessionError) -> bool {
    use SessionError::{Config, Refused, Text, Unknown};
    matches!(why, Refused(_) | Text(_) | Unknown { .. } | Config(_))
}

/// What ends a game whose bot is stopped.
fn stopped() -> SessionError {
    SessionError::Refused("the bot was stopped".to_string())
}

fn silent() -> SessionError {
    let why = format!("the server said nothing for {} seconds", PATIENCE.as_secs());
    io::Error::new(ErrorKind::TimedOut, why).into()
}

impl Connection {
    fn open(address: &str) -> Result<Connection, SessionError> {
        let stream = TcpStream::connect(address).map_err(|why| match why.kind() {
            ErrorKind::InvalidInput => {
                SessionError::Refused(format!("'{}' is no address: {why}", address.escape_debug()))
            }
            _ => io::Error::new(why.kind(), format!("cannot connect to {address}: {why}")).into(),
        })?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let (lines, begun) = (BufReader::new(stream), Vec::new());
        let mut connection = Connection { lines, begun, asked: 0, events: Vec::new() };
        match connection.ask(Ask::Hello { version: VERSION })? {
            Reply::Hello { version: VERSION, .. } => Ok(connection),
            Reply::Hello { version, .. } => Err(SessionError::Refused(format!(
                "the server speaks version {version} of the protocol; this starhop speaks {VERSION}"
            ))),
            _ => Err(foreign()),
        }
    }

    /// Asks something and awaits the answer.
    fn ask(&mut self, ask: Ask) -> Result<Reply, SessionError> {
        self.asked += 1;
        let line = serde_json::to_string(&Line { id: self.asked, ask }).unwrap_or_default() + "\n";
        self.lines.get_mut().write_all(line.as_bytes())?;
        loop {
            let line = self.line(PATIENCE)?.ok_or_else(silent)?;
            if let Ok(event) = serde_json::from_str::<Event>(&line) {
                self.events.push(event);
                continue;
            }
            let answer: Answer = serde_json::from_str(&line).map_err(|_| foreign())?;
            // A refusal without a number is of the connection; what was asked before may be answered late.
            match (answer.reply, answer.id) {
                (_, Some(id)) if id < self.asked => {}
                (_, Some(id)) if id > self.asked => return Err(foreign()),
                (Reply::Refused { why }, _) => {
                    return Err(SessionError::Refused(format!("the server refuses: {why:?}")));
                }
                (reply, Some(_)) => return Ok(reply),
                (_, None) => return Err(foreign()),
            }
        }
    }

    /// The next event; `None` where nothing happened for so long.
    fn event(&mut self, patience: Duration) -> Result<Option<Event>, SessionError> {
        if !self.events.is_empty() {
            return Ok(Some(self.events.remove(0)));
        }
        let line = self.line(patience)?;
        line.map(|line| serde_json::from_str(&line).map_err(|_| foreign())).transpose()
    }

    /// The next line; `None` where none came for so long.
    fn line(&mut self, patience: Duration) -> Result<Option<String>, SessionError> {
        self.lines.get_ref().set_read_timeout(Some(patience))?;
        let left = LONGEST.saturating_sub(self.begun.len() as u64);
        match self.lines.by_ref().take(left).read_until(b'\n', &mut self.begun) {
            Err(why) if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return Ok(None);
            }
            read => read?,
        };
        match self.begun.ends_with(b"\n") {
            true => Ok(Some(String::from_utf8(take(&mut self.begun)).map_err(|_| foreign())?)),
            false => Err(io::Error::from(ErrorKind::UnexpectedEof).into()),
        }
    }

    /// The newest table with a free seat at which the bot can play.
    fn free_table(&mut self, settings: &GuestSettings<'_>) -> Result<String, SessionError> {
        let Reply::List { tables, .. } = self.ask(Ask::List {})? else { return Err(foreign()) };
        let is_free = |it: &TableLine| it.seats.iter().any(|seat| seat.kind == SeatKind::Open);
        let (mut first, mut unfit) = (None, HashSet::new());
        for TableLine { table, game, players, .. } in tables.into_iter().filter(is_free) {
            // A server answers no more than a few asks a second.
            if unfit.contains(&(game.clone(), players)) {
                continue;
            }
            match self.look(&table, settings) {
                Ok(()) => return Ok(table),
                Err(why) if is_unfit(&why) => {
                    first.get_or_insert_with(|| format!("; at the newest, of {game:?}, {why}"));
                    unfit.insert((game, players));
                }
                Err(why) => return Err(why),
            }
        }
        let why = first.unwrap_or_default();
        Err(SessionError::Refused(format!(
            "no game there that the bot can play has a free seat{why}"
        )))
    }

    /// Looks whether the bot can play at a table.
    fn look(&mut self, table: &str, settings: &GuestSettings<'_>) -> Result<(), SessionError> {
        let table = table.to_string();
        self.ask(Ask::Watch { table: table.clone(), from: IgnoredAny })?;
        let first = loop {
            let event = self.event(PATIENCE)?.ok_or_else(silent)?;
            if event.table == table {
                break event.what;
            }
        };
        self.ask(Ask::Unwatch { table })?;
        self.events.clear();
        match first {
            What::Start { game, players, rules, .. } => {
                settings.sit_down(&game, players, &rules).map(drop)
            }
            _ => Err(foreign()),
        }
    }
}

impl GuestSettings<'_> {
    /// A game with the bot that plays it.
    fn sit_down(
        &self,
        game: &str,
        players: usize,
        rules: &str,
    ) -> Result<(Box<dyn LiveGame>, Seat), SessionError> {
        let table = registry::find(game)?.open(players, rules)?;
        let bot = Seat::find(&self.bot, table.as_ref(), self.home)?;
        Ok((table.live(0), bot))
    }
}

impl Guest<'_> {
    /// Hears what happened and happens over a new connection, and plays, until the game is over.
    fn follow(&mut self, connection: &mut Connection) -> Result<GuestEnd, SessionError> {
        self.next = 0;
        let (table, token) = (self.table.clone(), self.token.clone());
        connection.ask(Ask::Return { table: table.clone(), token: token.clone() })?;
        let asked = connection.ask(Ask::Watch { table: table.clone(), from: IgnoredAny })?;
        let Reply::Watching { events, .. } = asked else { return Err(foreign()) };
        let mut has_moved = false;
        loop {
            if self.next >= events
                && !has_moved
                && let Some(mv) = self.choose()?
            {
                let (table, token) = (table.clone(), token.clone());
                match connection.ask(Ask::Move { table, token, mv }) {
                    Err(SessionError::Refused(why)) => {
                        let end = self.ended(connection)?;
                        return end.ok_or(SessionError::Refused(why));
                    }
                    asked => drop(asked?),
                }
                has_moved = true;
            }
            let Some(event) = connection.event(LOOK_EVERY)? else {
                let (table, token) = (table.clone(), token.clone());
                connection.ask(Ask::Return { table, token })?;
                continue;
            };
            if !self.is_next(&event) {
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

    fn is_next(&self, event: &Event) -> bool {
        event.event == self.next && event.table == self.table
    }

    /// How the game ended, where it came to its end while the bot thought.
    fn ended(&mut self, connection: &mut Connection) -> Result<Option<GuestEnd>, SessionError> {
        // What happened before an answer has been told when it comes, whatever it is.
        let (table, token) = (self.table.clone(), self.token.clone());
        let _ = connection.ask(Ask::Return { table, token });
        for event in std::mem::take(&mut connection.events) {
            if self.is_next(&event) {
                self.next += 1;
                if let Some(end) = self.hear(event.what)? {
                    return Ok(Some(end));
                }
            }
        }
        Ok(None)
    }

    /// Follows what happened; how the game ended, where it did.
    fn hear(&mut self, what: What) -> Result<Option<GuestEnd>, SessionError> {
        match what {
            What::Start { game, players, rules, .. } => match &mut self.game {
                None => self.game = Some(self.settings.sit_down(&game, players, &rules)?),
                // The bot stays what it was, whatever its name stands for by now.
                Some((live, _)) => {
                    for _ in 0..take(&mut self.plies) {
                        live.undo();
                    }
                }
            },
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
        let threads = &self.settings.threads;
        let ask = analysis::Ask { top: 1, game: 0, halt: threads.stop_flag() };
        let thought = live.think(bot, threads, &ask, &mut rng, &mut |_| {});
        match threads.is_stopped() {
            true => Err(stopped()),
            false => Ok(Some(thought?.mv)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn a_server_that_stays_away_is_no_closed_pipe() {
        let lost = || io::Error::from(ErrorKind::BrokenPipe);
        let settings = GuestSettings {
            home: &Home::new(Path::new(".")),
            address: "127.0.0.1:1".to_string(),
            bot: "random".to_string(),
            table: None,
            seat: None,
            name: "random".to_string(),
            seed: Seed::new(1).unwrap(),
            threads: Threads::alone(),
        };
        for mut tries in [TRIES - 1, TRIES] {
            let Err(SessionError::System(why)) = found_again(&settings, &mut tries, lost()) else {
                panic!("nothing listens there");
            };
            assert_ne!(why.kind(), ErrorKind::BrokenPipe);
            assert!(why.to_string().starts_with("lost the server at 127.0.0.1:1 in 30 tries: "));
        }
    }
    use std::net::TcpListener;
    use std::sync::mpsc::channel;

    /// However short the patience, nothing of a line that comes in pieces is lost.
    #[test]
    fn a_line_in_pieces_is_put_together() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (go_on, waits) = channel::<()>();
        let server = thread::spawn(move || {
            let mut stream = listener.accept().unwrap().0;
            for piece in ["{\"a", "\u{e9}\"}\n{", "}\n"] {
                stream.write_all(piece.as_bytes()).unwrap();
                let _ = waits.recv();
            }
        });
        let (lines, events) = (BufReader::new(stream), Vec::new());
        let mut connection = Connection { lines, begun: Vec::new(), asked: 0, events };
        let soon = Duration::from_millis(5);
        let mut next = || {
            loop {
                match connection.line(soon) {
                    Ok(None) => drop(go_on.send(())),
                    line => return line.map(Option::unwrap_or_default),
                }
            }
        };
        assert_eq!(next().unwrap(), "{\"a\u{e9}\"}\n");
        assert_eq!(next().unwrap(), "{}\n");
        assert!(next().is_err(), "the server is gone");
        server.join().unwrap();
    }
}
