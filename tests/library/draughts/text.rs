//! Moves, positions and games as text, and what is no such text.

use super::{chosen, games, last};
use crate::play::legal_moves;
use proptest::prelude::*;
use starhop::game::draughts::board::{number, places};
use starhop::game::draughts::pdn::Record;
use starhop::game::draughts::{Draughts, Position, fen, pdn};
use starhop::game::{Game as _, Outcome, Player};

fn position(text: &str) -> Position {
    Draughts::parse_position(text).unwrap().1
}

fn outcomes() -> impl Strategy<Value = Option<Outcome>> {
    prop::sample::select(vec![
        None,
        Some(Outcome::Unfinished),
        Some(Outcome::Won(Player(0))),
        Some(Outcome::Won(Player(1))),
    ])
}

proptest! {
    #[test]
    fn drawings_read_back((start, choices) in games()) {
        let position = last(start, &choices);
        let text = Draughts.draw(&position);
        prop_assert_eq!(Draughts::parse_position(&text).unwrap().1, position, "{}", text);
    }

    #[test]
    fn fens_read_back((start, choices) in games()) {
        let position = last(start, &choices);
        let text = fen::text(&position);
        let read = fen::parse(&text).unwrap();
        prop_assert_eq!(Draughts.key(&read), Draughts.key(&position));
        prop_assert_eq!(fen::text(&read), text);
    }

    #[test]
    fn moves_read_back((start, choices) in games()) {
        let position = last(start, &choices);
        for mv in legal_moves(&Draughts, &position) {
            let text = Draughts.move_text(&position, mv);
            prop_assert_eq!(Draughts.parse_move(&position, &text), Ok(mv));
            if mv.captured != 0 {
                let taken: Vec<u8> = places(mv.captured).map(number).collect();
                let ends = [number(mv.from), number(mv.to)];
                let all: Vec<String> = ends.iter().chain(&taken).map(u8::to_string).collect();
                let read = Draughts.parse_move(&position, &all.join("x"));
                prop_assert!(read == Ok(mv) || read.is_err_and(|it| it.0.contains("may be")));
            }
        }
    }

    #[test]
    fn games_read_back(
        (start, choices) in games(),
        result in outcomes(),
        names in prop::collection::vec("[A-Z][a-z]{6}", 0..3),
        value in "[^\r\n]*",
    ) {
        let moves = chosen(start, &choices).into_iter().map(|(_, mv)| mv).collect();
        let mut tags: Vec<_> = names.into_iter().map(|it| (it, value.clone())).collect();
        tags.dedup();
        let record = Record { tags, start, moves, result };
        let text = record.text();
        prop_assert!(text.lines().skip_while(|it| it.starts_with('[')).all(|it| it.len() < 80));
        let twice = format!("{text}\n{text}");
        prop_assert_eq!(pdn::parse(&twice), Ok(vec![record.clone(), record]), "{}", text);
    }

    #[test]
    fn no_text_is_too_odd((start, choices) in games(), text in any::<String>(), cut in 0..2000usize) {
        let position = last(start, &choices);
        let game = chosen(start, &choices).into_iter().map(|(_, mv)| mv).collect();
        let record = Record { tags: Vec::new(), start, moves: game, result: None }.text();
        for whole in [Draughts.draw(&position), fen::text(&position), record] {
            let at = cut % (whole.len() + 1);
            let odd = format!("{}{text}{}", &whole[..at], &whole[at..]);
            for odd in [&odd, &text, &whole[..at]] {
                let _ = Draughts::parse_position(odd);
                let _ = fen::parse(odd);
                let _ = pdn::parse(odd);
                let _ = Draughts.parse_move(&position, odd);
            }
        }
    }
}

