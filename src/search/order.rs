//! The order in which alpha-beta looks at moves: the sooner a good one comes, the more is left out.

/// Moves that each ply remembers.
const KILLERS: usize = 2;

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

/// Puts the indices of `moves` into `order`: `first`, killers, then by `worth` from the greatest.
pub(super) fn sort<M: Copy + Eq>(
    order: &mut Vec<u16>,
    moves: &[M],
    first: Option<u16>,
    killers: (&Killers<M>, u32),
    worth: impl Fn(usize) -> f64,
) {
    let (killers, ply) = killers;
    let rank = |&index: &u16| {
        let mv = moves[usize::from(index)];
        let class = if first == Some(index) { 0 } else { 2 - u8::from(killers.has(ply, mv)) };
        (class, worth(usize::from(index)))
    };
    order.clear();
    order.extend(0..moves.len() as u16);
    order.sort_by(|one, two| {
        let ((class, worth), (other_class, other_worth)) = (rank(one), rank(two));
        class.cmp(&other_class).then(other_worth.total_cmp(&worth))
    });
}
