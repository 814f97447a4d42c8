//! Games as pictures: what kinds there are, and what is refused.

use crate::program::{Home, unchained};
use std::fs;

#[test]
fn a_game_becomes_a_picture_by_the_end_of_its_files_name() {
    let home = Home::new();
    let kinds = [
        ("svg", &b"<svg width="[..], &b"</svg>"[..]),
        ("png", b"\x89PNG", b"IEND\xaeB`\x82"),
        ("gif", b"GIF89a", b";"),
    ];
    // A GIF of a long game takes a while.
    for (name, words, count) in [
        ("lines", "random greedy:published --game connect-four", 3),
        ("men", "random greedy:pieces --game draughts", 2),
        ("three", "greedy:hand-tuned-v4 random --players 3", 2),
    ] {
        home.done(&format!("arena {words} --games 2 --seed 1 --name {name}"));
        for &(kind, beginning, end) in &kinds[..count] {
            let draw = |file: &str| {
                let done = home.done(&format!("replay {name} --number 2 --output {file}.{kind}"));
                assert!(done.out.is_empty(), "{}", done.text());
                fs::read(home.path(&format!("{file}.{kind}"))).unwrap()
            };
            let picture = draw(name);
            assert!(picture.starts_with(beginning) && picture.ends_with(end), "{name}.{kind}");
            assert_eq!(picture, draw("again"), "{name}.{kind}");
        }
        let svg = home.read(&format!("{name}.svg"));
        assert!(svg.contains("@keyframes m") && svg.contains("prefers-reduced-motion"), "{name}");
        assert!(!svg.contains("<text") && !svg.contains("NaN"), "{name}");
    }
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let home = Home::new();
    home.done("arena random greedy:pieces --game draughts --games 2 --seed 1 --name men");
    home.done("export men --format pdn -o men.pdn");
    for (words, why) in [
        ("replay men --number 1 --output game.jpg", ".svg or .gif"),
        ("replay men --number 1 --output game", ".svg or .gif"),
        ("replay men --number 3 --output game.svg", "no game 3"),
        ("replay men.pdn --number 1 --output game.svg", "PDN"),
    ] {
        assert!(home.refused(2, words).contains(why), "{words}");
    }
    let games = unchained(&home.read("results/men/games.jsonl"));
    home.write("men.jsonl", games.replacen("\"moves\":[\"", "\"moves\":[\"1-99\",\"", 1));
    assert!(home.refused(3, "replay men.jsonl --number 1 --output game.gif").contains("ply"));
    assert!(!home.path("game.gif").exists() && !home.path("game.svg").exists());
}
