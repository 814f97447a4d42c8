//! Parameters that are fixed, what parameters are good for, and evolution from a whole population.

use crate::program::{Done, Home, assert_same, by_hand, evolve};
use serde_json::Value;
use std::fs;

/// A short run of Connect Four; further words follow.
const FOUR: &str = "evolve --game connect-four --search alphabeta(depth=2) --generations 2 \
     --fitness-games 2 --more-games 2 --measure-every 0 --final-games 4 --candidates 1 --seed 1";

fn weights(home: &Home, run: &str) -> (Vec<f64>, Value) {
    let file: Value =
        serde_json::from_str(&fs::read_to_string(home.result(run, "champion.json")).unwrap())
            .unwrap();
    let weights = file["weights"].as_array().unwrap().iter();
    (weights.map(|it| it.as_f64().unwrap()).collect(), file["fixed"].clone())
}

#[test]
fn what_no_move_depends_on_is_fixed_and_said_everywhere() {
    let home = Home::new();
    let done = home.done(&format!("{FOUR} --population 4 --name idle"));
    assert!(done.text().contains("Fixed: win=0,loss=0"), "{}", done.text());
    let (found, fixed) = weights(&home, "idle");
    assert_eq!((&found[..2], fixed), (&[0.0, 0.0][..], serde_json::json!(["win", "loss"])));
    assert!(found[2..].iter().all(|&value| value != 0.0));
    assert!(home.read("results/idle/config.toml").contains("fix = \"win=0,loss=0\"\n"));
    assert!(home.done("show idle").text().contains("Fixed: win=0,loss=0"));
    let shown = home.done("show idle --json").json();
    assert_eq!(shown["fixed"], serde_json::json!(["win=0", "loss=0"]));
    for format in ["csv", "grid", "rust", "python", "c", "json", "toml"] {
        let text = home.done(&format!("export idle --format {format}")).text();
        assert!(text.contains("fixed") && text.contains("loss"), "{format}: {text}");
        if ["csv", "grid", "toml"].contains(&format) {
            home.write("back", &text);
            let back = home.done("export back --game connect-four").json();
            assert_eq!(back["fixed"], serde_json::json!(["win", "loss"]), "{format}");
        }
    }
    let champion = fs::read_to_string(home.result("idle", "champion.json")).unwrap();
    let changed = by_hand(&champion).replace("\"loss\"", "\"lost\"");
    home.write("foreign.json", changed);
    let why = home.refused(3, "measure foreign.json --game connect-four");
    assert!(why.contains("fixed: 'lost' is no parameter"), "{why}");

    home.done("evolve --config results/idle/config.toml --name again");
    assert_same(&home.files("idle"), &home.files("again"), "the same configuration");
    home.done(&format!(
        "{} --population 4 --name cut",
        FOUR.replace("generations 2", "generations 1")
    ));
    home.done("resume cut --generations 2");
    assert_same(&home.files("idle"), &home.files("cut"), "a run that was resumed");
}

#[test]
fn a_user_fixes_what_is_not_idle_and_frees_what_is() {
    let home = Home::new();
    home.done(&format!("{FOUR} --population 4 --name mine --fix odd-threats=0.5,idle"));
    let (found, fixed) = weights(&home, "mine");
    assert_eq!(found[..3], [0.0, 0.0, 0.5]);
    assert_eq!(fixed, serde_json::json!(["win", "loss", "odd-threats"]));
    home.done(&format!("{FOUR} --population 4 --name free --fix none"));
    let (found, fixed) = weights(&home, "free");
    assert!(found.iter().all(|&value| value != 0.0) && fixed.is_null(), "{found:?}");
    assert!(!home.read("results/free/config.toml").contains("fix ="));
    home.done("evolve --config results/free/config.toml --name again");
    assert_same(&home.files("free"), &home.files("again"), "nothing fixed");
    // Greedy play has to be told what a win is worth.
    home.done(&format!(
        "{} --population 4 --name plain",
        FOUR.replace("alphabeta(depth=2)", "greedy")
    ));
    assert_eq!(weights(&home, "plain").1, serde_json::json!(["loss"]));
    home.evolve("side", "--generations 1 --fix i9=7,idle --symmetric");
    let (found, fixed) = weights(&home, "side");
    assert!(fixed.as_array().unwrap().len() == 41 && found.contains(&7.0), "{fixed}");
    for (fix, word) in [
        ("nothing=1", "known: win, loss"),
        ("win", "'win' is none of NAME=VALUE"),
        ("win=x", "'win=x'"),
        ("win=1,win=2", "twice"),
        (
            "win=1,loss=1,odd-threats=1,odd-against=1,even-threats=1,even-against=1",
            "nothing is left",
        ),
    ] {
        let why = home.refused(2, &format!("{FOUR} --fix {fix}"));
        assert!(why.contains(word), "{fix}: {why}");
    }
    let why = home.refused(2, "evolve --fix i9=1.5");
    assert!(why.contains("1.5 is no value of i9"), "{why}");
    let why = home.refused(2, "evolve --symmetric --fix b1=3,b2=4");
    assert!(why.contains("mirror each other"), "{why}");
}

