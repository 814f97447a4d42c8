//! A guest's connection to a server: lines that are asked, and those that come.

use crate::serve::protocol::{Answer, Ask, Event, Reply, VERSION};
use crate::session::error::SessionError;
use serde::Serialize;
use std::collections::VecDeque;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::mem::take;
use std::net::TcpStream;
use std::time::Duration;

/// Bytes of a line that a server may send.
const LONGEST: u64 = 1024 * 1024;
/// Bytes of the events that may come before an answer; those of a game of 60,000 plies are a fifth of that.
const MOST_HEARD: usize = 64 * 1024 * 1024;
/// How long a server may take for an answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// A line that is asked.
#[derive(Serialize)]
struct Line {
    id: u64,
    #[serde(flatten)]
    ask: Ask,
}

/// A connection to a server.
pub(super) struct Connection {
    lines: BufReader<TcpStream>,
    /// What came of a line that hasn't ended.
    begun: Vec<u8>,
    asked: u64,
    /// Events that came before an answer.
    events: VecDeque<Event>,
    /// Bytes of the lines that these came in, since there were none.
    heard: usize,
}

/// That a server says what no server of this version does.
pub(super) fn foreign() -> SessionError {
    SessionError::Damaged("the server says what this starhop doesn't understand: name the address that `serve --tcp` \
         prints after `tcp`, not that for browsers".to_string())
}

/// That a server says nothing.
pub(super) fn silent() -> SessionError {
    let why = format!("the server said nothing for {} seconds", PATIENCE.as_secs());
    io::Error::new(ErrorKind::TimedOut, why).into()
}

impl Connection {
    /// A connection to the server at an address, once it has said that it speaks this version.
    pub(super) fn open(address: &str) -> Result<Connection, SessionError> {
        let stream = TcpStream::connect(address).map_err(|why| match why.kind() {
            ErrorKind::InvalidInput => {
                SessionError::Refused(format!("'{}' is no address: {why}", address.escape_debug()))
            }
            _ => io::Error::new(why.kind(), format!("cannot connect to {address}: {why}")).into(),
        })?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let (lines, begun) = (BufReader::new(stream), Vec::new());
        let events = VecDeque::new();
        let mut connection = Connection { lines, begun, asked: 0, events, heard: 0 };
        match connection.ask(Ask::Hello { version: VERSION })? {
            Reply::Hello { version: VERSION, .. } => Ok(connection),
            Reply::Hello { version, .. } => Err(SessionError::Refused(format!(
                "the server speaks version {version} of the protocol; this starhop speaks {VERSION}"
            ))),
            _ => Err(foreign()),
        }
    }

    /// Asks something and awaits the answer.
    pub(super) fn ask(&mut self, ask: Ask) -> Result<Reply, SessionError> {
        self.asked += 1;
        let line = serde_json::to_string(&Line { id: self.asked, ask }).unwrap_or_default() + "\n";
        self.lines.get_mut().write_all(line.as_bytes())?;
        loop {
            let line = self.line(PATIENCE)?.ok_or_else(silent)?;
            if let Ok(event) = serde_json::from_str::<Event>(&line) {
                self.hear(event, line.len())?;
                continue;
            }
            let answer: Answer = serde_json::from_str(&line).map_err(|_| foreign())?;
            // A refusal without a number is of the connection; what was asked before may be answered late.
            match (answer.reply, answer.id) {
                (_, Some(id)) if id < self.asked => {}
                (_, Some(id)) if id > self.asked => return Err(foreign()),
                (Reply::Refused { why }, _) => {
                    return Err(SessionError::Refused(format!("the server refuses: {why:?}")));
                }
                (reply, Some(_)) => return Ok(reply),
                (_, None) => return Err(foreign()),
            }
        }
    }

    /// Puts by an event that came before an answer, in a line of that many bytes.
    fn hear(&mut self, event: Event, bytes: usize) -> Result<(), SessionError> {
        if self.events.is_empty() {
            self.heard = 0;
        }
        self.heard += bytes;
        if self.heard > MOST_HEARD {
            return Err(foreign());
        }
        self.events.push_back(event);
        Ok(())
    }

    /// Takes the events that came before answers.
    pub(super) fn heard(&mut self) -> VecDeque<Event> {
        take(&mut self.events)
    }

    /// The next event; `None` where nothing happened for so long.
    pub(super) fn event(&mut self, patience: Duration) -> Result<Option<Event>, SessionError> {
        if let Some(event) = self.events.pop_front() {
            return Ok(Some(event));
        }
        let line = self.line(patience)?;
        line.map(|line| serde_json::from_str(&line).map_err(|_| foreign())).transpose()
    }

    /// The next line; `None` where none came for so long.
    fn line(&mut self, patience: Duration) -> Result<Option<String>, SessionError> {
        self.lines.get_ref().set_read_timeout(Some(patience))?;
        let left = LONGEST.saturating_sub(self.begun.len() as u64);
        match self.lines.by_ref().take(left).read_until(b'\n', &mut self.begun) {
            Err(why) if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return Ok(None);
            }
            read => read?,
        };
        match self.begun.ends_with(b"\n") {
            true => Ok(Some(String::from_utf8(take(&mut self.begun)).map_err(|_| foreign())?)),
            false => Err(io::Error::from(ErrorKind::UnexpectedEof).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::sync::mpsc::channel;
    use std::thread;

    /// A connection that nothing was asked over.
    fn connection(listener: &TcpListener) -> Connection {
        let lines = BufReader::new(TcpStream::connect(listener.local_addr().unwrap()).unwrap());
        Connection { lines, begun: Vec::new(), asked: 0, events: VecDeque::new(), heard: 0 }
    }

    /// However short the patience, nothing of a line that comes in pieces is lost.
    #[test]
    fn a_line_in_pieces_is_put_together() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut connection = connection(&listener);
        let (go_on, waits) = channel::<()>();
        let server = thread::spawn(move || {
            let mut stream = listener.accept().unwrap().0;
            for piece in ["{\"a", "\u{e9}\"}\n{", "}\n"] {
                stream.write_all(piece.as_bytes()).unwrap();
                let _ = waits.recv();
            }
        });
        let soon = Duration::from_millis(5);
        let mut next = || {
            loop {
                match connection.line(soon) {
                    Ok(None) => drop(go_on.send(())),
                    line => return line.map(Option::unwrap_or_default),
                }
            }
        };
        assert_eq!(next().unwrap(), "{\"a\u{e9}\"}\n");
        assert_eq!(next().unwrap(), "{}\n");
        assert!(next().is_err(), "the server is gone");
        server.join().unwrap();
    }

    #[test]
    fn a_server_that_tells_without_end_in_place_of_an_answer_is_foreign() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut connection = connection(&listener);
        let server = thread::spawn(move || {
            let mut stream = listener.accept().unwrap().0;
            let why = "x".repeat(1_000_000);
            let event =
                format!("{{\"table\":\"t\",\"event\":0,\"is\":\"trouble\",\"why\":\"{why}\"}}\n");
            while stream.write_all(event.as_bytes()).is_ok() {}
        });
        assert!(matches!(connection.ask(Ask::List {}), Err(SessionError::Damaged(_))));
        assert_eq!(connection.heard().len(), 67, "of 64 MiB");
        drop(connection);
        server.join().unwrap();
    }
}
