//! What `export` writes, `measure` reads back with the same result.

use crate::program::Home;
use serde_json::Value;
use std::fs;

const GAMES: &str = "--games 200 --seed 5";

/// Everything that `measure` says of weights but their name.
fn figures(home: &Home, weights: &str) -> Value {
    let mut value = home.done(&format!("measure {weights} {GAMES} --json")).json();
    value.as_object_mut().unwrap().remove("weights").unwrap();
    value
}

#[test]
fn every_format_gives_the_same_games() {
    let home = Home::new();
    home.evolve("run", "--generations 4");
    for (source, seats) in [("generation-7822", "1 2 3 4 5 6 all"), ("run", "1 4 all")] {
        let expected = figures(&home, source);
        for format in ["json", "csv", "toml", "grid", "rust", "python", "c"] {
            for seat in seats.split(' ') {
                let name = format!("{source}-{seat}.{format}");
                home.done(&format!("export {source} --format {format} --seat {seat} -o {name}"));
                assert_eq!(figures(&home, &name), expected, "{name}");
            }
        }
        let name = format!("{source}.npy");
        home.done(&format!("export {source} --format npy -o {name}"));
        assert_eq!(figures(&home, &name), expected, "{name}");
    }
    assert_ne!(figures(&home, "generation-7822"), figures(&home, "run"));
}

#[test]
fn the_ending_of_a_file_says_its_format() {
    let home = Home::new();
    let formats = [
        ("json", "json"),
        ("csv", "csv"),
        ("toml", "toml"),
        ("rs", "rust"),
        ("py", "python"),
        ("h", "c"),
        ("npy", "npy"),
        ("txt", "grid"),
    ];
    for (ending, format) in formats {
        home.done(&format!("export champion-2 -o by.{ending}"));
        home.done(&format!("export champion-2 --format {format} -o named"));
        let [by, named] = [format!("by.{ending}"), "named".to_string()];
        assert_eq!(fs::read(home.path(&by)).unwrap(), fs::read(home.path(&named)).unwrap());
    }
    assert!(home.done("export champion-2 --format csv -o by.json").text().is_empty());
    assert_eq!(home.read("by.json"), home.read("by.csv"));
    assert!(home.refused(2, "export champion-2 -o by.docx").contains("--format chooses one"));
    assert_eq!(home.done("export champion-2 -o -").text(), home.done("export champion-2").text());
    assert!(!home.path("-").exists());
    home.refused(2, "export champion-2 -o - --json");
}

#[test]
fn weights_for_three_players_keep_their_table() {
    let home = Home::new();
    home.evolve("run", "--generations 3 --players 3 --rules report");
    let expected = figures(&home, "run");
    assert_eq!(expected["players"], 3);
    assert!(expected["rules"].as_str().unwrap().starts_with("report:"));
    for format in ["json", "csv", "toml", "grid", "rust", "python", "c"] {
        home.done(&format!("export run --format {format} --seat 6 -o weights.{format}"));
        assert_eq!(figures(&home, &format!("weights.{format}")), expected, "{format}");
    }
}

#[test]
fn a_turned_array_is_another_array() {
    let home = Home::new();
    let weights = |seat: &str| {
        let value = home.done(&format!("export generation-7822 --seat {seat}")).json();
        value["weights"].as_array().unwrap().iter().map(|it| it.as_i64().unwrap()).collect()
    };
    let (one, four): (Vec<i64>, Vec<i64>) = (weights("1"), weights("4"));
    assert_ne!(one, four);
    let sorted = |mut list: Vec<i64>| {
        list.sort_unstable();
        list
    };
    assert_eq!(sorted(one), sorted(four));
    let all = home.done("export generation-7822 --seat all").json();
    assert_eq!(all["seats"].as_array().unwrap().len(), 6);
}

#[test]
fn a_run_gives_its_champion_its_last_best_and_its_kept_generations() {
    let home = Home::new();
    home.evolve("run", "--generations 11 --keep-every 5");
    let best = home.done("export run").text();
    assert_eq!(best, fs::read_to_string(home.result("run", "champion.json")).unwrap());
    assert_eq!(best, home.done("export run --generation best").text());
    for (name, generation) in [("last", 11), ("5", 5), ("10", 10)] {
        let value = home.done(&format!("export run --generation {name}")).json();
        assert_eq!(value["origin"]["generation"], generation);
        assert_eq!(value["origin"]["seed"], 2);
    }
    let kept = fs::read_to_string(home.population("run", "generation-000010.json")).unwrap();
    let kept: Value = serde_json::from_str(&kept).unwrap();
    let fitness = |it: &&Value| it["score"]["fitness"].as_f64().unwrap();
    let population = kept["population"].as_array().unwrap();
    let most = population.iter().map(|it| fitness(&it)).fold(f64::MIN, f64::max);
    let fittest = population.iter().find(|it| fitness(it) == most).unwrap();
    let exported = home.done("export run --generation 10").json();
    let numbers = |value: &Value| {
        value.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&exported["weights"]), numbers(&fittest["genes"]));

    home.done("resume run --generations 13");
    let last = home.done("export run --generation last").json();
    assert_eq!(last["origin"]["generation"], 13);
}

#[test]
fn source_code_names_its_type() {
    let home = Home::new();
    for (format, word) in [("rust", "[i32; 121]"), ("python", "="), ("c", "int32_t weights[121]")] {
        let text = home.done(&format!("export generation-7822 --format {format}")).text();
        assert!(text.contains(word), "{text}");
    }
}
