//! Work on several processes, the ranks, with results that don't show how many. Rank 0 has the work, hands
//! out shares of it and plays some itself; the others play what they are given.

mod leader;
mod message;
mod pause;
mod shares;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod wire;
mod worker;

pub use leader::Task;
pub use worker::{Job, Opened, Opener, serve};

use super::lock;
use message::{Kind, Message};
use pause::Pause;
use shares::Paces;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How long rank 0 waits for a sign of life.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Carries messages between ranks; those between two ranks arrive in their order.
pub trait Link: Send + Sync {
    /// How many ranks there are.
    fn count(&self) -> usize;

    /// Whether the calling thread is the one that may send and receive.
    fn is_mine(&self) -> bool;

    /// Sends a message, without waiting until it has arrived.
    fn send(&self, rank: usize, message: Vec<u8>);

    /// A message that has arrived, with the rank that sent it.
    fn receive(&self) -> Option<(usize, Vec<u8>)>;
}

impl fmt::Debug for dyn Link + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("count", &self.count()).finish_non_exhaustive()
    }
}

/// What is known of a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The machine it runs on.
    pub machine: String,
    /// How many threads it plays on, unless [`Ranks::play_on`] says otherwise.
    pub threads: usize,
}

/// All ranks, as rank 0 sees them.
#[derive(Debug)]
pub struct Ranks {
    link: Arc<dyn Link>,
    /// By rank.
    members: Vec<Member>,
    patience: Duration,
    /// The next number of something that is opened, or of a task.
    next: AtomicU64,
    /// What ranks may forget.
    closed: Mutex<Vec<u64>>,
    paces: Mutex<Paces>,
    lost: Mutex<Option<String>>,
}

/// Something that all ranks have opened, such as a game with its rules; they forget it when this is dropped.
#[derive(Debug)]
pub struct Opening {
    ranks: Arc<Ranks>,
    number: u64,
}

impl Ranks {
    /// The ranks of a link, described one by one. One that is silent for longer than `patience` is
    /// [lost](Ranks::lost).
    pub fn new(link: Arc<dyn Link>, members: Vec<Member>, patience: Duration) -> Ranks {
        let threads: Vec<usize> = members.iter().map(|it| it.threads).collect();
        let paces = Mutex::new(Paces::new(&threads));
        let (closed, lost) = (Mutex::default(), Mutex::default());
        Ranks { link, members, patience, next: AtomicU64::new(1), closed, paces, lost }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.members.len()
    }

    /// Lets each play on that many threads.
    pub fn play_on(&self, threads: usize) {
        *lock(&self.paces) = Paces::new(&vec![threads; self.count()]);
    }

    /// How many threads each plays on, by rank.
    pub fn threads(&self) -> Vec<usize> {
        lock(&self.paces).threads().to_vec()
    }

    /// The share of the work that each has come to play, by rank; together 1.
    pub fn shares(&self) -> Vec<f64> {
        lock(&self.paces).shares().to_vec()
    }

    /// Why not all ranks work any more, where that is so. All threads were halted then.
    pub fn lost(&self) -> Option<String> {
        lock(&self.lost).clone()
    }

    /// Lets all other ranks open what `told` says.
    pub fn open(self: &Arc<Self>, told: &[u8]) -> Opening {
        let number = self.number();
        for (rank, threads) in self.threads().into_iter().enumerate().skip(1) {
            self.send(rank, Message::new(Kind::Open, [number, threads as u64], told));
        }
        Opening { ranks: self.clone(), number }
    }

    fn number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    fn send(&self, rank: usize, message: Message) {
        self.link.send(rank, message.into_bytes());
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        // Only the link's thread may send: the next task says so.
        lock(&self.ranks.closed).push(self.number);
    }
}

/// Introduces this rank to rank 0, before anything else.
pub fn greet(link: &dyn Link, own: Vec<u8>) {
    link.send(0, own);
}

/// How all ranks introduce themselves, by rank, with rank 0's `own` words.
///
/// # Errors
/// Names those that haven't within that time.
pub fn gather(
    link: &dyn Link,
    own: Vec<u8>,
    patience: Duration,
) -> Result<Vec<Vec<u8>>, Vec<usize>> {
    let mut told: Vec<Option<Vec<u8>>> = vec![None; link.count()];
    told[0] = Some(own);
    let (began, mut pause) = (Instant::now(), Pause::new());
    loop {
        let missing: Vec<usize> = (0..told.len()).filter(|&rank| told[rank].is_none()).collect();
        if missing.is_empty() {
            return Ok(told.into_iter().flatten().collect());
        }
        match link.receive() {
            Some((rank, bytes)) => {
                told[rank] = Some(bytes);
                pause.end();
            }
            None if began.elapsed() > patience => return Err(missing),
            None => thread::sleep(pause.next()),
        }
    }
}

/// Lets all other ranks go, which are not needed any more, and waits until they have gone, that long at
/// most; what they still have to say isn't heard.
///
/// # Errors
/// Names those that haven't gone.
pub fn lead_away(link: &dyn Link, patience: Duration) -> Result<(), Vec<usize>> {
    let leave = Message::new(Kind::Leave, [0, 0], &[]).into_bytes();
    (1..link.count()).for_each(|rank| link.send(rank, leave.clone()));
    let mut staying: Vec<usize> = (1..link.count()).collect();
    let (began, mut pause) = (Instant::now(), Pause::new());
    while !staying.is_empty() {
        match link.receive() {
            Some((rank, bytes)) => {
                pause.end();
                if Message::read(bytes).is_some_and(|it| it.kind == Kind::Leave) {
                    staying.retain(|&it| it != rank);
                }
            }
            None if began.elapsed() > patience => return Err(staying),
            None => thread::sleep(pause.next()),
        }
    }
    Ok(())
}
