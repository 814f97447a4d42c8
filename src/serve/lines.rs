//! The protocol over a stream of bytes, a line of JSON each.

use super::connection::{LONGEST, Line, Wire};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

/// A client on a stream.
pub struct Lines<S> {
    stream: S,
    /// What came after the last line.
    rest: Vec<u8>,
}

impl<S> Lines<S> {
    /// A client that hasn't said anything.
    pub fn new(stream: S) -> Lines<S> {
        Lines { stream, rest: Vec::new() }
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
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line).into_owned();
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
        true
    }

    async fn send(&mut self, line: &str) -> bool {
        let line = format!("{line}\n");
        self.stream.write_all(line.as_bytes()).await.is_ok() && self.stream.flush().await.is_ok()
    }
}
