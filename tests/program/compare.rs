//! `compare`: settings side by side, interrupted and resumed, and what it refuses.

use crate::program::{Done, Home};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

const TWO: [&str; 2] = ["es: --optimizer es", "--optimizer  ga --population 30"];
const SHARED: &str = "--with --population=20 --games 4000,2000 --seeds 2 --final-games 200";
/// The files that times have no say in.
const FILES: [&str; 5] =
    ["compare.toml", "compare.csv", "compare.md", "compare.svg", "compare.png"];

fn command(home: &Home, variants: &[&str], words: &str) -> Command {
    let mut command = home.command("compare");
    command.args(variants.iter().flat_map(|variant| ["--variant", variant]));
    command.args(words.split_whitespace());
    command
}

fn run(home: &Home, variants: &[&str], words: &str) -> Done {
    command(home, variants, words).output().unwrap().into()
}

fn compare(home: &Home, words: &str) -> Done {
    let done = run(home, &TWO, &format!("{SHARED} {words}"));
    assert_eq!(done.code, Some(0), "{words}: {}", done.err);
    done
}

fn refused(home: &Home, code: i32, variants: &[&str], words: &str) -> String {
    let done = run(home, variants, words);
    assert_eq!(done.code, Some(code), "{variants:?} {words}: {}", done.err);
    assert!(done.err.contains("error: ") && done.out.is_empty(), "{}", done.err);
    done.err
}

/// The files of a comparison, whose name stands in the command alone.
fn files(home: &Home, name: &str) -> BTreeMap<&'static str, Vec<u8>> {
    let mut files =
        BTreeMap::from(FILES.map(|file| (file, fs::read(home.result(name, file)).unwrap())));
    let document = files.get_mut("compare.md").unwrap();
    let text = String::from_utf8(document.clone()).unwrap();
    assert_eq!(text.matches(&format!(" --name {name}\n")).count(), 1, "{text}");
    *document = text.replace(&format!(" --name {name}\n"), " --name NAME\n").into_bytes();
    files
}

fn assert_same(home: &Home, one: &str, other: &str) {
    let (one, other) = (files(home, one), files(home, other));
    FILES.iter().for_each(|file| assert!(one[file] == other[file], "{file} differs"));
}

fn rows(home: &Home, name: &str) -> Vec<BTreeMap<String, String>> {
    let reader = csv::Reader::from_path(home.result(name, "compare.csv"));
    let rows = reader.unwrap().into_deserialize().map(Result::unwrap);
    // A label that a spreadsheet would take for a formula stands after an apostrophe.
    let plain = |mut row: BTreeMap<String, String>| {
        let label = row.get_mut("variant").unwrap();
        *label = label.replacen("'-", "-", 1);
        row
    };
    rows.map(plain).collect()
}

#[test]
fn every_variant_has_a_champion_for_every_seed_and_budget() {
    let home = Home::new();
    let done = compare(&home, "--name all");
    let rows = rows(&home, "all");
    let places = rows.iter().map(|row| (&*row["variant"], &*row["seed"], &*row["budget"]));
    let mut expected = Vec::new();
    for variant in ["es", "--optimizer ga --population 30"] {
        for seed in ["1", "2"] {
            expected.extend(["2000", "4000"].map(|budget| (variant, seed, budget)));
        }
    }
    assert_eq!(places.collect::<Vec<_>>(), expected);
    for row in &rows {
        let number = |key: &str| row[key].parse::<f64>().unwrap();
        let population = if row["variant"] == "es" { 20.0 } else { 30.0 };
        // Two games an individual and generation, the first of which is number 0.
        let generation = 2.0 * population;
        assert_eq!(number("games"), generation * (number("generation") + 1.0), "{row:?}");
        assert!(number("games") >= number("budget"), "{row:?}");
        assert!(number("games") < number("budget") + generation, "{row:?}");
        assert_eq!(row["measured_games"], "200");
        assert!(number("measured_win_rate_low") <= number("measured_win_rate"));
        assert!(number("measured_win_rate") <= number("measured_win_rate_high"));
        assert!(number("measured_fitness_error") > 0.0);
    }
    assert_eq!(done.text(), home.read("results/all/compare.md"));
    assert_eq!(home.read("results/all/timing.csv").lines().count(), 9);
    assert!(home.done("list").text().starts_with("comparison "), "a comparison is no run");
    assert_eq!(home.done("show all").text(), done.text());
}

