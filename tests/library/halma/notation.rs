//! Holes, moves and positions as text, and texts that are none.

use super::{game, hole, random_game};
use proptest::prelude::*;
use starhop::game::halma::{Halma, Position, hole_name, parse_hole, parse_position};
use starhop::game::{Game as _, Player};

fn any_position() -> impl Strategy<Value = (Halma, Position)> {
    (prop::sample::select(vec![2, 4]), 0u64..12, 0usize..250).prop_map(|(players, number, ply)| {
        let game = game(players, 300);
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
            prop_assert!((0..=255).all(|hole| changed.peg_at(hole) == position.peg_at(hole)));
            prop_assert_eq!(parse_position(&other.draw(&changed)).unwrap().1, changed);
        }
    }
}

#[test]
fn every_hole_has_a_name_that_parses_back() {
    for hole in 0..=255 {
        assert_eq!(parse_hole(&hole_name(hole)), Ok(hole));
    }
    assert_eq!([0, 15, 16, 255].map(hole_name), ["a1", "a16", "b1", "p16"]);
    for text in ["", "a", "a0", "a17", "q1", "A1", "a01", "a+1", "é1", "a1 ", "a99999999999999"] {
        let error = parse_hole(text).unwrap_err();
        assert_eq!(error.0, format!("'{text}' is no hole; holes are a1 to p16"));
    }
}

#[test]
fn illegal_moves_are_refused() {
    let game = game(2, 300);
    let start = game.start();
    for text in ["a4-a5", "a3>a5", "b2>d4"] {
        assert!(game.parse_move(&start, text).is_ok(), "{text}");
    }
    for text in [
        "", "pass", "a4", "a4-", "-a5", "a4>a5", "a3-a5", "a1-a2", "a4-a6", "p16-o15", "p14>p12",
        "h8-h9", "a3>a5>a7", "a3>a5>a3", "a3>c5>e7", "a4-a5-a6", "q1-a1", "a4 a5",
    ] {
        assert!(game.parse_move(&start, text).is_err(), "{text}");
    }
    let error = game.parse_move(&start, "a3>a5>a7").unwrap_err();
    assert_eq!(error.0, "'a3>a5>a7': no hop leads from a5 to a7");
}

#[test]
fn a_chain_is_written_hop_by_hop() {
    let game = game(2, 300);
    let mut position = game.start();
    for text in ["c3-d4", "p13-p12", "b2-c3", "p12-p11", "c3-d3", "p11-p10"] {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    // From c1 over d2 to e3, from there over d4 to c5.
    let mv = game.parse_move(&position, "c1>e3>c5").unwrap();
    assert_eq!((mv.from, mv.to), (hole("c1"), hole("c5")));
    assert_eq!(game.move_text(&position, mv), "c1>e3>c5");
}

#[test]
fn bad_drawings_are_refused() {
    let good = game(2, 300).draw(&game(2, 300).start());
    assert!(good.starts_with("starhop position 1: halma players=2 rules=standard:ply-cap=300"));
    for (from, to, why) in [
        ("halma", "draughts", "a position begins with"),
        (" halma", "", "a position begins with"),
        ("players=2", "players=3", "players is 2 or 4"),
        ("players=2", "players=5", "players is a number from 2 to 4"),
        ("standard:", "house:", "unknown rule set 'house'"),
        ("ply-cap=300", "ply-cap=0", "ply-cap is a number from 1"),
        ("ply-cap=300", "win=all", "unknown rule setting 'win=all'"),
        ("ply=0", "ply=301", "ply is a number from 0 to 300"),
        ("passes=0", "passes=1", "passes is a number from 0 to 0"),
        ("turn=1", "turn=3", "turn is a number from 1 to 2"),
        ("turn=1", "", "turn=… is missing"),
        ("turn=1", "turn=1 x=1", "five fields"),
        ("\nb 1", "\nB 1", "line 3: row b is missing"),
        ("\na 1", "\na", "too few holes"),
        ("\na 1", "\na 1 1", "too many holes"),
        ("\na 1", "\na .", "seat 1 has 12 pegs instead of 13"),
        ("\np .", "\np 2", "seat 2 has 14 pegs instead of 13"),
        ("\na 1", "\na 3", "neither '.' nor a seat"),
    ] {
        let bad = good.replacen(from, to, 1);
        let error = parse_position(&bad).map(|_| ()).expect_err(&bad).0;
        assert!(error.contains(why), "{to}: {error}");
    }
    assert!(parse_position(&format!("{good}q . .")).is_err());
    let (head, board) = good.split_once('\n').unwrap();
    let board = board.replace(" 1", " x").replace(" 2", " 1").replace(" x", " 2");
    assert_eq!(parse_position(&format!("{head}\n{board}")).unwrap_err().0, "two seats have won");
    assert!(Halma::parse_position("").is_err());
}

#[test]
fn every_seat_sees_its_own_base_first() {
    let game = game(4, 300);
    for (player, tip) in [(0, "a1"), (1, "a16"), (2, "p16"), (3, "p1")] {
        assert_eq!(game.seen_from(Player(player), hole(tip)), (0, 0));
        assert!(game.home(Player(player)).contains(&hole(tip)));
        assert!(game.goal(Player((player + 2) % 4)).contains(&hole(tip)));
    }
}
