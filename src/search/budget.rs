//! When a search has to stop.

use super::spec::Limit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Positions between two looks at the clock.
const CLOCK_EVERY: u64 = 1024;

/// Counts the positions that a search looks at, and says when they are enough.
pub(super) struct Budget {
    /// Positions looked at.
    pub nodes: u64,
    /// Where to look closer.
    stop: u64,
    most: u64,
    deadline: Option<Instant>,
    is_armed: bool,
    halt: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// The budget of a search that begins now. Before [`Budget::arm`] nothing but `halt` stops it.
    pub fn new(limit: Limit, halt: Option<Arc<AtomicBool>>) -> Budget {
        let (most, deadline) = match limit {
            Limit::Depth(_) => (u64::MAX, None),
            Limit::Nodes(most) => (most, None),
            Limit::Milliseconds(ms) => (u64::MAX, Some(Instant::now() + Duration::from_millis(ms))),
        };
        let stop = if halt.is_some() { 0 } else { u64::MAX };
        Budget { nodes: 0, stop, most, deadline, is_armed: false, halt }
    }

    /// From here on the limit holds.
    pub fn arm(&mut self) {
        self.is_armed = true;
        self.stop = self.nodes.min(self.most);
    }

    /// The same limit for another thread, which counts for itself.
    pub fn fork(&self) -> Budget {
        let stop = if self.stop == u64::MAX { u64::MAX } else { 0 };
        Budget { nodes: 0, stop, halt: self.halt.clone(), ..*self }
    }

    /// For something beside the search, which ends where that is halted or, once armed, when its
    /// time is over.
    pub fn beside(&self, is_armed: bool) -> Budget {
        Budget { most: u64::MAX, is_armed, stop: 0, ..self.fork() }
    }

    /// Counts one position; `None`, and nothing counted, where the search has to stop.
    #[inline]
    pub fn spend(&mut self) -> Option<()> {
        if self.nodes >= self.stop {
            self.look_closer()?;
        }
        self.nodes += 1;
        Some(())
    }

    fn look_closer(&mut self) -> Option<()> {
        let is_halted = self.halt.as_ref().is_some_and(|halt| halt.load(Ordering::Relaxed));
        let is_late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_halted || self.is_armed && (self.nodes >= self.most || is_late()) {
            return None;
        }
        let most = if self.is_armed { self.most } else { u64::MAX };
        self.stop = match self.deadline.is_some() || self.halt.is_some() {
            true => most.min(self.nodes + CLOCK_EVERY),
            false => most,
        };
        Some(())
    }
}
