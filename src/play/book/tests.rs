//! Books as text, what they advise, and how they are learnt.

use super::*;
use crate::game::Game;
use crate::game::connect_four::ConnectFour;
use crate::play::transcript::{FAILED, LEFT, Transcript};
use proptest::prelude::*;

const TITLE_LINE: &str = "starhop book 1: game=connect-four players=2 rules=standard";

fn book(lines: &[&str]) -> Book {
    Book::parse(&format!("{TITLE_LINE}\n{}\n", lines.join("\n"))).unwrap()
}

/// What a book advises after those columns.
fn advice(lines: &[&str], columns: &str) -> Option<String> {
    let openings = Openings::new(&ConnectFour, &book(lines)).unwrap();
    let mut board = ConnectFour.start();
    for column in columns.split_whitespace() {
        let mv = ConnectFour.parse_move(&board, column).unwrap();
        ConnectFour.play(&mut board, mv);
    }
    openings.advise(&ConnectFour, &board).map(|mv| ConnectFour.move_text(&board, mv))
}

fn game(opening: &[&str], moves: &[&str], winner: Option<usize>) -> Transcript {
    let words = |words: &[&str]| words.iter().map(|it| it.to_string()).collect();
    Transcript { opening: words(opening), moves: words(moves), winner, ..Transcript::default() }
}

fn learnt(games: &[Transcript], plies: u32, least: u64) -> Vec<String> {
    let entries = learn(&ConnectFour, games, plies, least).unwrap();
    entries.iter().map(BookEntry::to_string).collect()
}

#[test]
fn the_move_that_surely_did_best_is_advised() {
    // 1 of 1 leaves 21 % likely, 6 of 8 41 %, 60 of 100 50 %.
    let few = [" | 1 | 1 0 0", " | 4 | 6 0 2"];
    assert_eq!(advice(&few, ""), Some("4".to_string()));
    let many = [" | 1 | 1 0 0", " | 4 | 6 0 2", " | 3 | 60 0 40"];
    assert_eq!(advice(&many, ""), Some("3".to_string()));
    let equal = [" | 5 | 6 0 2", " | 4 | 6 0 2", " | 3 | 5 2 1"];
    assert_eq!(advice(&equal, ""), Some("3".to_string()), "the first, a draw being half a win");
    assert_eq!(advice(&many, "4"), None);
    assert_eq!(advice(&[" | 4 | 3 1 5"], ""), None, "less than an equal's share");
    assert_eq!(advice(&[" | 4 | 3 1 3"], ""), Some("4".to_string()));
    assert_eq!(advice(&[" | 4 | 0 0 0"], ""), None);
}

#[test]
fn a_position_is_known_however_it_was_reached() {
    let lines = ["1 2 3 | 4 | 3 0 1"];
    assert_eq!(advice(&lines, "3 2 1"), Some("4".to_string()));
    assert_eq!(advice(&lines, "1 2"), None);
}

#[test]
fn moves_are_learnt_with_what_came_of_them() {
    let games = [
        game(&["1"], &["2", "3", "4"], Some(1)),
        game(&["3"], &["2", "1", "4"], Some(0)),
        game(&["1"], &["2", "3", "5"], None),
        Transcript { reason: FAILED.to_string(), ..game(&["1"], &["2", "3", "4"], Some(1)) },
        Transcript { reason: LEFT.to_string(), ..game(&["1"], &["2", "3", "4"], None) },
    ];
    let all = [
        "1 | 2 | 1 1 0",
        "3 | 2 | 0 0 1",
        "1 2 | 3 | 0 1 1",
        "3 2 | 1 | 1 0 0",
        "1 2 3 | 4 | 1 0 1",
        "1 2 3 | 5 | 0 1 0",
    ];
    assert_eq!(learnt(&games, 4, 1), all);
    assert_eq!(learnt(&games, 3, 2), [all[0], all[2]]);
    assert_eq!(learnt(&games, 1, 1), [""; 0]);
    assert!(learn(&ConnectFour, &[game(&[], &["8"], None)], 4, 1).is_err());
}

#[test]
fn what_is_no_book_is_refused_by_its_line() {
    for (text, why) in [
        ("", "empty"),
        ("starhop book 2: game=a players=2 rules=b", "line 1: is of version 2"),
        ("# hello\nstarhop position 1: players=2", "line 2: a book begins with"),
        ("starhop book 1: players=2 game=a rules=b", "line 1: names game"),
        ("starhop book 1: game=a players=x rules=b", "line 1: 'x' is no number"),
    ] {
        assert!(Book::parse(text).unwrap_err().0.contains(why), "{text}");
    }
    for (line, why) in [
        ("1 | 2", "line 4: is not 'MOVES"),
        ("1 | 2 | 3", "line 4: '3' are not"),
        ("1 | 2 | 1 2 -3", "line 4: '1 2 -3' are not"),
        ("1 | 2 | 1 2 3 4", "line 4: '1 2 3 4' are not"),
        ("1 |  | 1 2 3", "line 4: '' is no move"),
        ("1 | 2 3 | 1 2 3", "line 4: '2 3' is no move"),
    ] {
        let text = format!("{TITLE_LINE}\n# a comment\n\n{line}\n");
        assert!(Book::parse(&text).unwrap_err().0.contains(why), "{line}");
    }
    for (lines, why) in [
        (&["1 9 | 2 | 1 0 0"][..], "line 2: ply 2: "),
        (&["1 | 2 | 1 0 0", "1 | 0 | 1 0 0"], "line 3: "),
        (&["1 2 3 | 2 | 1 0 0", "3 2 1 | 2 | 1 0 0"], "line 3: '2' stands there before"),
        (&["1 2 1 2 1 2 1 | 3 | 1 0 0"], "line 2: the game is over there"),
        (&["1 2 1 2 1 2 1 3 | 3 | 1 0 0"], "line 2: the game is over before ply 8"),
    ] {
        let refused = Openings::new(&ConnectFour, &book(lines)).unwrap_err().0;
        assert!(refused.contains(why), "{lines:?}: {refused}");
    }
}

#[test]
fn comments_may_be_indented() {
    let text = format!("{TITLE_LINE}\n  #6 | 4 | 1 0 1\n1 | 2 | 1 0 0\n");
    let lines = Book::parse(&text).unwrap().entries.into_iter().map(|(line, _)| line);
    assert_eq!(lines.collect::<Vec<_>>(), [3]);
}

proptest! {
    #[test]
    fn books_print_and_parse_back(
        entries in proptest::collection::vec(
            (proptest::collection::vec("[a-z0-9>-]{1,6}", 0..5), "[a-z0-9>-]{1,6}", any::<[u64; 3]>()),
            0..8,
        ),
        players in 2usize..7,
    ) {
        let entry = |(line, mv, [wins, draws, losses]): (Vec<String>, String, [u64; 3])| {
            BookEntry { line, mv, results: WinDrawLoss { wins, draws, losses } }
        };
        let entries = (2..).zip(entries.into_iter().map(entry)).collect();
        let (game, rules) = ("halma".to_string(), "standard:ply-cap=7".to_string());
        let book = Book { game, players, rules, entries };
        prop_assert_eq!(Book::parse(&book.to_string()), Ok(book));
    }

    #[test]
    fn no_text_does_harm(text in ".{0,200}") {
        let _ = Book::parse(&text);
        let _ = Book::parse(&format!("{TITLE_LINE}\n{text}"));
    }
}
