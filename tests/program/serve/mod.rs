//! `serve` by the program: a server in a folder of its own, and clients on its plain connection.

mod attacks;
mod kills;
mod playing;
mod reading;

use super::program::Home;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};
use std::time::Duration;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server that is killed when it is dropped.
pub struct Server {
    child: Child,
    pub http: String,
    pub tcp: String,
    _out: BufReader<ChildStdout>,
}

impl Server {
    pub fn start(home: &Home) -> Server {
        Server::start_with(home, "", &[])
    }

    pub fn start_with(home: &Home, words: &str, environment: &[(&str, &str)]) -> Server {
        Server::try_start(home, words, environment).expect("a server that starts")
    }

    /// A server; `None` where it ends before it is ready.
    pub fn try_start(home: &Home, words: &str, environment: &[(&str, &str)]) -> Option<Server> {
        let words = format!("--listen 127.0.0.1:0 --tcp 127.0.0.1:0 {words}");
        Server::try_start_at(home, &words, environment)
    }

    /// Kills it, and starts another one where clients found it.
    pub fn again(self, home: &Home) -> Server {
        let words = format!("--listen {} --tcp {}", self.http, self.tcp);
        self.kill();
        Server::try_start_at(home, &words, &[]).expect("a server that starts")
    }

    fn try_start_at(home: &Home, words: &str, environment: &[(&str, &str)]) -> Option<Server> {
        let mut command = home.command(&format!("serve --threads 1 {words}"));
        command.envs(environment.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = |before: &str| {
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            line.trim().strip_prefix(before).map(str::to_string)
        };
        let Some((http, tcp)) = line("http://").zip(line("tcp ")) else {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        };
        Some(Server { child, http, tcp, _out: out })
    }

    /// Ends it at once, as a power cut would.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn client(&self) -> Client {
        Client::new(&self.tcp)
    }

    /// The answer to a request with those lines of the head.
    pub fn request(&self, path: &str, head: &str) -> String {
        let mut stream = TcpStream::connect(&self.http).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{head}\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The answer to a page's request.
    pub fn get(&self, path: &str) -> String {
        self.request(path, &format!("Host: {}", self.http))
    }

    /// What such an answer holds, as JSON.
    pub fn json(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|why| panic!("{why}: {body}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client on the plain connection.
pub struct Client {
    lines: BufReader<TcpStream>,
    events: VecDeque<Value>,
    /// All that it asked and heard.
    pub messages: Vec<Value>,
}

impl Client {
    pub fn new(address: &str) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Client { lines: BufReader::new(stream), events: VecDeque::new(), messages: Vec::new() }
    }

    pub fn send(&mut self, line: &[u8]) {
        self.lines.get_mut().write_all(line).unwrap();
        self.lines.get_mut().write_all(b"\n").unwrap();
    }

    /// The next line; `None` where the server is gone.
    fn line(&mut self) -> Option<Value> {
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(1..) if line.ends_with('\n') => {
                self.messages.push(serde_json::from_str(&line).unwrap());
                self.messages.last().cloned()
            }
            _ => None,
        }
    }

    /// The next line that answers; events before it are put by.
    pub fn answer(&mut self) -> Option<Value> {
        loop {
            let line = self.line()?;
            match line.get("answer") {
                Some(_) => return Some(line),
                None => self.events.push_back(line),
            }
        }
    }

    /// Asks something, if the server is there.
    pub fn try_ask(&mut self, what: Value) -> Option<Value> {
        self.lines.get_mut().write_all(format!("{what}\n").as_bytes()).ok()?;
        self.messages.push(what);
        self.answer()
    }

    pub fn ask(&mut self, what: Value) -> Value {
        self.try_ask(what).unwrap()
    }

    /// Why something is refused.
    pub fn refused(&mut self, what: Value) -> String {
        let answer = self.ask(what);
        assert_eq!(answer["answer"], "refused", "{answer}");
        answer["why"].as_str().unwrap().to_string()
    }

    pub fn event(&mut self) -> Value {
        let kept = self.events.pop_front();
        kept.unwrap_or_else(|| self.line().expect("an event"))
    }

    /// The next event of that kind.
    pub fn await_event(&mut self, is: &str) -> Value {
        loop {
            let event = self.event();
            if event["is"] == is {
                return event;
            }
        }
    }

    /// A new table.
    pub fn create(&mut self, what: Value) -> String {
        let mut ask = json!({"ask": "create"});
        ask.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
        let answer = self.ask(ask);
        assert_eq!(answer["answer"], "created", "{answer}");
        answer["table"].as_str().unwrap().to_string()
    }

    /// A free seat and its token.
    pub fn join(&mut self, table: &str, name: &str) -> (u64, String) {
        let answer = self.ask(json!({"ask": "join", "table": table, "name": name}));
        assert_eq!(answer["answer"], "joined", "{answer}");
        (answer["seat"].as_u64().unwrap(), answer["token"].as_str().unwrap().to_string())
    }

    pub fn moves(&mut self, table: &str) -> Vec<String> {
        let answer = self.ask(json!({"ask": "moves", "table": table}));
        serde_json::from_value(answer["moves"].clone()).unwrap()
    }

    pub fn play(&mut self, table: &str, token: &str, mv: &str) -> Value {
        self.ask(json!({"ask": "move", "table": table, "token": token, "move": mv}))
    }
}
