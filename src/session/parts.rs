//! Work in parts that grow as long as they take less than a moment, so that there is soon something to show.

use std::ops::Range;
use std::time::{Duration, Instant};

/// The largest part, as a multiple of the first.
const MOST: u64 = 128;
/// Parts grow as long as they take less.
const LONG: Duration = Duration::from_millis(500);

/// How much is done at once.
pub struct Parts {
    length: u64,
    most: u64,
}

impl Parts {
    /// Parts of `first` pieces and more.
    pub fn new(first: u64) -> Parts {
        Parts { length: first, most: first * MOST }
    }

    /// Has the next part of what is left done, and returns which that was and what came of it.
    pub fn next<T>(
        &mut self,
        left: Range<u64>,
        work: impl FnOnce(Range<u64>) -> T,
    ) -> (Range<u64>, T) {
        let part = left.start..left.end.min(left.start.saturating_add(self.length));
        let started = Instant::now();
        let done = work(part.clone());
        if started.elapsed() < LONG {
            self.length = (2 * self.length).min(self.most);
        }
        (part, done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_grow_up_to_a_limit_and_end_where_nothing_is_left() {
        let mut parts = Parts::new(8);
        let mut lengths = Vec::new();
        let mut begin = 0;
        while begin < 4000 {
            let (part, done) = parts.next(begin..4000, |part| part);
            assert_eq!((part.start, &part), (begin, &done));
            lengths.push(part.end - part.start);
            begin = part.end;
        }
        assert_eq!(lengths.iter().sum::<u64>(), 4000);
        let mut limit = Parts { length: 1024, most: 1024 };
        assert_eq!(limit.next(0..9000, |part| part.end).1, 1024);
        assert_eq!(limit.next(0..9000, |part| part.end).1, 1024);
        assert_eq!(limit.next(8..8, |part| part).1, 8..8);
    }
}
