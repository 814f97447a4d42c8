//! Numbers for positions: a random one for each peg's place, the turn and the passes, mixed by
//! exclusive or.

use super::geometry::{CORNERS, HOLES, HoleSet, holes_of};
use crate::game::zobrist::numbers;

const PLACES: usize = CORNERS * HOLES;

static NUMBERS: [u64; PLACES + 2 * CORNERS + 1] = numbers();

pub(super) fn key(pegs: &[HoleSet; CORNERS], turn: u8, passes: u8) -> u64 {
    let mut key = NUMBERS[PLACES + usize::from(turn)];
    key ^= NUMBERS[PLACES + CORNERS + usize::from(passes)];
    for (player, &own) in pegs.iter().enumerate() {
        for hole in holes_of(own) {
            key ^= NUMBERS[player * HOLES + usize::from(hole)];
        }
    }
    key
}
