//! Positions of all games: what is read can be drawn and reads back, and so can what comes of it.

#![no_main]

use starhop::game::Game;
use starhop::game::chinese_checkers::ChineseCheckers;
use starhop::game::connect_four::ConnectFour;
use starhop::game::draughts::Draughts;
use starhop::game::halma::Halma;
use starhop::game::rhombus::Rhombus;
use starhop::registry::games;
use starhop_fuzz::legal;

fn reads_back<G: Game>(game: &G, position: &G::Position) {
    let text = game.draw(position);
    let (other, read) = G::parse_position(&text).expect(&text);
    assert_eq!(read, *position, "{text}");
    assert_eq!((other.rules_text(), other.players()), (game.rules_text(), game.players()));
    assert_eq!(game.outcome(position).is_some(), game.reason(position).is_some());
}

fn check<G: Game>(choices: &[u8], text: &str) {
    let Ok((game, mut position)) = G::parse_position(text) else { return };
    reads_back(&game, &position);
    for &choice in choices {
        if game.outcome(&position).is_some() {
            return;
        }
        let moves = legal(&game, &position);
        let mv = moves[usize::from(choice) % moves.len()];
        let after = game.outcome_after(&position, mv);
        game.play(&mut position, mv);
        assert_eq!(game.outcome(&position), after, "{}", game.draw(&position));
        reads_back(&game, &position);
    }
}

libfuzzer_sys::fuzz_target!(|given: (&[u8], &str)| {
    let (choices, text) = (&given.0[..given.0.len().min(4)], given.1);
    check::<ChineseCheckers>(choices, text);
    check::<ConnectFour>(choices, text);
    check::<Draughts>(choices, text);
    check::<Halma>(choices, text);
    check::<Rhombus>(choices, text);
    for table in games().iter().filter_map(|entry| entry.open_at(text).ok()) {
        table.live(0).perft(1);
    }
});