#[test]
fn effects_are_the_same_on_any_number_of_threads() {
    let home = Home::new();
    let words = "effect published --games 30 --search alphabeta(depth=2) --seed 1 --json";
    let [one, two] = [1, 2].map(|it| home.done(&format!("{words} --threads {it}")).out);
    assert_eq!(one, two);
    let report: Value = serde_json::from_slice(&one).unwrap();
    assert_eq!((&report["moves"], &report["games"]), (&279.into(), &30.into()));
    let parameters = report["parameters"].as_array().unwrap();
    let changed: Vec<u64> = parameters.iter().map(|it| it["changed"].as_u64().unwrap()).collect();
    assert_eq!((changed.len(), &changed[..2]), (6, &[0, 0][..]));
    assert!(changed[2..].iter().any(|&it| it > 0), "{changed:?}");
    assert_eq!(parameters[0]["low"], 0.0);
    // As if the moves of a game were one: Wilson's interval of none of 30.
    let high = parameters[0]["high"].as_f64().unwrap();
    assert!((high - 0.113_51).abs() < 1e-4, "{high}");
    let text = home.done(&words.replace(" --json", "")).text();
    assert!(text.contains("| odd-threats") && text.contains("changed no move"), "{text}");
    let few = home.done("effect published --games 29 --seed 1 --json").json();
    assert_eq!(few["parameters"][2]["low"], Value::Null, "few games have no interval");
    let text = home.done("effect champion-2 --games 2 --moves 3 --seed 1").text();
    assert!(text.contains("The 30 greatest of 121"), "{text}");
    let text = home.done("effect hand-tuned-v4 --games 2 --moves 3 --seed 1").text();
    assert!(text.contains("not counted are "), "{text}");
    assert!(home.refused(2, "effect nobody").contains("'nobody' is neither"));
    assert!(home.refused(2, "effect published --search mcts(ms=0)").contains("ms"));
    assert!(home.refused(2, "effect published --search random").contains("go by the weights"));
    home.refused(2, "effect published --games 0");
}

#[test]
fn a_run_lends_its_search_to_its_own_champion_only() {
    let home = Home::new();
    home.done(&format!("{FOUR} --population 4 --name looks"));
    let search = |weights: &str| {
        let effect = format!("effect {weights} --game connect-four --games 1 --seed 1 --json");
        home.done(&effect).json()["search"].clone()
    };
    let (champion, preset) = (search("looks"), search("published"));
    assert_ne!(champion, preset);
    // A file that has the run's name is no run.
    home.write("looks", home.done("export published --game connect-four").out);
    assert_eq!(search("looks"), preset);
    fs::remove_file(home.path("looks")).unwrap();
    let config = home.read("results/looks/config.toml");
    home.write("results/looks/config.toml", config.replace("population", "popolation"));
    let why = home.refused(3, "effect looks --game connect-four --games 1");
    assert!(why.contains("config.toml") && why.contains("popolation"), "{why}");
}

fn genes(home: &Home, run: &str, generation: u64) -> Vec<Value> {
    let path = home.population(run, &format!("generation-{generation:06}.json"));
    let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    file["population"].as_array().unwrap().iter().map(|it| it["genes"].clone()).collect()
}

