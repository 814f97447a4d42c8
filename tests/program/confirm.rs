//! The last step of a tuning: tests with shares of one error rate, the ledger of attempts, and the page.

use crate::program::{Home, Packed};
use serde_json::Value;
use std::fs;
use std::sync::LazyLock;

const LEDGER: &str = "results/run/confirmations.jsonl";
const FEW: &str = "--games 300 --farther-games 12 --parameter-games 24";

/// A small run `run`, drawn at random.
static RUN: LazyLock<Packed> = LazyLock::new(|| {
    let home = Home::new();
    home.evolve("run", "--generations 6 --measure-every 3");
    home.pack()
});

fn lines(home: &Home) -> Vec<Value> {
    home.read(LEDGER).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn figure(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn each_attempt_has_a_smaller_share_and_games_of_its_own() {
    let home = RUN.unpack();
    let text = home.done(&format!("confirm run {FEW}")).text();
    let (page, next) = text.split_once("\nNext\n  ").unwrap();
    assert_eq!(home.read("results/run/confirmed.md"), page);
    assert!(next.contains("starhop ") && next.lines().count() == 1, "{next}");
    let kept: Value = serde_json::from_str(&home.read("results/run/confirmed.json")).unwrap();
    let alpha = kept["parameters"].as_array().unwrap().iter().find_map(|it| it["alpha"].as_f64());
    let level = 100.0 * (1.0 - alpha.unwrap());
    let titles = page.lines().find(|line| line.starts_with("| parameter")).unwrap();
    let told = titles.split('|').find_map(|it| it.trim().strip_suffix(" % interval")).unwrap();
    assert!((told.parse::<f64>().unwrap() - level).abs() < 1e-3, "{told} is not {level}");
    for said in ["# run: ", "its first opponent, hand-tuned-v3", "alphabeta(depth=2)", "2.5 %"] {
        assert!(page.contains(said), "{said}: {page}");
    }
    let second = home.done(&format!("confirm run {FEW} --json")).json();
    let third = home.done(&format!("confirm run {FEW} --json")).json();
    for (attempt, report) in [(2.0, &second), (3.0, &third)] {
        assert_eq!(figure(&report["attempt"]), attempt);
        let share = 0.05 / (attempt * (attempt + 1.0));
        assert_eq!(figure(&report["alpha"]), share);
        let tests = report["tests"].as_array().unwrap();
        let names: Vec<_> = tests.iter().map(|it| it["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["start", "best-known", "start-farther", "best-known-farther"]);
        for test in tests {
            // One of five, of which the sequential test has half.
            assert_eq!(figure(&test["alpha"]), share / 5.0 / 2.0);
        }
        assert_eq!(tests[1]["against"], "champion-2");
    }
    assert_ne!(second["tests"][0]["difference"], third["tests"][0]["difference"]);
    let lines = lines(&home);
    let told: Vec<_> = lines.iter().map(|it| (&it["event"], figure(&it["attempt"]))).collect();
    let expected = [1.0, 2.0, 3.0].map(|it| [("begun", it), ("ended", it)]);
    let expected: Vec<_> = expected.concat();
    assert!(told.iter().zip(&expected).all(|(it, that)| it.0 == that.0 && it.1 == that.1));
    assert_eq!(told.len(), expected.len());
    let found: Vec<_> =
        third["tests"].as_array().unwrap().iter().map(|it| &it["verdict"]).collect();
    assert_eq!(lines[5]["verdicts"].as_array().unwrap().iter().collect::<Vec<_>>(), found);
    let parameters = third["parameters"].as_array().unwrap();
    let played: Vec<_> = parameters.iter().filter(|it| figure(&it["games"]) > 0.0).collect();
    assert!(!played.is_empty());
    for it in parameters {
        match figure(&it["games"]) > 0.0 {
            true => assert_eq!(figure(&it["alpha"]), 0.05 / 12.0 / 5.0 / played.len() as f64),
            false => assert!(it["alpha"].is_null(), "{it}"),
        }
    }
    let kept: Value = serde_json::from_str(&home.read("results/run/confirmed.json")).unwrap();
    assert_eq!(kept, third);
    let count = parameters.len() as f64;
    let counts = lines[5]["parameters"].as_object().unwrap().values().map(figure);
    assert_eq!(counts.sum::<f64>(), count);
    home.done("resume run --generations 8");
    home.done("verify run");
}

#[test]
fn an_attempt_is_the_same_on_any_number_of_threads() {
    let outcome = |threads: u32| {
        let home = RUN.unpack();
        let out = home.done(&format!("confirm run {FEW} --json --threads {threads}")).out;
        (out, home.read(LEDGER), home.read("results/run/confirmed.md"))
    };
    assert_eq!(outcome(1), outcome(2));
}

#[test]
fn a_champion_is_compared_with_what_it_began_from() {
    let home = Home::new();
    home.evolve(
        "run",
        "--generations 4 --measure-every 2 --choose-games 2 --from champion-2 --symmetric",
    );
    let report = home.done(&format!("confirm run {FEW} --against generation-51 --json")).json();
    assert_eq!(report["origin"], "champion-2, made symmetric");
    let of = |key: &str| -> Vec<&str> {
        let tests = report["tests"].as_array().unwrap().iter();
        tests.map(|test| test[key].as_str().unwrap()).collect()
    };
    let begun = "champion-2, made symmetric";
    assert_eq!(of("against"), [begun, "generation-51", begun, "generation-51"]);
    let greedy = ["greedy", "greedy", "alphabeta(depth=2)", "alphabeta(depth=2)"];
    assert_eq!(of("search"), greedy);
    assert_eq!(report["tests"][1]["verdict"], "stronger");
    let parameters = report["parameters"].as_array().unwrap();
    // A pair of mirrored holes is one, and no peg stands on those of other corners.
    assert!(parameters.len() < 70, "{}", parameters.len());
    assert!(parameters.iter().any(|it| it["name"].as_str().unwrap().contains(" and ")));
    let idle = |it: &&Value| it["verdict"] == "without-effect" && it["games"] == 0;
    assert!(parameters.iter().filter(idle).count() > 15);
    home.evolve("whole", "--generations 4 --measure-every 2 --choose-games 2 --from champion-2");
    let same = home.done(&format!("confirm whole {FEW} --json")).json();
    assert_eq!(same["untested"][0], "the best known: champion-2 is the same as champion-2");
    assert_eq!(same["tests"].as_array().unwrap().len(), 2);
}

#[test]
fn games_of_three_are_decided_by_their_interval() {
    let home = Home::new();
    home.evolve("run", "--players 3 --generations 4 --measure-every 2");
    let words =
        "confirm run --against generation-51 --games 600 --farther-games 12 --parameter-games 6";
    let report = home.done(&format!("{words} --json")).json();
    assert_eq!(report["tests"][2]["search"], "paranoid(depth=2)");
    assert_eq!(report["tests"][0]["alpha"], 0.005);
    let interval = report["tests"][0]["interval"].as_array().unwrap();
    let (low, high) = (figure(&interval[0]), figure(&interval[1]));
    let difference = figure(&report["tests"][0]["difference"]);
    assert!(-1.0 / 3.0 <= low && low <= difference && difference <= high && high <= 2.0 / 3.0);
    assert!(home.read("results/run/confirmed.md").contains("an equal gets 33.3333 %"));
}

#[test]
fn what_can_not_be_confirmed_is_refused_and_nothing_changes() {
    let home = RUN.unpack();
    home.done(&format!("confirm run {FEW}"));
    let ledger = home.read(LEDGER);
    let first = ledger.lines().next().unwrap().to_string() + "\n";
    for (text, said) in [
        (ledger.replacen("0.025", "0.05", 1), "line 1: alpha 0.05 is not the share of attempt 1"),
        (ledger.replacen("\"version\":1", "\"version\":2", 1), "line 1: is of version 2; this"),
        (ledger.replacen("\"attempt\":1", "\"attempt\":2", 1), "line 1: attempt 2 is out of order"),
        (format!("{first}{first}"), "line 2: attempt 1 is out of order"),
        (format!("{ledger}\n"), "line 3: "),
    ] {
        home.write(LEDGER, &text);
        let before = home.snapshot();
        let why = home.refused(3, "confirm run");
        assert!(why.contains("confirmations.jsonl: ") && why.contains(said), "{why}");
        assert_eq!(home.changes(&before), [""; 0], "{said}");
    }
    home.write(LEDGER, &ledger);
    let before = home.snapshot();
    for (words, said) in [
        ("confirm run --against nothing", "'nothing' is neither"),
        ("confirm run --games 0", "--games"),
        ("confirm other", "no run 'other'"),
    ] {
        assert!(home.refused(2, words).contains(said), "{words}");
    }
    assert_eq!(home.changes(&before), [""; 0]);
    home.evolve("none", "--generations 1 --measure-every 5 --minutes 0.0001");
    fs::remove_file(home.path("results/none/champion.json")).unwrap();
    assert!(home.refused(2, "confirm none").contains("has no champion yet"));
}

/// A line that was torn began no games; one that wasn't did, whatever became of them.
#[cfg(unix)]
#[test]
fn an_attempt_that_was_broken_off_counts() {
    use crate::program::{Done, send, wait_until};
    use std::process::Stdio;
    let home = RUN.unpack();
    let mut command = home.command("confirm run --games 100000000 --parameter-games 100000000");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(|| fs::read_to_string(home.path(LEDGER)).is_ok_and(|it| it.ends_with('\n')));
    send(&child, "-INT");
    let done = Done::from(child.wait_with_output().unwrap());
    assert_eq!(done.code, Some(130), "{}", done.err);
    assert!(done.err.contains("the attempt counts") && done.out.is_empty(), "{}", done.err);
    assert_eq!(lines(&home).len(), 1);
    assert!(!home.path("results/run/confirmed.md").exists());

    let torn = home.read(LEDGER) + "{\"event\":\"begun\",\"ver";
    home.write(LEDGER, torn);
    let report = home.done(&format!("confirm run {FEW} --json")).json();
    assert_eq!((&report["attempt"], &report["broken_off"]), (&2.into(), &1.into()));
    assert_eq!(lines(&home).len(), 3);
    assert!(home.read("results/run/confirmed.md").contains("There was one before, 1 of them"));
}

/// Wherever the disk fails or the process dies: what is there is read, and no attempt with games is lost.
#[cfg(debug_assertions)]
#[test]
fn an_attempt_counts_whichever_call_fails() {
    let words = "confirm run --games 8 --farther-games 2 --parameter-games 2 --threads 1 --quiet";
    for (first, fault) in [(1, "fail"), (2, "die"), (3, "lose-all")] {
        let mut had_begun = false;
        for call in (first..).step_by(3) {
            let home = RUN.unpack();
            let mut command = home.command(words);
            let fault = format!("{fault}:{call}");
            let done = command.env("STARHOP_FAULT", &fault).output().unwrap();
            if done.status.success() {
                assert!(had_begun && call > 10, "{call}");
                break;
            }
            let ledger = fs::read_to_string(home.path(LEDGER)).unwrap_or_default();
            let lines = ledger.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            let begun = lines.filter(|it| it.starts_with("{\"event\":\"begun\"")).count() as u64;
            had_begun |= begun > 0;
            let report = home.done(&format!("{words} --json")).json();
            assert_eq!(report["attempt"], begun + 1, "{fault}");
        }
    }
}

#[test]
fn a_champion_that_is_where_it_began_is_not_confirmed() {
    let home = Home::new();
    home.done(
        "evolve --preset rival --from generation-7822 --generations 1 --population 4 --measure-every 1 --measure-games 4 \
         --choose-games 4 --final-games 40 --seed 1 --name run --deviation 200",
    );
    assert_eq!(home.done("export run").json()["origin"]["generation"], 0);
    let report = home.done(&format!("confirm run --against hand-tuned-v1 {FEW} --json")).json();
    assert_eq!(
        report["untested"][0],
        "where it began: the champion is the same as generation-7822"
    );
    assert_eq!(report["verdict"], "not-confirmed");
    let page = home.read("results/run/confirmed.md");
    assert!(page.contains(" stand at their start.\n"), "{page}");
    assert!(!page.contains("| at its start |"), "{page}");
}

#[test]
fn what_it_suggests_has_a_free_name() {
    let home = Home::new();
    home.done(
        "evolve --preset rival --generations 40 --population 8 --fitness-games 4 --more-games 4 --measure-every 20 --measure-games 20 \
         --choose-games 20 --final-games 40 --seed 1 --name run --against hand-tuned-v1 --opening-plies 4",
    );
    home.evolve("run-more", "--generations 1");
    home.evolve("run-farther", "--generations 1");
    let text = home.done(&format!("confirm run {FEW}")).text();
    let (_, next) = text.split_once("\nNext\n").unwrap();
    let taken = ["--name run-more ", "--name run-farther "];
    assert!(taken.iter().all(|name| !next.contains(name)), "{text}");
}

/// More of the same games decide nothing; games from more openings can.
#[test]
fn where_few_games_differ_more_openings_are_suggested() {
    let home = Home::new();
    home.done("evolve --game connect-four --seed 1 --name four --generations 20 --quiet");
    let few = "--games 30000 --farther-games 12 --parameter-games 10";
    let text = home.done(&format!("confirm four {few}")).text();
    assert!(text.contains("| too few games differ | "), "{text}");
    let next = "measure four --against champion-connect-four --opening-plies 8";
    assert!(text.ends_with(&format!("{next}\n")), "{text}");
    let measured = home.done(&format!("{next} --games 400 --seed 1 --json")).json();
    assert!(measured["all"]["different_games"].as_u64() > Some(350), "{measured}");
}
