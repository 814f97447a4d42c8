//! The order in which alpha-beta looks at moves: the sooner a good one comes, the more is left out.

use crate::game::line::LineKey;
use std::hash::Hash;

/// Moves that each ply remembers.
const KILLERS: usize = 2;
/// Moves that are likely to refute something.
pub(super) const LIKELY: usize = KILLERS + 1;
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

    /// `first` and the killers of a ply, each once, as far as they are known to be legal.
    pub fn likely(
        &self,
        first: Option<M>,
        ply: u32,
        can_play: impl Fn(M) -> bool,
    ) -> [Option<M>; LIKELY] {
        let [latest, before] = self.by_ply.get(ply as usize).copied().unwrap_or_default();
        let (latest, before) =
            (latest.filter(|_| latest != first), before.filter(|_| before != first));
        [first, latest, before].map(|mv| mv.filter(|&mv| can_play(mv)))
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

/// What lately refuted something, as a node sees it.
#[derive(Clone, Copy)]
pub(super) struct Refutations<'a, M> {
    pub killers: &'a Killers<M>,
    pub history: &'a History,
    pub ply: u32,
    /// The move that was best before.
    pub first: Option<M>,
    /// What was looked at already.
    pub tried: [Option<M>; LIKELY],
}

/// Bits of a move's place in the order of the move generator.
const PLACE: u32 = 16;
/// Bits of its history.
const HISTORY: u32 = 46;

/// The indices of a node's moves, in the order in which they are looked at.
#[derive(Default)]
pub(super) struct Order {
    /// Moves not looked at yet, as numbers that are the lower the earlier they come, with the index in
    /// their last bits.
    waiting: Vec<u128>,
    state: State,
}

/// How far the moves that wait are sorted.
#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    /// Not at all.
    #[default]
    Ranked,
    /// Not at all, and the first is gone.
    Begun,
    /// The next one is the last.
    Sorted,
}

impl Order {
    /// The order of the move generator.
    pub fn plain(&mut self, moves: usize) {
        self.waiting.clear();
        self.waiting.extend((0..moves as u128).rev());
        self.state = State::Sorted;
    }

    /// What wasn't tried: the move that was best before, killers, then by `worth` from the greatest, and
    /// among equals by their history.
    pub fn rank<M: Copy + Eq + Hash>(
        &mut self,
        moves: &[M],
        refutations: Refutations<'_, M>,
        worth: impl Fn(usize) -> f64,
    ) {
        let Refutations { killers, history, ply, first, tried } = refutations;
        let waiting = moves.iter().enumerate().filter(|(_, mv)| !tried.contains(&Some(**mv)));
        self.waiting.clear();
        self.waiting.extend(waiting.map(|(index, &mv)| {
            let is_first = first == Some(mv);
            let class = if is_first { 0 } else { 2 - u128::from(killers.has(ply, mv)) };
            let history = !history.of(mv).min((1 << HISTORY) - 1) & ((1 << HISTORY) - 1);
            let worth = u128::from(!ascending(worth(index)));
            let rest = worth << (HISTORY + PLACE) | u128::from(history) << PLACE;
            class << (u64::BITS + HISTORY + PLACE) | rest | index as u128
        }));
        self.state = State::Ranked;
    }

    /// The next one. Most nodes need no more than the first, so that the others are sorted only then.
    pub fn next(&mut self) -> Option<u16> {
        match self.state {
            State::Ranked => {
                self.state = State::Begun;
                let first = (0..self.waiting.len()).min_by_key(|&at| self.waiting[at])?;
                return Some(self.waiting.swap_remove(first) as u16);
            }
            State::Begun => {
                self.waiting.sort_unstable_by(|one, other| other.cmp(one));
                self.state = State::Sorted;
            }
            State::Sorted => {}
        }
        self.waiting.pop().map(|it| it as u16)
    }
}

/// A number that ascends as [`f64::total_cmp`] has it.
fn ascending(number: f64) -> u64 {
    let bits = number.to_bits();
    if bits >> (u64::BITS - 1) == 1 { !bits } else { bits | 1 << (u64::BITS - 1) }
}