#[test]
fn evolution_goes_on_from_a_kept_population() {
    let home = Home::new();
    let words = "--optimizer ga --mutation self-adaptive --symmetric --fix i9=70 --keep-every 1";
    home.evolve("first", &format!("{words} --generations 3"));
    assert_eq!(genes(&home, "first", 0).len(), 20);
    assert_eq!(genes(&home, "first", 0)[0].as_array().unwrap().len(), 121);
    home.evolve("second", &format!("{words} --generations 2 --from first@2 --seed 9"));
    assert_eq!(genes(&home, "second", 0), genes(&home, "first", 2));
    assert_ne!(genes(&home, "second", 1), genes(&home, "first", 3));

    let path = "populations/first/generation-000002.json";
    home.evolve("third", &format!("{words} --generations 1 --from {path} --seed 9"));
    fs::remove_dir_all(home.path("populations/first")).unwrap();
    home.done("resume third --generations 2");
    let (second, third) = (home.files("second"), home.files("third"));
    for name in ["results/generations.csv", "results/champion.json", "results/from.json"] {
        assert_eq!(second[name], third[name], "{name}");
    }
    let rows = home.rows("second");
    assert_eq!((rows.len(), rows[0]["generation"].as_str()), (3, "0"));
}

/// A run begins at what its settings make of an array; `confirm` doesn't call that by the array's name alone.
#[test]
fn an_array_that_settings_change_is_called_so() {
    let home = Home::new();
    for (name, flags, told) in [
        ("plain", "", ""),
        ("symmetric", "--symmetric", "champion-2, made symmetric"),
        ("fixed", "--fix a1=7", "champion-2, with fixed parameters"),
    ] {
        let words = format!("--from champion-2 --generations 1 --population 4 {flags}");
        let warned = home.evolve(name, &words).err;
        assert_eq!(warned.contains("evolution begins at"), !told.is_empty(), "{warned}");
        assert!(warned.contains(told), "{warned}");
        if !told.is_empty() {
            let words = format!("confirm {name} --games 20 --farther-games 4 --parameter-games 4");
            let confirmed = home.done(&words).text();
            assert!(confirmed.contains(&format!("It began from {told}.")), "{confirmed}");
        }
    }
}

#[test]
fn a_population_that_does_not_fit_is_refused() {
    let home = Home::new();
    home.evolve("run", "--optimizer ga --generations 3 --keep-every 2");
    let refused = |code, words: &str| home.refused(code, &evolve("x", words));
    for optimizer in ["es", "spsa", "cma"] {
        let why = refused(2, &format!("--optimizer {optimizer} --from run@2"));
        assert!(why.contains("only optimizer ga goes on"), "{why}");
    }
    for (words, word) in [
        ("--optimizer ga --from run@2 --population 10", "--population 20"),
        ("--optimizer ga --from run@1", "was not kept"),
        ("--optimizer ga --from run@x", "'x' is no generation"),
        ("--optimizer ga --from nobody@2", "no run 'nobody'"),
        ("--optimizer ga --from run@2 --deviation 3", "deviation counts for nothing"),
    ] {
        let why = refused(2, words);
        assert!(why.contains(word), "{words}: {why}");
    }
    let why = home.refused(3, "evolve --game halma --optimizer ga --population 20 --from run@2");
    assert!(why.contains("game: 'chinese-checkers', not 'halma'"), "{why}");
    let path = home.population("run", "generation-000002.json");
    let whole = fs::read_to_string(&path).unwrap();
    home.write("damaged.json", whole.replacen("\"genes\":[", "\"genes\":[1.5,", 1));
    assert!(refused(3, "--optimizer ga --from damaged.json").contains("checksum: does not fit"));
    let whole = by_hand(&whole);
    for (from, to, word) in [
        ("\"version\":3", "\"version\":4", "version 4"),
        ("\"genes\":[", "\"genes\":[1.5,", "122 weights"),
        ("\"population\"", "\"populace\"", "populace"),
    ] {
        home.write("damaged.json", whole.replacen(from, to, 1));
        let why = refused(3, "--optimizer ga --from damaged.json");
        assert!(why.contains(word), "{from}: {why}");
    }
    assert!(!home.path("results/x").exists());
    // Where the run stands, and from a first version's file.
    home.evolve("stands", "--optimizer ga --generations 1 --from run@3");
    home.write("old.json", whole.replacen("\"version\":3", "\"version\":1", 1));
    let done: Done = home.evolve("old", "--optimizer ga --generations 1 --from old.json");
    assert_eq!(done.code, Some(0));
}