#[test]
fn the_means_are_those_of_the_rows() {
    let home = Home::new();
    let report = compare(&home, "--name all --json").json();
    assert_eq!(home.done("show all --json").json(), report);
    let rows = rows(&home, "all");
    for (index, budget) in [(0, "2000"), (1, "4000")] {
        let at = &report["budgets"][index];
        assert_eq!(at["budget"].to_string(), budget);
        let mut means = Vec::new();
        for standing in at["variants"].as_array().unwrap() {
            let own = rows.iter().filter(|row| row["budget"] == budget);
            let own = own.filter(|row| standing["variant"] == row["variant"]);
            let fitness: Vec<f64> =
                own.map(|row| row["measured_fitness"].parse().unwrap()).collect();
            assert_eq!(standing["fitness_of_seeds"], serde_json::json!(fitness));
            // Of 20 and 30 individuals with two games each.
            let played =
                if standing["variant"] == "es" { [2000.0, 4000.0] } else { [2040.0, 4020.0] };
            assert_eq!(standing["games"], played[index]);
            let mean = (fitness[0] + fitness[1]) / 2.0;
            assert_eq!(standing["fitness"], mean);
            // Of two numbers the standard error is half their distance; t is 12.706.
            let half = standing["fitness_high"].as_f64().unwrap() - mean;
            let wanted = 12.706_205 * (fitness[0] - fitness[1]).abs() / 2.0;
            assert!((half - wanted).abs() < 1e-6, "{half} is not {wanted}");
            means.push(mean);
        }
        assert!(means[0] >= means[1], "the best stands first");
        assert_eq!(at["variants"][0]["may_be_best"], true);
    }
}

#[test]
fn threads_leave_no_trace() {
    let home = Home::new();
    compare(&home, "--name one --threads 1");
    compare(&home, "--name three --threads 3");
    assert_same(&home, "one", "three");
}

#[test]
fn what_is_missing_is_run_again_and_nothing_else() {
    let home = Home::new();
    compare(&home, "--name whole");
    let table = home.read("results/whole/compare.csv");
    for missing in ["es,1,", "es,2,4000", "population 30,1,2000", "population 30"] {
        compare(&home, "--name parts");
        let kept: Vec<&str> = table.lines().filter(|line| !line.contains(missing)).collect();
        assert!(kept.len() < table.lines().count(), "{missing}");
        // Only what is run again has a row of times afterwards.
        let kept = kept.join("\n") + "\n";
        home.write("results/parts/compare.csv", &kept);
        fs::remove_file(home.result("parts", "timing.csv")).unwrap();
        compare(&home, "--name parts");
        assert_same(&home, "whole", "parts");
        let again = home.read("results/parts/timing.csv");
        let runs = if missing == "population 30" { 2 } else { 1 };
        assert_eq!(again.lines().count(), 1 + 2 * runs, "{missing}: {again}");
        fs::remove_dir_all(home.path("results/parts")).unwrap();
    }
    compare(&home, "--name whole");
    assert_eq!(home.read("results/whole/compare.csv"), table);
}

