//! The ordered parallel map over a pool of threads, all at once or result by result.

use super::ranks::Ranks;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

/// A pool of worker threads, and whether they were asked to stop; clones share both.
#[derive(Debug, Clone)]
pub struct Threads {
    /// `None` where the calling thread does all.
    pool: Option<Arc<rayon::ThreadPool>>,
    /// `None` where nobody can ask.
    stop: Option<Arc<AtomicBool>>,
    /// Whether they stop by themselves.
    halted: Arc<AtomicBool>,
    /// `None` where this process is alone.
    ranks: Option<Arc<Ranks>>,
}

impl Threads {
    /// A pool of that many threads; 0 asks for one a core.
    ///
    /// # Errors
    /// Where the system gives no threads.
    pub fn new(count: usize) -> std::io::Result<Threads> {
        // Asked for 0, rayon heeds a variable of the environment.
        let count = match count {
            0 => thread::available_parallelism().map_or(1, usize::from),
            count => count,
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
        let failed = |why| match count {
            1 => format!("cannot start a thread: {why}"),
            _ => format!("cannot start {count} threads: {why}; a smaller --threads needs fewer"),
        };
        let pool = pool.map_err(|why| std::io::Error::other(failed(why)))?;
        let pool = Some(Arc::new(pool));
        Ok(Threads { pool, stop: None, halted: Arc::default(), ranks: None })
    }

    /// The calling thread alone.
    pub fn alone() -> Threads {
        Threads { pool: None, stop: None, halted: Arc::default(), ranks: None }
    }

    /// The same threads, which stop once the flag is set: searches then end at once, and games between vectors are
    /// broken off, but for those of the kernel, which end soon by themselves. Games between bots go on by moves that
    /// nobody thinks about, to an end that the rules or repetitions have to bring. Results from then on mean nothing: look at [`Threads::is_stopped`] before you keep
    /// them.
    pub fn until(self, stop: Arc<AtomicBool>) -> Threads {
        Threads { stop: Some(stop), ..self }
    }

    /// The same threads, of a process that is rank 0 of these: games are played on all of them.
    pub fn across(self, ranks: Option<Arc<Ranks>>) -> Threads {
        Threads { ranks, ..self }
    }

    /// The ranks, where this process isn't alone.
    pub fn ranks(&self) -> Option<&Arc<Ranks>> {
        self.ranks.as_ref()
    }

    /// Whether they were asked to stop, or halted.
    pub fn is_stopped(&self) -> bool {
        let is_asked = self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        is_asked || self.halted.load(Ordering::Relaxed)
    }

    /// Stops them for good, since work can't go on; who halts them says why elsewhere.
    pub fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// The flag that asks them to.
    pub fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        self.stop.clone()
    }

    /// How many threads work.
    pub fn count(&self) -> usize {
        self.pool.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    /// How many threads work on all ranks together.
    pub fn count_of_all_ranks(&self) -> usize {
        self.ranks.as_ref().map_or(self.count(), |ranks| ranks.threads().iter().sum())
    }

    /// Runs `work` on one of the threads, and returns its result. A map within it begins at once,
    /// where one from another thread has to wake them first.
    pub fn inside<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// `work` of every index below `count`, in the order of the indices.
    pub fn map<T: Send>(&self, count: usize, work: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
        // To wake a thread that then works alone takes longer than some work does.
        let Some(pool) = self.pool.as_ref().filter(|pool| pool.current_num_threads() > 1) else {
            return (0..count).map(work).collect();
        };
        let results: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
        each(pool, count, &|index| {
            let result = work(index);
            if let Ok(mut place) = results[index].lock() {
                *place = Some(result);
            }
        });
        let result = |place: Mutex<Option<T>>| place.into_inner().ok().flatten();
        results.into_iter().map(|place| result(place).expect("work of every index")).collect()
    }

    /// Does `work` of the numbers in `range`, and gives `take` the results in their order, each as
    /// soon as it and all before it are there. Once the threads were asked to stop, no more work is
    /// begun and nothing more is taken: what was taken is a whole beginning.
    ///
    /// # Errors
    /// The first that `take` gives; it ends all work.
    pub fn in_order<T: Send, E>(
        &self,
        range: Range<u64>,
        work: impl Fn(u64) -> T + Sync,
        mut take: impl FnMut(u64, T) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(pool) = &self.pool else {
            for number in range {
                let result = work(number);
                if self.is_stopped() {
                    break;
                }
                take(number, result)?;
            }
            return Ok(());
        };
        let next = AtomicU64::new(range.start);
        let failed = AtomicBool::new(false);
        let is_over = || self.is_stopped() || failed.load(Ordering::Relaxed);
        let (sender, results) = mpsc::channel();
        let (work, next, is_over, end) = (&work, &next, &is_over, range.end);
        pool.in_place_scope(|scope| {
            for _ in 0..self.count() {
                let sender = sender.clone();
                scope.spawn(move |_| {
                    while !is_over() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= end || sender.send((number, work(number))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut expected = range.start;
            for (number, result) in results {
                waiting.insert(number, result);
                while let Some(result) = waiting.remove(&expected) {
                    if self.is_stopped() {
                        return Ok(());
                    }
                    take(expected, result)
                        .inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
                    expected += 1;
                }
            }
            Ok(())
        })
    }
}

/// Does `work` of every index below `count`. It has no type parameter, so that all that a parallel
/// loop consists of is compiled once.
fn each(pool: &rayon::ThreadPool, count: usize, work: &(dyn Fn(usize) + Sync)) {
    pool.install(|| (0..count).into_par_iter().for_each(work));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_back_by_index() {
        let pools = [1, 2, 5].map(|count| Threads::new(count).unwrap());
        for threads in pools.into_iter().chain([Threads::alone()]) {
            let squares = threads.map(100, |index| index * index);
            assert!(squares.iter().enumerate().all(|(index, &square)| square == index * index));
        }
    }

    #[test]
    fn results_are_taken_in_order_and_a_stop_leaves_a_whole_beginning() {
        let pools = [1, 2, 5].map(|count| Threads::new(count).unwrap());
        for threads in pools.into_iter().chain([Threads::alone()]) {
            let mut taken = Vec::new();
            let stop = Arc::new(AtomicBool::new(false));
            let threads = threads.until(stop.clone());
            let take = |number, square| {
                taken.push((number, square));
                stop.store(number == 60, Ordering::Relaxed);
                Ok::<(), ()>(())
            };
            threads.in_order(3..1_000_000, |number| number * number, take).unwrap();
            assert_eq!(taken.len(), 58);
            assert!((3..).zip(&taken).all(|(number, it)| *it == (number, number * number)));
        }
    }

    #[test]
    fn an_error_ends_all_work() {
        let threads = Threads::new(3).unwrap();
        let take = |number, ()| if number < 9 { Ok(()) } else { Err(number) };
        assert_eq!(threads.in_order(0..u64::MAX, |_| (), take), Err(9));
        assert_eq!(threads.in_order(5..5, |_| (), take), Ok(()));
    }
}
