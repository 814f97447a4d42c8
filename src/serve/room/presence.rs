//! Which seats somebody is connected for.

use std::collections::BTreeSet;
use std::time::Duration;
use tokio::time::Instant;

/// Connections at most that are remembered of a seat.
const MOST: usize = 16;

/// A number by which a connection is told from others.
pub type ClientId = u64;

/// Who is there for the seats of a table.
pub struct Presence(Vec<Seated>);

/// Who is there for one seat.
struct Seated {
    clients: BTreeSet<ClientId>,
    /// Since when nobody is.
    gone: Instant,
}

impl Presence {
    /// Nobody is there.
    pub fn new(seats: usize) -> Presence {
        let nobody = || Seated { clients: BTreeSet::new(), gone: Instant::now() };
        Presence((0..seats).map(|_| nobody()).collect())
    }

    /// Whether nobody is there for any seat.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|it| it.clients.is_empty())
    }

    /// Somebody is there for a seat; whether that is news.
    pub fn came(&mut self, seat: usize, client: ClientId) -> bool {
        let Some(seated) = self.0.get_mut(seat) else { return false };
        let was_empty = seated.clients.is_empty();
        if seated.clients.len() < MOST {
            seated.clients.insert(client);
        }
        was_empty
    }

    /// A connection is gone; the seats that nobody is there for any more.
    pub fn went(&mut self, client: ClientId) -> Vec<usize> {
        let mut left = Vec::new();
        for (seat, seated) in self.0.iter_mut().enumerate() {
            if seated.clients.remove(&client) && seated.clients.is_empty() {
                seated.gone = Instant::now();
                left.push(seat);
            }
        }
        left
    }

    /// When a seat that nobody is there for has been waited for that long.
    pub fn waited(&self, seat: usize, long: Duration) -> Option<Instant> {
        let seated = self.0.get(seat).filter(|it| it.clients.is_empty())?;
        seated.gone.checked_add(long)
    }
}
