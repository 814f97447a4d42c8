//! Clients over TCP.

use super::connection::{Wire as _, refusal, serve};
use super::lines::Lines;
use super::lobby::Lobby;
use socket2::{SockRef, TcpKeepalive};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// How long it is waited after the system refused a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// After how long without a byte the system begins to ask whether a client is there.
const SILENCE: Duration = Duration::from_secs(60);

/// What is still taken of a client that is sent away, in bytes, and for how long.
const LINGER: (usize, Duration) = (1 << 20, Duration::from_secs(1));

/// Ends a connection so that the last answer arrives: where more has come than was taken, the system
/// would throw away what the client hasn't read yet.
async fn close(mut stream: TcpStream) {
    let (most, time) = LINGER;
    let rest = async {
        let _ = stream.shutdown().await;
        let (mut taken, mut bytes) = (0, [0; 4096]);
        while taken < most {
            match stream.read(&mut bytes).await {
                Ok(count @ 1..) => taken += count,
                _ => return,
            }
        }
    };
    let _ = tokio::time::timeout(time, rest).await;
}

/// Has the system ask whether a client that says nothing is still there: a machine that lost its network closes
/// nothing.
fn keep_alive(stream: &TcpStream) {
    let _ = SockRef::from(stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(SILENCE));
}

/// Takes clients for ever, as many at once as `places` has. Their first line has to come in time.
pub async fn listen(
    listener: TcpListener,
    lobby: Arc<Lobby>,
    places: Arc<Semaphore>,
    first_line: Duration,
) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The system has no room for another connection now.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        keep_alive(&stream);
        let mut lines = Lines::new(stream, Some(first_line));
        let Ok(place) = places.clone().try_acquire_owned() else {
            let line = refusal("there are too many clients");
            let _ = tokio::time::timeout(PAUSE, lines.send(&line)).await;
            continue;
        };
        let lobby = lobby.clone();
        tokio::spawn(async move {
            serve(&lobby, &mut lines).await;
            close(lines.into_stream()).await;
            drop(place);
        });
    }
}
