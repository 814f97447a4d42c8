//! Portable Draughts Notation: arenas are exported as such, and files of it replayed and verified.

use crate::program::Home;

const CLUB: &str = r#"[Event "Club evening"] [White "Anna"] [Black "Bo"] [Result "2-0"]
1. 32-28 19-23 2. 28x19 14x23 2-0

[White "Cees"] [Black "Dirk"] [Result "1-1"] [FEN "B:W31-35:BK1"]
1... 1x40 1-1

[White "Ed"] [Black "Fred"]
1. 31-27 (1. 32-28 $2 {better}) *
"#;

#[test]
fn files_are_verified_and_replayed() {
    let home = Home::new();
    home.write("club.PDN", CLUB);
    let said = home.done("verify club.PDN").text();
    assert!(said.starts_with("3 games with 6 plies have legal moves"), "{said}");
    assert!(said.contains("3 end otherwise"), "{said}");
    let text = home.done("replay club.PDN --number 1").text();
    for words in ["Game 1: white Anna, black Bo", "3. 28x19  (Anna)", "White won after 4 plies"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let second = home.done("replay club.PDN --number 2").text();
    assert!(second.contains("1. 1x40  (Dirk)") && second.ends_with("A draw after 1 ply\n"));
    home.write("p.txt", home.done("replay club.PDN --number 1 --ply 4").text());
    home.done("perft --game draughts --position p.txt --depth 1");
    assert!(home.refused(2, "replay club.PDN --number 4").contains("which has 3"));
    assert!(home.refused(2, "replay club.PDN --number 0").contains("'--number <N>'"));
    assert!(home.refused(2, "replay club.PDN --number 3 --ply 2").contains("has 1 ply"));
}

#[test]
fn damage_is_named() {
    let home = Home::new();
    for (text, why) in [
        ("1. 32-28\n19-24 2. 32-27", "bad.pdn: line 2: '32-27' is not legal"),
        ("", "holds no game"),
        ("[White \"A\"", "line 1: a tag is like"),
        // White has no piece left.
        (
            "[FEN \"B:W28:B23\"] 1... 23x32 2-0",
            "game 1: by the last move the result is 0-2 (no-move)",
        ),
    ] {
        home.write("bad.pdn", text);
        for words in ["verify bad.pdn", "replay bad.pdn --number 1"] {
            if words.starts_with("verify") || !why.contains("by the last") {
                let said = home.refused(3, words);
                assert!(said.contains(why), "{words}: {said}");
            }
        }
    }
    // As PowerShell writes it.
    home.write("bad.pdn", b"\xff\xfe1\0.\0");
    assert!(home.refused(3, "verify bad.pdn").contains("bad.pdn: is not text in UTF-8"));
    assert!(home.refused(2, "verify none.pdn").contains("neither a file nor an arena"));
}

#[test]
fn an_arena_is_exported_and_read_again() {
    let home = Home::new();
    home.write("late.fen", "W:W28,32,33,38,K46:B2,12-14,19,K5");
    for place in ["", "--position late.fen"] {
        let words = "arena alphabeta(depth=2):hand-set random --game draughts --games 6 --seed 4";
        home.done(&format!("{words} {place} --name a"));
        home.done("export a --format pdn -o games.pdn");
        let text = home.read("games.pdn");
        assert_eq!(text.matches("[Event \"a\"]").count(), 6);
        assert_eq!(text.matches("[RandomPlies \"4\"]").count(), 6);
        assert_eq!(text.matches("[FEN \"W:W28,").count(), if place.is_empty() { 0 } else { 6 });
        assert_eq!(home.done("export a --format pdn").text(), text);
        let plies = home.done("verify a").text();
        let (games, _) = plies.split_once(" plies").unwrap();
        assert!(home.done("verify games.pdn").text().starts_with(&format!("{games} plies")));
        let last = |file: &str| home.done(&format!("replay {file} --number 5 --ply 6")).text();
        assert_eq!(last("games.pdn"), last("a"));
        std::fs::remove_dir_all(home.path("results/a")).unwrap();
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let home = Home::new();
    home.done("arena hand-tuned-v4 random --games 2 --seed 1 --name star");
    for (words, why) in [
        ("export star --format pdn", "is of chinese-checkers"),
        ("export nobody --format pdn", "is no arena"),
        ("export star --format pdn --seat 1", "are for weights"),
        ("export star --format pdn --generation best", "are for weights"),
    ] {
        let said = home.refused(2, words);
        assert!(said.contains(why), "{words}: {said}");
    }
}
