//! The order in which alpha-beta looks at moves: the sooner a good one comes, the more is left out.

use crate::game::line::LineKey;
use std::hash::Hash;

/// Moves that each ply remembers.
const KILLERS: usize = 2;
/// Slots of the history.
const SLOTS: usize = 1 << 12;

/// The moves that lately refuted something, by ply (Akl and Newborn, The Principal Continuation and
/// the Killer Heuristic, 1977).
pub(super) struct Killers<M> {
    by_ply: Vec<[Option<M>; KILLERS]>,
}

impl<M: Copy + Eq> Killers<M> {
    pub fn new() -> Killers<M> {
        Killers { by_ply: Vec::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.by_ply.clear();
    }

    /// Remembers that a move refuted something at that ply.
    pub fn add(&mut self, ply: u32, mv: M) {
        let ply = ply as usize;
        if self.by_ply.len() <= ply {
            self.by_ply.resize(ply + 1, [None; KILLERS]);
        }
        let [latest, before] = &mut self.by_ply[ply];
        if *latest != Some(mv) {
            (*latest, *before) = (Some(mv), *latest);
        }
    }

    fn has(&self, ply: u32, mv: M) -> bool {
        self.by_ply.get(ply as usize).is_some_and(|killers| killers.contains(&Some(mv)))
    }
}

/// How often moves refuted something, the more the farther they looked ahead (Schaeffer, The
/// History Heuristic, 1983). Moves that share a slot share a count.
pub(super) struct History {
    /// Empty before the first count.
    counts: Vec<u64>,
}

impl History {
    pub fn new() -> History {
        History { counts: Vec::new() }
    }

    /// Lets what was counted weigh half.
    pub fn fade(&mut self) {
        self.counts.iter_mut().for_each(|count| *count /= 2);
    }

    /// Counts that a move refuted something by looking that many plies ahead.
    pub fn add(&mut self, mv: impl Hash, depth: u32) {
        if self.counts.is_empty() {
            self.counts = vec![0; SLOTS];
        }
        self.counts[slot(mv)] += u64::from(depth).pow(2);
    }

    fn of(&self, mv: impl Hash) -> u64 {
        self.counts.get(slot(mv)).copied().unwrap_or(0)
    }
}

fn slot(mv: impl Hash) -> usize {
    (LineKey::default().then(&mv).number() >> (u64::BITS - SLOTS.ilog2())) as usize
}

/// What is known of a move before it is looked at.
pub(super) struct Rank {
    /// 0 for the move that was best before, 1 for killers.
    class: u8,
    worth: f64,
    history: u64,
}

/// What lately refuted something, as a node sees it.
#[derive(Clone, Copy)]
pub(super) struct Refutations<'a, M> {
    pub killers: &'a Killers<M>,
    pub history: &'a History,
    pub ply: u32,
}

/// Puts the indices of `moves` into `order`: `first`, killers, then by `worth` from the greatest,
/// and among equals by their history. `ranks` is a buffer.
pub(super) fn sort<M: Copy + Eq + Hash>(
    order: &mut Vec<u16>,
    ranks: &mut Vec<Rank>,
    moves: &[M],
    first: Option<u16>,
    refutations: Refutations<'_, M>,
    worth: impl Fn(usize) -> f64,
) {
    let Refutations { killers, history, ply } = refutations;
    ranks.clear();
    ranks.extend(moves.iter().enumerate().map(|(index, &mv)| {
        let is_first = first.is_some_and(|first| usize::from(first) == index);
        let class = if is_first { 0 } else { 2 - u8::from(killers.has(ply, mv)) };
        Rank { class, worth: worth(index), history: history.of(mv) }
    }));
    order.clear();
    order.extend(0..moves.len() as u16);
    order.sort_by(|&one, &other| {
        let (one, other) = (&ranks[usize::from(one)], &ranks[usize::from(other)]);
        one.class
            .cmp(&other.class)
            .then(other.worth.total_cmp(&one.worth))
            .then(other.history.cmp(&one.history))
    });
}
