//! The protocol over TCP, a line of JSON each.

use super::connection::{LONGEST, Line, Wire, refusal, serve};
use super::lobby::Lobby;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// How long it is waited after the system refused a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// What is still taken of a client that is sent away, in bytes, and for how long.
const LINGER: (usize, Duration) = (1 << 20, Duration::from_secs(1));

/// A client on a socket.
struct Lines {
    stream: TcpStream,
    /// What came after the last line.
    rest: Vec<u8>,
}

impl Lines {
    /// Ends the connection so that the last answer arrives: where more has come than was taken, the
    /// system would throw away what the client hasn't read yet.
    async fn close(mut self) {
        let (most, time) = LINGER;
        let rest = async {
            let _ = self.stream.shutdown().await;
            let (mut taken, mut bytes) = (0, [0; 4096]);
            while taken < most {
                match self.stream.read(&mut bytes).await {
                    Ok(count @ 1..) => taken += count,
                    _ => return,
                }
            }
        };
        let _ = tokio::time::timeout(time, rest).await;
    }
}

impl Wire for Lines {
    async fn line(&mut self) -> Option<Line> {
        loop {
            if let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                return Some(Line::Text(String::from_utf8_lossy(&line).into_owned()));
            }
            if self.rest.len() > LONGEST {
                return Some(Line::Unfit("a line has at most 16 KiB"));
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
        self.stream.write_all(line.as_bytes()).await.is_ok()
    }
}

/// Takes clients for ever, as many at once as `places` has.
pub async fn listen(listener: TcpListener, lobby: Arc<Lobby>, places: Arc<Semaphore>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The system has no room for another connection now.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let mut lines = Lines { stream, rest: Vec::new() };
        let Ok(place) = places.clone().try_acquire_owned() else {
            let line = refusal("there are too many clients");
            let _ = tokio::time::timeout(PAUSE, lines.send(&line)).await;
            continue;
        };
        let lobby = lobby.clone();
        tokio::spawn(async move {
            serve(&lobby, &mut lines).await;
            lines.close().await;
            drop(place);
        });
    }
}
