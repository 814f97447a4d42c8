//! The same configuration and seed give the same bytes, however many threads play.

use crate::program::{Home, assert_same};
use starhop::evolve::evolution::State;
use starhop::evolve::population::Individual;
use starhop::evolve::{Context, Genome, Objective, Sample, Score, Scored};
use starhop::parameter::Parameter;
use starhop::play::batch::GameScore;
use starhop::play::tally::Tally;
use starhop::rng::Purpose;
use starhop::tune::Tuner;
use starhop::tune::champion::{Contest, crown};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;

/// From generation 1 on all individuals are the same.
const CLONES: &str = "--optimizer ga --population 4 --survivors 0.25 --mutation-rate 0 \
     --generations 8 --fitness-games 4 --more-games 8 --against hand-tuned-v4";

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
fn finalists_meet_at_the_end() {
    let words = "--measure-every 1 --finalists 5 --deviation 40 --choose-games 4 \
         --against generation-0,hand-tuned-v1 --opening-plies 4";
    check_threads(words);
    check_threads(&format!("{words} --restart-every 1"));
}

#[test]
fn three_players() {
    check_threads("--players 3");
}

#[test]
fn the_report_preset() {
    check_threads("--preset report");
    check_threads("--preset report --mutation report-printed --mutation-rate 0.5");
}

#[test]
fn tournament_one_point_gaussian() {
    check_threads(
        "--optimizer ga --selection tournament --crossover one-point --mutation gaussian",
    );
}

#[test]
fn roulette_gaussian_with_restarts() {
    let words = "--optimizer ga --selection roulette --mutation gaussian --restart-after 3";
    check_threads(&format!("{words} --players 3"));
}

#[test]
fn memory_and_halving_with_blends_and_self_adaptive_mutation() {
    let words = "--optimizer ga --crossover blend --mutation self-adaptive --mutation-rate 0.5 \
         --memory 0.8 --racing halving --fitness-games 8 --more-games 16";
    check_threads(words);
    check_threads(&format!("{words} --selection roulette --conditions own --opening-plies 2"));
    let rivals = "--against hand-tuned-v3,hall-of-fame,population --from generation-51";
    check_threads(&format!("{words} --islands 2 --migrate-every 3 --symmetric {rivals}"));
}

#[test]
fn memory_with_annealed_mutation_and_games_by_the_sum() {
    check_threads(
        "--preset report --memory 1 --mutation gaussian --anneal-after 5 --restart-after 4 \
         --more-from -120",
    );
}

#[test]
fn a_strategy_that_halves() {
    check_threads("--optimizer es --racing halving --fitness-games 3 --more-games 10");
}

#[test]
fn a_strategy_with_chance_of_its_own_and_restarts() {
    check_threads("--optimizer es --conditions own --restart-after 3 --players 4");
}

#[test]
fn several_opponents_from_openings() {
    check_threads("--against hand-tuned-v1,generation-7822=2 --opening-plies 3");
    let words = "--players 3 --seats first --against hand-tuned-v1,hand-tuned-v2";
    check_threads(&format!("{words} --conditions own --opening-plies 8"));
}

/// Runs whose opponents are their own, and runs that begin from an array.
const FROM_ITSELF: [&str; 4] = [
    "--against hand-tuned-v3,hall-of-fame=2,population",
    "--against population=3,hand-tuned-v3,hand-tuned-v1,hall-of-fame --players 3 \
     --conditions own --optimizer ga --opening-plies 2 --restart-after 7",
    "--from generation-51 --restart-after 3 --deviation 3",
    "--from champion-report --optimizer ga --deviation 3 --restart-after 3",
];

#[test]
fn opponents_of_the_run_itself_and_a_start_from_an_array() {
    FROM_ITSELF.into_iter().for_each(check_threads);
}

#[test]
fn a_run_that_is_cut_and_resumed_keeps_its_hall_of_fame_and_its_start() {
    for words in FROM_ITSELF {
        let home = Home::new();
        home.evolve("whole", words);
        home.evolve("cut", &format!("{words} --generations 7"));
        home.done("resume cut --generations 12 --threads 3");
        home.done("resume cut --generations 20 --threads 1");
        assert_same(&home.files("whole"), &home.files("cut"), words);
    }
}

