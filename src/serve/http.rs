//! Pages, pictures and WebSockets, for browsers on this machine unless told otherwise.

use super::connection::{LONGEST, Line, Wire, serve};
use super::error::PageError;
use super::lobby::Lobby;
use super::names::Names;
use super::runs::{self, Runs};
use super::stored::{self, NO_GAME};
use axum::Router;
use axum::body::Body;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const ICON: &str = include_str!("page/icon.svg");
const SCRIPTS: [(&str, &str); 8] = [
    ("app.js", include_str!("page/app.js")),
    ("board.js", include_str!("page/board.js")),
    ("games.js", include_str!("page/games.js")),
    ("heat.js", include_str!("page/heat.js")),
    ("lobby.js", include_str!("page/lobby.js")),
    ("overlay.js", include_str!("page/overlay.js")),
    ("piece.js", include_str!("page/piece.js")),
    ("runs.js", include_str!("page/runs.js")),
];
/// Nothing from elsewhere, and nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Pictures and reports have style sheets of their own.
const STYLED_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const NOTHING: &str = "nothing is here\n";
const FOREIGN: &str = "pages of other sites can't use this server\n";

/// What all requests share.
#[derive(Clone)]
pub struct Site {
    pub lobby: Arc<Lobby>,
    pub runs: Arc<Runs>,
    pub names: Arc<Names>,
}

/// All addresses of the server.
pub fn router(site: Site) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/table/{id}", get(page))
        .route("/runs", get(page))
        .route("/run/{name}", get(page))
        .route("/overlay/{names}", get(page))
        .route("/icon.svg", get(|| async { typed("image/svg+xml", ICON) }))
        .route("/style.css", get(|| async { typed("text/css; charset=utf-8", STYLE) }))
        .route("/{script}", get(script))
        .route("/games/{name}", get(page))
        .route("/game/{name}/{number}", get(page))
        .route("/report/{name}", get(report))
        .route("/api/games/{name}/{from}", get(games))
        .route("/api/game/{name}/{number}", get(game))
        .route("/api/others", get(others))
        .route("/api/runs", get(all_runs))
        .route("/api/run/{name}", get(one_run))
        .route("/api/run/{name}/events", get(run_events))
        .route("/api/run/{name}/{picture}", get(picture))
        .route("/api/run/{name}/champion/{index}", get(crowned))
        .route("/api/overlay/{names}", get(several_runs))
        .route("/api/overlay/{names}/events", get(run_events))
        .route("/api/overlay/{names}/{picture}", get(picture))
        .route("/ws", any(socket))
        .fallback(nowhere)
        .layer(from_fn_with_state(site.clone(), guard))
        .with_state(site)
}

/// Refuses requests that a page of somebody else has made a browser send, and forbids pages
/// everything that they don't need.
async fn guard(State(site): State<Site>, request: Request, next: Next) -> Response {
    let admitted = admitted(request.headers(), &site.names);
    let mut response = match admitted {
        Ok(()) => next.run(request).await,
        Err(why) => (StatusCode::FORBIDDEN, why).into_response(),
    };
    let headers = response.headers_mut();
    let fixed = |text: &'static str| HeaderValue::from_static(text);
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(fixed(POLICY));
    headers.entry(CACHE_CONTROL).or_insert(fixed("no-cache"));
    headers.insert("x-content-type-options", fixed("nosniff"));
    headers.insert("referrer-policy", fixed("no-referrer"));
    headers.insert("cross-origin-opener-policy", fixed("same-origin"));
    headers.insert("cross-origin-resource-policy", fixed("same-origin"));
    response
}

/// Whether a request calls this server by one of its names, and comes from one of its own pages where
/// it says where it comes from. Links of other sites may lead here.
fn admitted(headers: &HeaderMap, names: &Names) -> Result<(), &'static str> {
    let Some(host) = text(headers, "host").filter(|host| names.has(host)) else {
        return Err("this server goes by other names; see `serve --host`\n");
    };
    // Browsers name no origin where a page has them load a picture or a script.
    let is_foreign =
        text(headers, "sec-fetch-site").is_some_and(|it| !["same-origin", "none"].contains(&it));
    if is_foreign && text(headers, "sec-fetch-mode") != Some("navigate") {
        return Err(FOREIGN);
    }
    let is_own =
        |origin: &str| origin.split_once("://").is_some_and(|(_, from)| names.has_page(from, host));
    match text(headers, "origin") {
        None => Ok(()),
        Some(origin) if is_own(origin) => Ok(()),
        Some(_) => Err(FOREIGN),
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|it| it.to_str().ok())
}

