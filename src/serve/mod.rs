//! Games and runs in a browser, and games for programs that connect: one task owns a game, nobody who
//! plays waits for those who watch, and every move is on the disk before it is acknowledged.

pub mod client;
mod connection;
pub mod error;
mod http;
mod lines;
mod lobby;
mod log;
mod names;
mod places;
pub mod protocol;
mod room;
pub mod runs;
mod stored;
mod tcp;
mod words;

use crate::record::home::Home;
use crate::session::error::SessionError;
use http::Site;
use lines::Lines;
use lobby::Lobby;
use names::Names;
use places::Places;
use room::Shared;
use runs::{Reader, Runs};
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Connections that there can be at once, of browsers and of programs each.
const MOST_CLIENTS: usize = 8192;
/// How long a connection of a browser may carry nothing: where it waits for events, it carries something
/// every 20 seconds, and pages that are drawn when they are asked for take seconds.
const LONGEST_SILENCE: Duration = Duration::from_secs(300);
/// How long a program may take for its first line over TCP.
const FIRST_LINE: Duration = Duration::from_secs(60);

/// What a server is told at its start.
#[derive(Debug)]
pub struct Settings {
    /// Where games and runs lie.
    pub home: Home,
    /// Where browsers find it.
    pub listen: SocketAddr,
    /// Where programs find it by plain TCP; nowhere by default.
    pub tcp: Option<SocketAddr>,
    /// Further names by which browsers may call it, with their ports.
    pub hosts: Vec<String>,
    /// Bots that players may choose beside those of the levels.
    pub bots: Vec<String>,
    /// How many bots think at once.
    pub thinkers: usize,
    /// How runs are read.
    pub reader: Reader,
    /// Tells who started it what there is to know before it is ready.
    pub tell: fn(&str),
}

/// Where a server was found to listen.
#[derive(Clone, Copy, Debug)]
pub struct Listening {
    /// For browsers.
    pub http: SocketAddr,
    /// For programs.
    pub tcp: Option<SocketAddr>,
}

/// Serves until the process ends; `ready` hears where, once clients can connect.
///
/// # Errors
/// Where an address can't be had, a game that was left can't be right, or another server works in the
/// same folder.
pub fn serve(settings: Settings, ready: impl FnOnce(Listening)) -> Result<(), SessionError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(served(settings, ready))
}

/// Serves one program on standard input and output, until its lines end. `tell` is that of [`Settings`].
///
/// # Errors
/// Where a game that was left can't be right, or another server works in the same folder.
pub fn serve_one(
    home: Home,
    bots: Vec<String>,
    thinkers: usize,
    tell: fn(&str),
) -> Result<(), SessionError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let lobby = lobby(home, bots, thinkers, None, tell)?;
        let stream = tokio::io::join(tokio::io::stdin(), tokio::io::stdout());
        let mut lines = Lines::new(stream, None);
        connection::serve(&lobby, &mut lines).await;
        Ok(())
    });
    // Nobody waits for a read of standard input.
    runtime.shutdown_background();
    served
}

/// The tables of a folder.
fn lobby(
    home: Home,
    bots: Vec<String>,
    thinkers: usize,
    tcp: Option<SocketAddr>,
    tell: fn(&str),
) -> Result<Lobby, SessionError> {
    let thinkers = Arc::new(Semaphore::new(thinkers));
    let shared = Shared { home, played: Mutex::default(), thinkers };
    Lobby::open(Arc::new(shared), bots, tcp, tell)
}

/// Listens at an address.
async fn bound(address: SocketAddr) -> io::Result<TcpListener> {
    let failed =
        |why: io::Error| io::Error::new(why.kind(), format!("cannot listen at {address}: {why}"));
    TcpListener::bind(address).await.map_err(failed)
}

async fn served(settings: Settings, ready: impl FnOnce(Listening)) -> Result<(), SessionError> {
    let listener = bound(settings.listen).await?;
    let http = listener.local_addr()?;
    let places = || Arc::new(Semaphore::new(MOST_CLIENTS));
    let programs = match settings.tcp {
        Some(address) => Some(bound(address).await?),
        None => None,
    };
    let tcp = programs.as_ref().map(TcpListener::local_addr).transpose()?;
    let Settings { home, bots, thinkers, tell, .. } = settings;
    let lobby = Arc::new(lobby(home.clone(), bots, thinkers, tcp, tell)?);
    if let Some(listener) = programs {
        tokio::spawn(tcp::listen(listener, lobby.clone(), places(), FIRST_LINE));
    }
    let runs = Arc::new(Runs::new(home, settings.reader));
    let names = Arc::new(Names::new(http, settings.hosts));
    let site = Site { lobby, runs, names };
    ready(Listening { http, tcp });
    let places = Places { listener, places: places(), longest_silence: LONGEST_SILENCE };
    axum::serve(places, http::router(site)).await?;
    Err(SessionError::System(io::Error::other("the server ended")))
}