#[test]
fn the_hall_of_fame_plays_once_it_has_a_champion() {
    let home = Home::new();
    home.evolve("fixed", "");
    home.evolve("hall", "--against hand-tuned-v3,hall-of-fame=9");
    let (fixed, hall) = (home.rows("fixed"), home.rows("hall"));
    assert_eq!(fixed[..=5], hall[..=5]);
    assert!((6..=20).all(|generation| fixed[generation] != hall[generation]));
    let checkpoint = home.read("populations/hall/checkpoint.json");
    let body: serde_json::Value =
        serde_json::from_str(checkpoint.split_once('\n').unwrap().1).unwrap();
    let members = body["state"]["hall"].as_array().unwrap();
    assert_eq!(members.last(), Some(&body["champion"]["genes"]));
    assert!(!home.read("populations/fixed/checkpoint.json").contains("hall"));
    assert!(!home.result("hall", "opponent-2.json").exists());
    let champion = home.read("results/hall/champion.json");
    assert!(champion.contains(r#""against": "hand-tuned-v3","#), "{champion}");
}

#[test]
fn a_start_is_kept_in_the_run_and_repeats_it() {
    let home = Home::new();
    home.done("export generation-51 --format csv -o start.csv");
    home.evolve("first", "--from start.csv --against hand-tuned-v2");
    home.write("start.csv", "");
    home.done("resume first --generations 24");
    home.done(
        "evolve --config results/first/config.toml --name again --from results/first/from.json",
    );
    for file in ["generations.csv", "from.json", "champion.json"] {
        assert_eq!(
            home.files("first")[&format!("results/{file}")],
            home.files("again")[&format!("results/{file}")],
            "{file}"
        );
    }
    let start = home.done("export results/first/from.json --format csv").text();
    assert_eq!(start, home.done("export generation-51 --format csv").text());
}

#[test]
fn every_optimizer_alone_and_on_islands() {
    for optimizer in ["ga", "es", "spsa", "cma"] {
        let mutation = if optimizer == "ga" { "--mutation gaussian" } else { "" };
        check_threads(&format!("--optimizer {optimizer} {mutation} --anneal-after 5"));
        check_threads(&format!(
            "--optimizer {optimizer} --islands 2 --migrate-every 3 --symmetric"
        ));
    }
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
    home.evolve("first", "--players 3 --rules report --seats first --learning-rate 1.5");
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

#[test]
fn each_generation_plays_games_of_its_own() {
    let home = Home::new();
    for conditions in ["own", "common"] {
        let name = format!("by-{conditions}");
        home.evolve(&name, &format!("{CLONES} --conditions {conditions}"));
        let rows = home.rows(&name);
        let alike = rows.iter().skip(1).all(|row| row["best_hash"] == rows[1]["best_hash"]);
        assert!(alike && rows[1]["diversity"] == "0.0", "from generation 1 on all are the same");
        let means: BTreeSet<_> = rows.iter().skip(1).map(|row| &row["fitness_mean"]).collect();
        assert!(means.len() > 4, "the same games again: {means:?}");
        let equal = rows.iter().skip(1).all(|row| row["fitness_deviation"] == "0.0");
        assert_eq!(equal, conditions == "common", "clones meet the same games");
    }
}

/// What a measurement was asked for.
type Call = (Purpose, Vec<u64>, Range<u64>);

/// Remembers its measurements.
struct Listener(Mutex<Vec<Call>>);

impl Objective for Listener {
    fn parameters(&self) -> &[Parameter] {
        &[]
    }

    fn score(&self, population: &[Genome], _: &Context<'_>) -> Scored {
        vec![Sample::default(); population.len()].into()
    }
}

impl Tuner for Listener {
    fn measure(&self, _: &[f64], purpose: Purpose, path: &[u64], games: Range<u64>) -> Vec<Tally> {
        self.0.lock().unwrap().push((purpose, path.to_vec(), games));
        vec![Tally::default()]
    }

    fn results(&self, _: &[f64], _: Purpose, _: &[u64], _: Range<u64>) -> Vec<GameScore> {
        Vec::new()
    }
}

#[test]
fn champions_are_measured_on_games_that_chose_nobody() {
    let tuner = Listener(Mutex::default());
    let individual = |gene| Individual::new(vec![gene], Score::default());
    let population = vec![individual(1.0), individual(2.0), individual(3.0)];
    let state = State {
        generation: 7,
        founded: 0,
        hopeful: true,
        restarts: 0,
        games: 0,
        population,
        centres: Vec::new(),
        hall: Vec::new(),
        shares: Vec::new(),
    };
    let contest = Contest { candidates: 2, choose_games: 20, replays: 20 };
    crown(&tuner, &state, None, &contest, (Purpose::Measure, 50));
    let calls = tuner.0.into_inner().unwrap();
    let choose = (Purpose::Choose, vec![7], 0..20);
    assert_eq!(calls, [choose.clone(), choose, (Purpose::Measure, vec![7], 0..50)]);
}

/// Searches, permutations and wins leave no trace of threads either, and what a run was evolved for
/// goes without saying afterwards.
#[test]
fn another_game_by_a_search() {
    let home = Home::new();
    let words = "evolve --game connect-four --preset connect-four-report --search alphabeta(depth=2) \
         --population 8 --fitness-games 4 --more-games 4 --generations 3 --final-games 40 --seed 1";
    for (name, threads) in [("one", 1), ("three", 3)] {
        home.done(&format!("{words} --name {name} --threads {threads}"));
    }
    assert_same(&home.files("one"), &home.files("three"), "1 and 3 threads");
    let measured = home.done("measure one --games 40 --seed 1").text();
    assert!(
        measured.starts_with("one against published, connect-four, 2 players, standard"),
        "{measured}"
    );
    assert!(measured.contains(", alphabeta(depth=2), seed 1"), "{measured}");
    assert!(home.done("export one --format toml").text().contains("connect-four"));
}