#[cfg(unix)]
#[test]
fn a_signal_stops_it_and_the_same_command_goes_on() {
    let home = Home::new();
    let words = format!("{SHARED} --final-games=100 --seeds=3 --games=2000,20000");
    let words = words.replace("--games 4000,2000 --seeds 2 --final-games 200", "");
    let straight = run(&home, &TWO, &format!("{words} --name straight"));
    assert_eq!(straight.code, Some(0), "{}", straight.err);

    let attempt = |number: u32| {
        let name = format!("run-{number}");
        let words = format!("{words} --name {name}");
        let begun = command(&home, &TWO, &format!("{words} --threads 1"));
        let csv = home.result(&name, "compare.csv");
        let has_rows = || fs::read_to_string(&csv).is_ok_and(|text| text.lines().count() > 3);
        let check_use = || assert!(refused(&home, 4, &TWO, &words).contains("in use"));
        let done = crate::program::interrupted(begun, has_rows, check_use)?;
        Some((name, done))
    };
    let (name, done) = (0..8).find_map(attempt).expect("it was always over too soon");
    assert_eq!(done.code, Some(130), "{}", done.err);
    assert!(done.err.contains("of 6 runs are done; the same command goes on"), "{}", done.err);
    assert!(!home.result(&name, "compare.md").exists());

    let resumed = run(&home, &TWO, &format!("{words} --name {name}"));
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert_same(&home, "straight", &name);
}

#[test]
fn the_command_in_the_document_repeats_it_under_the_same_name() {
    let home = Home::new();
    compare(&home, "");
    let name = fs::read_dir(home.path("results")).unwrap().next().unwrap().unwrap().file_name();
    let name = name.into_string().unwrap();
    assert!(name.starts_with("compare-"), "{name}");
    let text = home.read(&format!("results/{name}/compare.md"));
    let line = text.lines().find(|line| line.starts_with("starhop compare")).unwrap();
    assert_eq!(
        line,
        "starhop compare --variant 'es: --optimizer es' \
         --variant '--optimizer  ga --population 30' --with '--population=20' --games 2000,4000 --seeds 2 --final-games 200 \
         --name ".to_string() + &name
    );
}

#[test]
fn variants_with_labels_need_no_flag() {
    let home = Home::new();
    let labelled = ["es: --optimizer es", "ga: --optimizer 'ga' --population 30"];
    let words = "--games 1000 --seeds 1 --final-games 50";
    assert_eq!(run(&home, &labelled, &format!("{words} --name flags")).code, Some(0));
    let bare = |words: &str| {
        let mut command = home.command("compare");
        Done::from(command.args(labelled).args(words.split_whitespace()).output().unwrap())
    };
    assert_eq!(bare(&format!("{words} --name bare")).code, Some(0));
    assert_same(&home, "flags", "bare");
    let text = home.read("results/bare/compare.md");
    let line = text.lines().find(|line| line.starts_with("starhop compare")).unwrap();
    assert!(line.starts_with("starhop compare 'es: --optimizer es' 'ga: "), "{line}");
    assert_eq!(bare(&format!("{words} --variant b: --name both")).code, Some(2));
}

#[test]
fn other_settings_under_the_same_name_are_refused() {
    let home = Home::new();
    compare(&home, "--name x");
    let before = files(&home, "x");
    for (variants, words) in [
        (&TWO[..1], SHARED),
        (&["es: --optimizer es", "--optimizer ga --population 31"], SHARED),
        (&TWO, &SHARED.replace("--seeds 2", "--seeds 3")),
        (&TWO, &SHARED.replace("2000", "2001")),
        (&TWO, &SHARED.replace("--final-games 200", "--final-games 201")),
        (&TWO, &SHARED.replace("--population=20", "--opening-plies=2")),
    ] {
        let why = refused(&home, 2, variants, &format!("{words} --name x"));
        assert!(why.contains("compare.toml") && why.contains("--name"), "{why}");
    }
    assert_eq!(before, files(&home, "x"));
    home.evolve("run", "--generations 1");
    assert!(refused(&home, 2, &TWO, &format!("{SHARED} --name run")).contains("run 'run' exists"));
    assert!(home.refused(2, "evolve --name x").contains("'x' is a comparison"));
}

