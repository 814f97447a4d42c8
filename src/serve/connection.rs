//! One client: reads what it asks, answers, and tells what happens at the tables that it watches.

use super::lobby::{Lobby, Wanted};
use super::log::Log;
use super::protocol::{Answer, Ask, Asked, Reply, VERSION};
use super::room::{ClientId, TableAsk, TableHandle, refused};
use super::words;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::Interval;

/// Bytes of a line that a client may send.
pub const LONGEST: usize = 16 * 1024;
/// Tables that a client may watch at once.
const MOST_WATCHED: usize = 64;
/// What a client may ask at once, and how much of that comes back in a second.
const AT_ONCE: f64 = 200.0;
const A_SECOND: f64 = 50.0;
/// Tables that a client may set up at once, and in a second.
const TABLES_AT_ONCE: f64 = 20.0;
const TABLES_A_SECOND: f64 = 0.5;
/// Tables with a game under way at which a client can have a seat.
const MOST_SEATED: usize = 256;
const NO_TABLE: &str = "there is no such table";
const TOO_MANY_NEW: &str = "too many games are begun; wait a second";
/// Bots that think for a client at once.
const MOST_THOUGHTS: usize = 4;
/// How often it is looked whether a client is still there.
const LOOK_EVERY: Duration = Duration::from_secs(20);
/// A client that takes nothing for so long is let go.
const PATIENCE: Duration = Duration::from_secs(20);

/// A connection that carries lines.
pub trait Wire: Send {
    /// The next line; `None` at the end. Can be broken off and called again.
    fn line(&mut self) -> impl Future<Output = Option<Line>> + Send;

    /// Asks whether the client is still there, every so often; `false` where it didn't answer.
    fn is_there(&mut self) -> impl Future<Output = bool> + Send;

    /// Sends a line; `false` where the client is gone.
    fn send(&mut self, line: &str) -> impl Future<Output = bool> + Send;
}

/// What comes over a connection.
pub enum Line {
    /// A line.
    Text(String),
    /// Something else, after which the connection ends, and why.
    Unfit(&'static str),
}

/// At most `most` at once; what is spent comes back second by second.
struct Allowance {
    left: f64,
    most: f64,
    a_second: f64,
    at: Instant,
}

/// A table that a client watches.
struct Watched {
    table: String,
    log: Arc<Log>,
    next: usize,
    length: watch::Receiver<usize>,
}

/// A client and what it has asked for.
struct Client<'a> {
    id: ClientId,
    lobby: &'a Lobby,
    watched: Vec<Watched>,
    /// Tables where it has shown a token.
    seated: BTreeMap<String, TableHandle>,
    asks: Allowance,
    tables: Allowance,
    looks: Interval,
    /// Places for bots that think for it, and where their answers go.
    thoughts: Arc<Semaphore>,
    late: mpsc::Sender<String>,
}

/// Serves a client until it leaves.
pub async fn serve(lobby: &Lobby, wire: &mut impl Wire) {
    static CLIENTS: AtomicU64 = AtomicU64::new(0);
    let (late, mut answers) = mpsc::channel(MOST_THOUGHTS);
    let mut client = Client {
        id: CLIENTS.fetch_add(1, Ordering::Relaxed),
        lobby,
        watched: Vec::new(),
        seated: BTreeMap::new(),
        asks: Allowance::new(AT_ONCE, A_SECOND),
        tables: Allowance::new(TABLES_AT_ONCE, TABLES_A_SECOND),
        looks: tokio::time::interval(LOOK_EVERY),
        thoughts: Arc::new(Semaphore::new(MOST_THOUGHTS)),
        late,
    };
    while client.step(wire, &mut answers).await {}
    for table in client.seated.values() {
        table.went(client.id).await;
    }
}

/// A line that refuses.
pub fn refusal(why: &str) -> String {
    told(None, refused(why))
}

/// The line that answers what was asked with that number.
fn told(id: Option<u64>, reply: Reply) -> String {
    serde_json::to_string(&Answer { id, reply }).unwrap_or_default()
}

/// The next event of a table that is watched, once there is one.
async fn next_event(all: &mut [Watched]) -> String {
    loop {
        for watched in all.iter_mut() {
            if let Some(event) = watched.log.get(watched.next) {
                watched.next += 1;
                return event.to_string();
            }
        }
        let changes: Vec<_> = all.iter_mut().map(|it| Box::pin(it.length.changed())).collect();
        match changes.is_empty() {
            true => std::future::pending().await,
            false => drop(futures_util::future::select_all(changes).await),
        }
    }
}

impl Allowance {
    fn new(most: f64, a_second: f64) -> Allowance {
        Allowance { left: most, most, a_second, at: Instant::now() }
    }

    /// Whether one more is allowed now.
    fn take(&mut self) -> bool {
        let passed = self.at.elapsed().as_secs_f64();
        self.at = Instant::now();
        self.left = (self.left + passed * self.a_second).min(self.most);
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }
}

