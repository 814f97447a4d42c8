//! Rules by hand-worked positions.

use super::{filled_game, game, hole, legal_moves, random_game, set_up, set_up_in};
use starhop::game::halma::{Halma, Position, parse_position};
use starhop::game::hints::SearchHints;
use starhop::game::pegs::PegMove;
use starhop::game::{Game as _, Outcome, Player};

const HOME: &str = "a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 d1 d2";
const GOAL: &str = "m15 m16 n14 n15 n16 o13 o14 o15 o16 p13 p14 p15 p16";

/// By hand, of five pegs: what they step to, and where they hop over their own corner.
#[test]
fn the_first_moves_are_those_of_the_drawing() {
    let game = game(2, 300);
    let moves = legal_moves(&game, &game.start());
    let text = |&mv: &PegMove| game.move_text(&game.start(), mv);
    let from = |name: &str| -> Vec<String> {
        moves.iter().filter(|mv| mv.from == hole(name)).map(text).collect()
    };
    assert_eq!(from("a1"), [""; 0]);
    assert_eq!(from("a4"), ["a4-a5", "a4-b5", "a4>c4"]);
    assert_eq!(from("c3"), ["c3>a5", "c3-c4", "c3-d3", "c3-d4", "c3>e1"]);
    assert_eq!(from("a3"), ["a3>a5", "a3>c5"]);
    assert_eq!(from("b2"), ["b2>d4"]);
    assert!(moves.is_sorted_by_key(|mv| (mv.from, mv.to)));
}

#[test]
fn all_own_pegs_in_the_goal_win() {
    let almost = GOAL.replace("m15", "l15");
    let (game, mut position) = set_up([&almost, &HOME.replace("a1", "h8")], 20);
    assert_eq!((game.outcome(&position), game.least_moves(&position, Player(0))), (None, 1));
    let mv = game.parse_move(&position, "l15-m15").unwrap();
    assert_eq!(game.outcome_after(&position, mv), Some(Outcome::Won(Player(0))));
    game.play(&mut position, mv);
    assert_eq!(game.outcome(&position), Some(Outcome::Won(Player(0))));
    assert_eq!((game.reason(&position), game.least_moves(&position, Player(0))), (Some("goal"), 0));
}

/// Seat 1 can fill its goal at ply 61 with twelve pegs around one that seat 2 left in the tip.
fn around(game: Halma) -> (Halma, Position) {
    let first = GOAL.replace("m15", "l15").replace("p16", "h8");
    let second = HOME.replace("a1", "p16");
    set_up_in(game, [&first, &second], 60)
}

pub fn filled_around(leave_by: u32) -> (Halma, Position) {
    around(filled_game(2, 300, leave_by))
}

fn played(game: &Halma, position: &Position, text: &str) -> Position {
    let mut position = position.clone();
    let mv = game.parse_move(&position, text).unwrap();
    game.play(&mut position, mv);
    position
}

#[test]
fn a_peg_left_at_home_blocks_no_longer_than_the_rule_says() {
    let blocked = around(game(2, 300));
    let (game, position) = filled_around(61);
    assert_eq!((game.outcome(&position), game.least_moves(&position, Player(0))), (None, 1));
    let full = played(&game, &position, "l15-m15");
    assert_eq!(game.outcome(&full), Some(Outcome::Won(Player(0))));
    assert_eq!(game.reason(&full), Some("goal"));
    assert_eq!(parse_position(&game.draw(&full)).unwrap().1, full);
    for (game, position) in [filled_around(62), blocked] {
        assert_eq!(game.outcome(&played(&game, &position, "l15-m15")), None);
    }
}

