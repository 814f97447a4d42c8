//! Settings that count for nothing beside others are refused, each by its name.

use crate::program::Home;
use starhop::tune::settings::{Counts, SETTINGS};
use std::collections::BTreeSet;

/// Each setting where it counts for nothing.
const IDLE: &[(&str, &str)] = &[
    ("more-games", "--scoring wins --more-games 20"),
    ("more-games", "--scoring score --more-games 20 --more-from 17"),
    ("racing", "--racing halving"),
    ("more-from", "--more-from 5"),
    ("more-from", "--more-games 20 --racing halving --more-from 5"),
    ("more-from", "--preset report --scoring wins --more-from 3"),
    ("win-points", "--scoring wins --win-points 7"),
    ("win-points", "--scoring score --win-points 7"),
    ("distance", "--scoring wins --distance hand-tuned-v1"),
    ("migrate-every", "--migrate-every 5"),
    ("selection", "--selection roulette"),
    ("survivors", "--survivors 0.5"),
    ("survivors", "--optimizer ga --selection tournament --survivors 0.5"),
    ("memory", "--memory 0.5"),
    ("tournament-size", "--optimizer ga --tournament-size 5"),
    ("tournament-size", "--tournament-size 5"),
    ("crossover", "--optimizer spsa --crossover blend"),
    ("blend-alpha", "--optimizer ga --blend-alpha 0.2"),
    ("mutation", "--optimizer cma --mutation gaussian"),
    ("mutation", "--optimizer ga --mutation-rate 0 --mutation gaussian"),
    ("mutation-rate", "--mutation-rate 1"),
    ("mutation-rate", "--optimizer ga --gene-rate 0 --mutation-rate 1"),
    ("gene-rate", "--gene-rate 1"),
    ("gene-rate", "--optimizer ga --mutation-rate 0 --gene-rate 1"),
    ("step-low", "--step-low -5"),
    ("step-low", "--optimizer ga --mutation gaussian --step-low -5"),
    ("step-high", "--step-high 5"),
    ("step-high", "--optimizer ga --mutation self-adaptive --step-high 5"),
    ("deviation", "--preset report --deviation 3"),
    ("deviation", "--optimizer ga --deviation 3"),
    ("anneal-after", "--preset report --anneal-after 3"),
    ("anneal-after", "--optimizer ga --mutation self-adaptive --anneal-after 3"),
    ("least-deviation", "--anneal-after 0 --least-deviation 3"),
    ("least-deviation", "--optimizer ga --mutation gaussian --anneal-after 0 --least-deviation 3"),
    ("least-deviation", "--preset report --least-deviation 3"),
    ("still-at-bounds", "--still-at-bounds"),
    ("learning-rate", "--optimizer ga --learning-rate 3"),
    ("learning-rate", "--optimizer cma --learning-rate 3"),
    ("momentum", "--optimizer spsa --momentum 0.5"),
    ("share-rate", "--preset rival --share-rate 0.5"),
    ("tables", "--tables alike"),
    ("tables", "--players 3 --against hand-tuned-v4 --tables alike"),
    ("start-every", "--preset rival --start-every 4"),
    ("measure-games", "--against hand-tuned-v4 --measure-every 0 --measure-games 5"),
    ("candidates", "--islands 4 --candidates 2"),
    ("finalists", "--against hand-tuned-v4 --measure-every 0 --finalists 2"),
    ("restart-every", "--generations 5 --restart-every 5"),
    ("must-beat-start", "--must-beat-start"),
    (
        "choose-games",
        "--optimizer ga --against hand-tuned-v4 --candidates 1 --measure-every 0 --choose-games 5",
    ),
];

#[test]
fn settings_without_effect_are_refused() {
    let home = Home::new();
    for (key, words) in IDLE {
        let why = home.refused(2, &format!("evolve {words}"));
        assert!(why.contains(&format!("error: {key} counts for nothing")), "{words}: {why}");
        assert!(why.contains("it does"), "{words}: {why}");
    }
    assert!(!home.path("results").exists());
    let walked: BTreeSet<&str> = IDLE.iter().map(|(key, _)| *key).collect();
    let conditional = SETTINGS.iter().filter(|it| matches!(it.counts, Counts::With(..)));
    assert_eq!(walked, conditional.map(|it| it.key).collect());
}

#[test]
fn a_population_has_no_first_champion_that_others_have_to_beat() {
    let home = Home::new();
    home.evolve("run", "--optimizer ga --generations 1 --keep-every 1");
    let words = "evolve --optimizer ga --against hand-tuned-v4 --candidates 1 --measure-every 0 \
         --population 20 --generations 1 --final-games 4 --choose-games 5 --seed 1";
    let why = home.refused(2, &format!("{words} --from run@1"));
    assert!(why.contains("error: choose-games counts for nothing here"), "{why}");
    home.done(&format!("{words} --from run"));
}

