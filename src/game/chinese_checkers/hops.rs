//! The single hops of a peg.

use super::geometry::{DIRECTIONS, HoleSet, NONE, STAR};

/// Where single hops over those pegs lead from `from`, clockwise from the right.
pub fn hop_landings(
    occupied: HoleSet,
    from: u8,
    land: HoleSet,
) -> impl Iterator<Item = u8> + Clone {
    let landing = move |direction: usize| {
        let (over, landing) =
            (STAR.step[usize::from(from)][direction], STAR.hop[usize::from(from)][direction]);
        let hops = landing != NONE && occupied & (1 << over) != 0;
        (hops && land & !occupied & (1 << landing) != 0).then_some(landing)
    };
    (0..DIRECTIONS).filter_map(landing)
}
