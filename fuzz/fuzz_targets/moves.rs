//! Moves of all games in positions of a line that the input chooses: what is read is legal, and
//! reads back from how it is written.

#![no_main]

use starhop::game::Game;
use starhop_fuzz::{Of, each_game, legal};

struct Moves<'a>(&'a [u8], &'a str);

impl Of for Moves<'_> {
    fn check<G: Game>(&self, game: &G, mut position: G::Position) {
        for &choice in self.0 {
            if game.outcome(&position).is_some() {
                return;
            }
            let moves = legal(game, &position);
            game.play(&mut position, moves[usize::from(choice) % moves.len()]);
        }
        if let Ok(mv) = game.parse_move(&position, self.1) {
            assert!(legal(game, &position).contains(&mv));
            let text = game.move_text(&position, mv);
            assert_eq!(game.parse_move(&position, &text), Ok(mv), "{text}");
        }
    }
}

libfuzzer_sys::fuzz_target!(|given: (&[u8], &str)| {
    each_game(&Moves(&given.0[..given.0.len().min(40)], given.1));
});
