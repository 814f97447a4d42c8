//! Connections of browsers, as many at once as there are places, and none that carries nothing.

use axum::serve::Listener;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// A listener that takes no further connection while all places are taken.
pub struct Places {
    pub listener: TcpListener,
    pub places: Arc<Semaphore>,
    /// How long a connection may carry nothing either way.
    pub longest_silence: Duration,
}

/// A connection with its place.
pub struct Placed {
    stream: TcpStream,
    silence: Silence,
    _place: Option<OwnedSemaphorePermit>,
}

impl Listener for Places {
    type Io = Placed;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Placed, SocketAddr) {
        // Nobody closes it.
        let place = self.places.clone().acquire_owned().await.ok();
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let _ = stream.set_nodelay(true);
        let silence = Silence::new(self.longest_silence);
        (Placed { stream, silence, _place: place }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// How long a connection has carried nothing.
struct Silence {
    longest: Duration,
    since: Instant,
    alarm: Pin<Box<Sleep>>,
}

impl Silence {
    fn new(longest: Duration) -> Silence {
        Silence { longest, since: Instant::now(), alarm: Box::pin(sleep(longest)) }
    }

    /// What a read or a write came to, or an error where it waits and there was nothing for too long.
    fn ends<T>(
        &mut self,
        carried: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if carried.is_ready() {
            self.since = Instant::now();
            return carried;
        }
        loop {
            ready!(self.alarm.as_mut().poll(context));
            if self.since.elapsed() >= self.longest {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            self.alarm.as_mut().reset(self.since + self.longest);
        }
    }
}

impl AsyncRead for Placed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let carried = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.silence.ends(carried, context)
    }
}

impl AsyncWrite for Placed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let carried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.silence.ends(carried, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use tokio::io::AsyncReadExt as _;

    /// Reads from a client that says `said`, until a read fails.
    fn read(said: &[u8]) -> (Vec<u8>, io::ErrorKind) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let mut client = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            client.write_all(said).unwrap();
            let longest_silence = Duration::from_millis(200);
            let mut places =
                Places { listener, places: Arc::new(Semaphore::new(1)), longest_silence };
            let (mut placed, _) = places.accept().await;
            let mut heard = Vec::new();
            let failed = placed.read_to_end(&mut heard).await.unwrap_err();
            (heard, failed.kind())
        })
    }

    #[test]
    fn a_connection_that_carries_nothing_ends() {
        assert_eq!(read(b""), (Vec::new(), io::ErrorKind::TimedOut));
        assert_eq!(read(b"GET / HT"), (b"GET / HT".to_vec(), io::ErrorKind::TimedOut));
    }
}
