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

/// Whether a browser asks. What comes after such a line may be chosen by a page of another site, which
/// could otherwise play here.
fn is_of_http(line: &str) -> bool {
    let last = line.split_whitespace().next_back();
    !line.starts_with('{') && last.is_some_and(|it| it.starts_with("HTTP/"))
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Wire for Lines<S> {
    async fn line(&mut self) -> Option<Line> {
        loop {
            let end = self.rest.iter().position(|&byte| byte == b'\n');
            if end.unwrap_or(self.rest.len()) > LONGEST {
                return Some(Line::Unfit("a line has at most 16 KiB"));
            }
            if let Some(end) = end {
                self.first_by = None;
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                let line =
                    String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_string();
                return Some(match is_of_http(&line) {
                    true => Line::Unfit("lines of JSON are spoken here, not HTTP"),
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
        for said in ["{\"ask\":\"list\"}\n", "{\"ask\":\"list\"}\r\n", "\n"] {
            assert_eq!(is_let_be(said, patience), (true, String::new()));
        }
    }
}
