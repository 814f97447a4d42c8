//! How a server of games bears many at once: random bots play each other over plain connections on this
//! machine, spectators watch, and the time from a move to each spectator is taken.
//!
//! cargo bench --bench serve -- [GAMES] [SPECTATORS] [SECONDS] [MILLISECONDS A MOVE]

use serde_json::{Value, json};
use std::collections::HashMap;
use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader as Lines};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// Tables that one connection may set up at once.
const AT_ONCE: usize = 20;

/// What all clients share.
struct Load {
    address: String,
    pace: Duration,
    /// How many clients are where they should be, and whether all are.
    ready: AtomicUsize,
    begun: AtomicBool,
    stop: AtomicBool,
    /// When each move was sent, by table and the moves before it.
    sent: Mutex<HashMap<(String, u64), Instant>>,
    moves: AtomicU64,
    /// Microseconds from a move to a spectator.
    took: Mutex<Vec<u64>>,
    lost: AtomicU64,
}

struct Client {
    lines: BufReader<TcpStream>,
    events: Vec<Value>,
}

impl Client {
    async fn new(address: &str) -> Client {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Client { lines: BufReader::new(stream), events: Vec::new() }
    }

    async fn line(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = self.lines.read_line(&mut line).await.ok()?;
        (read > 0).then(|| serde_json::from_str(&line).unwrap())
    }

    async fn ask(&mut self, what: Value) -> Value {
        self.lines.get_mut().write_all(format!("{what}\n").as_bytes()).await.unwrap();
        loop {
            let line = self.line().await.unwrap();
            match line.get("answer") {
                Some(_) => return line,
                None => self.events.push(line),
            }
        }
    }
}

fn main() {
    let words: Vec<u64> = env::args().filter_map(|word| word.parse().ok()).collect();
    let word = |place: usize, usual: u64| words.get(place).copied().unwrap_or(usual);
    let (games, spectators) = (word(0, 1000) as usize, word(1, 5000) as usize);
    let (seconds, pace) = (word(2, 20), word(3, 5000));
    let home = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_starhop"))
        .current_dir(home.path())
        .args("serve --listen 127.0.0.1:0 --tcp 127.0.0.1:0".split(' '))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = Lines::new(server.stdout.take().unwrap()).lines();
    let address =
        lines.map(Result::unwrap).find_map(|it| it.strip_prefix("tcp ").map(str::to_string));
    let load = Arc::new(Load {
        address: address.unwrap(),
        pace: Duration::from_millis(pace),
        ready: AtomicUsize::new(0),
        begun: AtomicBool::new(false),
        stop: AtomicBool::new(false),
        sent: Mutex::default(),
        moves: AtomicU64::new(0),
        took: Mutex::default(),
        lost: AtomicU64::new(0),
    });
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(run(load.clone(), games, spectators, Duration::from_secs(seconds)));
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap_or_default();
    let memory = |key: &str| {
        let line = status.lines().find(|line| line.starts_with(key)).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|it| it.parse::<u64>().ok()).unwrap_or(0) / 1024
    };
    report(&load, games, spectators, seconds, (memory("VmRSS"), memory("VmHWM")));
    let _ = server.kill();
    let _ = server.wait();
}

