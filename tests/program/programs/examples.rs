//! What lies in `examples/programs` runs as it is.

use crate::program::{Done, Home, copy};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A folder with the examples, of which the C ones are compiled.
///
/// # Panics
/// Where the system has no C compiler or no Python: without them nothing is tested.
fn home() -> Home {
    let home = Home::new();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/programs");
    copy(&examples, &home.path("programs"));
    compile(&home);
    let python = Command::new("python3").arg("--version").output();
    assert!(
        python.is_ok_and(|it| it.status.success()),
        "python3 has to be installed for this test"
    );
    home
}

fn compile(home: &Home) {
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", "-Wall", "-Werror", "-o", "othello", "othello.c"]);
    let done = compiler.current_dir(home.path("programs/othello")).output();
    let done = done.expect("a C compiler, cc, has to be installed for this test");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// The champion of a run, parameter by parameter.
fn champion(home: &Home, run: &str) -> Vec<f64> {
    let shown = home.done(&format!("show {run} --json")).json();
    let weights = shown["champion"]["weights"].as_array().unwrap();
    weights.iter().map(|it| it.as_f64().unwrap()).collect()
}

#[test]
fn the_module_and_the_shortest_example_are_short() {
    for (name, most) in [("starhop_program.py", 60), ("sphere/sphere.py", 20)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/programs").join(name);
        let lines = fs::read_to_string(path).unwrap().lines().count();
        assert!(lines <= most, "{name}: {lines} lines");
    }
}

#[test]
fn the_sphere_comes_to_its_middle() {
    let home = home();
    home.done("program check programs/sphere/tune.toml");
    home.done("evolve --program programs/sphere/tune.toml --seed 1 --name run");
    let found = champion(&home, "run");
    // x, y, z, rounds, method slow, shortcut false; x, y and z within a fifth of their widths.
    assert_eq!(found[3..], [7.0, 1.0, 0.0], "{found:?}");
    let middle = [(3.0, 1.0), (-40.0, 20.0), (0.02, 0.01)];
    let near = |(found, (middle, width)): (&f64, (f64, f64))| (found - middle).abs() < width / 5.0;
    assert!(found.iter().zip(middle).all(near), "{found:?}");
}

#[test]
fn othello_in_c_gets_better_and_in_python_runs() {
    let home = home();
    let text = home.done("program check programs/othello/tune.toml").text();
    assert!(text.contains("\nRepeatable"), "{text}");
    assert!(text.contains("\nMoves: 20 of these 20 games differ; "), "{text}");
    home.done("evolve --program programs/othello/tune.toml --seed 1 --name run");
    assert!(home.result("run", "heat-map.svg").exists());
    let shown = home.done("show run --json").json();
    let measured = &shown["champion"]["measured"];
    assert!(measured["different_games"].as_u64() > Some(500), "{measured}");
    assert!(measured["win_rate_low"].as_f64() > Some(0.55), "{measured}");
    home.done(
        "evolve --program programs/othello/python.toml --seed 1 --name python --population 8 \
         --generations 2 --measure-every 0 --final-games 100",
    );
}

#[test]
fn the_header_for_c_refuses_vectors_of_another_length() {
    let home = home();
    let file = "programs/othello/tune.toml";
    let text = home.read(file) + "\n[[parameter]]\nname = \"one-more\"\nkind = \"bool\"\n";
    home.write(file, text.replace("kind = \"bool\"", "kind = \"integer\"\nmin = 0\nmax = 1"));
    let said = home.refused(1, &format!("program check {file}"));
    assert!(said.contains("STARHOP_VALUES is 64, but a vector has 65 values"), "{said}");
}

#[test]
fn a_recipe_without_games_is_found() {
    let home = home();
    let text = home.done("program check programs/neighbours/tune.toml").text();
    assert!(text.contains("Without noise"), "{text}");
    home.done("evolve --program programs/neighbours/tune.toml --seed 1 --name run --generations 15 --population 16");
    let rows = home.rows("run");
    let fitness = |row: &std::collections::BTreeMap<String, String>| -> f64 {
        row["fitness_mean"].parse().unwrap()
    };
    assert!(fitness(rows.last().unwrap()) > fitness(&rows[0]), "{:?}", rows.last());
}

#[test]
fn the_search_of_an_engine_is_tuned_by_its_protocol() {
    let home = home();
    let done = |words: &str| {
        let mut command = home.command(words);
        command.env("STARHOP", env!("CARGO_BIN_EXE_starhop"));
        let done = Done::from(command.output().unwrap());
        assert_eq!(done.code, Some(0), "{words}: {}{}", done.text(), done.err);
        done
    };
    let text = done("program check programs/search/tune.toml --questions 4").text();
    assert!(text.contains("\nRepeatable"), "{text}");
    done(
        "evolve --program programs/search/tune.toml --seed 1 --name run --population 6 \
         --generations 2 --fitness-games 2 --more-games 2 --choose-games 4 --candidates 2 \
         --measure-every 0 --final-games 8 --quiet",
    );
    let shown = home.done("show run --json").json();
    assert_eq!(shown["champion"]["measured"]["games"], 8, "{shown}");
}
