//! The holes a peg can reach in one move, closed over chains of hops.

use super::geometry::{DIRECTIONS, HOLES, HoleSet, NONE, STAR};

/// What stands in each hole: 0 for nothing, else seat + 1.
pub type Pegs = [u8; HOLES];

/// The empty holes that chains of hops lead to from `from`. Hops land only on holes of `land`.
///
/// For the time of its move the peg has left `from`, which makes no difference here: hops keep
/// row and column odd or even, so no chain comes to stand beside `from`, and one that lands on it
/// is back where it began.
pub fn hop_reach(pegs: &Pegs, from: u8, land: HoleSet) -> HoleSet {
    let mut reached: HoleSet = 1 << from;
    let mut waiting = reached;
    while waiting != 0 {
        let hole = waiting.trailing_zeros() as usize;
        waiting &= waiting - 1;
        let mut found: HoleSet = 0;
        for direction in 0..DIRECTIONS {
            if let Some(landing) = hop_landing(pegs, hole, direction) {
                found |= 1 << landing;
            }
        }
        let fresh = found & land & !reached;
        reached |= fresh;
        waiting |= fresh;
    }
    reached & !(1 << from)
}

/// Where single hops lead from `from` for a peg that has left `lifted`, clockwise from the right.
pub fn hop_landings(
    pegs: &Pegs,
    lifted: u8,
    from: u8,
    land: HoleSet,
) -> impl Iterator<Item = u8> + Clone {
    let mut others = *pegs;
    others[usize::from(lifted)] = 0;
    let landings =
        (0..DIRECTIONS).filter_map(move |it| hop_landing(&others, usize::from(from), it));
    landings.filter(move |&landing| land & (1 << landing) != 0)
}

/// Where a single hop in that direction lands, if there is a peg to hop over and room behind it.
#[inline]
fn hop_landing(pegs: &Pegs, hole: usize, direction: usize) -> Option<u8> {
    let landing = STAR.hop[hole][direction];
    if landing == NONE {
        return None;
    }
    let over = STAR.step[hole][direction];
    let hops = pegs[usize::from(over)] != 0 && pegs[usize::from(landing)] == 0;
    hops.then_some(landing)
}
