//! Positions in the Forsyth–Edwards notation of draughts: what is written reads back.

use super::legal;
use starhop::game::Game;
use starhop::game::draughts::{Draughts, fen};

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let Ok(position) = fen::parse(text) else { return false };
    assert_eq!(fen::parse(&fen::text(&position)), Ok(position));
    if Draughts.outcome(&position).is_none() {
        legal(&Draughts, &position);
    }
    true
}