#[test]
fn an_end_that_the_file_of_a_run_cannot_hold_is_refused() {
    let home = Home::new();
    home.evolve("run", "--generations 1");
    for number in ["1000000000001", "9223372036854775808"] {
        let why = home.refused(2, &format!("resume run --generations {number}"));
        assert!(why.contains("generations must be 1 to 1000000000000"), "{why}");
    }
    home.done("resume run --generations 2");
}

#[test]
fn opponents_that_a_permutation_never_meets_are_refused() {
    let home = Home::new();
    let words = "evolve --game connect-four --preset connect-four-report --against";
    for (against, reason) in [
        ("published,population,hall-of-fame", "must not name hall-of-fame"),
        ("published=2,population", "must give no shares"),
        ("published,population=2", "must give no shares"),
        ("published", "must name population"),
    ] {
        let why = home.refused(2, &format!("{words} {against}"));
        assert!(why.contains(reason), "{against}: {why}");
    }
    let why = home.refused(2, "evolve --search random");
    assert!(why.contains("search must go by the weights"), "{why}");
}

#[test]
fn what_variants_share_counts_in_one_of_them_at_least() {
    let home = Home::new();
    let compare = |variants: &[&str], with: &str| {
        let mut command = home.command("compare --games 30 --seeds 1 --final-games 4 --name x");
        let with = format!("--with=--population 4 --fitness-games 2 --more-games 2 {with}");
        let variants = variants.iter().flat_map(|variant| ["--variant", variant]);
        command.args(variants).arg(with).output().unwrap().into()
    };
    let done: crate::program::Done =
        compare(&["--optimizer ga", "--optimizer spsa"], "--momentum 0.5");
    assert_eq!(done.code, Some(2), "{}", done.err);
    assert!(done.err.contains("--with") && done.err.contains("momentum counts for nothing"));
    let done = compare(&["--optimizer ga", "es: --momentum 0.3"], "--learning-rate 3");
    assert_eq!(done.code, Some(0), "{}", done.err);
    let done = compare(&["--optimizer ga --learning-rate 3", "es:"], "");
    assert_eq!(done.code, Some(2), "{}", done.err);
    assert!(done.err.contains("learning-rate counts for nothing"), "{}", done.err);
}

/// No warnings.
const NONE: [&str; 0] = [];

#[test]
fn settings_that_seldom_work_are_warned_of() {
    let home = Home::new();
    let warned = |words: &str| {
        let done = home.evolve("run", words);
        for folder in ["results", "populations"] {
            std::fs::remove_dir_all(home.path(folder)).unwrap();
        }
        let lines = done.err.lines().filter(|line| line.starts_with("warning: "));
        lines.map(str::to_string).collect::<Vec<_>>()
    };
    let short = "--generations 1";
    assert_eq!(warned(short), NONE);
    let few = warned(&format!("{short} --population 7"));
    assert!(few[0].contains("7 is too small for 121 parameters") && few.len() == 1, "{few:?}");
    assert!(few[0].contains("--population 18 is the least"), "{few:?}");
    assert_eq!(warned(&format!("{short} --population 18")), NONE);
    assert_eq!(warned(&format!("{short} --population 7 --quiet")), NONE);
    let idle = warned(&format!("{short} --crossover uniform"));
    assert!(idle[0].contains("crossover counts for nothing here; it does with"), "{idle:?}");
    let alone = warned(&format!("{short} --optimizer ga --population 5"));
    assert!(alone[0].contains("one parent") && alone[0].contains("--population 8"), "{alone:?}");
    assert_eq!(warned(&format!("{short} --optimizer ga --population 8")), NONE);
    let uneven = warned(&format!("{short} --fitness-games 3 --more-games 5"));
    assert!(uneven[0].contains("fitness-games 3 is no multiple of 2 players"), "{uneven:?}");
    assert!(
        uneven[1].contains("more-games 5 is no multiple of") && uneven.len() == 2,
        "{uneven:?}"
    );
    assert_eq!(warned(&format!("{short} --fitness-games 3 --more-games 3")).len(), 1);
    assert_eq!(warned(&format!("{short} --fitness-games 3 --more-games 5 --seats first")), NONE);

    let done = home.evolve("again", "--generations 8 --restart-after 1");
    assert!(
        done.err.contains("began again.\nwarning: again and again no population"),
        "{}",
        done.err
    );
    assert!(done.text().contains(" populations were given up.\nwarning: "), "{}", done.text());
}

#[test]
fn shares_that_follow_are_told_as_they_came_to_be() {
    let home = Home::new();
    let against = "--against hand-tuned-v3=3,hand-tuned-v4,population";
    let line = |text: &str| {
        let mut lines = text.lines().filter(|line| line.starts_with("Met by share: "));
        lines.next().map(str::to_string)
    };
    let ended = line(&home.evolve("run", &format!("{against} --share-rate 0.5")).text()).unwrap();
    assert!(ended.starts_with("Met by share: hand-tuned-v3 "), "{ended}");
    assert!(ended.contains(" %, hand-tuned-v4 ") && !ended.contains("population"), "{ended}");
    assert_eq!(line(&home.done("show run").text()), Some(ended));
    home.evolve("named", against);
    assert_eq!(line(&home.done("show named").text()), None);
}
