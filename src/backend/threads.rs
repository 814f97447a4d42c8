//! The ordered parallel map over a pool of threads.

use rayon::prelude::*;

/// A pool of worker threads.
pub struct Threads {
    pool: rayon::ThreadPool,
}

impl Threads {
    /// A pool of that many threads; 0 asks for one a core.
    ///
    /// # Errors
    /// Where the system gives no threads.
    pub fn new(count: usize) -> std::io::Result<Threads> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
        pool.map(|pool| Threads { pool }).map_err(std::io::Error::other)
    }

    /// How many threads work.
    pub fn count(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// `work` of every index below `count`, in the order of the indices.
    pub fn map<T: Send>(&self, count: usize, work: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
        // To wake a thread that then works alone takes longer than some work does.
        if self.count() == 1 {
            return (0..count).map(work).collect();
        }
        self.pool.install(|| (0..count).into_par_iter().map(work).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_back_by_index() {
        for count in [1, 2, 5] {
            let squares = Threads::new(count).unwrap().map(100, |index| index * index);
            assert!(squares.iter().enumerate().all(|(index, &square)| square == index * index));
        }
    }
}
