//! Exact cases: what each rule says on a position that needs it.

use super::hand::{ends, header, hole, names, played, set_up};
use crate::play::{after, legal_moves, random_game, table};
use starhop::eval::Parametric as _;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::game::chinese_checkers::{
    ChineseCheckers, Corners, PegMove, Position, Rules, parse_position,
};
use starhop::game::hints::SearchHints;
use starhop::game::{Game as _, Outcome, Player};
use starhop::rng::{Purpose, Seed};

/// A peg of seat 1 on e8, from which a hop leads to e10 in corner 5 and another back to g8.
fn at_a_side_corner(corners: &str) -> (ChineseCheckers, Position) {
    let header = format!("players=2 rules=standard:corners={corners} ply=8 passes=0 turn=1");
    set_up(&header, &["e8 e9 a1 b1 b2 c1 c2 c3 d1 d2", "f9 q1 p1 p2 o1 o2 o3 n1 n2 n3"])
}

#[test]
fn closed_corners_bar_passing_through() {
    let (game, position) = at_a_side_corner("closed");
    assert_eq!(ends(&game, &position, "e8"), names("d3 d4 e7 f7 f8"));
    assert_eq!(ends(&game, &position, "e9"), names("d4 e7 f8 g9"));
    assert!(game.parse_move(&position, "e8>e10>g8").is_err());
    assert!(game.parse_move(&position, "e8>e10").is_err());
}

#[test]
fn corners_to_pass_bar_stopping_only() {
    let (game, position) = at_a_side_corner("pass");
    assert_eq!(ends(&game, &position, "e8"), names("d3 d4 e7 f7 f8 g8"));
    assert_eq!(ends(&game, &position, "e9"), names("d4 e7 f8 g9"));
    let mv = PegMove { from: hole("e8"), to: hole("g8") };
    assert_eq!(game.parse_move(&position, "e8>e10>g8"), Ok(mv));
    assert_eq!(game.move_text(&position, mv), "e8>e10>g8");
    assert!(game.parse_move(&position, "e8>e10").is_err());
}

#[test]
fn open_corners_allow_stopping() {
    let (game, position) = at_a_side_corner("open");
    assert_eq!(ends(&game, &position, "e8"), names("d3 d4 e7 e10 f7 f8 g8"));
    assert_eq!(ends(&game, &position, "e9"), names("d4 e7 e10 f8 g9"));
    let next = played(&game, &position, "e8>e10");
    assert_eq!(next.peg_at(hole("e10")), Some(Player(0)));
    assert_eq!(next.peg_at(hole("e8")), None);
}

#[test]
fn a_closed_corner_bars_a_path_even_where_another_path_is_legal() {
    for (corners, expected) in [("closed", false), ("pass", true), ("open", true)] {
        let header = format!("players=2 rules=standard:corners={corners} ply=8 passes=0 turn=1");
        let seats = ["e8 e9 a1 b1 b2 c1 c2 c3 d1 d2", "f8 f9 q1 p1 p2 o1 o2 o3 n1 n2"];
        let (game, position) = set_up(&header, &seats);
        assert!(game.parse_move(&position, "e8>g8").is_ok());
        assert_eq!(game.parse_move(&position, "e8>e10>g8").is_ok(), expected, "{corners}");
    }
}

/// The own hole can only matter to paths: hops keep row and column odd or even, so a chain
/// never stands next to it, and landing on it opens no hole that wasn't open at first.
#[test]
fn a_chain_may_cross_the_hole_it_set_out_from() {
    let (game, position) = set_up(
        "players=2 rules=standard ply=4 passes=0 turn=1",
        &["i5 a1 b1 b2 c1 c2 c3 d1 d2 d3", "i6 j5 j6 j7 q1 p1 p2 o1 o2 o3"],
    );
    assert_eq!(ends(&game, &position, "i5"), names("h5 h6 i4 i7 k5 k7"));
    let mv = PegMove { from: hole("i5"), to: hole("k5") };
    assert_eq!(game.parse_move(&position, "i5>i7>k7>i5>k5"), Ok(mv));
    assert_eq!(game.parse_move(&position, "i5>k5"), Ok(mv));
    assert_eq!(game.move_text(&position, mv), "i5>k5");
    for text in ["i5>i7>k7>i5", "i5>i5", "i5-i5", "i5"] {
        assert!(game.parse_move(&position, text).is_err(), "{text}");
    }
}

const NINE_HOME: &str = "n2 n3 n4 o1 o2 o3 p1 p2 q1";

fn one_step_from_winning(ply: u32) -> (ChineseCheckers, Position) {
    let header = format!("players=2 rules=standard:ply-cap=150 ply={ply} passes=0 turn=1");
    set_up(&header, &[&format!("m6 {NINE_HOME}"), "e5 e6 e7 e8 e9 f4 f5 f6 f7 f8"])
}

