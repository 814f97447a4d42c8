//! Positions of all games: what is read can be drawn and reads back, and so can what comes of it.

use super::{legal, parts};
use starhop::game::Game;
use starhop::game::chinese_checkers::ChineseCheckers;
use starhop::game::connect_four::ConnectFour;
use starhop::game::draughts::Draughts;
use starhop::game::halma::Halma;
use starhop::game::rhombus::Rhombus;
use starhop::registry::games;

/// Plies that are played from a position at most.
const MOST: usize = 4;

fn reads_back<G: Game>(game: &G, position: &G::Position) {
    let text = game.draw(position);
    let (other, read) = G::parse_position(&text).expect(&text);
    assert_eq!(read, *position, "{text}");
    assert_eq!((other.rules_text(), other.players()), (game.rules_text(), game.players()));
    assert_eq!(game.outcome(position).is_some(), game.reason(position).is_some());
}

fn check_game<G: Game>(choices: &[u8], text: &str) -> bool {
    let Ok((game, mut position)) = G::parse_position(text) else { return false };
    reads_back(&game, &position);
    for &choice in choices.iter().take(MOST) {
        if game.outcome(&position).is_some() {
            return true;
        }
        let moves = legal(&game, &position);
        let mv = moves[usize::from(choice) % moves.len()];
        let after = game.outcome_after(&position, mv);
        game.play(&mut position, mv);
        assert_eq!(game.outcome(&position), after, "{}", game.draw(&position));
        reads_back(&game, &position);
    }
    true
}

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let (choices, text) = parts(bytes);
    let Ok(text) = str::from_utf8(text) else { return false };
    let read = [
        check_game::<ChineseCheckers>(choices, text),
        check_game::<ConnectFour>(choices, text),
        check_game::<Draughts>(choices, text),
        check_game::<Halma>(choices, text),
        check_game::<Rhombus>(choices, text),
    ];
    for table in games().iter().filter_map(|entry| entry.open_at(text).ok()) {
        table.live(0).perft(1);
    }
    read.contains(&true)
}
