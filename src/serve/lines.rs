//! The protocol over a stream of bytes, a line of JSON each.

use super::connection::{LONGEST, Line, Wire, refusal};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

/// A client on a stream.
pub struct Lines<S> {
    stream: S,
    /// What came after the last line.
    rest: Vec<u8>,
    /// When its first line has to be there; `None` once it was, or where there is time without end.
    first_by: Option<Instant>,
}

impl<S> Lines<S> {
    /// A client that hasn't said anything, and how long it may take for its first line.
    pub fn new(stream: S, first_line: Option<Duration>) -> Lines<S> {
        let first_by = first_line.map(|it| Instant::now() + it);
        Lines { stream, rest: Vec::new(), first_by }
    }

    /// The stream, when nothing more is to be taken of it.
    pub fn into_stream(self) -> S {
        self.stream
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Wire for Lines<S> {
    async fn line(&mut self) -> Option<Line> {
        loop {
            let end = self.rest.iter().position(|&byte| byte == b'\n');
            if end.unwrap_or(self.rest.len()) > LONGEST {
                return Some(Line::Unfit("a line has at most 16 KiB"));
            }
            if let Some(end) = end {
                let is_first = self.first_by.take().is_some();
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                let line =
                    String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_string();
                // A browser may ask. What comes after its first line may be chosen by a page of another site, which
                // could otherwise play here.
                return Some(match is_first && !line.trim_start().starts_with('{') {
                    true => Line::Unfit("lines of JSON are spoken here, and the first one is none"),
                    false => Line::Text(line),
                });
            }
            if self.stream.read_buf(&mut self.rest).await.ok()? == 0 {
                return None;
            }
        }
    }

    async fn is_there(&mut self) -> bool {
        // The system tells when a program ends.
        let is_late = self.first_by.is_some_and(|it| it <= Instant::now());
        if is_late {
            self.send(&refusal("no line came for too long")).await;
        }
        !is_late
    }

    async fn send(&mut self, line: &str) -> bool {
        let line = format!("{line}\n");
        self.stream.write_all(line.as_bytes()).await.is_ok() && self.stream.flush().await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a client is still let be that said `said` and had that long for its first line, and what it
    /// was told.
    fn is_let_be(said: &str, first_line: Option<Duration>) -> (bool, String) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (mut client, server) = tokio::io::duplex(1024);
            client.write_all(said.as_bytes()).await.unwrap();
            let mut lines = Lines::new(server, first_line);
            if said.ends_with('\n') {
                assert!(
                    matches!(lines.line().await, Some(Line::Text(line)) if line == said.trim_end())
                );
            }
            let is_there = lines.is_there().await;
            drop(lines);
            let mut told = String::new();
            client.read_to_string(&mut told).await.unwrap();
            (is_there, told)
        })
    }

    #[test]
    fn a_client_that_asks_nothing_is_told_and_let_go() {
        let patience = Some(Duration::ZERO);
        let refused =
            "{\"id\":null,\"answer\":\"refused\",\"why\":\"no line came for too long\"}\n";
        for said in ["", "{\"ask\":"] {
            assert_eq!(is_let_be(said, patience), (false, refused.to_string()));
            assert_eq!(is_let_be(said, None), (true, String::new()));
            assert_eq!(is_let_be(said, Some(Duration::from_secs(3600))), (true, String::new()));
        }
        for said in ["{\"ask\":\"list\"}\n", "{\"ask\":\"list\"}\r\n"] {
            assert_eq!(is_let_be(said, patience), (true, String::new()));
        }
        assert_eq!(is_let_be("\n", None), (true, String::new()));
    }

    /// Whether each line is taken of a client that has said those and had that long for its first one.
    fn are_taken(said: &str, first_line: Option<Duration>) -> Vec<bool> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (mut client, server) = tokio::io::duplex(1024);
            client.write_all(said.as_bytes()).await.unwrap();
            drop(client);
            let (mut lines, mut taken) = (Lines::new(server, first_line), Vec::new());
            while let Some(line) = lines.line().await {
                taken.push(matches!(line, Line::Text(_)));
            }
            taken
        })
    }

    #[test]
    fn a_first_line_that_must_come_in_time_begins_with_a_brace() {
        let patience = Some(Duration::from_secs(3600));
        for other in ["", "\r", "POST / HTTP/1.1\r", "GET / HTTP/0.9 x", "\u{16}\u{3}", "[]"] {
            assert_eq!(are_taken(&format!("{other}\n{{}}\n"), patience), [false, true]);
            assert_eq!(are_taken(&format!("{other}\n{{}}\n"), None), [true, true]);
            assert_eq!(are_taken(&format!(" {{\n{other}\n"), patience), [true, true]);
        }
    }
}
