//! Where results and messages go: standard output and error, files, devices and closed pipes.

use crate::program::{Done, Home, evolve};

pub const PRINTING: [&str; 11] = [
    "list",
    "show run",
    "measure run --games 10",
    "sprt run run --max-pairs 5",
    "export run",
    "export run --format npy",
    "perft --divide",
    "perft --draw",
    "bench --runs 1 --games 1",
    "completions zsh",
    "man evolve",
];

pub fn home_with_run() -> Home {
    let home = Home::new();
    home.evolve("run", "--generations 6");
    home
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let home = home_with_run();
    let escapes = |words: &str, name: &str| {
        let done = home.command(words).env(name, "1").output().unwrap();
        done.stdout.contains(&0x1b) || done.stderr.contains(&0x1b)
    };
    for words in PRINTING.into_iter().chain(["resume run", "show nobody", "--help"]) {
        assert!(!escapes(words, "UNSET"), "{words}");
        assert!(!escapes(words, "NO_COLOR"), "{words}");
    }
    assert!(escapes("show run", "CLICOLOR_FORCE"));
}

#[test]
fn quiet_says_nothing_and_json_nothing_else() {
    let home = Home::new();
    let run = evolve("run", "--generations 2");
    let test = "sprt run run --max-pairs 5";
    for words in
        [&run, "resume run --generations 3", "measure run --games 9", test, "list", "show run"]
    {
        let done = home.done(&format!("{words} --json --quiet"));
        assert_eq!(done.err, "", "{words}");
        assert!(done.json().is_object() || words == "list", "{words}");
        assert!(done.text().ends_with("}\n") || words == "list", "{words}");
    }
    let done = home.evolve("loud", "--generations 2 --json");
    assert!(done.json().is_object());
    assert!(done.err.contains("Run loud, seed 2"), "{}", done.err);
    assert!(home.done("--quiet list").err.is_empty());
}

#[test]
fn the_next_commands_name_the_folder() {
    let home = Home::new();
    let done = home.evolve("run", "--generations 2 --dir deep/down");
    for line in
        ["show run", "confirm run", "export run --format rust", "resume run --generations 4"]
    {
        let words = format!("--dir deep/down {line}");
        let line = format!("starhop {words}\n");
        assert!(done.text().contains(&line), "{line}: {}", done.text());
        home.done(&words);
    }
    let mut command = home.command(&evolve("run", "--generations 2"));
    let done = Done::from(command.args(["--dir", "it's here"]).output().unwrap());
    assert!(done.text().contains(r"starhop --dir 'it'\''s here' show run"), "{}", done.text());
}
