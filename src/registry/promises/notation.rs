//! Promises of moves and positions as text: what is written reads back, and what is no text of a move or
//! position is refused or is that of another.

use super::{Held, Here, holds};
use crate::game::{Game, TextError};
use crate::rng::Rng;
use rand::RngExt as _;

/// How many changed texts are read in a position.
const CHANGES: usize = 10;

/// Moves, where the game goes on.
pub(super) fn moves<G: Game>(here: &Here<'_, G>) -> Held {
    for &mv in &here.moves {
        let text = here.text(mv);
        let read = here.game.parse_move(here.position, &text);
        holds(read.as_ref() == Ok(&mv), || {
            format!("parse_move: {read:?} for '{text}', which is {mv:?}")
        })?;
        let is_word = !text.is_empty() && !text.contains(char::is_whitespace);
        holds(is_word, || format!("move_text: '{text}' is no word"))?;
    }
    Ok(())
}

/// A position, the last one of a game, too.
pub(super) fn position<G: Game>(game: &G, position: &G::Position) -> Held {
    let text = game.draw(position);
    let unread = |TextError(why)| format!("parse_position: refuses what draw gives: {why}");
    let (other, read) = G::parse_position(&text).map_err(unread)?;
    holds(read == *position, || {
        format!("parse_position: another position than was drawn: {read:?}, not {position:?}")
    })?;
    holds(other.draw(&read) == text, || "draw: another text for what was read".to_string())?;
    let named = |game: &G| (game.rules_text(), game.players());
    holds(named(&other) == named(game), || {
        let ((other, others), (own, owns)) = (named(&other), named(game));
        format!("parse_position: '{other}' for {others}, not '{own}' for {owns}")
    })?;
    let seen = |game: &G, position| {
        let mut moves = Vec::new();
        if game.outcome(position).is_none() {
            game.moves(position, &mut moves);
        }
        let end = (game.outcome(position), game.reason(position));
        (game.key(position), end, game.turn(position), moves)
    };
    holds(seen(&other, &read) == seen(game, position), || {
        "parse_position: the key, end, turn or moves are others than before".to_string()
    })
}

/// Texts with one changed letter.
pub(super) fn changes<G: Game>(here: &Here<'_, G>, rng: &mut Rng) -> Held {
    let Here { game, position, moves, .. } = here;
    let drawing = game.draw(position);
    for _ in 0..CHANGES {
        let mv = moves[rng.random_range(0..moves.len() as u32) as usize];
        let text = changed(&here.text(mv), rng);
        if let Ok(read) = game.parse_move(position, &text) {
            holds(moves.contains(&read), || {
                format!("parse_move: reads '{text}' as {read:?}, which isn't legal")
            })?;
        }
        let text = changed(&drawing, rng);
        if let Ok((other, read)) = G::parse_position(&text) {
            let turn = other.turn(&read);
            holds(turn.index() < other.players(), || {
                format!(
                    "parse_position: reads this, where {turn:?} has the turn, who isn't there:\n{text}"
                )
            })?;
            let again = G::parse_position(&other.draw(&read));
            holds(again.is_ok_and(|(_, again)| again == read), || {
                format!("parse_position: reads this, but not what it draws of it:\n{text}")
            })?;
        }
    }
    Ok(())
}

/// The text with one of its letters changed.
fn changed(text: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let mut place = || rng.random_range(0..letters.len().max(1) as u32) as usize;
    let (at, from) = (place(), place());
    let drawn = match rng.random_range(0..3_u32) {
        0 => char::from(rng.random_range(b' '..=b'~')),
        1 => letters.get(from).copied().unwrap_or(' '),
        _ => letters.get(at).map_or(' ', |&it| char::from((it as u8).wrapping_add(1) & 0x7F)),
    };
    if let Some(letter) = letters.get_mut(at) {
        *letter = drawn;
    }
    letters.into_iter().collect()
}
