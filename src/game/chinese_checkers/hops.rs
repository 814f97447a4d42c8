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

/// A shortest chain of hops from `from` to `to`, both ends included; among the shortest, the one
/// whose hops turn clockwise from the right the earliest.
pub fn hop_path(pegs: &Pegs, from: u8, to: u8, land: HoleSet) -> Option<Vec<u8>> {
    let mut came_from = [NONE; HOLES];
    let mut queue = vec![from];
    let mut next = 0;
    while next < queue.len() && queue.last() != Some(&to) {
        let hole = queue[next];
        next += 1;
        for direction in 0..DIRECTIONS {
            let Some(landing) = hop_landing(pegs, usize::from(hole), direction) else {
                continue;
            };
            let slot = &mut came_from[usize::from(landing)];
            if land & (1 << landing) != 0 && *slot == NONE {
                *slot = hole;
                queue.push(landing);
                if landing == to {
                    break;
                }
            }
        }
    }
    if came_from.get(usize::from(to)).is_none_or(|&hole| hole == NONE) {
        return None;
    }
    let mut path = vec![to];
    while let Some(&hole) = path.last().filter(|&&hole| hole != from) {
        path.push(came_from[usize::from(hole)]);
    }
    path.reverse();
    Some(path)
}

/// Whether a single hop leads from one hole to the other, which has to be in `land`.
pub fn is_hop(pegs: &Pegs, from: u8, to: u8, land: HoleSet) -> bool {
    let mut landings =
        (0..DIRECTIONS).filter_map(|direction| hop_landing(pegs, usize::from(from), direction));
    land & (1 << to) != 0 && landings.any(|landing| landing == to)
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
