//! Moves of all games in positions of a line that the input chooses: what is read is legal, and
//! reads back from how it is written.

use super::{Of, any_game, legal, parts};
use starhop::game::Game;

/// Plies of a line at most.
const MOST: usize = 40;

/// The choices of a line, and the text of a move.
struct Moves<'a>(&'a [u8], &'a str);

impl Of for Moves<'_> {
    fn check<G: Game>(&self, game: &G, mut position: G::Position) -> bool {
        for &choice in self.0.iter().take(MOST) {
            if game.outcome(&position).is_some() {
                return false;
            }
            let moves = legal(game, &position);
            game.play(&mut position, moves[usize::from(choice) % moves.len()]);
        }
        let Ok(mv) = game.parse_move(&position, self.1) else { return false };
        assert!(legal(game, &position).contains(&mv));
        let text = game.move_text(&position, mv);
        assert_eq!(game.parse_move(&position, &text), Ok(mv), "{text}");
        true
    }
}

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let (choices, text) = parts(bytes);
    str::from_utf8(text).is_ok_and(|text| any_game(&Moves(choices, text)))
}
