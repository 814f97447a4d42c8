//! Programs, weights and settings that don't fit each other.

use super::{evolve, home};

/// All programs are one game, and a vector doesn't say what its numbers are for.
#[test]
fn a_run_of_a_program_with_other_parameters_is_refused() {
    let home = home("minimise");
    home.done(&evolve("run", "--optimizer ga"));
    let own = home.read("tune.toml");
    home.write(
        "other.toml",
        own.replace("name = \"told\"", "name = \"other\"").replace("\"rate\"", "\"pace\""),
    );
    for from in ["run", "run@3"] {
        let words = format!(
            "evolve --program other.toml --from {from} --generations 1 --population 8 --optimizer ga --seed 1"
        );
        let said = home.refused(2, &words);
        let why = "run 'run' is of another program: its parameter 'rate' stands where this one has 'pace'";
        assert!(said.contains(why), "{from}: {said}");
    }
    let (fewer, _) = own.split_once("[[parameter]]\nname = \"kept\"").unwrap();
    home.write("other.toml", fewer);
    let words =
        "evolve --program other.toml --from run --generations 1 --population 8 --optimizer ga";
    let why = "run 'run' is of another program: it has 5 parameters, this one 4";
    assert!(home.refused(2, words).contains(why));
    home.write("other.toml", own.replace("name = \"told\"", "name = \"renamed\""));
    home.done(
        "evolve --program other.toml --from run@3 --generations 1 --population 8 --optimizer ga --seed 1 \
         --name renamed",
    );
}

/// A program is told bounds, and asked for nothing beyond.
#[test]
fn weights_beyond_the_bounds_of_a_program_are_refused() {
    let home = home("maximise");
    home.done(&evolve("run", ""));
    home.done("export run --format csv -o run.csv");
    let text = home.read("run.csv");
    let way = text.lines().find(|line| line.starts_with("way,")).unwrap().to_string();
    home.write("other.csv", text.replace(&way, "way,7"));
    for words in ["measure other.csv", &evolve("other", "--from other.csv")] {
        let said = home.refused(3, words);
        assert!(said.contains("7 is no value of way: from 0 to 2"), "{words}: {said}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let home = home("game");
    home.done(&evolve("run", ""));
    for (code, words, why) in [
        (2, "evolve --program tune.toml --game halma", "leave out game"),
        (2, "evolve --program tune.toml --players 3", "is for 2 players"),
        (2, "evolve --program tune.toml --scoring least", "scoring"),
        (2, "evolve --program tune.toml --search alphabeta(depth=2)", "its own business"),
        (2, "evolve --program tune.toml --symmetric", "symmetric"),
        (2, "evolve --program tune.toml --fix wave=1", "no parameter 'wave'"),
        (2, "evolve --program tune.toml --fix way=3", "3 is no value of way: from 0 to 2"),
        (2, "evolve --program tune.toml --fix way=-1", "-1 is no value of way"),
        (2, "evolve --program tune.toml --fix is-quick=2", "2 is no value of is-quick"),
        (2, "evolve --program missing.toml", "missing.toml"),
        (2, "program check missing.toml", "missing.toml"),
        (2, "evolve --game program", "--program takes its tune.toml"),
        (2, "play human run --game program", "program"),
        (2, "perft --game program", "program"),
        (2, "arena run start --game program", "program"),
    ] {
        let said = home.refused(code, words);
        assert!(said.contains(why), "{words}: {said}");
    }
    let text = home.read("tune.toml");
    home.write("tune.toml", text.replace("\"game\"", "\"maximise\""));
    for (words, why) in [
        ("--against run", "against counts for nothing here"),
        ("--opening-plies 2", "opening-plies counts for nothing here"),
        ("--scoring score", "greatest or least"),
        ("--conditions permutation", "conditions must not be permutation"),
    ] {
        let said = home.refused(2, &format!("evolve --program tune.toml {words}"));
        assert!(said.contains(why), "{words}: {said}");
    }
    home.write("tune.toml", text.replace("max = 5", "max = \"five\""));
    let said = home.refused(3, "evolve --program tune.toml");
    assert!(said.contains("tune.toml: "), "{said}");
    // The run has its own copy, which nobody may change.
    home.done("resume run --generations 7");
    home.write("results/run/tune.toml", text.replace("max = 5", "max = 6"));
    let said = home.refused(3, "resume run --generations 8");
    assert!(said.contains("told:"), "{said}");
}
