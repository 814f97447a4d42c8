//! Clients over TCP.

use super::connection::{Wire as _, refusal, serve};
use super::lines::Lines;
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

/// Takes clients for ever, as many at once as `places` has.
pub async fn listen(listener: TcpListener, lobby: Arc<Lobby>, places: Arc<Semaphore>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The system has no room for another connection now.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let mut lines = Lines::new(stream);
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
