//! The same configuration and seed give the same bytes, however many threads play.

use crate::program::{Home, assert_same};

fn check_threads(words: &str) {
    let home = Home::new();
    home.evolve("one", &format!("{words} --threads 1"));
    let files = home.files("one");
    for name in ["config.toml", "generations.csv", "champion.json", "opponent.json"] {
        assert!(!files[&format!("results/{name}")].is_empty(), "{name}");
    }
    for name in ["checkpoint.json", "generation-000010.json", "generation-000020.json"] {
        assert!(files.contains_key(&format!("populations/{name}")), "{name}");
    }
    assert_eq!(files.keys().filter(|name| name.ends_with("g")).count(), 6, "pictures");
    for threads in [2, 3, 8] {
        let name = format!("with-{threads}");
        home.evolve(&name, &format!("{words} --threads {threads}"));
        assert_same(&files, &home.files(&name), &format!("{words}: {threads} threads"));
    }
}

#[test]
fn two_players() {
    check_threads("");
}

#[test]
fn three_players() {
    check_threads("--players 3");
}

#[test]
fn the_report_preset() {
    check_threads("--preset report");
}

#[test]
fn tournament_one_point_gaussian() {
    check_threads("--selection tournament --crossover one-point --mutation gaussian");
}

#[test]
fn roulette_gaussian_with_restarts() {
    check_threads("--selection roulette --mutation gaussian --restart-after 3 --players 3");
}

#[test]
fn another_seed_gives_another_run() {
    let home = Home::new();
    home.evolve("one", "--seed 1");
    home.evolve("two", "--seed 2");
    let (one, two) = (home.files("one"), home.files("two"));
    for name in ["results/generations.csv", "results/champion.json", "results/heat-map.png"] {
        assert_ne!(one[name], two[name], "{name}");
    }
    let kept = "populations/generation-000010.json";
    assert_ne!(one[kept], two[kept]);
    assert_ne!(one[kept], one["populations/generation-000020.json"]);
}

#[test]
fn a_written_configuration_repeats_its_run() {
    let home = Home::new();
    home.evolve("first", "--players 3 --rules report --seats first --gene-rate 0.3");
    home.done("evolve --config results/first/config.toml --name again");
    assert_same(&home.files("first"), &home.files("again"), "evolve --config");
}

#[test]
fn how_often_checkpoints_are_written_is_no_part_of_the_result() {
    let home = Home::new();
    home.evolve("rarely", "--checkpoint-seconds 1e6");
    home.evolve("always", "--checkpoint-seconds 0");
    assert_same(&home.files("rarely"), &home.files("always"), "--checkpoint-seconds");
}

#[test]
fn a_drawn_seed_is_stored_and_repeats_the_run() {
    let home = Home::new();
    let drawn = crate::program::evolve("drawn", "").replace("--seed 2", "");
    let seed = home.done(&format!("{drawn} --json")).json()["seed"].as_u64().unwrap();
    home.evolve("given", &format!("--seed {seed}"));
    assert_same(&home.files("drawn"), &home.files("given"), "a drawn seed");
}
