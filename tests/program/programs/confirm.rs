//! Confirmations of runs that asked a program: games, scores, and scores without chance.

use super::{evolve, home, home_with};
use serde_json::Value;

fn report(home: &crate::program::Home, words: &str) -> Value {
    home.done(&evolve("run", words));
    let report = home.done("confirm run --json").json();
    let page = home.read("results/run/confirmed.md");
    assert!(page.starts_with("# run: better than start\n"), "{page}");
    assert_eq!(report["verdict"], "confirmed");
    let untested = report["untested"].as_array().unwrap();
    assert!(untested[0].as_str().unwrap().contains("--against names one"), "{report}");
    assert!(untested[1].as_str().unwrap().contains("names no `farther` command"));
    assert_eq!(report["tests"].as_array().unwrap().len(), 1);
    report
}

fn verdict<'a>(report: &'a Value, parameter: &str) -> &'a str {
    let all = report["parameters"].as_array().unwrap();
    all.iter().find(|it| it["name"] == parameter).unwrap()["verdict"].as_str().unwrap()
}

#[test]
fn scores_are_compared_evaluation_by_evaluation() {
    let home = home("minimise");
    let report = report(&home, "--generations 20");
    assert_eq!(verdict(&report, "depth"), "moved");
    let test = &report["tests"][0];
    assert_eq!(test["wins"], 0);
    let interval = test["interval"].as_array().unwrap();
    assert!(interval[0].as_f64().unwrap() > 0.0, "better is positive, also where less is better");
    let names = report["parameters"].as_array().unwrap().iter().map(|it| &it["name"]);
    assert_eq!(names.collect::<Vec<_>>(), ["depth", "rate", "way", "is-quick"], "kept is fixed");
    let page = home.read("results/run/confirmed.md");
    let titles: Vec<_> = page.lines().filter(|it| it.contains(" verdict ")).collect();
    assert_eq!(titles.len(), 2, "{page}");
    assert!(titles.iter().all(|it| it.ends_with("| evaluations |")), "{titles:?}");
}

#[test]
fn scores_without_chance_are_compared_once() {
    let home = home_with("minimise", "noise = false\n");
    let report =
        report(&home, "--generations 20 --final-games 1 --measure-games 1 --choose-games 1");
    assert_eq!(report["tests"][0]["games"], 1);
    assert_eq!(verdict(&report, "depth"), "moved");
    assert!(home.read("results/run/confirmed.md").contains("Nothing is left to chance"));
}

#[test]
fn games_of_a_program_are_tested_in_pairs() {
    let home = home("game");
    let report = report(&home, "--generations 20 --final-games 1000 --deviation 4");
    let page = home.read("results/run/confirmed.md");
    assert!(page.contains("- The program's answers have no moves, by which"), "{page}");
    let titles = page.lines().find(|it| it.starts_with("| parameter ")).unwrap();
    assert!(titles.ends_with("| games |"), "{titles}");
    let test = &report["tests"][0];
    assert_eq!(test["verdict"], "stronger");
    assert!(test["wins"].as_u64() > test["losses"].as_u64());
    assert_eq!(verdict(&report, "rate"), "moved");
    assert_eq!(home.read("results/run/confirmations.jsonl").lines().count(), 2);
}

#[test]
fn a_program_that_can_look_farther_is_asked_there_too() {
    for goal in ["game", "minimise"] {
        let home = home_with(goal, "farther = [\"python3\", \"told.py\", \"farther\"]\n");
        home.done(&evolve("run", "--generations 20 --final-games 1000 --deviation 4"));
        let report = home.done("confirm run --json").json();
        let tests = report["tests"].as_array().unwrap().iter();
        let told = ["name", "search", "verdict"];
        let tests: Vec<_> = tests.map(|it| told.map(|key| it[key].as_str().unwrap())).collect();
        // The other command says the opposite.
        let expected = [
            ["start", "its command", "stronger"],
            ["start-farther", "its farther command", "weaker"],
        ];
        assert_eq!(tests, expected, "{goal}");
        let page = home.read("results/run/confirmed.md");
        assert!(page.contains(" With its farther command it "), "{page}");
        assert!(page.contains("| its farther command |"), "{page}");
    }
    let home = home_with("game", "farther = [\"./missing\"]\n");
    let refused = home.refused(1, "program check tune.toml");
    assert!(refused.contains("its farther command: "), "{refused}");
    let home = home_with("game", "farther = []\n");
    let refused = home.refused(3, "program check tune.toml");
    assert!(refused.contains("farther: must name a program"), "{refused}");
}

/// More of the same games decide nothing, and aren't suggested.
#[test]
fn where_few_games_differ_it_is_told_what_helps() {
    let home = home("game");
    let told =
        home.read("told.py").replace("{\"winner\"", "{\"moves\": str(chance > 0.5), \"winner\"");
    home.write("told.py", told);
    home.done(&evolve("run", "--generations 20 --deviation 4"));
    let text = home.done("confirm run").text();
    assert!(text.contains("too few games differ"), "{text}");
    assert!(text.contains("- Too few games differ: the same came again and again"), "{text}");
    assert!(text.contains("More openings (opening-plies in tune.toml) help."), "{text}");
    assert!(text.contains("program check tune.toml"), "{text}");
}
