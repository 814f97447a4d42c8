//! Texts that are no hole, move, position or rule set: an error each, and never a panic.

use super::hand::{position_text, set_up};
use super::properties::any_position;
use proptest::prelude::*;
use starhop::game::Game as _;
use starhop::game::chinese_checkers::{Rules, draw, hole_name, parse_hole, parse_position};

const HEADER: &str = "players=2 rules=standard ply=8 passes=0 turn=1";
const FIRST: &str = "e8 e9 a1 b1 b2 c1 c2 c3 d1 d2";
const SECOND: &str = "f9 q1 p1 p2 o1 o2 o3 n1 n2 n3";

#[test]
fn names_of_no_hole_are_refused() {
    let rows = ["a2", "b3", "c4", "d5", "e14", "f13", "g12", "h11", "i10", "j11", "m14", "q2"];
    let forms = ["", "a", "1", "r1", "A1", "a0", "a01", "a+1", "a-1", "a1 ", " a1", "a1a", "1a"];
    let wide = ["é1", "a１", "ａ1", "a\u{301}1", "a99999999999999999999999", "\0", "a\n1"];
    for text in rows.into_iter().chain(forms).chain(wide) {
        let error = parse_hole(text).unwrap_err();
        assert_eq!(error.0, format!("'{text}' is no hole; holes are a1 to q1"));
    }
}

#[test]
fn illegal_moves_are_refused() {
    let (game, position) = set_up(HEADER, &[FIRST, SECOND]);
    for text in ["e8-f8", "e8>e10>g8", "e9>g9", "e9>e7"] {
        assert!(game.parse_move(&position, text).is_ok(), "{text}");
    }
    let wrong_sign = ["e8>f8", "e9-g9", "e8-g8", "e8>g8", "e9-e7"];
    let wrong_path = ["e8>e10>g9", "e8>g8>e10", "e8>e6>g8", "e8>e10>e10>g8", "e8>e10>g8>h1"];
    let wrong_peg = ["f9-g9", "f9-f8", "i5-i6", "e8-e9", "e8-a1", "a1-b1", "a1>c1"];
    let wrong_end = ["e8>e10", "e9-e10", "e8>e10>e8"];
    let wrong_form =
        ["e8", "e8-", "-f8", "e8>", ">e8", "e8--f8", "e8-f8-f7", "e8>e10-g8", ">", "-"];
    let noise = ["", " ", "pass", "e8 f8", "e8–f8", "e8→f8", "E8-F8", "e8-z9", "e8-f99999999999"];
    let all = [&wrong_sign[..], &wrong_path, &wrong_peg, &wrong_end, &wrong_form, &noise];
    for text in all.into_iter().flatten() {
        assert!(game.parse_move(&position, text).is_err(), "{text}");
    }
}

#[test]
fn a_refused_hop_is_named() {
    let (game, position) = set_up(HEADER, &[FIRST, SECOND]);
    let error = game.parse_move(&position, "e8>e10>g9").unwrap_err();
    assert_eq!(error.0, "'e8>e10>g9': no hop leads from e10 to g9");
    let error = game.parse_move(&position, "e8-e9").unwrap_err();
    assert_eq!(error.0, "'e8-e9' is not a legal move here");
}

fn error_of(text: &str) -> String {
    parse_position(text).map(|_| ()).expect_err(text).0
}

#[test]
fn bad_first_lines_are_refused() {
    for (from, to, why) in [
        ("starhop position 1:", "", "a position begins with"),
        ("position 1:", "position 2:", "a position begins with"),
        ("players=2", "", "players=… is missing"),
        ("players=2", "players=1", "players is a number from 2 to 6"),
        ("players=2", "players=7", "players is a number from 2 to 6"),
        ("players=2", "players=two", "players is a number from 2 to 6"),
        ("players=2", "players=２", "players is a number from 2 to 6"),
        ("players=2", "players=99999999999999999999", "players is a number from 2 to 6"),
        ("rules=standard", "", "rules=… is missing"),
        ("rules=standard", "rules=house", "unknown rule set 'house'"),
        ("rules=standard", "rules=standard:corners=ajar", "unknown corners setting 'ajar'"),
        ("rules=standard", "rules=standard:ply-cap=60001", "a number from 1 to 60000"),
        ("rules=standard", "rules=standard:ply-cap=7", "ply is a number from 0 to 7"),
        ("ply=8", "ply=151", "ply is a number from 0 to 150"),
        ("ply=8", "ply=-1", "ply is a number from 0 to 150"),
        ("ply=8", "ply=4294967304", "ply is a number from 0 to 150"),
        ("passes=0", "passes=3", "passes is a number from 0 to 2"),
        ("ply=8 passes=0", "ply=1 passes=2", "passes is a number from 0 to 1"),
        ("turn=1", "turn=0", "turn is a number from 1 to 2"),
        ("turn=1", "turn=3", "turn is a number from 1 to 2"),
        ("turn=1", "turn=257", "turn is a number from 1 to 2"),
        ("turn=1", "turn=", "turn is a number from 1 to 2"),
        ("turn=1", "turn", "turn=… is missing"),
        ("turn=1", "turn=1 turn=2", "five fields"),
        ("turn=1", "turn=1 seed=2", "five fields"),
    ] {
        let good = position_text(HEADER, &[FIRST, SECOND]);
        let error = error_of(&good.replacen(from, to, 1));
        assert!(error.contains(why), "{to}: {error}");
    }
}

