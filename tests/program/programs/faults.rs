//! A program that dies, hangs, answers nonsense, half a line or another question, or floods: nothing is
//! lost, and no score is wrong.

use super::{evolve, home_with, processes};
use crate::program::{Home, assert_same};
use std::fs;

/// Seconds that are waited for an answer, which a program that hangs costs.
const HEAD: &str = "answer-seconds = 1\n";

/// How many faults there were of each kind.
fn faults(home: &Home) -> [usize; 6] {
    let text = fs::read_to_string(home.path("done-faults")).unwrap_or_default();
    let mut counts = [0; 6];
    text.split_whitespace().for_each(|it| counts[it.parse::<usize>().unwrap()] += 1);
    counts
}

/// That a run with a fault at one question in `rate` leaves what one without leaves; gives the
/// faults.
fn check(goal: &str, rate: u32, words: &str) -> [usize; 6] {
    let (whole, faulty) = (home_with(goal, HEAD), home_with(goal, HEAD));
    whole.done(&evolve("run", words));
    faulty.write("faults", rate.to_string());
    faulty.done(&evolve("run", words));
    assert_same(&whole.files("run"), &faulty.files("run"), goal);
    let counts = faults(&faulty);
    let log = fs::read_to_string(faulty.result("run", "program.log")).unwrap();
    let told = log.lines().filter(|line| line.contains("started and asked again")).count();
    // A process may fail at the next question, too, before its answer to the last one is read.
    let all: usize = counts.iter().sum();
    assert!(told > all / 2 && processes(&faulty).len() > all / 2, "{told} of {counts:?}");
    counts
}

#[test]
fn no_fault_loses_anything_or_makes_a_wrong_score() {
    let mut all = [0; 6];
    for goal in ["game", "maximise"] {
        let counts = check(goal, 23, "--threads 2");
        all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
    }
    assert!(all.iter().all(|&count| count > 0) && all.iter().sum::<usize>() >= 24, "{all:?}");
}

#[test]
#[ignore = "takes minutes: a thousand faults"]
fn a_thousand_faults_lose_nothing() {
    let words = "--threads 2 --population 40 --generations 80 --final-games 2000";
    let counts = check("game", 25, words);
    println!("{counts:?}");
    assert!(counts.iter().sum::<usize>() >= 1000, "{counts:?}");
}

#[test]
fn a_question_that_fails_again_and_again_stops_the_run_saved() {
    let (whole, home) = (home_with("game", HEAD), home_with("game", HEAD));
    whole.done(&evolve("run", ""));
    home.write("refuses", "97");
    let said = home.refused(1, &evolve("run", "--threads 2"));
    assert!(said.contains("failed four times at one question"), "{said}");
    assert!(said.contains("its last words: I refuse "), "{said}");
    let question = home.read("results/run/question.json");
    assert!(question.starts_with("{\"id\":1,\"vectors\":[["), "{question}");
    assert!(said.contains(question.trim()), "{said}");
    let command = "program ask tune.toml ./results/run/question.json";
    assert!(said.contains(&format!("`starhop {command}` asks it again")), "{said}");
    let ask = |home: &Home| home.command(command).output().unwrap();
    let asked = ask(&home);
    assert_eq!(asked.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&asked.stderr).contains("I refuse "));
    fs::remove_file(home.path("refuses")).unwrap();
    let asked = ask(&home);
    assert!(asked.status.success());
    assert!(String::from_utf8_lossy(&asked.stdout).starts_with("{\"id\": 1, \"winner\": "));
    home.done("resume run");
    let mut files = home.files("run");
    files.remove("results/question.json");
    assert_same(&whole.files("run"), &files, "after the program was mended");
}

#[test]
fn a_program_that_cannot_be_started_is_told_of() {
    let home = home_with("game", HEAD);
    home.write("tune.toml", home.read("tune.toml").replace("python3", "./no-such-program"));
    let never =
        "the program told was started four times in a row and didn't get ready, the last time: ";
    for words in [&evolve("run", "")[..], "resume run"] {
        let said = home.refused(1, words);
        for told in
            [never, "no-such-program", "results/run/tune.toml, from the folder of tune.toml. "]
        {
            assert!(said.contains(told), "{words}: {said}");
        }
        let at_once = "The program told fails: ";
        assert!(said.find(at_once) < said.find(never) && said.contains(at_once), "{words}: {said}");
        assert!(!home.result("run", "question.json").exists(), "it was asked nothing");
    }
    let log = home.read("results/run/program.log");
    assert!(log.contains("; started again\n") && log.contains("; given up\n"), "{log}");
    let said = home.refused(1, "program check tune.toml");
    assert!(said.contains(never) && !said.contains("Give that line"), "{said}");
    assert!(!said.contains("is looked for in PATH"), "{said}");
    home.write("sought.toml", home.read("tune.toml").replace("./no-such", "no-such"));
    let sought = home.refused(1, "program check sought.toml");
    assert!(sought.contains("a name without / is looked for in PATH"), "{sought}");
    let copy = home.read("results/run/tune.toml");
    home.write("results/run/tune.toml", copy.replace("./no-such-program", "python3"));
    let said = home.refused(3, "resume run");
    assert!(said.contains("results/run/tune.toml: this is not the file of told:"), "{said}");
    home.write("results/run/tune.toml", copy);
    let said = home.refused(1, "resume run");
    assert!(said.contains(never), "{said}");
}
