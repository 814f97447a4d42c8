//! The weights of an array in their order, which is the same for every seat.

use super::seat::{Rank, Weights};
use crate::game::hop_board::{CLASS, CLASSES, NODES};

/// An array's weights with their places among its other weights.
pub struct Ranked {
    /// Hole by hole.
    pub(super) holes: Vec<Place>,
    /// The weight of each rank.
    pub(super) by_rank: Weights,
    /// How many bits the highest rank within a class has.
    pub(super) depth: usize,
}

/// The weight of a hole, and its rank.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    pub weight: i32,
    pub rank: Rank,
    /// The rank among the holes of the same class.
    pub within: u8,
}

impl Ranked {
    /// Ranks the weights of an array, of which `node` has the nodes, hole by hole.
    pub(super) fn new(values: &[f64], node: &[u8]) -> Ranked {
        // Numbers sort faster than pairs: weight above hole.
        let key = |(&value, hole)| i64::from(value as i32) << 8 | hole;
        let mut ascending: Vec<i64> = values.iter().zip(0..).map(key).collect();
        ascending.sort_unstable();
        let mut holes = vec![Place::default(); values.len()];
        let mut by_rank = [0; NODES];
        let mut all = Counter::default();
        let mut by_class = [Counter::default(); CLASSES];
        for key in ascending {
            let (weight, hole) = ((key >> 8) as i32, usize::from(key as u8));
            let rank = all.count(weight);
            let within = by_class[usize::from(node[hole]) / CLASS].count(weight) as u8;
            by_rank[usize::from(rank) % NODES] = weight.into();
            holes[hole] = Place { weight, rank, within };
        }
        let different = by_class.iter().map(Counter::counted).max().unwrap_or(0);
        let depth = (Rank::BITS - different.saturating_sub(1).leading_zeros()) as usize;
        Ranked { holes, by_rank, depth }
    }
}

/// Counts the different weights of a list in ascending order.
#[derive(Clone, Copy)]
struct Counter {
    rank: Rank,
    last: i64,
}

impl Default for Counter {
    fn default() -> Counter {
        Counter { rank: Rank::MAX, last: i64::MIN }
    }
}

impl Counter {
    /// The rank of the next weight, from 0. There is no branch, since one is hard to predict.
    #[inline(always)]
    fn count(&mut self, weight: i32) -> Rank {
        self.rank = self.rank.wrapping_add(Rank::from(i64::from(weight) != self.last));
        self.last = weight.into();
        self.rank
    }

    /// The number of different weights so far.
    fn counted(&self) -> Rank {
        self.rank.wrapping_add(1)
    }
}
