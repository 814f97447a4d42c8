//! Positions in the Forsyth–Edwards notation of draughts: what is written reads back.

#![no_main]

use starhop::game::Game;
use starhop::game::draughts::{Draughts, fen};
use starhop_fuzz::legal;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(position) = fen::parse(text) {
        assert_eq!(fen::parse(&fen::text(&position)), Ok(position));
        if Draughts.outcome(&position).is_none() {
            legal(&Draughts, &position);
        }
    }
});