fn typed(kind: &'static str, body: impl Into<Body>) -> Response {
    ([(CONTENT_TYPE, kind)], body.into()).into_response()
}

/// Something with a style sheet of its own, and without anything else, or why it isn't there.
fn styled(kind: &'static str, body: Result<String, PageError>) -> Response {
    let mut response = match body {
        Ok(body) => typed(kind, body),
        Err(why) => return unshown(why),
    };
    let policy = HeaderValue::from_static(STYLED_POLICY);
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    response
}

async fn page() -> Response {
    typed("text/html; charset=utf-8", PAGE)
}

async fn script(uri: Uri, headers: HeaderMap) -> Response {
    match SCRIPTS.iter().find(|(known, _)| uri.path().strip_prefix('/') == Some(known)) {
        Some((_, text)) => typed("text/javascript; charset=utf-8", *text),
        None => nowhere(uri, headers).await,
    }
}

/// That nothing is there: whoever comes by an address sees it on the page, from which they can go on.
async fn nowhere(uri: Uri, headers: HeaderMap) -> Response {
    let is_visit = text(&headers, "accept").is_some_and(|it| it.contains("text/html"));
    match is_visit && !uri.path().starts_with("/api/") {
        true => missing(page().await),
        false => missing(NOTHING),
    }
}

fn missing(why: impl IntoResponse) -> Response {
    (StatusCode::NOT_FOUND, why).into_response()
}

fn unshown(why: PageError) -> Response {
    match why {
        PageError::NotThere(why) => missing(why),
        PageError::Failed(why) => (StatusCode::INTERNAL_SERVER_ERROR, why).into_response(),
    }
}

/// What was read from files, as JSON, or why not.
fn told<T: serde::Serialize>(told: Result<T, PageError>) -> Response {
    match told {
        Ok(value) => typed("application/json", serde_json::to_string(&value).unwrap_or_default()),
        Err(why) => unshown(why),
    }
}

/// How much is read and drawn at once.
static READERS: Semaphore = Semaphore::const_new(2);

/// Reads files where that holds up nobody else.
async fn reading<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, PageError> + Send + 'static,
) -> Result<T, PageError> {
    let _place = READERS.acquire().await;
    let read = tokio::task::spawn_blocking(read).await;
    read.unwrap_or_else(|why| Err(PageError::Failed(why.to_string())))
}

async fn all_runs(State(site): State<Site>) -> Response {
    told(reading(move || site.runs.list()).await)
}

async fn one_run(State(site): State<Site>, Path(name): Path<String>) -> Response {
    told(reading(move || site.runs.one(&name)).await)
}

async fn several_runs(State(site): State<Site>, Path(names): Path<String>) -> Response {
    told(reading(move || site.runs.several(&names)).await)
}

async fn picture(
    State(site): State<Site>,
    Path((names, file)): Path<(String, String)>,
) -> Response {
    styled("image/svg+xml", reading(move || site.runs.picture(&names, &file)).await)
}

async fn crowned(
    State(site): State<Site>,
    Path((name, index)): Path<(String, String)>,
) -> Response {
    let Ok(index) = index.parse() else { return missing("there is no such champion\n") };
    styled("image/svg+xml", reading(move || site.runs.crowned(&name, index)).await)
}