#[test]
fn who_has_no_peg_in_a_full_goal_or_did_not_move_has_not_won() {
    let game = filled_game(4, 300, 0);
    let mut position = game.start();
    for _ in 0..4 {
        let mv = legal_moves(&game, &position)[0];
        game.play(&mut position, mv);
        assert_eq!(game.outcome(&position), None, "the goal is full of the other's pegs");
    }
    // Full at seat 2's move, and at a pass of seat 1, nobody's.
    let (game, before) = filled_around(62);
    let full = played(&game, &before, "l15-m15");
    let moved = played(&game, &full, "d2-e2");
    assert_eq!(game.outcome(&moved), None);
    let mut passed = moved.clone();
    game.play(&mut passed, PegMove::PASS);
    assert_eq!((passed.ply(), game.outcome(&passed)), (63, None));
    assert_eq!(parse_position(&game.draw(&passed)).unwrap().1, passed);
}

/// Nine holes surround the corner, and eleven lie behind them where hops would land.
#[test]
fn a_player_who_cannot_move_passes() {
    let wall = "a5 b5 c4 c5 d3 d4 e1 e2 e3 a6 b6 c6 d6";
    let behind = "d5 e4 e5 f1 f2 f3 f4 p1 p2 p3 p4 p5 p6";
    let far = "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13";
    let (game, position) = set_up([HOME, wall, behind, far], 20);
    assert_eq!(legal_moves(&game, &position), [PegMove::PASS]);
    assert_eq!(game.move_text(&position, PegMove::PASS), "pass");
    assert_eq!(game.parse_move(&position, "pass"), Ok(PegMove::PASS));
    let open = behind.replace("e5", "p7");
    let (game, position) = set_up([HOME, wall, &open, far], 20);
    let moves = legal_moves(&game, &position);
    let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
    assert_eq!(texts, ["c3>e5>c7", "c3>e5", "c3>e5>g3"]);
}

#[test]
fn a_game_in_which_all_pass_ends() {
    let game = game(2, 300);
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
    let game = game(4, 7);
    let last = random_game(&game, 1).last().unwrap().0;
    assert_eq!((last.ply(), game.reason(&last)), (7, Some("ply-cap")));
    assert_eq!(game.rules_text(), "standard:ply-cap=7");
}

/// The last peg of the first on the line row + column = 16, that of the second on 15, seen from
/// the first's tip: they have passed; on the same line they have not.
#[test]
fn armies_are_apart_once_the_last_have_passed() {
    let (first, second) = (GOAL.replace("m15", "i9"), HOME.replace("d2", "h9"));
    let (game, position) = set_up([&first, &second], 20);
    assert!(game.is_apart(&position));
    let (game, position) = set_up([&GOAL.replace("m15", "h10"), &HOME.replace("d2", "i9")], 20);
    assert!(!game.is_apart(&position));
    assert!(!game.is_apart(&game.start()));
}

#[test]
fn a_turn_is_handed_on() {
    let game = game(4, 600);
    let mut position = game.start();
    assert!(game.hand_turn(&mut position, Player(3)));
    assert_eq!((game.turn(&position), position.ply()), (Player(3), 3));
    assert!(game.hand_turn(&mut position, Player(1)));
    assert_eq!((game.turn(&position), position.ply()), (Player(1), 5));
}

#[test]
fn single_moves_are_the_steps_and_the_first_hops() {
    let game = game(2, 300);
    let mut singles = Vec::new();
    for (position, mv) in random_game(&game, 2) {
        game.single_moves(&position, &mut singles);
        if mv.is_some() {
            let legal = legal_moves(&game, &position);
            assert!(singles.iter().all(|single| legal.contains(single)));
            let near = |mv: &&PegMove| {
                let (from, to) = (mv.from, mv.to);
                let apart = |a: u8, b: u8| a.abs_diff(b) <= 1;
                apart(from / 16, to / 16) && apart(from % 16, to % 16)
            };
            let steps = legal.iter().filter(near).count();
            assert_eq!(singles.iter().filter(near).count(), steps);
            assert_eq!(legal.len() > steps, singles.len() > steps, "a chain begins with a hop");
        }
    }
}
