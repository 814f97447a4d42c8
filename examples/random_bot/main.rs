//! A bot for `starhop serve --tcp ADDRESS` that plays legal moves at random: see `docs/protocol.md`.
//! It needs nothing of this library.
//!
//! cargo run --example random_bot 127.0.0.1:7122 TABLE

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

struct Client {
    lines: BufReader<TcpStream>,
    events: VecDeque<Value>,
}

impl Client {
    fn line(&mut self) -> io::Result<Value> {
        let mut line = String::new();
        self.lines.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }

    /// Asks something and returns the answer; events that come before it are put by.
    fn ask(&mut self, what: &Value) -> io::Result<Value> {
        loop {
            self.lines.get_mut().write_all(format!("{what}\n").as_bytes())?;
            let answer = self.answer()?;
            let why = answer["why"].as_str().unwrap_or_default();
            match answer["answer"] == "refused" {
                true if why.starts_with("too much is asked") => sleep(Duration::from_secs(1)),
                true => return Err(io::Error::other(why)),
                false => return Ok(answer),
            }
        }
    }

    fn answer(&mut self) -> io::Result<Value> {
        loop {
            let line = self.line()?;
            if line["answer"].is_string() {
                return Ok(line);
            }
            self.events.push_back(line);
        }
    }
}

/// Plays one game; whether it was won.
pub fn play(address: &str, table: &str) -> io::Result<bool> {
    let lines = BufReader::new(TcpStream::connect(address)?);
    let mut client = Client { lines, events: VecDeque::new() };
    client.ask(&json!({"ask": "hello", "version": 1}))?;
    let me = client.ask(&json!({"ask": "join", "table": table, "name": "random.rs"}))?;
    let past = client.ask(&json!({"ask": "watch", "table": table}))?["events"].as_u64();
    let (mut turn, mut number) = (Value::Null, 1_u64);
    loop {
        let event = client.events.pop_front().map_or_else(|| client.line(), Ok)?;
        if event["is"] == "end" {
            return Ok(event["winner"] == me["seat"]);
        }
        if !event["turn"].is_null() {
            turn = event["turn"].clone();
        }
        let is_now = event["event"].as_u64().map(|it| it + 1) >= past;
        let is_news = ["start", "move", "seat"].iter().any(|it| event["is"] == *it);
        if turn != me["seat"] || !is_now || !is_news {
            continue;
        }
        let answer = client.ask(&json!({"ask": "moves", "table": table}))?;
        let moves = answer["moves"].as_array().cloned().unwrap_or_default();
        if moves.is_empty() || !client.events.is_empty() {
            continue;
        }
        number =
            number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = &moves[(number >> 33) as usize % moves.len()];
        client.ask(&json!({"ask": "move", "table": table, "token": me["token"], "move": mv}))?;
    }
}

#[allow(dead_code)]
fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [address, table] = words.as_slice() else {
        return Err(io::Error::other("random_bot ADDRESS TABLE"));
    };
    let won = play(address, table)?;
    println!("{}", if won { "won" } else { "not won" });
    Ok(())
}