#[test]
fn an_opponent_that_has_changed_is_another_comparison() {
    let home = Home::new();
    let export = |name: &str| home.done(&format!("export {name} --format json -o mine.json"));
    export("generation-51");
    let words = "--games 200 --seeds 1 --final-games 20 --name x";
    let variants = ["start: --against mine.json", "default:"];
    assert_eq!(run(&home, &variants, words).code, Some(0));
    assert!(
        home.read("results/x/compare.md").contains("- start: against mine.json, opening-plies 0\n")
    );
    export("generation-2427");
    assert!(refused(&home, 2, &variants, words).contains("other settings"));
}

#[test]
fn labels_are_given_or_made() {
    let home = Home::new();
    home.write("mine.toml", "population = 24\nseed = 77\ngenerations = 3\nname = \"other\"\n");
    let words = "--games 100 --seeds 1 --final-games 10 --name x --json";
    let variants = [
        "",
        " a | b :  --deviation 9",
        "--rules standard:corners=open,ply-cap=150",
        "--config mine.toml",
        "file: --config 'mine.toml' --deviation 7",
    ];
    let with = "--with=--rules 'standard:corners=open,ply-cap=150'";
    let mut command = command(&home, &variants, words);
    let done = Done::from(command.arg(with).output().unwrap());
    // The weights of the default opponent don't say what these rules ask for.
    assert_eq!(done.code, Some(2), "{}", done.err);
    let variants = variants.map(|it| it.replace("corners=open,ply-cap=150", "ply-cap=150"));
    let variants: Vec<&str> = variants.iter().map(String::as_str).collect();
    let with = "--with=--rules 'standard:ply-cap=150'";
    let mut command = crate::compare::command(&home, &variants, words);
    let done = Done::from(command.arg(with).output().unwrap());
    assert_eq!(done.code, Some(0), "{}", done.err);
    let labels: Vec<String> = rows(&home, "x").iter().map(|row| row["variant"].clone()).collect();
    assert_eq!(labels, ["rival", "a | b", variants[2], "--config mine.toml", "file"]);
    assert!(home.read("results/x/compare.md").contains(r"| a \| b "));
    let settings = home.read("results/x/compare.toml");
    assert_eq!(settings.matches("population = 24\n").count(), 2);
    assert_eq!(settings.matches("\nseed = 1\n").count(), 5);
    assert!(!settings.contains("generations = "));
}

#[test]
fn nonsense_is_refused_with_the_variant_that_holds_it() {
    let home = Home::new();
    for (variant, words) in [
        ("--seed 3", &["--seed 3", "--seeds says"][..]),
        ("x: --generations 5", &["x: --generations 5", "--games"]),
        ("--minutes 5", &["--games"]),
        ("--target-fitness 5", &["--games"]),
        ("--threads 2", &["--threads has no place", "compare itself"]),
        ("--name a", &["compare itself"]),
        ("--final-games 9", &["compare itself"]),
        ("--measure-every 9", &["--measure-every"]),
        ("--measure-games 9", &["--measure-games"]),
        ("--keep-every 9", &["--keep-every"]),
        ("--checkpoint-seconds 9", &["--checkpoint-seconds"]),
        ("--dir /nowhere", &["'--dir'"]),
        ("--popluation 9", &["--popluation 9", "'--population'"]),
        ("--population many", &["many"]),
        ("--population 1", &["population"]),
        ("--optimizer", &["--optimizer"]),
        ("--against nobody", &["nobody", "built in"]),
        ("--config nothing.toml", &["nothing.toml"]),
        ("--against 'x", &["a quote is not closed"]),
        ("--against x\\", &["a backslash"]),
        ("b: --game halma", &["'b: --game halma': game is halma", "must be the same for all"]),
        ("es", &["'es' is no variant", "--optimizer es"]),
        (": --optimizer es", &["is no variant"]),
        ("a\nb: --optimizer es", &["label"]),
        ("--players 3", &["players 3", "--with '--players"]),
        ("--rules report", &["rules", "--with '--rules"]),
        ("--preset report", &["rules", "--with '--rules"]),
        ("rival:", &["another is called 'rival'"]),
    ] {
        let why = refused(&home, 2, &["", variant], "--seeds 1 --games 9");
        assert!(words.iter().all(|word| why.contains(word)), "{variant}: {why}");
        assert!(!why.contains("Usage:"), "{variant}: {why}");
    }
    for words in ["--seeds 0", "--games 0", "--games x", "--final-games 0", "--with=--seed=3"] {
        refused(&home, 2, &["a:", "b:"], words);
    }
    refused(&home, 2, &[], "");
    let labels: Vec<String> = (0..15).map(|index| format!("{index}:")).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    assert!(refused(&home, 2, &labels, "").contains("15 variants"));
    assert!(refused(&home, 2, &["a:"], "--name ../x").contains("can't be a run's name"));
    assert!(!home.path("results").exists());
}

