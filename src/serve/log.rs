//! What happened at a table, for any number of readers, each at its own pace.

use super::protocol::{Event, What};
use crate::backend::lock;
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

/// The events of a table. Whoever writes never waits for those who read: a reader asks for the event that
/// it wants, and learns when there are more.
pub struct Log {
    table: String,
    lines: Mutex<Vec<Arc<str>>>,
    length: watch::Sender<usize>,
}

impl Log {
    /// No events yet.
    pub fn new(table: &str) -> Log {
        let (length, _) = watch::channel(0);
        Log { table: table.to_string(), lines: Mutex::new(Vec::new()), length }
    }

    /// Adds what happened.
    pub fn add(&self, what: What) {
        let mut lines = lock(&self.lines);
        let event = Event { table: self.table.clone(), event: lines.len(), what };
        lines.push(serde_json::to_string(&event).unwrap_or_default().into());
        let length = lines.len();
        drop(lines);
        self.length.send_replace(length);
    }

    /// The event of that number, as a line of JSON; `None` where it hasn't happened yet.
    pub fn get(&self, number: usize) -> Option<Arc<str>> {
        lock(&self.lines).get(number).cloned()
    }

    /// How many events there are.
    pub fn length(&self) -> usize {
        lock(&self.lines).len()
    }

    /// Hears how many events there are.
    pub fn subscribe(&self) -> watch::Receiver<usize> {
        self.length.subscribe()
    }

    /// Whether anybody hears what happens.
    pub fn is_watched(&self) -> bool {
        self.length.receiver_count() > 0
    }
}