#[test]
fn captures_that_are_alike_name_their_fields() {
    let start = position("W:WK5:B19,29,33,K43");
    let [first, second] = ["5x23x34x48", "5x28x39x48"];
    let texts: Vec<String> = legal_moves(&Draughts, &start)
        .into_iter()
        .map(|mv| Draughts.move_text(&start, mv))
        .collect();
    assert_eq!(texts, [first, second]);
    let read = |text: &str| Draughts.parse_move(&start, text);
    for text in
        ["5x29x48", "5:34:48", "5x34x48", "5x19x23x29x34x43x48", "5x48x43x19x29", "5:48:43:19:29"]
    {
        assert_eq!(read(text), read(first), "{text}");
    }
    for text in ["5x28x48", "5x39x48", "5x48x19x33x43"] {
        assert_eq!(read(text), read(second), "{text}");
    }
    assert_ne!(read(first), read(second));
    for text in ["5x48", "5x19x48", "5x43x48"] {
        let why = read(text).unwrap_err().0;
        assert_eq!(why, format!("'{text}' may be any of {first}, {second}"));
    }
    for text in ["5x34x23x48", "5x39x34x48", "5x48x19x29", "5x48x19x29x33x43", "5x43", "5:34x48"] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn what_is_no_move_is_refused() {
    let start = Draughts.start();
    for text in [
        "", "-", "32", "32-", "-28", "32-28-23", "32x28", "32--28", "32-28 ", "+32-28", "32:28",
        "32-51", "0-28", "32-33", "19-23", "999-28", "x", "32x", "é-28",
    ] {
        assert!(Draughts.parse_move(&start, text).is_err(), "{text}");
    }
    let why = Draughts.parse_move(&position("W:W33:B28,29"), "33-28").unwrap_err().0;
    assert!(why.contains("must be taken"), "{why}");
}

#[test]
fn fens_are_read_in_their_forms() {
    let plain = position("B:W31,32,33,K50:B1,2,3,K20");
    for text in
        ["B:WK50,31-33:B1-3,K20.", " B : BK20,1-2,3 : W31,32 , 33,K50 ", "B:BK20,1-3:WK50,31-33\n"]
    {
        assert_eq!(fen::parse(text), Ok(plain), "{text}");
    }
    assert_eq!(fen::text(&plain), "B:W31,32,33,K50:B1,2,3,K20");
    assert_eq!(position("W:W31-50:B1-20"), Draughts.start());
    for counts in [":H0:F1", ":F12:H3", ":H50", ": F1 ."] {
        assert_eq!(position(&format!("W:W31-50:B1-20{counts}")), Draughts.start(), "{counts}");
    }
}

#[test]
fn what_is_no_fen_is_refused() {
    for text in [
        "",
        "W",
        "W:",
        "W:W31",
        "X:W31:B1",
        "W:W31:W32",
        "W:W31:B1:B2",
        "W:W31:B1:",
        "W:W31:B1:H",
        "W:W31:B1:H-1",
        "W:W31:B1:H0:H0",
        "W:W31:B1:H0:F1:F1",
        "W:W31:B1:H0:F1:G1",
        "W:H0:W31:B1",
        "W:W31:H0:F1",
        "W:W31:C1",
        "W:31:B1",
        "W:W31:B31",
        "W:W31,31:B1",
        "W:W31,K31:B1",
        "W:W31,:B1",
        "W:W0:B1",
        "W:W51:B1",
        "W:W3:B1",
        "W:W31:B46",
        "W:W31:Bé",
        "W:W33-31:B1",
        "W:W31-:B1",
        "W:W31-99:B1",
        "W:WKK31:B1",
        "W:W26-50:B1",
        "W:W31:BK1-21",
        "W:W+31:B1",
        "é:W31:B1",
        "W:é31:B1",
    ] {
        assert!(fen::parse(text).is_err(), "{text}");
        assert!(Draughts::parse_position(text).is_err(), "{text}");
    }
}

const DRAWING: &str = "\
starhop position 1: draughts turn=white left=7 kings=46-41,1-7,41-46,7-1
  B   .   .   .   .
.   .   .   .   .
  .   .   .   .   .
.   .   .   .   .
  .   .   .   .   .
.   .   .   .   .
  .   .   .   .   .
.   .   .   .   .
  .   .   .   .   .
W   W   w   .   .
";

#[test]
fn what_is_no_drawing_is_refused() {
    let drawn = position(DRAWING);
    assert_eq!(Draughts.draw(&drawn), DRAWING);
    for (from, to) in [
        ("starhop", "grasshop"),
        ("draughts", "draughtsman"),
        ("turn=white", "turn=red"),
        ("turn=white", "turn=black"),
        ("turn=white ", ""),
        ("left=7", "left=33"),
        ("left=7", "left="),
        ("left=7", "left=7/"),
        ("left=7", "left=7/10"),
        ("left=7", "left=7/33"),
        ("left=7", "right=7"),
        ("46-41,", "46-42,"),
        ("46-41,", "48-42,"),
        ("46-41,", "41,"),
        ("46-41,", "1-7,"),
        ("kings=", "kings=1-7,46-41,"),
        (",7-1", ",7-1,46-46"),
        (",7-1", ",7-1 turn=white"),
        (",7-1", ",7-1 kings=7-1"),
        ("left=7", "left=7 left=7"),
        ("B   .", "B"),
        ("B   .", "B   . ."),
        ("B   .", "B   x"),
        ("B   .", "B   w"),
        (".   .   .   .   .\n", ""),
        ("w   .   .", "w   .   b"),
    ] {
        let text = DRAWING.replacen(from, to, 1);
        assert_ne!(text, DRAWING, "{from}");
        assert!(Draughts::parse_position(&text).is_err(), "{from} {to}");
    }
    assert!(Draughts::parse_position(&format!("{DRAWING}.")).is_err());
    let long = DRAWING.replace("46-41,", &"46-41,1-7,41-46,7-1,".repeat(13));
    assert!(Draughts::parse_position(&long).is_err());
}

const GAME: &str = r#"
[Event "Club \"Damlust\""] [White "A"]
[Result "2-0"]
[GameType "20,W,10,10,N2,0"]

1. 32-28! {a comment
of two lines} 19-23 $1 2.28x19 14x23 ; and one to the end of its line
3. 37-32? 10-14 2-0

[Result "*"]
[SetUp "1"]
[FEN "B:W31-35:BK1"]
1... 1x40 *
[Event "Unfinished"]
"#;

#[test]
fn games_are_read_in_their_forms() {
    let records = pdn::parse(GAME).unwrap();
    let [first, second, third] = records.as_slice() else { panic!("{records:?}") };
    let tags = [("Event", "Club \"Damlust\""), ("White", "A")];
    assert_eq!(first.tags, tags.map(|(name, value)| (name.to_string(), value.to_string())));
    assert_eq!((first.moves.len(), first.result), (6, Some(Outcome::Won(Player(0)))));
    assert_eq!(second.start, position("B:W31-35:BK1"));
    assert_eq!((second.moves.len(), second.result), (1, None));
    assert_eq!((third.moves.len(), third.tags.len()), (0, 1));
    let again: String = records.iter().map(Record::text).collect();
    assert_eq!(pdn::parse(&again), Ok(records));
    assert_eq!(pdn::parse(" \n"), Ok(Vec::new()));
    for text in ["1. 32-28 0-0", "[Result \"0-0\"]\n1. 32-28", "[Result \"0-0\"]\n1. 32-28 *"] {
        let records = pdn::parse(text).unwrap();
        let [only] = records.as_slice() else { panic!("{text}: {records:?}") };
        assert_eq!((only.moves.len(), only.result), (1, None), "{text}");
        assert!(only.text().ends_with("1. 32-28 *\n"), "{text}");
    }
}

#[test]
fn games_that_were_never_played_have_tags_alone() {
    let forfeit = "[White \"A\"]\n[Black \"B\"]\n[Result \"2-0\"]\n";
    let records = pdn::parse(&format!("{forfeit}\n{forfeit}\n{forfeit}1. 32-28 2-0\n")).unwrap();
    let told: Vec<_> =
        records.iter().map(|it| (it.tags.len(), it.moves.len(), it.result)).collect();
    let won = Some(Outcome::Won(Player(0)));
    assert_eq!(told, [(2, 0, won), (2, 0, won), (2, 1, won)]);
    assert!(pdn::parse(&forfeit.repeat(2)).is_err());
    let typed = format!("[GameType \"20\"]\n{forfeit}\n").repeat(2);
    assert_eq!(pdn::parse(&typed).map(|all| all.len()), Ok(2));
}

#[test]
fn what_other_programs_add_to_moves_is_passed_over() {
    let plain = pdn::parse("1. 32-28 19-23 2. 28x19 14x23 3. 37-32 9-14 2-0").unwrap();
    for text in [
        "1. 32-28 (31-26 (1. 31-27 {(} 19-23) 19-24) 19-23 2. 28x19 14x23 3. 37-32 9-14 2-0",
        "(31-26 ; )\n% )\n19-23 50%) 32-28 19-23(18-23)2. 28x19 14x23 3. 37-32 9-14 2-0",
        "% a line\n1. 32-28$1 19-23!$14 2. 28x19(!?) $2$7 14x23 (?) 37-32 9-14 2-0",
        "1. 32-28 19-23 2. 28x19 14x23 3. 37-32  9- 14 2-0",
        "1. 32-28 19-23 2. 28:19 14: 23 3. 37-32 9-14 2-0",
    ] {
        assert_eq!(pdn::parse(text).as_ref(), Ok(&plain), "{text}");
    }
}

#[test]
fn what_is_no_game_is_refused_with_its_line() {
    for (text, why) in [
        ("[White A]", "line 1: a tag is like"),
        ("[White \"A]", "line 1: a tag is like"),
        ("[White \"A\\\n\"]", "line 2: a tag is like"),
        ("\n[White \"A\"", "line 2: a tag is like"),
        ("[\"A\"]", "line 1: a tag is like"),
        ("[White \"A\"]\n[White \"B\"]", "line 2: a second tag White"),
        ("[Result \"*\"]\n[Result \"*\"]", "line 2: a second tag Result"),
        ("[Result \"3-0\"]", "line 1: no result '3-0'"),
        ("[GameType \"25\"]", "line 1: GameType '25'"),
        ("[FEN \"W:W51:B1\"]", "line 1: '51' is no field"),
        ("1. 32-28 {no end", "line 1: a comment has no end"),
        ("1. 32-28\n(31-26\n(31-27)\n19-23", "line 2: a variation has no end"),
        ("1. 32-28 (31-26\n[White \"A\"])", "line 1: a variation has no end"),
        ("1. 32-28 (31-26 {no end)", "line 1: a comment has no end"),
        ("1. 32-28) 19-23", "line 1: a bracket"),
        ("1. 32-28\n19-24 2. 32-27", "line 2: '32-27' is not legal"),
        ("1. 32-28\n]", "line 2: a bracket"),
        ("1. 32-28\n}", "line 2: a bracket"),
        ("12 32-28", "line 1: '12' is no move"),
        ("[Result \"2-0\"] 1. 32-28 1-1", "line 1: the tag Result says otherwise"),
    ] {
        let found = pdn::parse(text).unwrap_err().0;
        assert!(found.starts_with(why), "{text}: {found}");
    }
}