#[test]
fn ten_pegs_in_the_goal_win() {
    let (game, position) = one_step_from_winning(60);
    assert_eq!(game.outcome(&position), None);
    let won = played(&game, &position, "m6-n1");
    assert_eq!(game.outcome(&won), Some(Outcome::Won(Player(0))));
    assert_eq!(game.outcome(&played(&game, &position, "m6-m7")), None);
}

#[test]
fn another_seats_peg_does_not_fill_the_goal() {
    let (game, position) = set_up(
        "players=2 rules=standard ply=60 passes=0 turn=1",
        &[&format!("m6 {NINE_HOME}"), "n1 e6 e7 e8 e9 f4 f5 f6 f7 f8"],
    );
    assert_eq!(game.outcome(&position), None);
    assert_eq!(game.outcome(&played(&game, &position, "m6-m7")), None);
}

#[test]
fn the_ply_cap_ends_a_game_unless_its_last_ply_wins() {
    let (game, position) = one_step_from_winning(149);
    assert_eq!(game.outcome(&position), None);
    let capped = played(&game, &position, "m6-m7");
    assert_eq!((capped.ply(), game.outcome(&capped)), (150, Some(Outcome::Unfinished)));
    let won = played(&game, &position, "m6-n1");
    assert_eq!(game.outcome(&won), Some(Outcome::Won(Player(0))));
}

/// Eleven pegs of seats 2 and 3 shut the home of seat 1, all of whose pegs are in it.
fn shut_in(corners: &str, passes: u8) -> (ChineseCheckers, Position) {
    let header = format!("players=3 rules=report:corners={corners} ply=9 passes={passes} turn=1");
    let seats = [
        "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4",
        "e5 e6 e7 e8 e9 j10 k10 k11 l10 l11",
        "f4 f5 f6 f7 f8 f9 j1 k1 k2 l1",
    ];
    set_up(&header, &seats)
}

#[test]
fn a_player_who_cannot_move_passes() {
    for corners in ["closed", "pass", "open"] {
        let (game, position) = shut_in(corners, 0);
        assert_eq!(legal_moves(&game, &position), [PegMove::PASS]);
        assert_eq!(game.move_text(&position, PegMove::PASS), "pass");
        assert_eq!(game.parse_move(&position, "pass"), Ok(PegMove::PASS));
        let next = played(&game, &position, "pass");
        assert_eq!((next.ply(), game.turn(&next)), (10, Player(1)));
        assert_eq!(game.outcome(&next), None);
        assert!((0..121).all(|hole| next.peg_at(hole) == position.peg_at(hole)));
        assert!(game.parse_move(&next, "pass").is_err(), "seat 2 can move");
    }
}

#[test]
fn evaluations_find_that_only_passing_is_left() {
    let (game, position) = shut_in("pass", 0);
    let weights = CellWeightFamily.built_in(&game, "hand-tuned-v4").unwrap();
    let evaluator = CellWeightFamily.evaluator(&game, &weights);
    let mut rng = Seed::new(1).unwrap().stream(Purpose::Bench, &[0]);
    let best = evaluator.best_move(&game, &position, &mut Vec::new(), &mut rng);
    assert_eq!(best, Some(PegMove::PASS));
    assert_eq!(game.move_at(&position, |count| count - 1), Some(PegMove::PASS));
    assert_eq!(evaluator.first_moves(&game, &position, 8), Some(vec![PegMove::PASS]));
    let next = played(&game, &position, "pass");
    assert_eq!(evaluator.first_moves(&game, &next, 8).map(|moves| moves.len()), Some(8));
}

#[test]
fn a_hole_alone_is_no_pass() {
    let (game, position) = shut_in("pass", 0);
    for text in ["a1", "a1>a1", "a1-a1", "a1>a1>a1", "b1", "Pass", "pass ", "passes", ""] {
        assert!(game.parse_move(&position, text).is_err(), "{text}");
    }
}

/// No play leads there: a peg and an empty hole of the centre lie side by side somewhere, or
/// all sixty pegs fill the corners and can step out, for the centre has 61 holes.
#[test]
fn a_round_of_passes_ends_the_game_unfinished() {
    let (game, position) = shut_in("closed", 2);
    assert_eq!(game.outcome(&position), None);
    let next = after(&game, &position, PegMove::PASS);
    assert_eq!(game.outcome(&next), Some(Outcome::Unfinished));
    assert_eq!(header(&game, &next, "passes"), "3");
}

#[test]
fn a_move_starts_the_round_of_passes_again() {
    let (game, position) = shut_in("closed", 1);
    let passed = after(&game, &position, PegMove::PASS);
    assert_eq!(header(&game, &passed, "passes"), "2");
    let moved = played(&game, &passed, "j10-j9");
    assert_eq!(header(&game, &moved, "passes"), "0");
    assert_eq!(game.outcome(&moved), None);
}

