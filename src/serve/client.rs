//! A bot that plays on somebody else's server.

mod connection;

use super::protocol::{Ask, Event, Reply, SeatKind, TableLine, What};
use super::words;
use crate::backend::Threads;
use crate::record::home::Home;
use crate::registry::{self, LiveGame};
use crate::rng::{Purpose, Seed};
use crate::search::analysis;
use crate::session::error::SessionError;
use crate::session::play::Seat;
use connection::{Connection, PATIENCE, foreign, silent};
use serde::de::IgnoredAny;
use std::collections::HashSet;
use std::io;
use std::mem::take;
use std::thread;
use std::time::Duration;

/// How often a lost connection is tried again, and how long it is waited before.
const TRIES: u32 = 30;
const PAUSE: Duration = Duration::from_secs(1);
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
        Some(table) => settings.look(&mut connection, table).map(|()| table.clone())?,
        None => settings.free_table(&mut connection)?,
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

/// Whether a bot can't play at a table, where nothing else is wrong.
fn is_unfit(why: &SessionError) -> bool {
    use SessionError::{Config, Refused, Text, Unknown};
    matches!(why, Refused(_) | Text(_) | Unknown { .. } | Config(_))
}

/// What ends a game whose bot is stopped.
fn stopped() -> SessionError {
    SessionError::Refused("the bot was stopped".to_string())
}

impl GuestSettings<'_> {
    /// The newest table with a free seat at which the bot can play.
    fn free_table(&self, connection: &mut Connection) -> Result<String, SessionError> {
        let Reply::List { tables, .. } = connection.ask(Ask::List {})? else {
            return Err(foreign());
        };
        let is_free = |it: &TableLine| it.seats.iter().any(|seat| seat.kind == SeatKind::Open);
        let (mut first, mut unfit) = (None, HashSet::new());
        for TableLine { table, game, players, .. } in tables.into_iter().filter(is_free) {
            // A server answers no more than a few asks a second.
            if unfit.contains(&(game.clone(), players)) {
                continue;
            }
            match self.look(connection, &table) {
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
    fn look(&self, connection: &mut Connection, table: &str) -> Result<(), SessionError> {
        let table = table.to_string();
        connection.ask(Ask::Watch { table: table.clone(), from: IgnoredAny })?;
        let first = loop {
            let event = connection.event(PATIENCE)?.ok_or_else(silent)?;
            if event.table == table {
                break event.what;
            }
        };
        connection.ask(Ask::Unwatch { table })?;
        drop(connection.heard());
        match first {
            What::Start { game, players, rules, .. } => {
                self.sit_down(&game, players, &rules).map(drop)
            }
            _ => Err(foreign()),
        }
    }

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
        connection.ask(self.presence())?;
        let asked = connection.ask(Ask::Watch { table: self.table.clone(), from: IgnoredAny })?;
        let Reply::Watching { events, .. } = asked else { return Err(foreign()) };
        let mut has_moved = false;
        loop {
            if self.next >= events
                && !has_moved
                && let Some(mv) = self.choose()?
            {
                let (table, token) = (self.table.clone(), self.token.clone());
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
                connection.ask(self.presence())?;
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

    /// That it is there for its seat.
    fn presence(&self) -> Ask {
        Ask::Return { table: self.table.clone(), token: self.token.clone() }
    }

    fn is_next(&self, event: &Event) -> bool {
        event.event == self.next && event.table == self.table
    }

    /// How the game ended, where it came to its end while the bot thought.
    fn ended(&mut self, connection: &mut Connection) -> Result<Option<GuestEnd>, SessionError> {
        // What happened before an answer has been told when it comes, whatever it is.
        let _ = connection.ask(self.presence());
        for event in connection.heard() {
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
    use std::io::ErrorKind;
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
}
