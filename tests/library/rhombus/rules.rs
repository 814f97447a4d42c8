//! Rules by hand-worked positions.

use super::{game, hole, legal_moves, random_game, set_up};
use starhop::game::hints::SearchHints;
use starhop::game::pegs::PegMove;
use starhop::game::rhombus::{Rhombus, standard_rules};
use starhop::game::{Game as _, Outcome, Player};

const TOP: &str = "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4";
const BOTTOM: &str = "p1 p2 p3 p4 q1 q2 q3 r1 r2 s1";

/// By hand, of four pegs: what they step to, and where they hop over their own.
#[test]
fn the_first_moves_are_those_of_the_drawing() {
    let game = game("standard");
    let moves = legal_moves(&game, &game.start());
    let text = |&mv: &PegMove| game.move_text(&game.start(), mv);
    let from = |name: &str| -> Vec<String> {
        moves.iter().filter(|mv| mv.from == hole(name)).map(text).collect()
    };
    assert_eq!(from("b1"), [""; 0]);
    assert_eq!(from("d1"), ["d1-e1", "d1-e2"]);
    assert_eq!(from("c1"), ["c1>e1", "c1>e3"]);
    assert_eq!(from("d4"), ["d4-e4", "d4-e5"]);
    assert_eq!(moves.len(), 14);
    assert!(moves.is_sorted_by_key(|mv| (mv.from, mv.to)));
}

/// Rows grow to the middle and shrink after it, where the neighbours' numbers shift.
#[test]
fn hops_cross_the_longest_row() {
    let one = "i5 j5 b1 b2 c1 c2 c3 d1 d2 d3";
    let (game, position) = set_up("standard", [one, BOTTOM], 20);
    let moves = legal_moves(&game, &position);
    let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
    assert!(texts.contains(&"i5>k4".to_string()), "{texts:?}");
    for step in ["j5-i4", "j5-j4", "j5-j6", "j5-k4", "j5-k5"] {
        assert!(texts.contains(&step.to_string()), "{step} in {texts:?}");
    }
}

#[test]
fn all_own_pegs_in_the_goal_win() {
    for rules in ["standard", "standard:win=filled"] {
        let almost = BOTTOM.replace("p1", "o1");
        let (game, mut position) = set_up(rules, [&almost, &TOP.replace("a1", "j8")], 20);
        assert_eq!((game.outcome(&position), game.least_moves(&position, Player(0))), (None, 1));
        let mv = game.parse_move(&position, "o1-p1").unwrap();
        assert_eq!(game.outcome_after(&position, mv), Some(Outcome::Won(Player(0))));
        game.play(&mut position, mv);
        assert_eq!(game.reason(&position), Some("goal"));
        assert_eq!(game.least_moves(&position, Player(0)), 0);
    }
}

/// A peg that never left: its hole is filled in from a ply on, and only by a move of the other's.
#[test]
fn a_peg_left_at_home_blocks_for_ever_or_until_a_ply() {
    let (almost, stays) = (BOTTOM.replace("p1", "o1").replace("s1", "j1"), "s1 ");
    let others = stays.to_string() + &TOP.replace("a1 ", "");
    for (rules, ply, end) in [
        ("standard", 150, None),
        ("standard:win=filled", 98, None),
        ("standard:win=filled", 100, Some(Outcome::Won(Player(0)))),
        ("standard:win=filled,leave-by=40", 40, Some(Outcome::Won(Player(0)))),
    ] {
        let (game, mut position) = set_up(rules, [&almost, &others], ply);
        let mv = game.parse_move(&position, "o1-p1").unwrap();
        assert_eq!(game.outcome_after(&position, mv), end, "{rules} at {ply}");
        game.play(&mut position, mv);
        assert_eq!(game.outcome(&position), end);
        let (_, again) = Rhombus::parse_position(&game.draw(&position)).unwrap();
        assert_eq!(again, position);
    }
}

/// Eleven holes would shut a tip in, where there are ten pegs for it: a hop over the wall is left.
#[test]
fn ten_pegs_all_but_shut_a_tip_in() {
    let wall = "e1 e2 e3 e4 e5 f1 f2 f3 f4 f5";
    let (game, position) = set_up("standard", [TOP, wall], 20);
    let moves = legal_moves(&game, &position);
    let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
    assert_eq!(texts, ["d4>f6"]);
}

#[test]
fn a_game_in_which_both_pass_ends() {
    let game = game("standard");
    let mut position = game.start();
    for _ in 0..2 {
        assert_eq!(game.outcome(&position), None);
        game.play(&mut position, PegMove::PASS);
    }
    assert_eq!(game.outcome(&position), Some(Outcome::Unfinished));
    assert_eq!(game.reason(&position), Some("stuck"));
}

#[test]
fn the_ply_cap_ends_a_game() {
    let game = game("standard:ply-cap=7");
    let last = random_game(&game, 1).last().unwrap().0;
    assert_eq!((last.ply(), game.reason(&last)), (7, Some("ply-cap")));
    assert_eq!(game.rules_text(), "standard:ply-cap=7");
}

/// The first's last peg in row j, from where the second's last is in the row behind it: they have
/// passed; in the same row they have not.
#[test]
fn armies_are_apart_once_the_last_have_passed() {
    let (first, second) = (BOTTOM.replace("p1", "j1"), TOP.replace("d1", "i9"));
    let (game, position) = set_up("standard", [&first, &second], 20);
    assert!(game.is_apart(&position));
    let (game, position) = set_up("standard", [&first, &TOP.replace("d1", "j9")], 20);
    assert!(!game.is_apart(&position));
    assert!(!game.is_apart(&game.start()));
}

#[test]
fn moves_retreat_that_lead_to_a_row_farther_from_the_goal() {
    let (game, position) =
        set_up("standard", [&TOP.replace("d1", "i5"), &BOTTOM.replace("p1", "m3")], 20);
    let retreats = |text: &str| game.retreats(&position, game.parse_move(&position, text).unwrap());
    assert_eq!(
        ["i5-h4", "i5-h5", "i5-i4", "i5-i6", "i5-j5"].map(retreats),
        [true, true, false, false, false]
    );
    let mut next = position.clone();
    game.play(&mut next, game.parse_move(&position, "i5-i4").unwrap());
    let retreats = |text: &str| game.retreats(&next, game.parse_move(&next, text).unwrap());
    assert_eq!(["m3-n3", "m3-m2", "m3-l3"].map(retreats), [true, false, false]);
}

#[test]
fn a_turn_is_handed_on() {
    let game = game("standard");
    let mut position = game.start();
    assert!(game.hand_turn(&mut position, Player(1)));
    assert_eq!((game.turn(&position), position.ply()), (Player(1), 1));
    assert!(game.hand_turn(&mut position, Player(1)));
    assert_eq!((game.turn(&position), position.ply()), (Player(1), 1));
}

#[test]
fn the_table_has_two_seats() {
    for players in [0, 1, 3, 4] {
        let error = Rhombus::new(players, standard_rules()).unwrap_err();
        assert_eq!(error.0, format!("{players} players: the rhombus is for 2"));
    }
}