#[test]
fn damaged_files_are_refused_by_name_and_place() {
    let home = Home::new();
    compare(&home, "--name x");
    let (table, settings) =
        (home.read("results/x/compare.csv"), home.read("results/x/compare.toml"));
    let refuse = |file: &str, text: String, words: &[&str]| {
        home.write(&format!("results/x/{file}"), text);
        let why = refused(&home, 3, &TWO, &format!("{SHARED} --name x"));
        assert!(why.contains(file) && words.iter().all(|word| why.contains(word)), "{why}");
    };
    let row = table.lines().nth(1).unwrap();
    refuse("compare.csv", table.replace("es,1,2000", "es,x,2000"), &["line"]);
    refuse("compare.csv", table.replace("es,1,2000", "es,3,2000"), &["seed 3", "no part"]);
    refuse("compare.csv", table.replace("es,1,2000", "ex,1,2000"), &["ex", "no part"]);
    refuse("compare.csv", table.replace("es,1,2000", "es,1,2500"), &["2500", "no part"]);
    refuse("compare.csv", format!("{table}{row}\n"), &["es, seed 1, budget 2000", "twice"]);
    let error = row.rsplit(',').next().unwrap();
    refuse("compare.csv", table.replace(error, "NaN"), &["es, seed 1, budget 2000", "finite"]);
    refuse("compare.csv", "variant\n".to_string() + "es\n", &["line"]);
    home.write("results/x/compare.csv", &table);
    refuse("timing.csv", "no,table\n1,2\n".to_string(), &["line"]);
    fs::remove_file(home.result("x", "timing.csv")).unwrap();
    refuse("compare.toml", settings.replace("version = 2", "version = 3"), &["version 3"]);
    refuse("compare.toml", settings.replace("budgets", "budget"), &["budget"]);
    refuse("compare.toml", "[".to_string(), &["line 1"]);
    home.write("results/x/compare.toml", &settings);
    compare(&home, "--name x");
    assert_eq!(home.read("results/x/compare.csv"), table);
}

#[test]
fn lost_rows_are_missed() {
    let home = Home::new();
    compare(&home, "--name x");
    let (rows, table) = (home.result("x", "compare.csv"), home.read("results/x/compare.csv"));
    let missed = |beside: &str| {
        let before = home.snapshot();
        let mut said = vec![refused(&home, 3, &TWO, &format!("{SHARED} --name x"))];
        said.extend(["report x", "verify x"].map(|words| home.refused(3, words)));
        said.push(home.refused(3, "list"));
        let why = format!("compare.csv: has no rows beside {beside}, so that all runs");
        assert!(said.iter().all(|it| it.contains(&why)), "{said:?}");
        assert_eq!(home.changes(&before), [""; 0], "{beside}");
    };
    home.write("results/x/compare.csv", "");
    missed("compare.md");
    fs::remove_file(&rows).unwrap();
    missed("compare.md");
    fs::remove_file(home.result("x", "compare.md")).unwrap();
    missed("timing.csv");
    // Before its first run a comparison of an earlier version had no rows.
    fs::remove_file(home.result("x", "timing.csv")).unwrap();
    assert_eq!(home.done("list --json").json()["comparisons"][0]["done"], 0);
    compare(&home, "--name x");
    assert_eq!(home.read("results/x/compare.csv"), table);
}

