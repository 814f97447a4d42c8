//! Holes, moves and positions as text, and texts that are none.

use super::{game, hole, random_game};
use proptest::prelude::*;
use starhop::game::Game as _;
use starhop::game::rhombus::{Position, Rhombus, hole_name, parse_hole, parse_position};

fn any_position() -> impl Strategy<Value = (Rhombus, Position)> {
    let rules = prop::sample::select(vec!["standard", "standard:win=filled,leave-by=50"]);
    (rules, 0u64..12, 0usize..180).prop_map(|(rules, number, ply)| {
        let game = game(rules);
        let position = random_game(&game, number).take(ply + 1).last().unwrap().0;
        (game, position)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn one_byte_changed_moves_no_peg(
        (game, position) in any_position(),
        index in any::<prop::sample::Index>(),
        byte in b' '..=b'~',
    ) {
        let mut bytes = game.draw(&position).into_bytes();
        let place = index.index(bytes.len());
        bytes[place] = byte;
        if let Ok((other, changed)) = parse_position(std::str::from_utf8(&bytes).unwrap()) {
            prop_assert!((0..100).all(|hole| changed.peg_at(hole) == position.peg_at(hole)));
            prop_assert_eq!(parse_position(&other.draw(&changed)).unwrap().1, changed);
        }
    }
}

#[test]
fn every_hole_has_a_name_that_parses_back() {
    for hole in 0..100 {
        assert_eq!(parse_hole(&hole_name(hole)), Ok(hole));
    }
    assert_eq!(
        [0, 1, 2, 45, 54, 55, 99, 100].map(hole_name),
        ["a1", "b1", "b2", "j1", "j10", "k1", "s1", ""]
    );
    for text in ["", "a", "a0", "a2", "j11", "k10", "t1", "A1", "b01", "a+1", "é1", "a1 "] {
        let error = parse_hole(text).unwrap_err();
        assert_eq!(error.0, format!("'{text}' is no hole; holes are a1 to s1"));
    }
}

#[test]
fn the_start_is_drawn_as_a_rhombus() {
    let game = game("standard");
    let drawing = game.draw(&game.start());
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(
        lines[0],
        "starhop position 1: rhombus players=2 rules=standard:ply-cap=200 ply=0 passes=0 turn=1"
    );
    assert_eq!(lines[1], "a          1");
    assert_eq!(lines[4], "d       1 1 1 1");
    assert_eq!(lines[10], "j . . . . . . . . . .");
    assert_eq!(lines[19], "s          2");
    assert_eq!(lines.len(), 20);
}

#[test]
fn illegal_moves_are_refused() {
    let game = game("standard");
    let start = game.start();
    for text in ["d1-e1", "d1-e2", "c1>e3"] {
        assert!(game.parse_move(&start, text).is_ok(), "{text}");
    }
    for text in [
        "", "pass", "d1", "d1-", "-e1", "d1>e1", "c1-e3", "a1-b1", "d1-f1", "s1-r1", "q1>o1",
        "j5-j6", "c1>e3>g5", "c1>e3>c1", "d1-e1-f1", "t1-s1", "d1 e1",
    ] {
        assert!(game.parse_move(&start, text).is_err(), "{text}");
    }
    let error = game.parse_move(&start, "c1>e3>g5").unwrap_err();
    assert_eq!(error.0, "'c1>e3>g5': no hop leads from e3 to g5");
}

#[test]
fn a_chain_is_written_hop_by_hop() {
    let game = game("standard");
    let mut position = game.start();
    for text in ["d2-e2", "p1-o1", "e2-f2", "o1-n1"] {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    // From c1 over d1 to e1, from there over f2 to g3.
    let mv = game.parse_move(&position, "c1>e1>g3").unwrap();
    assert_eq!((mv.from, mv.to), (hole("c1"), hole("g3")));
    assert_eq!(game.move_text(&position, mv), "c1>e1>g3");
}

#[test]
fn bad_drawings_are_refused() {
    let good = game("standard").draw(&game("standard").start());
    for (from, to, why) in [
        ("rhombus", "halma", "a position begins with"),
        (" rhombus", "", "a position begins with"),
        ("players=2", "players=3", "players is a number from 2 to 2"),
        ("standard:", "house:", "unknown rule set 'house'"),
        ("ply-cap=200", "ply-cap=0", "ply-cap is a number from 1"),
        ("ply-cap=200", "win=all", "unknown rule setting 'win=all'"),
        ("ply=0", "ply=201", "ply is a number from 0 to 200"),
        ("passes=0", "passes=1", "passes is a number from 0 to 0"),
        ("turn=1", "turn=3", "turn is a number from 1 to 2"),
        ("turn=1", "", "turn=… is missing"),
        ("turn=1", "turn=1 x=1", "five fields"),
        ("\nb ", "\nB ", "line 3: row b is missing"),
        ("\na          1", "\na", "too few holes"),
        ("\na          1", "\na  1 1", "too many holes"),
        ("\na          1", "\na  .", "seat 1 has 9 pegs instead of 10"),
        ("\nj .", "\nj 2", "seat 2 has 11 pegs instead of 10"),
        ("\na          1", "\na  3", "neither '.' nor a seat"),
    ] {
        let bad = good.replacen(from, to, 1);
        let error = parse_position(&bad).map(|_| ()).expect_err(&bad).0;
        assert!(error.contains(why), "{to}: {error}");
    }
    assert!(parse_position(&format!("{good}t .")).is_err());
    let (head, board) = good.split_once('\n').unwrap();
    let board = board.replace(" 1", " x").replace(" 2", " 1").replace(" x", " 2");
    assert_eq!(parse_position(&format!("{head}\n{board}")).unwrap_err().0, "two seats have won");
    assert!(Rhombus::parse_position("").is_err());
}
