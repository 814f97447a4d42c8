//! Moves and positions as text: what is written reads back, and what was changed is refused or is
//! text of something else.

use super::subject::{Subject, stream};
use crate::play::legal_moves;
use rand::RngExt as _;
use starhop::game::Game;
use starhop::rng::Rng;
use std::collections::HashSet;

pub fn moves<G: Game>(subject: &Subject<G>) {
    let game = &subject.game;
    for position in subject.sample(100) {
        let mut texts = HashSet::new();
        for mv in subject.moves(&position) {
            let text = game.move_text(&position, mv);
            assert_eq!(game.parse_move(&position, &text), Ok(mv), "{text}");
            assert!(!text.contains(char::is_whitespace), "'{text}'");
            assert!(texts.insert(text.clone()), "{text} is two moves");
        }
    }
}

pub fn positions<G: Game>(subject: &Subject<G>) {
    let game = &subject.game;
    for position in subject.lines().concat() {
        let text = game.draw(&position);
        let (other, read) = G::parse_position(&text).unwrap();
        assert_eq!(read, position, "{text}");
        assert_eq!(other.draw(&read), text);
        assert_eq!((other.rules_text(), other.players()), (game.rules_text(), game.players()));
        assert_eq!(other.key(&read), game.key(&position));
        let end = (game.outcome(&position), game.reason(&position));
        assert_eq!((other.outcome(&read), other.reason(&read)), end);
        if end.0.is_none() {
            assert_eq!(legal_moves(&other, &read), subject.moves(&position));
        }
    }
}

/// A text with one of its bytes changed.
fn changed(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let index = rng.random_range(0..bytes.len());
    bytes[index] = match rng.random_range(0..3) {
        0 => rng.random_range(b' '..=b'~'),
        1 => bytes[rng.random_range(0..bytes.len())],
        _ => bytes[index].wrapping_add(1) & 0x7F,
    };
    String::from_utf8(bytes).unwrap()
}

pub fn changes<G: Game>(subject: &Subject<G>) {
    let game = &subject.game;
    let mut rng = stream(0);
    for position in subject.sample(100) {
        let moves = subject.moves(&position);
        let move_text = game.move_text(&position, moves[moves.len() / 2]);
        let drawing = game.draw(&position);
        for _ in 0..10 {
            let text = changed(&move_text, &mut rng);
            if let Ok(mv) = game.parse_move(&position, &text) {
                assert!(moves.contains(&mv), "{text}");
            }
            let text = changed(&drawing, &mut rng);
            if let Ok((other, read)) = G::parse_position(&text) {
                let again = G::parse_position(&other.draw(&read)).unwrap();
                assert_eq!(again.1, read, "{text}");
            }
        }
    }
}