#[test]
fn games_without_a_winner_are_told_as_such() {
    let home = Home::new();
    let words = "--with=--rules=standard:ply-cap=4 --games 300 --seeds 2 --final-games 20 --name x";
    let done = run(&home, &["a:", "b: --deviation 9"], words);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let none = "No variant can be ranked: each has a champion none of whose games had a winner.";
    assert!(done.text().contains(none), "{}", done.text());
    assert!(done.text().contains("100.00 %"), "{}", done.text());
    assert!(!home.result("x", "compare.png").exists());
    assert!(run(&home, &["a:", "b: --deviation 9"], words).code == Some(0));
}

#[test]
fn variants_without_a_rank_are_named() {
    let home = Home::new();
    let words =
        "--with=--rules=standard:ply-cap=90 --games 3000 --seeds 2 --final-games 40 --name x";
    let flags = ["a:", "still: --optimizer ga --mutation gaussian --deviation 0.001"];
    let done = run(&home, &flags, words);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let told = "Best: still.\nNot ranked, since no game of a champion had a winner: a.\n\
                Ranked by less than half of their games, since the others had no winner: still.\n";
    assert!(done.text().contains(told), "{}", done.text());
    assert!(done.text().contains("from 4 random plies, one round in 10 from the start"));
}

#[test]
fn quiet_says_nothing_beside_the_result() {
    let home = Home::new();
    let done = compare(&home, "--name x --quiet");
    assert_eq!(done.err, "");
    assert!(done.text().contains("Best: "), "{}", done.text());
}

/// Generations of 24 games, and of 300.
#[test]
fn who_played_far_more_than_the_budget_is_told() {
    let home = Home::new();
    let variants = ["few: --population 12", "many: --population 150"];
    let words = "--games 250,3000 --seeds 1 --final-games 20 --name x";
    let done = run(&home, &variants, words);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let told = "Games of selection, as the generation that reaches the budget comes to its end: ";
    let text = home.read("results/x/compare.md");
    assert_eq!(text.matches("Games of selection, as the generation").count(), 1, "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix(told)).unwrap();
    assert!(line.contains("few 264") && line.contains("many 300"), "{line}");
}

#[test]
fn a_comparison_that_is_not_finished_is_not_shown() {
    let home = Home::new();
    compare(&home, "--name x");
    let table = home.read("results/x/compare.csv");
    let kept: Vec<&str> = table.lines().take(5).collect();
    home.write("results/x/compare.csv", &(kept.join("\n") + "\n"));
    for words in ["show x", "show x --json"] {
        let said = home.refused(2, words);
        assert!(said.contains("4 of 8 champions are measured. To go on:"), "{said}");
        assert!(said.contains("--final-games 200 --name x"), "{said}");
    }
}

/// Champions are measured on the terms of the shared flags, whatever a game is worth to the variants.
#[test]
fn fitness_is_in_the_unit_of_the_measurement() {
    let home = Home::new();
    let variants = ["a: --scoring wins", "b: --scoring wins --deviation 5"];
    let few = format!("{SHARED} --name x");
    let done = run(&home, &variants, &few);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let text = done.text();
    assert!(text.contains("- a: scoring wins") && text.contains("| fitness |"), "{text}");
    let terms = |name: &str| {
        let settings = home.read(&format!("results/{name}/compare.toml"));
        settings.split("[[variants]]").next().unwrap().to_string()
    };
    assert!(terms("x").contains("scoring = \"plies\""), "{}", terms("x"));
    home.done("verify x");
    let own = run(&home, &["a: --deviation 5", "b:"], &format!("{SHARED} --name y"));
    assert_eq!(own.code, Some(0), "{}", own.err);
    assert!(!terms("y").contains("scoring"), "{}", terms("y"));
    let said = refused(&home, 2, &["a: --restart-every 5", "b:"], &few);
    assert!(said.contains("--restart-every has no place in a variant"), "{said}");
    let said = refused(&home, 2, &["a: --deviation 6", "b:"], &format!("{SHARED} --name y"));
    assert!(said.contains("variants.1."), "{said}");
}
