//! Arrays that change with the phase of the game: evolved, measured against single ones, exported.

use crate::program::Home;
use serde_json::Value;

const GAME: &str = "chinese-checkers/phases";
const SMALL: &str = "--generations 1 --population 8 --fitness-games 2 --more-games 2 --choose-games 2 \
                     --measure-every 1 --measure-games 4 --final-games 20 --seed 1";

/// The figures of a measurement of a champion, but for the opponent's name.
fn figures(home: &Home, words: &str) -> Value {
    let words = format!("measure champion-2 {words} --games 40 --seed 5 --json");
    let mut all = home.done(&words).json()["all"].clone();
    all.as_object_mut().unwrap().remove("against").unwrap();
    all
}

#[test]
fn one_array_stands_for_as_many_that_are_the_same() {
    let home = Home::new();
    home.done(&format!("evolve --name one {SMALL}"));
    home.done("export one --format csv --output one.csv");
    let numbers = home.done("export one").json()["weights"].to_string();
    home.write("one.txt", numbers.trim_matches(['[', ']']));
    for (name, as_it_is) in
        [("one", "one"), ("one.csv", "one"), ("one.txt", "one"), ("champion-3", "champion-3")]
    {
        let phased = figures(&home, &format!("--game {GAME} --against {name}"));
        assert_eq!(phased, figures(&home, &format!("--against {as_it_is}")), "{name}");
    }
    let evolved = |from: &str, name: &str| {
        home.done(&format!("evolve --game {GAME} --from {from} --name {name} {SMALL}"));
        home.done(&format!("export {name}")).json()["weights"].clone()
    };
    home.done("export one --output one.json");
    let straight = evolved("one", "four");
    for (from, name) in [("one.json", "a"), ("one.csv", "b"), ("one.txt", "c")] {
        assert_eq!(evolved(from, name), straight, "{from}");
    }
    // Numbers that fit one array are of the game of one array.
    let measured = home.done("measure one.txt --games 20 --json").json();
    assert_eq!(measured["game"], "chinese-checkers");
}

/// What a single array was evolved for is kept.
#[test]
fn one_array_is_measured_on_its_own_table() {
    let home = Home::new();
    home.done(&format!("evolve --name three --players 3 --rules report {SMALL}"));
    home.done("export three --output three.json");
    home.done(&format!("evolve --name ahead --search alphabeta(depth=1) {SMALL}"));
    for name in ["champion-3", "three", "three.json", "ahead"] {
        let words = format!("measure {name} --games 12 --seed 5 --json");
        let alone = home.done(&words).json();
        let phased = home.done(&format!("{words} --game {GAME}")).json();
        for key in ["players", "rules", "search", "all"] {
            assert_eq!(phased[key], alone[key], "{name} {key}");
        }
    }
    let listed = home.done(&format!("games {GAME}")).text();
    assert!(listed.contains("4 arrays of one for each of 121 cells"), "{listed}");
}

/// A run of one array suggests four that begin at its champion, where these are evolved from the same openings.
#[test]
fn a_run_suggests_an_array_for_each_phase() {
    let home = Home::new();
    for (name, players) in [("two", ""), ("three", " --players 3")] {
        let text = home.done(&format!("evolve --name {name}{players} {SMALL}")).text();
        let words = format!("evolve --game {GAME}{players} --from {name} --name {name}-phases");
        assert!(text.contains(&format!(" {words}\n")), "{text}");
        assert!(text.contains(&format!(" measure {name} --against hand-tuned-v4\n")), "{text}");
        // Of so short a run nothing is known to do more than more of it.
        let further = format!(" resume {name} --generations 2\n");
        assert!(text.find(&further) < text.find(&words) && text.contains(&further), "{text}");
        assert!(home.done(&format!("show {name}")).text().contains(&format!(" {words}\n")));
        home.done(&format!("{words} {SMALL}"));
        let file = home.done(&format!("export {name}-phases")).json();
        assert_eq!(file["game"], GAME);
        let shown = home.done(&format!("show {name}")).text();
        assert!(shown.contains(&format!(" {words}-2\n")), "a name that is free: {shown}");
        let shown = home.done(&format!("show {name}-phases")).text();
        assert!(!shown.contains("--name"), "{shown}");
    }
    let rival = home.done(&format!("evolve --name rival --preset rival {SMALL}")).text();
    assert!(!rival.contains(GAME), "{rival}");
    // Its only opponent is the hardest, and what it wins against that was just told.
    assert!(rival.contains("Weakest against hand-tuned-v4"), "{rival}");
    assert!(!rival.contains("measure rival"), "{rival}");
    let sure = SMALL.replace("--final-games 20", "--final-games 400");
    let weak = home.done(&format!("evolve --name weak {sure}")).text();
    assert!(weak.contains("loses to hand-tuned-v4") && !weak.contains(GAME), "{weak}");
}