#[test]
fn bad_rows_are_refused() {
    for (from, to, why) in [
        ("\na 1", "", "line 2: row a is missing"),
        ("\nc 1 1 1", "\nC 1 1 1", "line 4: row c is missing"),
        ("\nb 1 1\nc 1 1 1", "\nc 1 1 1\nb 1 1", "line 3: row b is missing"),
        ("\nq 2", "", "line 18: row q is missing"),
        ("\nb 1 1", "\nb 1 1 .", "line 3: too many holes"),
        ("\nb 1 1", "\nb 1", "line 3: too few holes"),
        ("\nb 1 1", "\nb 11", "line 3: '11' is neither"),
        ("\nb 1 1", "\nb 1 0", "line 3: '0' is neither"),
        ("\nb 1 1", "\nb 1 3", "line 3: '3' is neither '.' nor a seat from 1 to 2"),
        ("\nb 1 1", "\nb 1 x", "line 3: 'x' is neither"),
        ("\nb 1 1", "\nb 1 +1", "line 3: '+1' is neither"),
        ("\nb 1 1", "\nb 1 01", "line 3: '01' is neither"),
        ("\nb 1 1", "\nb 1 １", "line 3: '１' is neither"),
        ("\nb 1 1", "\nb 1 257", "line 3: '257' is neither"),
        ("\nb 1 1", "\nb 1 …", "line 3: '…' is neither"),
        ("\nb 1 1", "\nb 1 .", "seat 1 has 9 pegs instead of 10"),
        ("\nn 2 2 2 .", "\nn 2 2 2 2", "seat 2 has 11 pegs instead of 10"),
        ("\nd 1 1 . .\ne .", "\nd 1 . . .\ne 1", "a peg of seat 1 can't stand on e1"),
        ("\nq 2\n", "\nq 2\nr .\n", "nothing may follow row q: 'r .'"),
    ] {
        let good = position_text(HEADER, &[FIRST, SECOND]);
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from:?} isn't there");
        let error = error_of(&bad);
        assert!(error.contains(why), "{to}: {error}");
    }
}

#[test]
fn two_winners_are_refused() {
    let homes = ["a1 b1 b2 c1 c2 c3 d1 d2 d3 d4", "n1 n2 n3 n4 o1 o2 o3 p1 p2 q1"];
    let error = error_of(&position_text(HEADER, &[homes[1], homes[0]]));
    assert_eq!(error, "two seats have won");
}

#[test]
fn cut_texts_are_refused() {
    let good = position_text(HEADER, &[FIRST, SECOND]);
    let last = good.trim_end().len();
    for end in (0..last).filter(|&end| good.is_char_boundary(end)) {
        assert!(parse_position(&good[..end]).is_err(), "{end} bytes");
    }
    assert!(parse_position(&good[..last]).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_name_is_a_hole_if_one_of_the_121_has_it(text in "[a-r][+-]?[0-9]{0,3}") {
        let hole = (0..121).find(|&hole| hole_name(hole) == text);
        prop_assert_eq!(parse_hole(&text).ok(), hole);
    }

    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let (game, position) = set_up(HEADER, &[FIRST, SECOND]);
        let under_header = format!("starhop position 1: {HEADER}\n{text}");
        prop_assert!(parse_position(&text).is_err());
        prop_assert!(parse_position(&under_header).is_err());
        prop_assert!(Rules::parse(&text, 2).is_err());
        prop_assert!(game.parse_move(&position, &text).is_err());
    }

    #[test]
    fn one_byte_changed_moves_no_peg(
        (game, position) in any_position(),
        index in any::<prop::sample::Index>(),
        byte in b' '..=b'~',
    ) {
        let mut bytes = draw(&game, &position).into_bytes();
        let place = index.index(bytes.len());
        bytes[place] = byte;
        if let Ok((other, changed)) = parse_position(std::str::from_utf8(&bytes).unwrap()) {
            prop_assert!((0..121).all(|hole| changed.peg_at(hole) == position.peg_at(hole)));
            prop_assert_eq!(parse_position(&draw(&other, &changed)).unwrap().1, changed);
        }
    }

    #[test]
    fn numbers_of_the_first_line_keep_their_bounds(
        ply in 0u64..200, passes in 0u64..5, turn in 0u64..5, high in 0u64..3,
    ) {
        let wrapped = high << 32;
        let header = format!(
            "players=2 rules=standard ply={ply} passes={} turn={turn}", passes + wrapped
        );
        let expected =
            ply <= 150 && passes + wrapped <= ply.min(2) && (1..=2).contains(&turn);
        let parsed = parse_position(&position_text(&header, &[FIRST, SECOND]));
        prop_assert_eq!(parsed.is_ok(), expected);
    }
}
