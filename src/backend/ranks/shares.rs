//! How much of a task a rank is given at a time.
//!
//! Guided self-scheduling: each time a rank asks, it is given a part of what is left, in proportion to its
//! pace, so that shares shrink and all ranks end at about the same time (Polychronopoulos, Kuck, "Guided
//! Self-Scheduling", IEEE Transactions on Computers 36, 1987; weighted as by Hummel and others, SPAA 1996).

use std::ops::Range;
use std::time::Duration;

/// A share is worth at least that much time, where there is enough for all.
const SHORTEST: f64 = 300e-6;
/// And no more than this, so that nobody waits long for what is next in order.
const LONGEST: f64 = 1.0;
/// The part of what would be a rank's due that it is given at once.
const AT_ONCE: f64 = 0.5;
/// The weight of the newest task in paces.
const SMOOTHING: f64 = 0.3;
/// Units of a task that say something of a rank's pace.
const LEAST_UNITS: u64 = 4;
/// A pace that a rank keeps however slow it seems, so that it is seen when it is faster again; a part of
/// an equal share.
const LEAST: f64 = 0.05;

/// How fast ranks play.
#[derive(Clone, Debug)]
pub struct Paces {
    /// The share of the work that each plays, by rank; together 1.
    shares: Vec<f64>,
    /// Threads by rank.
    threads: Vec<usize>,
    /// What a game takes of one thread of rank 0, in seconds; `None` before any was played.
    game: Option<f64>,
}

impl Paces {
    /// Paces of ranks with that many threads, which are equally fast.
    pub fn new(threads: &[usize]) -> Paces {
        let threads: Vec<usize> = threads.iter().map(|&it| it.max(1)).collect();
        let all: usize = threads.iter().sum();
        let shares = threads.iter().map(|&it| it as f64 / all as f64).collect();
        Paces { shares, threads, game: None }
    }

    /// How many threads each has.
    pub fn threads(&self) -> &[usize] {
        &self.threads
    }

    /// The share of the work that each rank plays.
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// Learns what games took on rank 0.
    pub fn played(&mut self, games: f64, seconds: f64) {
        if games > 0.0 {
            let new = seconds / games;
            self.game = Some(self.game.map_or(new, |old| old + SMOOTHING * (new - old)));
        }
    }

    /// Learns how many units of a task each rank has played, and when its last one was there.
    pub fn learn(&mut self, units: &[u64], until: &[Duration]) {
        let took = until.iter().max().map_or(0.0, Duration::as_secs_f64);
        // With few units or little time it is chance who had them.
        if units.iter().any(|&it| it < LEAST_UNITS) || took < 4.0 * SHORTEST {
            return;
        }
        let pace =
            |(&units, until): (&u64, &Duration)| units as f64 / until.as_secs_f64().max(1e-9);
        let paces: Vec<f64> = units.iter().zip(until).map(pace).collect();
        let (all, least) = (paces.iter().sum::<f64>(), LEAST / units.len() as f64);
        for (share, pace) in self.shares.iter_mut().zip(paces) {
            *share = (*share + SMOOTHING * (pace / all - *share)).max(least);
        }
        let sum: f64 = self.shares.iter().sum();
        self.shares.iter_mut().for_each(|share| *share /= sum);
    }
}

/// What is left of a task.
#[derive(Clone, Debug)]
pub struct Rest {
    paces: Paces,
    left: Range<u64>,
    /// Games of a unit in the mean.
    games: f64,
}

impl Rest {
    /// A task of that many units with that many games in all.
    pub fn new(paces: Paces, units: u64, games: u64) -> Rest {
        Rest { paces, left: 0..units, games: games as f64 / units.max(1) as f64 }
    }

    /// The next share of a rank; `None` once nothing is left.
    pub fn take(&mut self, rank: usize) -> Option<Range<u64>> {
        let left = self.left.end - self.left.start;
        if left == 0 {
            return None;
        }
        let due = left as f64 * self.paces.shares[rank];
        let threads = self.paces.threads[rank] as f64;
        let (least, most) = match self.paces.game {
            None => (1.0, 4.0 * threads),
            Some(game) => {
                // In threads of rank 0, since a game's time is known of these.
                let ratio = self.paces.shares[rank] / self.paces.shares[0];
                let pace = self.paces.threads[0] as f64 * ratio / (game * self.games).max(1e-9);
                ((SHORTEST * pace).min(due), (LONGEST * pace).max(threads))
            }
        };
        let share = (AT_ONCE * due).max(least).min(most).ceil() as u64;
        let share = share.clamp(1, left);
        self.left.start += share;
        Some(self.left.start - share..self.left.start)
    }

    /// Games of that many units.
    pub fn games(&self, units: u64) -> f64 {
        self.games * units as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_shrink_and_cover_all() {
        let mut paces = Paces::new(&[1, 1]);
        paces.played(1000.0, 0.1);
        let mut rest = Rest::new(paces, 1000, 1000);
        let shares: Vec<_> = (0..).map_while(|turn| rest.take(turn % 2)).collect();
        assert_eq!(shares[..3], [0..250, 250..438, 438..579]);
        assert!(shares.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert_eq!(shares.last().unwrap().end, 1000);
        assert!(shares.len() < 200);
    }

    #[test]
    fn a_rank_with_more_threads_gets_more() {
        let mut rest = Rest::new(Paces::new(&[1, 3]), 8, 8);
        assert_eq!((rest.take(1), rest.take(0)), (Some(0..3), Some(3..4)));
    }

    #[test]
    fn a_slow_rank_comes_to_its_pace_and_back() {
        let mut paces = Paces::new(&[1, 1]);
        let seconds = [Duration::from_secs(1), Duration::from_secs(5)];
        (0..40).for_each(|_| paces.learn(&[300, 300], &seconds));
        assert!((paces.shares()[1] - 1.0 / 6.0).abs() < 1e-3);
        (0..40).for_each(|_| paces.learn(&[60_000, 5], &[Duration::from_secs(1); 2]));
        assert!(paces.shares()[1] > 0.02, "it is still asked");
        (0..40).for_each(|_| paces.learn(&[300, 300], &[Duration::from_secs(1); 2]));
        assert!((paces.shares()[1] - 0.5).abs() < 1e-3);
        (0..40).for_each(|_| paces.learn(&[300, 3], &[Duration::from_secs(1); 2]));
        assert!((paces.shares()[1] - 0.5).abs() < 1e-3, "three units may be chance");
    }

    #[test]
    fn no_share_takes_long() {
        let mut paces = Paces::new(&[2, 2]);
        paces.played(10.0, 5.0);
        assert_eq!(Rest::new(paces, 1000, 1000).take(1), Some(0..4));
    }
}