#[test]
fn arrays_for_phases_evolve_and_are_read_again() {
    let home = Home::new();
    home.done(&format!("evolve --game {GAME} --name four {SMALL}"));
    let file = home.done("export four").json();
    assert_eq!(
        (file["game"].as_str(), file["weights"].as_array().unwrap().len()),
        (Some(GAME), 484)
    );
    let measured = figures(&home, "--against four --game chinese-checkers/phases");
    for format in ["json", "csv", "toml", "grid", "rust", "python", "c"] {
        let name = format!("four.{format}");
        home.done(&format!("export four --format {format} --output {name}"));
        let again = figures(&home, &format!("--game {GAME} --against {name}"));
        assert_eq!(again, measured, "{format}");
        let text = home.read(&name);
        let mark = if format == "python" { "#" } else { "//" };
        let says = text.contains("early, while the sum of its pegs' rows");
        assert_eq!(says, !matches!(format, "json" | "toml"), "{format}: {text}");
        let arrays = ["early", "middle", "late", "end"].map(|name| format!("    {mark} {name}\n"));
        let named = arrays.iter().all(|it| text.contains(it));
        assert_eq!(named, matches!(format, "rust" | "python" | "c"), "{format}: {text}");
    }
}

#[test]
fn every_way_to_play_takes_arrays_for_phases() {
    let home = Home::new();
    home.done(&format!("evolve --game {GAME} --name four {SMALL}"));
    for words in [
        "arena greedy:four alphabeta(depth=1):four mcts(nodes=5):four greedy:champion-2 --games 2",
        "sprt four champion-2 --max-pairs 2",
        "analyse greedy:four --game chinese-checkers/phases",
        "exploit four --games 1000 --final-games 20",
        "plot --heatmap four",
        "show four",
        "effect four --games 1 --moves 1",
        "verify four",
    ] {
        home.done(words);
    }
}

#[test]
fn one_array_beside_four_names_the_game_that_takes_both() {
    let home = Home::new();
    home.done("export champion-phases --output four.json");
    home.write("four.txt", "1 ".repeat(484));
    home.done(&format!(
        "evolve --game {GAME} --generations 1 --population 8 --fitness-games 2 --more-games 2 --measure-games 4 \
         --choose-games 2 --final-games 4 --seed 1 --name four-run"
    ));
    for (several, code) in
        [("champion-phases", 2), ("four.json", 3), ("four.txt", 3), ("four-run", 2)]
    {
        for words in ["measure champion-2 --against", "export --game chinese-checkers"] {
            let why = home.refused(code, &format!("{words} {several}"));
            let expected = format!(
                "'{several}' fits the game {GAME}, not chinese-checkers; --game {GAME} takes arrays of both"
            );
            assert!(why.contains(&expected), "{words} {several}: {why}");
        }
    }
}

#[test]
fn what_is_neither_one_array_nor_all_is_refused() {
    let home = Home::new();
    home.write("short.txt", "1 ".repeat(120));
    let why = home.refused(3, &format!("measure champion-2 --game {GAME} --against short.txt"));
    assert!(why.contains("short.txt: 120 numbers"), "{why}");
    let why = home.refused(3, "measure champion-2 --against short.txt");
    assert!(why.contains("short.txt: 120 numbers"), "{why}");
    let why = home.refused(2, &format!("measure champion-2 --game {GAME} --against nobody"));
    assert!(why.contains("'nobody'"), "{why}");
}