async fn run_events(State(site): State<Site>, Path(names): Path<String>) -> Response {
    Sse::new(runs::events(site.runs.clone(), names))
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// Arenas and comparisons.
async fn others(State(site): State<Site>) -> Response {
    told(reading(move || site.runs.others()).await)
}

/// A run, an arena or a comparison as `report` writes it.
async fn report(State(site): State<Site>, Path(name): Path<String>) -> Response {
    styled("text/html; charset=utf-8", reading(move || site.runs.report(&name)).await)
}

async fn games(State(site): State<Site>, Path((name, from)): Path<(String, String)>) -> Response {
    let Ok(from) = from.parse() else { return missing(NO_GAME) };
    told(reading(move || stored::list(site.runs.home(), &name, from)).await)
}

async fn game(State(site): State<Site>, Path((name, number)): Path<(String, String)>) -> Response {
    let Ok(number) = number.parse() else { return missing(NO_GAME) };
    told(reading(move || stored::events(site.runs.home(), &name, number)).await)
}

async fn socket(State(site): State<Site>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    // Each connection has that much, however little comes.
    let upgrade = upgrade.read_buffer_size(LONGEST);
    upgrade.on_upgrade(move |socket| async move {
        serve(&site.lobby, &mut Socket { socket, heard: Instant::now() }).await;
    })
}

/// A client on a WebSocket.
struct Socket {
    socket: WebSocket,
    heard: Instant,
}

/// How long a browser may leave unanswered whether it is there: a telephone that sleeps closes nothing.
const SILENCE: Duration = Duration::from_secs(60);

impl Wire for Socket {
    async fn line(&mut self) -> Option<Line> {
        loop {
            let message = self.socket.recv().await?;
            self.heard = Instant::now();
            match message {
                Ok(Message::Text(text)) => return Some(Line::Text(text.to_string())),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(Message::Binary(_)) => return Some(Line::Unfit("a frame is text")),
                Ok(Message::Close(_)) => return None,
                Err(_) => return Some(Line::Unfit("a frame is a line of text of at most 16 KiB")),
            }
        }
    }

    async fn is_there(&mut self) -> bool {
        let asked = self.socket.send(Message::Ping(Default::default()));
        let asked = tokio::time::timeout(SILENCE, asked).await;
        asked.is_ok_and(|it| it.is_ok()) && self.heard.elapsed() < SILENCE
    }

    async fn send(&mut self, line: &str) -> bool {
        self.socket.send(Message::Text(line.into())).await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::SocketAddr;

    #[test]
    fn only_own_names_and_own_pages_are_admitted() {
        let names = Names::new(SocketAddr::from(([127, 0, 0, 1], 7121)), Vec::new());
        let headers = |host: &'static str, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert("host", HeaderValue::from_static(host));
            origin.map(|it| headers.insert("origin", HeaderValue::from_static(it)));
            admitted(&headers, &names).is_ok()
        };
        assert!(headers("127.0.0.1:7121", None));
        assert!(headers("LOCALHOST:7121", Some("http://localhost:7121")));
        // By a proxy that encrypts.
        assert!(headers("localhost:7121", Some("https://localhost:7121")));
        for (host, origin) in [
            ("evil.example:7121", None),
            ("127.0.0.1", None),
            ("127.0.0.1:7121", Some("http://evil.example")),
            ("127.0.0.1:7121", Some("http://127.0.0.1")),
            ("127.0.0.1:7121", Some("null")),
            ("127.0.0.1:7121.evil.example", None),
        ] {
            assert!(!headers(host, origin), "{host} {origin:?}");
        }
        assert!(admitted(&HeaderMap::new(), &names).is_err());
    }

    #[test]
    fn pages_of_other_sites_can_link_here_and_load_nothing() {
        let names = Names::new(SocketAddr::from(([127, 0, 0, 1], 7121)), Vec::new());
        for (site, mode, is_admitted) in [
            ("none", "navigate", true),
            ("same-origin", "no-cors", true),
            ("same-origin", "websocket", true),
            ("cross-site", "navigate", true),
            ("cross-site", "no-cors", false),
            ("same-site", "no-cors", false),
            ("cross-site", "cors", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("host", HeaderValue::from_static("127.0.0.1:7121"));
            headers.insert("sec-fetch-site", HeaderValue::from_static(site));
            headers.insert("sec-fetch-mode", HeaderValue::from_static(mode));
            assert_eq!(admitted(&headers, &names).is_ok(), is_admitted, "{site} {mode}");
        }
    }
}