async fn run(load: Arc<Load>, games: usize, spectators: usize, time: Duration) {
    let mut tables = Vec::new();
    while tables.len() < games {
        let mut client = Client::new(&load.address).await;
        for _ in 0..AT_ONCE.min(games - tables.len()) {
            let ask =
                json!({"ask": "create", "game": "chinese-checkers", "seats": ["open", "open"]});
            let made = client.ask(ask).await;
            tables.push(made["table"].as_str().unwrap().to_string());
        }
    }
    let mut tasks = Vec::new();
    for number in 0..spectators {
        let (load, table) = (load.clone(), tables[number % tables.len()].clone());
        tasks.push(tokio::spawn(async move { watch(&load, &table).await }));
    }
    for (number, table) in tables.into_iter().enumerate() {
        let load = load.clone();
        tasks.push(tokio::spawn(async move { play(&load, &table, number as u64).await }));
    }
    while load.ready.load(Ordering::Relaxed) < spectators + games {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    load.begun.store(true, Ordering::Relaxed);
    tokio::time::sleep(time).await;
    load.stop.store(true, Ordering::Relaxed);
    // What was sent last still arrives.
    tokio::time::sleep(load.pace + Duration::from_secs(2)).await;
    tasks.iter().for_each(tokio::task::JoinHandle::abort);
}

/// Two random bots on a connection each.
async fn play(load: &Load, table: &str, number: u64) {
    let mut clients = [Client::new(&load.address).await, Client::new(&load.address).await];
    let mut tokens = Vec::new();
    for client in &mut clients {
        let joined = client.ask(json!({"ask": "join", "table": table, "name": "bot"})).await;
        tokens.push(joined["token"].as_str().unwrap().to_string());
    }
    load.ready.fetch_add(1, Ordering::Relaxed);
    while !load.begun.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut random = number;
    tokio::time::sleep(load.pace.mul_f64((number % 97) as f64 / 97.0)).await;
    for ply in 0.. {
        if load.stop.load(Ordering::Relaxed) {
            return;
        }
        let began = Instant::now();
        let (client, token) = (&mut clients[ply as usize % 2], &tokens[ply as usize % 2]);
        let answer = client.ask(json!({"ask": "moves", "table": table})).await;
        let Some(moves) = answer["moves"].as_array().filter(|it| !it.is_empty()) else { return };
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = moves[(random >> 33) as usize % moves.len()].clone();
        load.sent.lock().unwrap().insert((table.to_string(), ply), Instant::now());
        let done =
            client.ask(json!({"ask": "move", "table": table, "token": token, "move": mv})).await;
        assert_eq!(done["answer"], "done", "{done}");
        load.moves.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(load.pace.saturating_sub(began.elapsed())).await;
    }
}

async fn watch(load: &Load, table: &str) {
    let mut client = Client::new(&load.address).await;
    client.ask(json!({"ask": "watch", "table": table})).await;
    load.ready.fetch_add(1, Ordering::Relaxed);
    let (mut next, mut ply) = (0, 0);
    loop {
        let kept = if client.events.is_empty() { None } else { Some(client.events.remove(0)) };
        let Some(event) = (match kept {
            Some(event) => Some(event),
            None => client.line().await,
        }) else {
            return;
        };
        load.lost.fetch_add(event["event"].as_u64().unwrap().abs_diff(next), Ordering::Relaxed);
        next = event["event"].as_u64().unwrap() + 1;
        if event["is"] == "move" {
            let sent = load.sent.lock().unwrap().get(&(table.to_string(), ply)).copied();
            let took = sent.unwrap().elapsed().as_micros() as u64;
            load.took.lock().unwrap().push(took);
            ply += 1;
        }
    }
}

fn report(load: &Load, games: usize, spectators: usize, seconds: u64, (now, most): (u64, u64)) {
    let mut took = std::mem::take(&mut *load.took.lock().unwrap());
    took.sort_unstable();
    let part = |share: f64| {
        let place = (took.len() as f64 * share) as usize;
        took.get(place.min(took.len().saturating_sub(1))).copied().unwrap_or(0) as f64 / 1000.0
    };
    let moves = load.moves.load(Ordering::Relaxed);
    println!("{games} games, {spectators} spectators, {seconds} s");
    println!("moves a second       {:.0}", moves as f64 / seconds as f64);
    println!("events to spectators {}, lost {}", took.len(), load.lost.load(Ordering::Relaxed));
    println!(
        "move to spectator    p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
        part(0.5),
        part(0.99),
        part(1.0)
    );
    println!("memory of the server {now} MB, {most} MB at most");
}