#[test]
fn seats_move_in_turn() {
    for players in 2..=6 {
        let game = table(players, Corners::Pass, 99);
        let turns: Vec<_> = random_game(&game, 0)
            .take(14)
            .map(|(position, _)| (position.ply(), game.turn(&position).index()))
            .collect();
        let expected: Vec<_> = (0..14).map(|ply| (ply, ply as usize % players)).collect();
        assert_eq!(turns, expected);
    }
}

/// Seat 1 fills its goal at ply 60 or later with nine pegs around one that seat 2 left at home.
fn filled_around(ply: u32, leave_by: u32) -> (ChineseCheckers, Position) {
    let rules = format!("rules=standard:win=filled,leave-by={leave_by}");
    set_up(
        &format!("players=2 {rules} ply={ply} passes=0 turn=1"),
        &["m9 i1 o1 o2 o3 n1 n2 n3 p1 p2", "q1 a1 b1 b2 c1 c2 c3 d1 d2 d3"],
    )
}

#[test]
fn a_peg_left_at_home_blocks_no_longer_than_the_rule_says() {
    let (game, position) = filled_around(60, 61);
    assert_eq!(game.outcome(&position), None);
    let full = played(&game, &position, "m9-n4");
    assert_eq!(game.outcome(&full), Some(Outcome::Won(Player(0))));
    assert_eq!(game.reason(&full), Some("goal"));
    let (game, position) = filled_around(60, 62);
    assert_eq!(game.outcome(&played(&game, &position, "m9-n4")), None);
    assert_eq!(game.least_moves(&position, Player(0)), 1);
}

#[test]
fn who_has_no_peg_in_a_full_goal_or_did_not_move_has_not_won() {
    let start = ChineseCheckers::new(2, Rules::parse("standard:win=filled,leave-by=0", 2).unwrap());
    let game = start.unwrap();
    let mut position = game.start();
    for _ in 0..2 {
        let mv = legal_moves(&game, &position)[0];
        game.play(&mut position, mv);
        assert_eq!(game.outcome(&position), None, "the goal is full of the other's pegs");
    }
    // Seat 2 sits in a goal of its own that is not full; seat 1's is full, but seat 2 moved.
    let (game, position) = set_up(
        "players=2 rules=standard:win=filled,leave-by=0 ply=61 passes=0 turn=2",
        &["i1 i2 o1 o2 o3 n1 n2 n3 p1 p2", "q1 m9 b1 b2 c1 c2 c3 d1 d2 d3"],
    );
    assert_eq!(game.outcome(&played(&game, &position, "m9-n4")), None);
}

#[test]
fn a_pass_wins_nothing_neither_played_nor_drawn() {
    let (game, position) = filled_around(60, 62);
    let full = played(&game, &position, "m9-n4");
    let moved = after(&game, &full, legal_moves(&game, &full)[0]);
    let passed = after(&game, &moved, PegMove::PASS);
    assert_eq!((passed.ply(), game.outcome(&passed)), (63, None));
    assert_eq!(parse_position(&game.draw(&passed)).unwrap().1, passed);
}

#[test]
fn armies_are_apart_once_every_peg_has_passed_every_other() {
    let (game, position) = filled_around(60, 62);
    assert!(!game.is_apart(&position), "q1 is behind");
    for (own, apart) in [("i1", true), ("h2", false)] {
        let pegs = format!("m9 {own} o1 o2 o3 n1 n2 n3 p1 p2");
        let header = "players=2 rules=standard ply=60 passes=0 turn=1";
        let (game, position) = set_up(header, &[&pegs, "h5 a1 b1 b2 c1 c2 c3 d1 d2 d3"]);
        assert_eq!(game.is_apart(&position), apart, "{own}");
    }
}

/// Of three armies the first has its last peg in row 6 from the tip of its goal, the second in row 7,
/// and the third, which only looks on, all at home but for one.
fn three(corners: &str, own: &str, other: &str, turn: u8) -> (ChineseCheckers, Position) {
    let header = format!("players=3 rules=standard:corners={corners} ply=90 passes=0 turn={turn}");
    let second = format!("{other} e1 e2 e3 e4 f1 f2 f3 g1 g2");
    set_up(&header, &[&format!("{own} {NINE_HOME}"), &second, THIRD])
}

/// Nine pegs in the goal of seat 3 and one in row 7 from its tip.
const THIRD: &str = "i8 e10 e11 e12 e13 f9 f10 f11 g9 g10";

#[test]
fn an_army_of_three_is_apart_once_no_hole_lies_ahead_of_it_and_of_another() {
    for corners in ["closed", "pass"] {
        for (own, other, apart) in
            [("m6", "g5", true), ("l4", "g5", true), ("l4", "g6", false), ("k4", "g5", false)]
        {
            let rows =
                |game: &ChineseCheckers, player, name| game.row_to_goal(Player(player), hole(name));
            let (game, position) = three(corners, own, other, 1);
            let sum = rows(&game, 0, own) + rows(&game, 1, other);
            assert_eq!(game.is_apart(&position), apart, "{own} and {other}: rows {sum}");
        }
    }
}