impl Client<'_> {
    /// Answers a line or tells an event; `false` at the end.
    async fn step(&mut self, wire: &mut impl Wire, late: &mut mpsc::Receiver<String>) -> bool {
        let (line, goes_on) = tokio::select! {
            biased;
            _ = self.looks.tick() => return wire.is_there().await,
            // First of all: with an answer a client has heard all that had happened when it asked.
            event = next_event(&mut self.watched) => (Some(event), true),
            answer = late.recv() => (answer, true),
            line = wire.line() => match line {
                Some(Line::Text(line)) => (self.answer(&line).await, true),
                Some(Line::Unfit(why)) => (Some(refusal(why)), false),
                None => return false,
            },
        };
        let Some(line) = line else { return goes_on };
        let sent = tokio::time::timeout(PATIENCE, wire.send(&line)).await;
        sent.unwrap_or(false) && goes_on
    }

    /// The answer to a line; `None` where it comes later.
    async fn answer(&mut self, line: &str) -> Option<String> {
        let Asked { id, ask } = Asked::parse(line);
        let reply = match (self.asks.take(), ask) {
            (false, _) => refused("too much is asked; wait a second"),
            (true, Err(why)) => refused(why),
            (true, Ok(ask)) => self.reply(id, ask).await?,
        };
        Some(told(id, reply))
    }

    /// Has a bot think, which is answered when it has; fails where it can't.
    fn think(
        &mut self,
        id: Option<u64>,
        table: String,
        token: String,
        top: usize,
    ) -> Result<(), Reply> {
        let table = self.table(table, true)?;
        let place = self.thoughts.clone().try_acquire_owned();
        let place = place.map_err(|_| {
            let late = "hints that you asked for aren't there yet; ask again when one of them is";
            refused(format!("{MOST_THOUGHTS} {late}"))
        })?;
        let (client, late) = (self.id, self.late.clone());
        tokio::spawn(async move {
            // Once the client is gone the table hears that nobody waits for the answer.
            let reply = tokio::select! {
                reply = table.think(client, token, top) => reply,
                () = late.closed() => return,
            };
            drop(place);
            let _ = late.send(told(id, reply)).await;
        });
        Ok(())
    }

    /// The answer to what was asked with that number; `None` where it comes later.
    async fn reply(&mut self, id: Option<u64>, ask: Ask) -> Option<Reply> {
        let (table, ask) = match ask {
            Ask::Hello { version: VERSION } => {
                let server = concat!("starhop ", env!("CARGO_PKG_VERSION")).to_string();
                let tcp = self.lobby.tcp().map(|it| it.to_string());
                return Some(Reply::Hello { version: VERSION, server, tcp });
            }
            Ask::Hello { .. } => {
                return Some(refused(format!("this server speaks version {VERSION}")));
            }
            Ask::Games {} => return Some(self.lobby.games()),
            Ask::List {} => return Some(self.lobby.list()),
            // Nobody would sit at the table.
            Ask::Create { name: Some(name), .. } if words::name(&name).is_none() => {
                return Some(refused(words::NO_NAME));
            }
            Ask::Create { game, players, rules, seats, seed, terms, .. } => {
                return Some(
                    self.create(&Wanted { game, players, rules, seats, seed, terms }).await,
                );
            }
            Ask::Rematch { table, token } => return Some(self.rematch(&table, token).await),
            Ask::Watch { table, .. } => return Some(self.watch(table).await),
            Ask::Unwatch { table } => {
                self.watched.retain(|it| it.table != table);
                return Some(Reply::Done);
            }
            Ask::Think { table, token, top } => {
                return self.think(id, table, token, top.unwrap_or(1)).err();
            }
            Ask::Join { table, seat, name, token } => (table, TableAsk::Join { seat, name, token }),
            Ask::Return { table, token } => (table, TableAsk::Return { token }),
            Ask::Moves { table } => (table, TableAsk::Moves),
            Ask::Move { table, token, mv } => (table, TableAsk::Move { token, mv }),
            Ask::Undo { table, token } => (table, TableAsk::Undo { token }),
            Ask::Resign { table, token } => (table, TableAsk::Resign { token }),
            Ask::Array { table } => (table, TableAsk::Array),
        };
        Some(self.ask_table(table, ask).await)
    }

    async fn ask_table(&mut self, table: String, ask: TableAsk) -> Reply {
        let shows_token = !matches!(ask, TableAsk::Moves | TableAsk::Array);
        match self.table(table, shows_token) {
            Ok(table) => table.ask(self.id, ask).await,
            Err(refused) => refused,
        }
    }

    /// The table of that name, which hears when a client that has shown a token is gone.
    fn table(&mut self, id: String, shows_token: bool) -> Result<TableHandle, Reply> {
        let table = self.lobby.table(&id).ok_or_else(|| refused(NO_TABLE))?;
        if shows_token && !self.seated.contains_key(&id) {
            if self.seated.len() >= MOST_SEATED {
                self.seated.retain(|_, table| table.line().over.is_none());
            }
            if self.seated.len() >= MOST_SEATED {
                let why = format!("play at most at {MOST_SEATED} tables at once");
                return Err(refused(why));
            }
            self.seated.insert(id, table.clone());
        }
        Ok(table)
    }

    async fn create(&mut self, wanted: &Wanted) -> Reply {
        match self.tables.take() {
            true => self.lobby.create(wanted).await,
            false => refused(TOO_MANY_NEW),
        }
    }

    async fn rematch(&mut self, table: &str, token: String) -> Reply {
        match (self.lobby.table(table), self.tables.take()) {
            (None, _) => refused(NO_TABLE),
            (_, false) => refused(TOO_MANY_NEW),
            (Some(table), true) => self.lobby.rematch(&table, token).await,
        }
    }

    async fn watch(&mut self, table: String) -> Reply {
        let Some(found) = self.lobby.table(&table) else {
            return refused(NO_TABLE);
        };
        self.watched.retain(|it| it.table != table);
        if self.watched.len() >= MOST_WATCHED {
            return refused(format!("watch at most {MOST_WATCHED} tables"));
        }
        // From now on the table isn't one that nobody is there for.
        let length = found.log.subscribe();
        let reply = found.ask(self.id, TableAsk::Watch).await;
        if let Reply::Watching { .. } = reply {
            self.watched.push(Watched { table, log: found.log, next: 0, length });
        }
        reply
    }
}
