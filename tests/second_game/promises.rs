//! What is found of a game, or an evaluation, that doesn't keep what it promises, before anything is done with it.

use super::faulty::{Fault, table};
use starhop::registry::{Kept, Table as _};
use starhop::rng::Seed;

/// What is said of a fault, or its beginning.
fn said(fault: Fault) -> &'static str {
    match fault {
        Fault::None | Fault::TurnedRound => "",
        Fault::NoMoves => "moves: the game goes on, but it has no moves",
        Fault::UnclearedMoves => "moves: 3 into an empty list, 6 into a used one",
        Fault::OneMoveTwice => "moves: 1 stands there twice",
        Fault::MovesByMood => "moves: others, or in another order, the second time",
        Fault::NobodysTurn => "turn: Player(7) in a game of 2 players",
        Fault::NobodyWins => "outcome: Player(7) won a game of 2 players",
        Fault::NoReason => "reason: None, where outcome is Some(Won(Player(",
        Fault::NeverEnds => "outcome: none after 10000 plies",
        Fault::PlaysByMood => "play: 2 gives another position the second time",
        Fault::OneKey => "key: 0x7, as that of a position with another turn:\n21 21 0",
        Fault::WrongCount => "count_moves: Some(4), where there are 3",
        Fault::PlaceForNothing => "move_at: None, after `place` was called",
        Fault::WrongPlace => "move_at: 0 at place 0, not 1",
        Fault::NoEndAfter => "outcome_after: None for ",
        Fault::NoEndSoon => "may_end: false, where ",
        Fault::FarFromWon => "least_moves: 2 for Player(",
        Fault::AnyMoveKnown => "can_play: true for 3, which isn't legal",
        Fault::TurnNotHanded => "hand_turn: true, then the turn of Player(0)",
        Fault::TurnHandedSilently => "hand_turn: false, then the turn of Player(1)",
        Fault::SomebodyAlone => "alone: it is the turn of Player(0), not of Player(1)",
        Fault::PartsUnsaid => "can_part: false, where is_apart is true",
        Fault::NobodysPiece => "pieces: one of Player(7), who isn't there",
        Fault::PiecesWithoutCells => "pieces: 1 entries, where layout has 0 cells",
        Fault::MovesUnread => "parse_move: Err(TextError(\"no\")) for '1', which is 1",
        Fault::AnyNumberRead => "parse_move: reads '",
        Fault::TwoWords => "move_text: 'take 1' is no word",
        Fault::PlyNotDrawn => "parse_position: another position than was drawn",
        Fault::RulesNotDrawn => {
            "parse_position: 'take-away:stones=21' for 2, not 'take-away:stones=20' for 2"
        }
        Fault::NoScores => "by careless, score: NaN for Player(0), not within ±1e12",
        Fault::HugeScores => "by careless, score: 100000000000000 for Player(0), not within",
        Fault::NoScoreAtTheEnd => "by careless, score: NaN for ",
        Fault::OtherScoresOfMoves => "by careless, score_moves: 1.0 for 3, after which it is 0.0",
        Fault::OtherMargins => "by careless, margins: 1.0 for 3, after which it is 0.0",
        Fault::FewerMargins => "by careless, margins: 2 numbers for 3 moves",
        Fault::OtherBestMargin => "by careless, best_margin: 0.5 of 1 moves, not 0.0 of 3",
        Fault::OtherBestMove => "by careless, best_move: 1, not the one drawn of 1 2 3",
        Fault::OneDrawMore => "by careless, best_move: another number of draws than for 1 of one",
        Fault::OtherFirstMoves => "by careless, first_moves: 3, not 1",
        Fault::IllegalChoice => "by careless, choose: Some(9), which isn't legal",
        Fault::OtherPart => "by careless, at, whose score_moves: 1.0 for 3",
        Fault::NoBuiltInNumber => {
            "take-away: built_in: careless: parameter 'leave-2': inf is no value of it"
        }
        Fault::TwoOfAName => {
            "take-away: parameters: parameter 'leave-1': another one has the same name"
        }
        Fault::CrookedMirror => "take-away: mirror: not each parameter is the image of its image",
        Fault::UnknownIdle => "take-away: idle: Some(4), of 4 parameters",
        Fault::ThreeArrays => "take-away: arrays: 3, of 4 parameters",
        Fault::FewerCells => "take-away: layout: 3 cells, where parameters are 4",
        Fault::OtherFastGames | Fault::OtherFastRoom => "fast: another game ",
        Fault::OneSearchKey => "search_key: 0x7, as that of a position with another winner:",
        Fault::HandedTurnTakes => {
            "hand_turn: to Player(1), or there once more, changes the key or pieces"
        }
        Fault::NeverQuiet => "is_quiet: false, where no move captures",
        Fault::NobodysTurnRead => "parse_position: reads this, where Player(7) has the turn",
        Fault::CellOutside => "take-away: layout: d lies outside of the grid",
        Fault::TwoCellsOfAName => "take-away: layout: two cells are called a",
        Fault::TurnedTwice => "take-away: layout: `turned` of seat 0 hasn't each cell once",
        Fault::BentMirror => "take-away: mirror: c and a are not as far apart as c and b",
        Fault::BuiltInByMood => "take-away: built_in: careless is another one the second time",
    }
}

#[test]
fn every_broken_promise_is_found_and_named() {
    for &fault in Fault::ALL {
        let checked = table(fault).promises(12, Seed::new(1).unwrap());
        match (said(fault), checked) {
            ("", kept) => {
                let Kept { games, won, evaluations, positions, moves } = kept.unwrap();
                assert_eq!((games, won, evaluations), (12, 12, 4));
                assert!(positions > 12 * 8 && moves > 2 * positions);
            }
            (why, broken) => {
                let broken = broken.expect_err(why);
                assert!(broken.why.starts_with(why), "{fault:?}: {broken}");
            }
        }
    }
}

#[test]
fn a_broken_promise_is_told_with_its_game_and_position() {
    let broken = table(Fault::NoReason).promises(1, Seed::default()).unwrap_err();
    let text = broken.to_string();
    let (first, rest) = text.split_once('\n').unwrap();
    let winner = first.strip_prefix("take-away for 2, take-away:stones=21: reason: None, where ");
    assert!(winner.unwrap().starts_with("outcome is Some(Won(Player("), "{text}");
    assert!(rest.starts_with("in the position\n21 0 "), "{text}");
}
