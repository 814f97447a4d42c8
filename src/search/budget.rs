//! When a search has to stop.

use super::spec::Limit;
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
}

impl Budget {
    /// The budget of a search that begins now. Nothing stops it before [`Budget::arm`].
    pub fn new(limit: Limit) -> Budget {
        let (most, deadline) = match limit {
            Limit::Depth(_) => (u64::MAX, None),
            Limit::Nodes(most) => (most, None),
            Limit::Milliseconds(ms) => (u64::MAX, Some(Instant::now() + Duration::from_millis(ms))),
        };
        Budget { nodes: 0, stop: u64::MAX, most, deadline }
    }

    /// From here on the limit holds.
    pub fn arm(&mut self) {
        self.stop = self.nodes.min(self.most);
    }

    /// The same limit for another thread, which counts for itself.
    pub fn fork(&self) -> Budget {
        let stop = if self.stop == u64::MAX { u64::MAX } else { 0 };
        Budget { nodes: 0, stop, most: self.most, deadline: self.deadline }
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
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.nodes >= self.most || is_late {
            return None;
        }
        self.stop = match self.deadline {
            Some(_) => self.nodes + CLOCK_EVERY,
            None => self.most,
        };
        Some(())
    }
}
