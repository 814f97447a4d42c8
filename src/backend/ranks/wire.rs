//! Links between threads of one process, for tests.

use super::Link;
use crate::backend::lock;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// A message with the rank that it is from.
type Sent = (usize, Vec<u8>);

/// A link between threads of this process.
pub struct Wire {
    own: usize,
    to: Vec<Sender<Sent>>,
    from: Mutex<Receiver<Sent>>,
    owner: thread::ThreadId,
}

/// What a link of one rank is made of.
pub struct End {
    own: usize,
    to: Vec<Sender<Sent>>,
    from: Receiver<Sent>,
}

impl End {
    /// The link, which belongs to the thread that calls.
    pub fn wire(self) -> Wire {
        let End { own, to, from } = self;
        Wire { own, to, from: Mutex::new(from), owner: thread::current().id() }
    }
}

/// The ends of that many ranks.
pub fn wires(count: usize) -> Vec<End> {
    let (to, from): (Vec<_>, Vec<_>) = (0..count).map(|_| mpsc::channel()).unzip();
    let end = |(own, from)| End { own, to: to.clone(), from };
    from.into_iter().enumerate().map(end).collect()
}

impl Link for Wire {
    fn count(&self) -> usize {
        self.to.len()
    }

    fn is_mine(&self) -> bool {
        thread::current().id() == self.owner
    }

    fn send(&self, rank: usize, message: Vec<u8>) {
        let _ = self.to[rank].send((self.own, message));
    }

    fn receive(&self) -> Option<(usize, Vec<u8>)> {
        lock(&self.from).try_recv().ok()
    }
}
